"""Recap of an evening of ten: nobody is left out of it (whole evenings: `test_golden.py`)."""

from __future__ import annotations

from tests.games.play import seated


def test_of_ten_people_all_are_told_who_got_votes() -> None:
    people = [f"P{n}" for n in range(10)]
    votes = [f"vote P{n} P{(n + 1) % 10}" for n in range(9, 0, -1)]
    at = seated(
        "la-criatura", "chief P0", f"pass P0,{','.join(people[:0:-1])}", *votes, "vote P0 P1,P1", players=people
    )
    assert at.game.recap is not None
    told = {one.label: one.lines for one in at.game.recap(at.decklist, at.course.standing, at.words())}
    assert {*told["Votos recibidos"]} == {"P1: 2", *(f"P{n}: 1" for n in (0, *range(2, 10)))}
