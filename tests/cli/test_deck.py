"""`companion deck`: the figures of the set-up, worked out by hand for every number of players."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import run, shell
from tests.decks.decks import written

EXPECTED = json.loads(Path(__file__).with_name("deck.expect.json").read_text("utf-8"))


@pytest.mark.parametrize("players", [int(n) for n in EXPECTED])
def test_the_figures_are_those_worked_out_by_hand(players: int) -> None:
    result = run("deck", "--game", "la-cosa", "--players", str(players), "--json")
    assert result.exit_code == 0
    figures = json.loads(result.stdout)
    assert {key: figures[key] for key in EXPECTED[str(players)]} == EXPECTED[str(players)]
    assert set(figures) == {*EXPECTED[str(players)], "cards", "box", "steps"}


def test_a_person_reads_the_cards_and_the_steps() -> None:
    result = run("deck", "--players", "6")
    assert result.exit_code == 0
    assert "54" in result.stdout and "Lanzallamas" in result.stdout and "4 4 6" in result.stdout
    assert json.loads(run("deck", "--players", "6", "--json").stdout)["steps"][0].split()[0] in result.stdout


@pytest.mark.parametrize("players", ["3", "13", "0", "-1"])
def test_too_few_or_too_many(players: str) -> None:
    result = run("deck", "--players", players)
    assert result.exit_code == 1 and result.stdout == ""
    assert len(result.stderr.splitlines()) == 1 and "4" in result.stderr and "12" in result.stderr


@pytest.mark.parametrize(("words", "said"), [(["--game", "parchis"], "parchis"), (["--deck", "casa"], "casa")])
def test_a_game_or_deck_nobody_knows(words: list[str], said: str) -> None:
    for lang in ("es", "en"):
        result = run("deck", "--players", "6", "--json", "--lang", lang, *words)
        assert result.exit_code == 1 and result.stdout == ""
        assert len(result.stderr.splitlines()) == 1 and said in result.stderr


def test_a_faulty_deck_names_the_line(tmp_path: Path) -> None:
    folder = written(tmp_path / "casa", deck='base = "la-cosa"\nmissing = [\n')
    done = shell("deck", "--players", "6", "--deck", "casa", "--decks", folder)
    assert done.returncode == 1 and done.stdout == ""
    assert "deck.toml:" in done.stderr and len(done.stderr.splitlines()) == 1
