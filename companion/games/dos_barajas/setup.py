"""The set-up for N players (RB, preparación, personalidad): what is refused, how the table opens, what a host does."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.deck import Copy, Decklist
from companion.engine.game import Setup
from companion.engine.kit.setup import answers, laid_out, opening_fault, plan_in_words
from companion.engine.places import DRAW, hand
from companion.engine.rules import Violation
from companion.engine.view import Plan
from companion.engine.words import Wording
from companion.games.dos_barajas import queries
from companion.games.dos_barajas.cards import COMMANDER_KING, FILLERS, FIRST_THING, is_main, main_size
from companion.games.dos_barajas.queries import COMMANDER_HAND, HAND, MIDDLE

ADVICE = ("mixed", "king", "uncounted")
"""What goes wrong before the first round."""


def refuse_setup(decklist: Decklist, setup: Setup) -> Violation | None:
    """Return the reason why a game cannot begin like this, or None."""
    return opening_fault(decklist, setup) or _too_small(decklist, setup)


def _too_small(decklist: Decklist, setup: Setup) -> Violation | None:
    """Refuse a box that lacks too many cards to deal."""
    size, dealt = main_size(decklist, setup.options), HAND * len(setup.players) + COMMANDER_HAND - HAND
    return Violation("setup.deck", {"cards": size, "dealt": dealt}) if size < dealt else None


def open_table(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
    """Return the table once dealt: four cards each, five for the commander, play goes to the right."""
    players, commander = setup.players, setup.first
    options = answers(decklist, setup)
    draw = main_size(decklist, options) - HAND * len(players)
    return (
        f.TableOpened(decklist.game, players, commander, options, HAND, draw, queries.DEAL),
        f.DirectionTurned(False),
        f.CountsSet({str(MIDDLE.name): 0}, {}),
        f.CardsMoved(DRAW, hand(commander)),
        f.Noted(queries.COMMANDER, commander),
        f.Noted(queries.FIRST, commander),
        f.TrackSet(queries.ROUND, "", 1),
    )


PICTURES = {
    "decks": "kind-oros kind-copas kind-espadas kind-bastos shuffle",
    "figures": "kind-figuras shuffle", "deal": "kind-figuras deal thing",
    "commander": "kind-figuras chief", "hands": "deal draw", "clubs": "kind-bastos dice",
}  # fmt: skip
"""What is drawn beside each step of the set-up."""


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    """Return the set-up as figures and as steps that a host works through."""
    here = decklist.answered({option.name: option.default for option in decklist.options})
    mine = [copy for copy in here.copies if is_main(here.by_slug[copy.slug])]
    figures = _figures(here, players)
    playing = {*mine, *figures}
    dealt = HAND * players + COMMANDER_HAND - HAND
    aside = {FIRST_THING: 1, COMMANDER_KING: 1, "others": players - 2}
    told: dict[str, object] = {
        **laid_out(here, players, playing),
        "set_aside": aside,
        "main_deck": len(mine),
        "initial_deal": {"from_deck": dealt, "plus": [], "cards": dealt, "each": HAND, "commander": COMMANDER_HAND},
        "draw_pile": len(mine) - dealt,
        "supply": 2 * players,
    }
    sizes = here.option("deck")
    blanks: dict[str, object] = {
        "players": players, "others": players - 2, "main": len(mine), "dealt": dealt, "draw": len(mine) - dealt,
        "box": len(here.copies) - len(playing), "deck": sizes.default if sizes else "",
    }  # fmt: skip
    keys = ("decks", "figures", "deal", "commander", "hands", "clubs")
    verify = {"figures": players, "hand": HAND, "commander": COMMANDER_HAND, "draw": len(mine) - dealt}
    return plan_in_words(words, told, keys, verify, ADVICE, PICTURES, **blanks)


def _figures(decklist: Decklist, players: int) -> list[Copy]:
    """One court card for each player: the two kings, then people who are nobody in particular."""
    by_slug: dict[str, list[Copy]] = {}
    for copy in decklist.copies:
        by_slug.setdefault(copy.slug, []).append(copy)
    kings = [copy for king in (FIRST_THING, COMMANDER_KING) for copy in by_slug.get(king, [])[:1]]
    others = [copy for slug in FILLERS for copy in by_slug.get(slug, [])]
    return kings + others[: players - len(kings)]
