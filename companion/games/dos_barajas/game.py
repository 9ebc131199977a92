"""The set-up, and the game as one value: the table of contents of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.engine import facts as f
from companion.engine.deck import Copy, Decklist
from companion.engine.game import Past, Setup
from companion.engine.kit import board_view
from companion.engine.kit.game import Game
from companion.engine.kit.retelling import Naming, at_the_end, figures, stories
from companion.engine.kit.setup import answers, laid_out, opening_fault, plan_in_words
from companion.engine.places import DRAW, hand
from companion.engine.rules import Violation
from companion.engine.view import PileView, Plan, Recalled
from companion.engine.words import Wording
from companion.games.dos_barajas import effects, log, moves, prompts, queries, retelling, state
from companion.games.dos_barajas.queries import (
    COMMANDER_HAND,
    COMMANDER_KING,
    FILLERS,
    FIRST_THING,
    HAND,
    MIDDLE,
    is_main,
    main_size,
)
from companion.games.dos_barajas.referee import REFEREE

ADVICE = ("mixed", "king", "uncounted")
"""What goes wrong before the first round."""


def refuse_setup(decklist: Decklist, setup: Setup) -> Violation | None:
    """Return the reason why a game cannot begin like this, or None."""
    if fault := opening_fault(decklist, setup):
        return fault
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


@dataclass(slots=True)
class _Tale(Naming):
    """The game as it is gone through once."""

    counts: Counter[str] = field(default_factory=Counter)
    out: list[tuple[str, str]] = field(default_factory=list)
    rolls: list[tuple[int, str]] = field(default_factory=list)


def recap(decklist: Decklist, past: Sequence[Past], words: Wording) -> tuple[Recalled, ...]:
    """Return the figures, then the stories, without what did not happen."""
    tale = _Tale()
    for entry, _ in past:
        tale.counts[entry.verb] += 1
        for fact in entry.facts:
            match fact:
                case f.StackShuffled():
                    tale.counts["shuffles"] += 1
                case f.PlayerOut(player, cause):
                    tale.out.append((player, cause))
                case f.DiceRolled(player, _, values):
                    tale.rolls.append((sum(values), player))
                case f.Renamed(player, to) if player != to:
                    tale.rename(player, to)
                case _:
                    pass
    for key, track in (("rounds", queries.ROUND), ("clubs-thrown", queries.THROWN)):
        tale.counts[key] = queries.number(at_the_end(past), track)
    told = {key: tale.counts[key] for key in ("rounds", "accuse", "attack", "shuffles", "clubs-thrown")}
    best = max(tale.rolls, default=(0, ""))
    lines = {
        "dead": [words.say(f"recap.out.{cause}", player=tale.name(player)) for player, cause in tale.out],
        "rolls": [words.say("recap.best", player=tale.name(best[1]), total=best[0])] if best[0] else [],
    }
    return (*figures(words, told), *stories(words, lines))


class Board(board_view.Board):
    """The ring, the piles, and the cards in the middle while there are any."""

    def view_piles(self) -> tuple[PileView, ...]:
        middle = (self.pile("middle"),) if queries.middle(self.table) else ()
        return (*super().view_piles(), *middle)

    def is_turn(self, player: str) -> bool:
        return player == self.game.waiting_for(self.table)

    def detail(self) -> str:
        table, words = self.table, self.words
        if table.step == queries.COMBAT:
            seen = words.listed(queries.revealed(table))
            return words.say("scene.fighting", round=queries.number(table, queries.FIGHT), things=seen)
        said = words.say("scene.round", round=queries.number(table, queries.ROUND), first=queries.first(table))
        if table.step in (queries.LEAVE, queries.TAKE):
            said += " " + words.raw(f"scene.middle.{self.option('middle')}")
        return said


GAME = Game(
    slug="dos-barajas",
    moves=moves.MOVES,
    phases=moves.PHASES,
    declarations=state.STATE,
    forms=state.FORMS,
    public=state.PUBLIC,
    refuse_setup=refuse_setup,
    open=open_table,
    plan=plan,
    effects=effects.Effects,
    prompts=prompts.Prompts,
    board=Board,
    last_steps=frozenset({"combat"}),
    log=log.Log,
    undo=log.Undo,
    recap=recap,
    chronicle=retelling.chronicle,
    referee=REFEREE,
)
