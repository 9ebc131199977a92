"""The set-up for N players (R §2, RB preparación 1–7): what is refused, how the table opens, what a host does."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cards.decklist import Copy, Decklist
from companion.cards.wording import Wording
from companion.games.common.opening import opening_fault
from companion.games.la_cosa.corrections import HAND
from companion.games.la_cosa.looks import INFECTED
from companion.referee.game import Setup
from companion.referee.ruling import Violation
from companion.referee.view import Plan
from companion.table import facts as f

ADVICE = ("mixed", "extra", "uncounted")
"""What goes wrong with a box before the first turn."""


def refuse_setup(decklist: Decklist, setup: Setup) -> Violation | None:
    """Why a game cannot begin like this, or None."""
    return opening_fault(decklist, setup)


def open_table(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
    """The table as it is once dealt: four cards each, everything else in the draw pile."""
    players = setup.players
    options = {option.name: setup.options.get(option.name, option.default) for option in decklist.options}
    draw = decklist.size(len(players)) - HAND * len(players)
    return (f.TableOpened(decklist.game, players, setup.first, options, HAND, draw, "draw"),)


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    """The figures of contract §2.1 and the steps as a host works through them."""
    playing = decklist.in_play(players)
    box = [copy for copy in decklist.copies if not decklist.plays(copy, players)]
    total, dealt = len(playing), HAND * players
    thing = next((copy.id for copy in playing if copy.slug == "la-cosa"), "la-cosa.1")
    aside = {
        "la-cosa": 1,
        "infectado": sum(decklist.by_slug[copy.slug].acts_as == INFECTED for copy in playing),
        "panic": sum(decklist.by_slug[copy.slug].back == "panic" for copy in playing),
    }
    deal = {"from_deck": dealt - 1, "plus": [thing], "cards": dealt, "each": HAND}
    figures: dict[str, object] = {
        "game": decklist.game,
        "players": players,
        "total": total,
        "cards": _listed(decklist, playing),
        "box": _listed(decklist, box),
        "set_aside": aside,
        "initial_deal": deal,
        "draw_pile": total - dealt,
    }
    steps = _steps(words, players=players, total=total, box=len(box), **_flat(aside), dealt=dealt, draw=total - dealt)
    verify = ((words.raw("setup.verify.hand"), HAND), (words.raw("setup.verify.draw"), total - dealt))
    advice = tuple((words.raw(f"setup.advice.{key}"), words.raw(f"setup.advice.{key}-how")) for key in ADVICE)
    return Plan(figures, steps, verify, advice)


def _flat(aside: dict[str, int]) -> dict[str, int]:
    return {"infected": aside["infectado"], "panics": aside["panic"]}


def _listed(decklist: Decklist, copies: Iterable[Copy]) -> list[dict[str, object]]:
    """Copies by kind, in the order of the decklist, with the numbers printed on them."""
    numbers: dict[str, list[int]] = {}
    counts: dict[str, int] = {}
    for copy in copies:
        number = decklist.by_slug[copy.slug].number(copy.k)
        numbers.setdefault(copy.slug, []).extend([] if number is None else [number])
        counts[copy.slug] = counts.get(copy.slug, 0) + 1
    return [
        {"slug": slug, "kind": decklist.by_slug[slug].kind, "copies": count, "numbers": numbers[slug]}
        for slug, count in counts.items()
    ]


def _steps(words: Wording, **figures: int) -> tuple[str, ...]:
    """The steps in words; with twelve players nothing goes back to the box."""
    keys = ["thing", "box" if figures["box"] else "box-nothing", "aside", "take", "deal", "pile", "turn"]
    extra = {"from_deck": figures["dealt"] - 1, "above": figures["players"] + 1}
    return tuple(words.say(f"setup.steps.{key}", **figures, **extra) for key in keys)
