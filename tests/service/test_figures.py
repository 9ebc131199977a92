"""The figures people choose: kept by name, different for all who chose none, gone when a person is forgotten."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from companion.service.people.figures import Figure, Figures
from companion.store import hourly_copies

SIX = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"]


def test_whoever_chose_none_has_one_of_their_own() -> None:
    kept = Figures()
    assert kept.of(SIX) == tuple(Figure(k, k) for k in range(6))
    kept.choose("Fede", Figure(0, 3))
    # who was in the way has the first that is free, in drawing or in colour; all others keep their own
    assert kept.of(SIX) == ((5, 0), (1, 1), (2, 2), (3, 5), (4, 4), (0, 3))


def test_twelve_who_have_all_chosen_alike_are_still_drawn() -> None:
    kept = Figures()
    for k in range(12):
        kept.choose(f"p{k}", Figure(4, 4))
    assert set(kept.of([f"p{k}" for k in range(12)])) == {Figure(4, 4)}


def test_a_choice_outlives_a_restart_and_is_forgotten_with_the_person(tmp_path: Path) -> None:
    first, again = Figures(), Figures()
    first.remember_in(tmp_path / "figures.json")
    first.choose("Ana", Figure(7, 2))
    again.remember_in(tmp_path / "figures.json")
    assert again.of(["ANA"]) == (Figure(7, 2),)
    again.forget("ana")
    assert "ana" not in (tmp_path / "figures.json").read_text("utf-8").casefold()
    assert again.of(["Ana"]) == (Figure(0, 0),)


def test_of_more_people_than_are_kept_those_who_chose_last_are() -> None:
    kept = Figures()
    for k in range(400):
        kept.choose(f"p{k}", Figure(7, 7))
    kept.choose("p0", Figure(8, 8))
    assert kept.of(["p1"]) == (Figure(7, 7),)
    kept.choose("Ana", Figure(9, 9))
    assert kept.of(["Ana", "p0"]) == (Figure(9, 9), Figure(8, 8))
    assert kept.of(["p1"]) == (Figure(0, 0),), "who chose longest ago has that of their seat again"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"ana": 3}', '{"ana": [12, 0]}', '{"ana": [true, 0]}', "\ud800"])
def test_a_damaged_file_knows_nobody(tmp_path: Path, text: str) -> None:
    file = tmp_path / "figures.json"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    kept = Figures()
    kept.remember_in(file)
    assert kept.of(["Ana", "Beto"]) == (Figure(0, 0), Figure(1, 1))


def test_the_hourly_copies_bring_them_back_and_forget_with_them(tmp_path: Path) -> None:
    database, file = tmp_path / "companion.db", tmp_path / hourly_copies.FIGURES
    copies = partial(hourly_copies.figures_found, database)
    kept = Figures()
    kept.remember_in(file, copies)
    kept.choose("Ana", Figure(7, 2))
    for hour in (12, 13):
        hourly_copies.take(database, datetime(2026, 11, 22, hour, tzinfo=UTC))
    assert len(copies()) == 1, "the second says nothing new"
    file.write_text("{", "utf-8")
    hourly_copies.take(database, datetime(2026, 11, 22, 14, tzinfo=UTC))
    again = Figures()
    again.remember_in(file, copies)
    assert again.of(["Ana"]) == (Figure(7, 2),)
    again.forget("Ana")
    assert not copies()
    file.unlink()
    anew = Figures()
    anew.remember_in(file, copies)
    assert anew.of(["Ana"]) == (Figure(0, 0),)
