"""Recap of a finished evening: figures, stories and prizes, counted by hand from the golden one."""

from __future__ import annotations

from pathlib import Path

from companion.decks.catalog import Title, title
from companion.games.la_criatura.game import chronicle, recap
from tests.games.play import Sitting, lines_of


def here() -> Title:
    return title("la-criatura")


FOLDER = Path(__file__).parents[2] / "playthroughs" / "la-criatura"


def _played(name: str) -> Sitting:
    setup, *actions = lines_of(FOLDER / f"{name}.jsonl")
    sitting = Sitting(here().game, here().decklist, setup)
    for action in actions:
        sitting.say(**action)
    sitting.say(action="rename", player="Ana", to="Anita")
    return sitting


def test_the_prizes_of_the_golden_evening() -> None:
    sitting = _played("four-people-revealed")
    told = chronicle(here().decklist, sitting.course.standing, here().words["es"])
    counts = {(feat.key, feat.player): feat.count for feat in told.feats}
    assert told.counts
    assert counts["voted", "Ciro"] == 4 and counts["voted", "Anita"] == 2
    assert counts["sedated", "Berto"] == 1
    assert {key: n for key, n in counts.items() if key[0] == "struck"} == {
        ("struck", "Berto"): 2,
        ("struck", "Dora"): 1,
    }
    assert {key for key in counts if key[0] == "saved"} == {("saved", "Anita"), ("saved", "Berto"), ("saved", "Ciro")}
    assert counts["chief", "Anita"] == 2


def test_the_tale_of_the_golden_evening() -> None:
    sitting = _played("four-people-revealed")
    told = {one.label: one for one in recap(here().decklist, sitting.course.standing, here().words["es"])}
    assert told["Turnos jugados"].number == 3
    assert told["Movimientos"].number == 1 and told["Turnos sin movimiento"].number == 1
    assert told["Quién cayó"].lines == ("Berto derribó a Ciro", "Dora derribó a Anita", "Berto derribó a Dora")
    assert "Anita: 2" in told["Quién fue jefe"].lines


def test_of_ten_people_all_are_told_who_got_votes() -> None:
    people = [f"P{n}" for n in range(10)]
    sitting = Sitting(here().game, here().decklist, {"players": people})
    assert sitting.say(action="chief", player="P0") == "ok"
    while sitting.course.table.step == "events":
        assert sitting.say(action="pass", player=sitting.course.table.turn) == "ok"
    while sitting.course.table.step == "vote":
        player = sitting.course.table.turn
        after = people[(people.index(player) + 1) % 10]
        votes = [after, after] if player == "P0" else [after]
        assert sitting.say(action="vote", player=player, votes=votes) == "ok"
    told = {one.label: one for one in recap(here().decklist, sitting.course.standing, here().words["es"])}
    assert sorted(told["Votos recibidos"].lines) == sorted(
        ["P1: 2", *(f"P{n}: 1" for n in (0, 2, 3, 4, 5, 6, 7, 8, 9))]
    )
