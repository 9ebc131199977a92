"""Cards shown in private: which screens come in which order, which check is made of them, who may look meanwhile."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from companion.engine.hidden.own_checks import OwnCheck
from companion.engine.hidden.referee import Phrase
from companion.service.referee import private_reveal
from companion.service.referee.private_reveal import Showing, Showings, Stage, stages
from tests.houses import new_house

ANA, BETO, CARLA = "Ana", "Beto", "Carla"


@pytest.mark.parametrize(
    ("what", "people", "away", "screens"),
    [
        ("hand", "A", "", "pass A, show A!, verdict A"),
        ("deal", "AB", "", "pass A, show A!, verdict A, pass B, show B!, verdict B"),
        ("exchange", "AB", "", "pass A, show A, pass B, show B!, verdict B, pass A, verdict A"),
        ("exchange", "AB", "A", "pass B, show B!, verdict B"),
        ("exchange", "AB", "B", "pass A, show A!, verdict A"),
        ("round", "ABC", "B", "pass A, show A, pass C, show C!, verdict C, pass A, verdict A"),
    ],
)
def test_the_last_who_shows_reads_first(what: str, people: str, away: str, screens: str) -> None:
    """Of a deal everybody reads at once; whoever showed from a phone reads there."""
    found = stages(what, [*people], [*away])
    assert found[-1] == Stage("public")
    told = [f"{one.kind} {one.player}{'!' * one.judges}" for one in found[:-1]]
    assert ", ".join(told) == screens


OWN = OwnCheck("claim", True, {"is": {"yes": True}})


@pytest.mark.parametrize(
    ("what", "more", "check"),
    [
        ("hand", {}, {"what": "hand", "player": ANA, "cards": ["a", "b"], "occasion": "dispute"}),
        ("hand", {"occasion": "end"}, {"what": "hand", "player": ANA, "cards": ["a", "b"], "occasion": "end"}),
        ("deal", {"occasion": "end"}, {"what": "hand", "player": ANA, "cards": ["a", "b"], "occasion": "private"}),
        ("discard", {}, {"what": "discard", "player": ANA, "cards": ["a", "b"]}),
        ("discard", {"given": ("b",)}, {"what": "discard", "player": ANA, "card": "b", "hand": ["a", "b"]}),
        ("discard", {"given": ("a", "b")}, {"what": "discard", "player": ANA, "cards": ["a", "b"]}),
        ("exchange", {}, {"what": "exchange", "from": ANA, "to": BETO, "gives": "a", "takes": "c"}),
        ("round", {}, {"what": "round", "gives": {ANA: "a", BETO: "c"}}),
        ("claim", {"own": OWN, "said": {"is": True}}, {"what": "claim", "player": ANA, "card": "a", "is": True}),
    ],
)
def test_what_was_shown_becomes_a_check(what: str, more: dict[str, Any], check: dict[str, object]) -> None:
    people = (ANA, BETO) if what in ("exchange", "round") else (ANA,)
    showing = Showing("g", 3, what, people, **more)
    showing.shown = {ANA: ("a", "b"), BETO: ("c",)}
    showing.at = [one.player for one in showing.stages].index(ANA)
    assert showing.check() == {"action": "check", **check}
    assert showing.is_whole_hand == (what in ("hand", "deal"))
    assert showing.is_one_card == (what in ("exchange", "round", "claim"))


def test_of_a_discard_of_one_card_the_card_alone_is_checked() -> None:
    showing = Showing("g", 3, "discard", (ANA,))
    showing.shown = {ANA: ("a",)}
    assert showing.check() == {"action": "check", "what": "discard", "player": ANA, "card": "a"}


class Clock:
    """The clock of the showings."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(private_reveal, "time", found)
    return found


def test_whoever_shows_has_the_webcam_alone_for_a_while(clock: Clock) -> None:
    showings = Showings()
    token = showings.begin(Showing("g", 3, "hand", (ANA,)))
    assert not showings.hides_webcam_from("another"), "the tablet is only passed on"
    found = showings.find("g", token)
    assert found is not None
    found.advance()
    assert showings.hides_webcam_from("another") and not showings.hides_webcam_from(token)
    for after, hides in ((119, True), (2, False)):
        clock.now += after
        assert showings.hides_webcam_from("another") is hides
    assert showings.find("g", token) is found and showings.hides_webcam_from("another"), "touched again"
    assert showings.find("other", token) is None and showings.find("g", "none") is None
    for after, stands in ((1078, True), (2, False)):
        clock.now += after
        assert (showings.find("g", token) is found) is stands


def test_what_was_read_is_forgotten_and_only_so_many_are_kept(clock: Clock) -> None:
    showings = Showings()
    tokens = [showings.begin(Showing(f"g{k}", 3, "hand", (ANA,))) for k in range(41)]
    assert [showings.find(f"g{k}", token) is None for k, token in zip(count(), tokens, strict=False)][:2] == [
        True,
        False,
    ]
    showings.end(tokens[1])
    assert showings.find("g1", tokens[1]) is None
    told: Any = object()
    showing = Showing("g", 3, "exchange", (ANA, BETO), told={ANA: told, BETO: told}, at=4)
    showing.advance()
    assert ([*showing.told], showing.at, showing.is_over) == ([ANA], 5, False)
    showing.advance()
    showing.advance()
    assert ([*showing.told], showing.is_over) == ([], True)


def test_cards_from_two_phones_are_put_together_while_nothing_happens(clock: Clock) -> None:
    showings = Showings()
    due = lambda version: Showing("g", version, "exchange", (ANA, BETO))  # noqa: E731
    assert showings.send(due(3), ANA, ("a",)) is None and showings.sent(due(3)) == {ANA}
    assert showings.sent(due(4)) == frozenset(), "something has happened since"
    whole = showings.send(due(3), BETO, ("b",))
    assert whole is not None and (whole.shown, whole.away) == ({ANA: ("a",), BETO: ("b",)}, {ANA, BETO})
    assert showings.sent(due(3)) == frozenset()
    showings.send(due(5), BETO, ("b",))
    begun = due(5)
    showings.begin(begun)
    assert (begun.shown, begun.away) == ({BETO: ("b",)}, {BETO}) and showings.sent(due(5)) == frozenset()


def test_what_was_said_aloud_is_said_until_something_happens() -> None:
    tables, showings = new_house(), Showings()
    words = tables.title("la-cosa").wording("es")
    key = next(key for key in words.sentences if key.startswith("check.public.") and "{" not in words.raw(key))
    showings.say(Showing("g", 3, "hand", (ANA,), public=(Phrase(key), Phrase(key))))
    assert showings.aloud("g", 3, words) == f"{words.raw(key)} {words.raw(key)}"
    assert showings.aloud("g", 4, words) == showings.aloud("other", 3, words) == ""
