"""The people of the club's kill bench find what they are there to find: rulings that contradict, seats taken twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.service.live.session import words_of
from companion.service.referee.checks import AGAIN
from tests.lab.faults.club_people import Claimer, Judge
from tests.lab.served import Served


def ruled(verdict: str, private: str = "") -> dict[str, object]:
    return {"verdict": verdict, "rules": [], "needs": [], "public": "", "private": private}


class TestRulings:
    def judge(self) -> Judge:
        return Judge([], "game1", 0)

    def test_the_same_copies_in_two_hands_are_a_contradiction(self) -> None:
        judge = self.judge()
        judge.hear("Ana", ruled("legal"))
        judge.hear("Ana", ruled("legal"))
        assert judge.contradictions == 0
        judge.hear("Beto", ruled("legal"))
        assert (judge.contradictions, judge.acknowledged) == (1, 3)

    @pytest.mark.parametrize("verdict", ["illegal", "undetermined"])
    def test_a_ruling_that_remembers_or_does_not_know_is_none(self, verdict: str) -> None:
        judge = self.judge()
        judge.hear("Ana", ruled("legal"))
        judge.hear("Beto", ruled(verdict))
        assert judge.contradictions == 0

    def test_one_that_asks_for_the_hands_again_claims_nothing(self) -> None:
        judge = self.judge()
        judge.hear("Ana", ruled("legal"))
        judge.hear("Beto", ruled("legal", f"Es legal. {AGAIN.said(words_of(title('la-cosa'), 'es'))}"))
        assert judge.contradictions == 0


class TestSeats:
    @pytest.fixture
    def claimer(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Claimer:
        houses = [Served(tmp_path / name) for name in ("a", "b")]
        made = Claimer(houses, "game1", 0)
        made.cookies = ["first", "second", "third"]
        return made

    def test_the_newest_phone_at_every_host_and_no_other(
        self, claimer: Claimer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Claimer, "_has_seat", lambda one, house, cookie: cookie == "third")
        assert claimer.faults(0.0) == (0, 0)

    def test_a_host_that_does_not_know_it_is_counted(self, claimer: Claimer, monkeypatch: pytest.MonkeyPatch) -> None:
        known = claimer._houses[0]
        monkeypatch.setattr(Claimer, "_has_seat", lambda one, house, cookie: cookie == "third" and house is known)
        assert claimer.faults(0.0) == (1, 0)

    def test_an_older_phone_that_still_has_the_seat_is_counted(
        self, claimer: Claimer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Claimer, "_has_seat", lambda one, house, cookie: cookie != "first")
        assert claimer.faults(0.0) == (0, 1)
