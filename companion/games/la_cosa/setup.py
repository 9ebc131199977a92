"""The set-up for N players: what is refused, how the table opens, what a host does."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Setup
from companion.engine.kit.setup import answers, laid_out, plan_in_words
from companion.engine.view import Plan
from companion.engine.words import Wording
from companion.games.la_cosa.queries import HAND, INFECTED_CARD

ADVICE = ("mixed", "extra", "uncounted")
"""What goes wrong with a box before the first turn."""


def open_table(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
    """The table as it is once dealt: four cards each, everything else in the draw pile."""
    players = setup.players
    options = answers(decklist, setup)
    draw = decklist.size(len(players)) - HAND * len(players)
    return (f.TableOpened(decklist.game, players, setup.first, options, HAND, draw, "draw"),)


PICTURES = {
    "thing": "la-cosa aside", "box": "back-away box", "box-nothing": "box", "aside": "infectado kind-panic aside",
    "take": "shuffle la-cosa", "deal": "shuffle deal", "pile": "infectado kind-panic shuffle", "turn": "turn direction",
}  # fmt: skip
"""What is drawn beside each step of the set-up."""


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    """The figures and the steps as a host works through them."""
    playing = decklist.in_play(players)
    total, dealt, box = len(playing), HAND * players, len(decklist.copies) - len(playing)
    thing = next((copy.id for copy in playing if copy.slug == "la-cosa"), "la-cosa.1")
    aside = {
        "la-cosa": 1,
        "infectado": sum(decklist.by_slug[copy.slug].acts_as == INFECTED_CARD for copy in playing),
        "panic": sum(decklist.by_slug[copy.slug].back == "panic" for copy in playing),
    }
    deal = {"from_deck": dealt - 1, "plus": [thing], "cards": dealt, "each": HAND}
    figures: dict[str, object] = {
        **laid_out(decklist, players, playing, numbered=True),
        "set_aside": aside,
        "initial_deal": deal,
        "draw_pile": total - dealt,
    }
    steps = ("thing", "box" if box else "box-nothing", "aside", "take", "deal", "pile", "turn")
    return plan_in_words(
        words, figures, steps, {"hand": HAND, "draw": total - dealt}, ADVICE, PICTURES,
        players=players, total=total, box=box, infected=aside["infectado"], panics=aside["panic"],
        dealt=dealt, draw=total - dealt, from_deck=dealt - 1, above=players + 1,
    )  # fmt: skip
