"""Every way in which a club or a role changes hands or is kept from it: the verdict derived by hand.
What finds a forgotten clause: `tests/engine/test_planted.py`.

The first to play is Ana, the commander, with five cards; then Dani, Carla and Beto, with four.
"""

from __future__ import annotations

import pytest

from tests.games.dos_barajas.test_referee import CLUB, Evening

THREE = ("dos-de-oros.1", "tres-de-copas.1", "siete-de-espadas.1")
OTHERS = ("cuatro-de-oros.1", "cinco-de-copas.1", "seis-de-espadas.1", "siete-de-oros.1", "seis-de-copas.1")
CLUBS, DENIED, TWICE = "hand.human-clubs", "hand.denied", "hand.duplicate-copy"

Line = str | tuple[str, ...]
"""What is said, or a hand: whose, the verdict, the rule or nothing, the cards."""

SUPPLIED: tuple[Line, ...] = ("skip", "skip", "supply Ana", "supply Dani", "supply Carla", "supply Beto")
LEFT: tuple[Line, ...] = ("leave Ana", "leave Dani", "leave Carla", "leave Beto")
AGAIN: tuple[Line, ...] = ("skip", "skip", "supply Ana", "supply Dani", "supply Carla")
"""The round is over; the supply of the next as far as Carla's."""
TAKEN: tuple[Line, ...] = ("take Ana 1", "take Dani 1", "take Carla 1", "take Beto 1")

CORNERS: dict[str, tuple[Line, ...]] = {
    "a club that came after a hand without any came from the middle": (
        *(*SUPPLIED, *LEFT, ("Dani", "legal", "", *THREE), "take Ana 1", "take Dani 1"),
        ("Dani", "legal", "", *THREE, CLUB),
    ),
    "a club of a hand that was never seen may have been kept": (
        *(*SUPPLIED, *LEFT, "take Ana 1", "take Dani 1"),
        ("Dani", "undetermined", "", *THREE, CLUB),
    ),
    "clubs that were shown and not illegal were a Thing's": (
        *("skip", ("Beto", "undetermined", "", *THREE, CLUB)),
        ("Beto", "legal", "", *THREE, CLUB),
    ),
    "who took a card that was no club is as human as before": (
        *(*SUPPLIED, *LEFT, ("Dani sota-de-oros", "legal", "", *THREE), "take Ana 1", "take Dani 1"),
        *(("Dani", "legal", "", *THREE, OTHERS[0]), "take Carla 1", "take Beto 1", *AGAIN),
        ("Dani", "illegal", CLUBS, *THREE, *OTHERS[:2], CLUB),
    ),
    "who took a card that nobody saw may be one": (
        *(*SUPPLIED, *LEFT, ("Dani sota-de-oros", "legal", "", *THREE), *TAKEN, *AGAIN),
        ("Dani", "undetermined", "", *THREE, *OTHERS[:2], CLUB),
    ),
    "where no Thing has left a club nobody can take one": (
        *(*SUPPLIED, ("Beto rey-de-bastos", "legal", "", *THREE, *OTHERS[:3])),
        ("Carla", "legal", "", "dos-de-oros.2", "tres-de-copas.2", "siete-de-espadas.2", "as-de-oros.1", *OTHERS[3:]),
        *(*LEFT, *TAKEN, *AGAIN),
        ("Carla", "illegal", CLUBS, "dos-de-oros.2", "tres-de-copas.2", OTHERS[3], "as-de-copas.1", "as-de-espadas.1",
         CLUB),
    ),
    "the king of clubs cannot have been denied": (
        "skip", "accuse Ana Beto human aces=1", ("Beto rey-de-bastos", "illegal", DENIED, *THREE[:2]),
    ),
    "who was shown without clubs and has taken nothing has none": (
        *("skip", "accuse Ana Beto human aces=1", "skip", "supply Ana", "supply Dani", "supply Carla", "supply Beto"),
        ("Beto", "illegal", CLUBS, *THREE, CLUB),
    ),
    "a club that was thrown lies among the discards": (
        *(("Dani", "legal", "", *THREE, f"{CLUB}.1"), "clubs Dani 1"),
        ("Beto", "illegal", TWICE, "cuatro-de-oros.1", "cinco-de-copas.1", "seis-de-espadas.1", f"{CLUB}.1"),
    ),
    "a trio that was spent lies among the discards": (
        *("skip", "skip", "supply Ana", ("Dani", "legal", "", "as-de-copas.1", "dos-de-copas.1", *THREE[::2])),
        *("supply Dani cups=true aces=1",),
        ("Dani", "illegal", TWICE, "as-de-copas.1", *THREE[::2], *OTHERS),
    ),
    "a card in another's hand is not in this one": (
        *("skip", ("Dani", "legal", "", *THREE, OTHERS[0])),
        ("Beto", "illegal", TWICE, THREE[0], *OTHERS[1:4]),
    ),
    "whoever shows the king of swords later is no Thing from the deal": (
        "commander Beto", "skip", ("Beto", "illegal", CLUBS, *THREE, OTHERS[0], CLUB),
    ),
    "whoever was taken for the commander may be one": (
        "commander Beto", "skip", ("Ana", "undetermined", "", *THREE, CLUB),
    ),
    "what was seen stays with whoever is called otherwise now": (
        *(*SUPPLIED, *LEFT, ("Dani", "legal", "", *THREE), "take Ana 1", "take Dani 1", "rename Dani to=Eva"),
        ("Eva", "legal", "", *THREE, CLUB),
    ),
    "what was taken back was not taken": (
        *(*SUPPLIED, *LEFT, ("Dani sota-de-oros", "legal", "", *THREE), "take Ana 1", "take Dani 1", "undo"),
        ("Dani", "illegal", TWICE, *THREE[:2], CLUB),
    ),
    "after a correction anybody may have taken a club": (
        *("skip", ("Dani sota-de-oros", "legal", "", *THREE, OTHERS[0]), 'override {"round": 2}'),
        ("Dani", "undetermined", "", *THREE, CLUB),
    ),
}  # fmt: skip


def failures(name: str) -> list[str]:
    """Where the referee says otherwise than was derived by hand."""
    evening, wrong = Evening(), []
    for one in CORNERS[name]:
        if isinstance(one, str):
            evening.do(one)
            continue
        (owner, _, figure), verdict, rule, *cards = one[0].partition(" "), *one[1:]
        found = evening.hand(owner, *cards, **({"figure": figure} if figure else {}))
        if (found.verdict, found.rules) != (verdict, (rule,) if rule else ()):
            wrong.append(f"{one}: {found.verdict} {found.rules}")
    return wrong


@pytest.mark.parametrize("name", CORNERS)
def test_the_referee_says_what_was_derived_by_hand(name: str) -> None:
    assert not failures(name)


@pytest.mark.parametrize("name", CORNERS)
def test_nobody_hears_of_another_and_the_table_hears_nothing_of_roles(name: str) -> None:
    """Whatever was seen of others: what is told in private names its owner alone, and aloud a hand that breaks nothing
    sounds the same whether that is known or not."""
    evening = Evening()
    for one in CORNERS[name]:
        if isinstance(one, str):
            evening.do(one)
            continue
        owner, _, figure = one[0].partition(" ")
        found = evening.hand(owner, *one[3:], **({"figure": figure} if figure else {}))
        assert {phrase.blanks.get("player", owner) for phrase in (*found.private, *found.needs)} == {owner}
        aloud = {CLUBS: "hand-private", DENIED: "hand-private", "": "hand-fine"}.get(one[2])
        assert found.public.key == (f"check.public.{aloud}" if aloud else f"check.rules.{one[2]}.public")
