"""The proof at scale: its cells grow together, it goes on where it was stopped; what went wrong stands in its cell."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.decks.catalog import title
from tests.games.dropped import spoiled
from tests.lab.commands.simulate import command
from tests.lab.harness import many_games, proof
from tests.lab.harness.checkpoint import keep, resumed
from tests.lab.harness.many_games import Series, label_of, play
from tests.lab.harness.proof import CLOSELY, GAMES_A_CELL, PLAYERS, Cells, document, series
from tests.lab.proof_page import BEGINS, ENDS, PAGE, told
from tests.lab.results.stored import PROOF, measured


def test_it_has_two_thousand_games_in_each_of_the_cells() -> None:
    games = series()
    assert games.games == 954_000 == GAMES_A_CELL * 9 * 53
    one_round = list(games.plans(0, games.round))
    assert len({(plan.players, label_of(plan.options)) for plan in one_round}) == 9 * 53
    assert all(plan.checks for plan in islice(games.plans(), 0, 2000, 7))
    close = [k for k in range(3 * CLOSELY) if games.plan(k * games.round).looks]
    assert close == [0, CLOSELY, 2 * CLOSELY]


def small(wanted: int = 1) -> Series:
    return replace(series(wanted), options=({}, {"quarantine_rounds": 4}), players=(4, 5), games=4 * wanted)


def test_it_is_stopped_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "series", lambda: small(3))
    monkeypatch.setattr(many_games, "CHUNK", 3)
    once, note = tmp_path / "once.json", tmp_path / "note.json"
    first = many_games.play_some(small(3), 0, Cells)
    keep(note, small(3), first)
    told = [CliRunner().invoke(command, ["--proof", str(path), "--json"]) for path in (once, note)]
    assert [one.exit_code for one in told] == [0, 0]
    assert told[0].stdout == told[1].stdout
    found = json.loads(told[0].stdout)
    assert {row["games"] for row in found["cells"]} == {3}
    assert {row["closely"] for row in found["cells"]} == {1}
    assert (found["games"], found["fewest"], found["wanted"], found["wrong"]) == (12, 3, 3, 0)
    assert found["verdicts"] and found["near_misses"]["refused"] > 100
    shown = CliRunner().invoke(command, ["--proof", str(note), "--so-far", "--lang", "en"]).stdout
    assert "12 games" in shown and "at least 3 of 3 in every cell" in shown


def test_what_goes_wrong_is_told_in_its_cell(tmp_path: Path) -> None:
    rules = title("la-cosa")
    forgetful = spoiled(rules.game, state=lambda box, table: {**rules.game.state(box, table), "direction": "clockwise"})
    cells = Cells()
    for plan in small(20).plans():
        cells.enter(play(replace(rules, other_rules=forgetful), plan))
    keep(tmp_path / "note.json", small(20), cells)
    again = resumed(tmp_path / "note.json", small(20), Cells)
    found = document(small(20), again)
    assert found["wrong"] == sum(row["wrong"] for row in found["cells"]) > 20
    assert found["shortest"][0][0] == "state: direction"


def test_what_is_kept_has_nothing_wrong() -> None:
    """Every cell of the proof that was run is there, with as many games as the page says."""
    found = measured(PROOF.stem, PROOF.parent)
    assert found["wrong"] == 0 and not found["shortest"]
    assert {(row["players"], row["options"]) for row in found["cells"]} == {
        (many, label_of(options)) for many in PLAYERS for options in series().options
    }
    assert found["fewest"] == min(row["games"] for row in found["cells"]) > 0
    assert max(row["games"] for row in found["cells"]) - found["fewest"] <= 1
    assert found["games"] == sum(row["games"] for row in found["cells"])


def test_the_page_says_what_is_kept() -> None:
    """`python -m tests.lab.proof_page CHECKPOINT` writes both."""
    page = PAGE.read_text("utf-8")
    assert page.partition(BEGINS)[2].partition(ENDS)[0] == told(measured(PROOF.stem, PROOF.parent))
