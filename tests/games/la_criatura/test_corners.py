"""Every way in which an event, a weapon or a character card changes hands: the verdict derived by hand.

What finds a forgotten clause: `tests/engine/test_planted.py`.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.la_criatura.test_hidden import ASKED, BERTO_SLEEPS, seat_four

TWICE, MANY = "hand.duplicate-copy", "round.too-many"

Line = str | tuple[str, str, dict[str, Any]]
"""What is said, or what is shown: the verdict, the rule or nothing, the check."""


def hand(verdict: str, player: str, *cards: str) -> Line:
    """Events."""
    rule = TWICE if verdict == "illegal" else ""
    return verdict, rule, {"what": "hand", "player": player, "cards": list(cards)}


def weapons(verdict: str, player: str, *cards: str) -> Line:
    """Weapons that lie face down."""
    rule = TWICE if verdict == "illegal" else ""
    return verdict, rule, {"what": "weapons", "player": player, "cards": list(cards)}


def handed(verdict: str, rule: str = "", **gives: str) -> Line:
    """Characters handed in."""
    return verdict, rule, {"what": "round", "gives": gives}


THREE = ("despierto", "evento.1", "evento.2")
SCIENTISTS = {"Ana": "cientifico", "Ciro": "cientifico", "Dora": "cientifico"}
ARMED = ("chief Ana", "event Ana armado")
"""Ana has a weapon face down; it is Dora's move."""

CORNERS: dict[str, tuple[Line, ...]] = {
    "an event in another's hand": (
        *("chief Ana", hand("legal", "Berto", *THREE)),
        hand("illegal", "Ciro", *THREE[:2], "evento"),
    ),
    "an event played openly": (
        *ARMED, hand("illegal", "Ciro", "armado", "evento", "evento"),
    ),
    "an event discarded unseen is in no other hand": (
        *(*BERTO_SLEEPS, "move 5", hand("legal", "Ana", *THREE), "discard Ana 1"),
        hand("illegal", "Ciro", "despierto", "evento", "evento"),
    ),
    "an event may be drawn by whoever draws after": (
        *(*BERTO_SLEEPS, "move 5", hand("legal", "Ciro", "evento.1", "evento.2", "evento.3"), "discard Ana 0"),
        *("discard Dora 0", "discard Ciro 1", hand("legal", "Ciro", "evento.1", "evento.2", "despierto")),
    ),
    "a hand that drew nothing is the same": (
        *(*BERTO_SLEEPS, "move 5", hand("legal", "Ciro", "evento.1", "evento.2", "evento.3"), "discard Ana 0"),
        hand("illegal", "Ciro", "evento.1", "evento.2", "despierto"),
    ),
    "a weapon before another": (
        *(*ARMED, weapons("legal", "Ana", "cuchillo"), "arm Ana", weapons("legal", "Ana", "tapa-de-basura")),
        *("pass Dora", 'override {"tokens": {"Dora": 1}}', "arm Dora"),
        weapons("illegal", "Dora", "tapa-de-basura"),
    ),
    "a weapon that went back may be drawn": (
        *(*ARMED, weapons("legal", "Ana", "cuchillo"), "arm Ana", weapons("legal", "Ana", "tapa-de-basura")),
        *("pass Dora", 'override {"tokens": {"Dora": 1}}', "arm Dora"),
        weapons("legal", "Dora", "cuchillo"),
    ),
    "cards that were handed in stay where they are while nothing moves": (
        *(*BERTO_SLEEPS, handed("legal", Ana="cientifico", Ciro="criatura", Dora="cientifico"), "move 5"),
        *("discard Ana,Dora,Ciro 0", "elect 1", "pass Dora,Ciro,Ana,Berto"),
        *("vote Ciro Ana", "vote Ana Ciro", "vote Dora Ana,Ana", "declare Ana false"),
        handed("illegal", MANY, Berto="cientifico", Ciro="cientifico", Dora="criatura"),
        handed("legal", Berto="cientifico", Ciro="criatura", Dora="cientifico"),
    ),
    "who was asleep has kept a scientist": (*BERTO_SLEEPS, handed("illegal", MANY, **SCIENTISTS)),
    "the Creature goes on to anybody awake": (
        handed("legal", Ana="criatura", Berto="cientifico", Ciro="cientifico", Dora="cientifico"),
        *(*BERTO_SLEEPS, handed("legal", Ana="cientifico", Ciro="criatura", Dora="cientifico")),
    ),
    "what was seen of one card is known of the next round": (
        *(handed("undetermined", Ana="criatura"), handed("illegal", MANY, Berto="criatura")),
    ),
    "a copy seen before one lies before nobody else": (
        *(handed("undetermined", Ana="cientifico.1"), handed("illegal", MANY, Berto="cientifico.1")),
    ),
    "after a correction of the round everything may lie anywhere": (
        *(*ASKED, hand("legal", "Berto", *THREE), 'override {"step": "events"}'),
        hand("legal", "Ciro", *THREE[:2], "evento"),
    ),
    "a correction of what is no card leaves all as it was": (
        *(*ASKED, hand("legal", "Berto", *THREE), 'override {"tokens": {"Dora": 1}}'),
        hand("illegal", "Ciro", *THREE[:2], "evento"),
    ),
}  # fmt: skip


def failures(name: str) -> list[str]:
    """Where the referee says otherwise than was derived by hand."""
    table, wrong = seat_four(), []
    for one in CORNERS[name]:
        if isinstance(one, str):
            table.do(one)
            continue
        verdict, rule, check = one
        if (found := table.answer(**check)) != (verdict, (rule,) if rule else ()):
            wrong.append(f"{check}: {found}")
    return wrong


@pytest.mark.parametrize("name", CORNERS)
def test_the_referee_says_what_was_derived_by_hand(name: str) -> None:
    assert not failures(name)
