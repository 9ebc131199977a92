"""The referee of hidden cards: three answers, never a fair player accused, never more said aloud than may be."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.hidden.referee import Finding
from companion.service.messages import spoken
from tests.engine.evening import Refereed

HERE = title("dos-barajas")
FOUR = ["Ana", "Beto", "Carla", "Dani"]
PLAIN = ("dos-de-oros", "tres-de-copas", "siete-de-espadas")
CLUB = "cinco-de-bastos"


class Evening(Refereed):
    """A table with a referee."""

    def __init__(self, *told: str, **options: Any) -> None:
        super().__init__(HERE.game, HERE.decklist, {"players": FOUR, "options": options})
        self.do(*told)

    def shown(self, what: str, *cards: str, **more: str) -> Finding:
        """Cards are shown to the referee."""
        found = self.look(what=what, cards=list(cards), **more)
        assert isinstance(found, Finding)
        return found

    def hand(self, player: str, *cards: str, **more: str) -> Finding:
        """A hand."""
        return self.shown("hand", *cards, player=player, **more)


ROUND = ("skip", "skip", "supply Ana", "supply Dani", "supply Carla", "supply Beto", "leave Ana", "leave Dani",
         "leave Carla", "leave Beto")  # fmt: skip


def test_no_clubs_are_always_right() -> None:
    assert Evening("skip").hand("Beto", *PLAIN, "as-de-copas").verdict == "legal"


def test_clubs_of_the_first_hand_may_still_be_thrown() -> None:
    assert Evening().hand("Ana", *PLAIN, CLUB, CLUB).verdict == "legal"


def test_the_commander_is_human_until_something_was_taken_from_the_middle() -> None:
    found = Evening("skip").hand("Ana", *PLAIN, CLUB, CLUB)
    assert (found.verdict, found.rules) == ("illegal", ("hand.human-clubs",))
    after = Evening(*ROUND, "take Ana 1").hand("Ana", *PLAIN, "as-de-oros", CLUB)
    assert after.verdict == "undetermined" and after.needs


def test_somebody_else_may_be_the_first_thing() -> None:
    evening = Evening("skip")
    found = evening.hand("Beto", *PLAIN, CLUB)
    assert found.verdict == "undetermined" and found.needs[0].key == "check.needs.figure"
    assert evening.hand("Beto", *PLAIN, CLUB, figure="rey-de-bastos").verdict == "legal"
    assert evening.hand("Carla", *PLAIN, CLUB).rules == ("hand.human-clubs",)


def test_a_court_card_of_nobody_in_particular_makes_a_human() -> None:
    evening = Evening("skip")
    assert evening.hand("Beto", *PLAIN, CLUB, figure="sota-de-oros").verdict == "illegal"
    taken = Evening(*ROUND, "take Ana 1", "take Dani 1", "take Carla 1", "take Beto 1", "skip")
    assert taken.hand("Beto", *PLAIN, CLUB, figure="sota-de-oros").verdict == "undetermined"


def test_who_was_accused_and_was_human_holds_no_clubs_until_something_is_taken() -> None:
    evening = Evening("skip", "accuse Ana Beto human aces=1", "skip")
    assert evening.hand("Beto", "dos-de-oros", CLUB).verdict == "illegal"
    assert evening.hand("Beto", "dos-de-oros", "tres-de-oros").verdict == "legal"


def test_a_revealed_thing_may_hold_clubs() -> None:
    evening = Evening("skip", "accuse Ana Beto thing aces=1")
    assert evening.hand("Beto", *PLAIN, CLUB).verdict == "legal"


def test_a_table_that_was_corrected_proves_nothing() -> None:
    evening = Evening("skip")
    assert evening.say(action="override", set={"round": 2}, reason="x") == "ok"
    assert evening.hand("Ana", *PLAIN, CLUB, CLUB).verdict == "undetermined"


def test_an_undone_taking_was_no_taking() -> None:
    evening = Evening(*ROUND, "take Ana 1")
    evening.do("undo")
    assert evening.hand("Ana", *PLAIN[:2], *["as-de-oros", CLUB][:2]).verdict == "illegal"


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        (PLAIN, "hand.size"),
        ((*PLAIN, "rey-de-oros"), "hand.not-in-deck"),
        ((*PLAIN, "as-de-bastos"), "hand.not-in-deck"),
        ((*PLAIN, "ocho-de-oros"), "hand.not-in-deck"),
        (("dos-de-oros",) * 3 + ("as-de-oros",), "hand.duplicate-copy"),
        (("dos-de-oros.1", "dos-de-oros.1", "as-de-oros", "as-de-copas"), "hand.duplicate-copy"),
    ],
)
def test_what_no_hand_can_be(cards: tuple[str, ...], rule: str) -> None:
    found = Evening("skip").hand("Beto", *cards)
    assert found.verdict == "illegal" and rule in found.rules
    assert found.public.key == f"check.rules.{found.rules[0]}.public"


def test_the_table_never_hears_of_clubs() -> None:
    """What the table hears of a hand is the same for legal and undetermined, and names no rule about roles."""
    words = spoken(HERE.words["es"])
    fine = Evening("skip").hand("Beto", *PLAIN, "as-de-oros").public.said(words)
    assert Evening("skip").hand("Beto", *PLAIN, CLUB).public.said(words) == fine
    aloud = Evening("skip").hand("Ana", *PLAIN, CLUB, CLUB).public.said(words)
    assert "bastos" not in aloud and aloud != fine


@pytest.mark.parametrize(
    ("cards", "rules"),
    [
        (("as-de-oros", "cinco-de-oros"), ()),
        (("dos-de-oros", "tres-de-oros", "tres-de-oros"), ()),
        (("as-de-oros", "as-de-oros"), ()),
        (("dos-de-oros", "tres-de-oros"), ("trio.short",)),
        (("as-de-oros", "tres-de-oros", "dos-de-oros"), ("trio.surplus",)),
        (("as-de-oros", "tres-de-copas"), ("trio.suit",)),
        (("sota-de-oros", "tres-de-oros", "dos-de-oros"), ("hand.not-in-deck",)),
    ],
)
def test_trios(cards: tuple[str, ...], rules: tuple[str, ...]) -> None:
    found = Evening("skip").shown("trio", *cards, player="Ana", suit="oros")
    assert (found.verdict, found.rules) == ("illegal" if rules else "legal", rules)


@pytest.mark.parametrize(
    ("cards", "rules"),
    [
        (("rey-de-bastos", "rey-de-espadas", "sota-de-oros", "caballo-de-copas"), ()),
        (("rey-de-oros", "rey-de-espadas", "sota-de-oros", "sota-de-copas"), ("figures.thing", "figures.others")),
        (("rey-de-bastos", "rey-de-bastos", "sota-de-oros", "sota-de-copas"), ("figures.thing", "figures.commander")),
        (("rey-de-bastos", "rey-de-espadas", "sota-de-oros"), ("figures.count",)),
    ],
)
def test_the_court_cards_before_the_deal(cards: tuple[str, ...], rules: tuple[str, ...]) -> None:
    found = Evening().shown("figures", *cards)
    assert (found.verdict, found.rules) == ("illegal" if rules else "legal", rules)


def test_the_main_deck() -> None:
    whole = [copy.id for copy in HERE.decklist.copies if copy.slug.split("-")[0] not in ("sota", "caballo", "rey")]
    whole = [one for one in whole if not one.startswith("as-de-bastos")]
    long = Evening(deck=48)
    assert long.shown("deck", *whole).verdict == "legal" and len(whole) == 70
    assert long.shown("deck", *whole[:-1]).verdict == "undetermined"
    assert Evening().shown("deck", *whole).rules == ("deck.not-in-deck",)
    assert long.shown("deck", *whole, "rey-de-oros", "as-de-bastos").rules == ("deck.figures", "deck.clubs-aces")


def test_every_rule_of_the_referee_has_its_words() -> None:
    from companion.games.dos_barajas.referee.judging import ALOUD, RULES

    for lang in ("es", "en"):
        words = HERE.words[lang]
        assert all(words.has(f"check.rules.{rule}.private") for rule in RULES)
        assert all(words.has(f"check.rules.{rule}.public") for rule in ALOUD)
