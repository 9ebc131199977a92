"""The figures people choose: kept by name, different for everybody who chose none, gone when somebody is forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.service.people.figures import Figure, Figures

SIX = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"]


def test_whoever_chose_none_has_one_of_their_own() -> None:
    kept = Figures()
    assert kept.of(SIX) == tuple(Figure(k, k) for k in range(6))
    kept.choose("Fede", Figure(0, 3))
    found = kept.of(SIX)
    assert found[5] == Figure(0, 3)
    assert len({one.drawing for one in found}) == len({one.colour for one in found}) == 6
    assert found[1] == Figure(1, 1), "who was not in the way keeps their own"


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


@pytest.mark.parametrize("text", ["", "{", "[]", '{"ana": 3}', '{"ana": [12, 0]}', '{"ana": [true, 0]}', "\ud800"])
def test_a_damaged_file_knows_nobody(tmp_path: Path, text: str) -> None:
    file = tmp_path / "figures.json"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    kept = Figures()
    kept.remember_in(file)
    assert kept.of(["Ana", "Beto"]) == (Figure(0, 0), Figure(1, 1))
