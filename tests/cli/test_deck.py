"""`companion games`, `deck` and `tags`: the figures of the set-up, worked out by hand for every number of players; one
payload for every physical copy; and `--decks`, whose faults are said by every command that takes one."""

from __future__ import annotations

import json
from pathlib import Path

import click.testing
import pytest

from companion.decks.catalog import title
from companion.engine.tags import ALPHABET
from companion.service.live.boards import Boards
from tests.cli.running import lines, run, shell
from tests.cli.serving import start
from tests.decks.decks import written

EXPECTED = json.loads(Path(__file__).with_name("deck.expect.json").read_text("utf-8"))


@pytest.mark.parametrize("players", [int(n) for n in EXPECTED])
def test_the_figures_are_those_worked_out_by_hand(players: int) -> None:
    result = run("deck", "--game", "la-cosa", "--players", str(players), "--json")
    assert result.exit_code == 0
    figures = json.loads(result.stdout)
    assert {key: figures[key] for key in EXPECTED[str(players)]} == EXPECTED[str(players)]
    assert set(figures) == {*EXPECTED[str(players)], "cards", "box", "steps"}


def test_cards_have_their_printed_colour_in_a_terminal() -> None:
    said = run("deck", "--players", "4", "--lang", "en", FORCE_COLOR="1", TERM="xterm").stdout
    red, green, blue, yellow, magenta = (f"\x1b[3{number}m" for number in (1, 2, 4, 3, 5))
    shown = {"Infected!": red, "Flamethrower": green, "Missed!": blue, "Barred Door": yellow, "Forgetful": magenta}
    assert [name for name, ink in shown.items() if f"{ink}{name}" not in said] == []


def test_a_faulty_deck_names_the_line(tmp_path: Path) -> None:
    folder = written(tmp_path / "casa", deck='base = "la-cosa"\nmissing = [\n')
    done = shell("deck", "--players", "6", "--deck", "casa", "--decks", folder)
    assert done.returncode == 1 and done.stdout == ""
    assert "deck.toml:" in done.stderr and len(done.stderr.splitlines()) == 1


def test_every_copy_has_a_payload_of_its_own() -> None:
    for words in (["tags"], ["tags", "--json"], ["tags", "--game", "la-cosa"]):
        rows = lines(run(*words))
        assert len(rows) == len({row["payload"] for row in rows}) == 108
    assert rows[0]["copy"] == "la-cosa.1" and rows[0]["number"] is None
    assert rows[9]["copy"] == "infectado.9" and rows[9]["number"] == 6 and rows[9]["slug"] == "infectado"
    for row in rows:
        payload = str(row["payload"])
        assert len(payload) == 10 and payload.startswith("00") and set(payload) <= set(ALPHABET)


def test_a_person_reads_the_tags_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(click.testing._NamedTextIOWrapper, "isatty", lambda stream: True, raising=False)
    said = [" ".join(line.split()) for line in run("tags", "--players", "4", "--lang", "en").stdout.splitlines()]
    tags = {row["copy"]: " ".join(str(row["payload"]).split()) for row in lines(run("tags", "--json"))}
    assert len(said) == 35
    assert f"Flamethrower lanzallamas.1 4 {tags['lanzallamas.1']}" in said, "from how many players on it plays"
    assert f"The Thing la-cosa.1 {tags['la-cosa.1']}" in said


def test_figures_that_were_read_from_the_board_are_told(tmp_path: Path) -> None:
    asked = ("deck", "--game", "the-thing", "--players", "5", "--data", tmp_path, "--json")
    before = json.loads(run(*asked).stdout)
    boards = Boards()
    boards.keep_in(tmp_path)
    boards.keep(title("the-thing").decklist, {("rescue",): 11})
    after = json.loads(run(*asked).stdout)
    assert "board" not in before["figures"]
    assert after == {**before, "figures": {**before["figures"], "board": {"rescue": 11}}}


def test_two_printed_decks_share_no_payload() -> None:
    aa, bb = ({row["payload"] for row in lines(run("tags", "--deck", deck))} for deck in ("AA", "bb"))
    assert not aa & bb
    assert all(str(payload).startswith("BB") for payload in bb)


@pytest.mark.parametrize(("players", "size"), [(4, 35), (9, 88), (12, 108)])
def test_only_the_copies_that_play(players: int, size: int) -> None:
    assert len(lines(run("tags", "--players", str(players)))) == size


@pytest.mark.parametrize(
    "words", [["--deck", "A"], ["--deck", "Ñ1"], ["--deck", "A-"], ["--players", "3"], ["--game", "x"]]
)
def test_no_such_tags(words: list[str]) -> None:
    result = run("tags", *words)
    assert result.exit_code == 1 and result.stdout == "" and len(result.stderr.splitlines()) == 1


COMMANDS = (
    ("games",), ("deck", "--players", "4"), ("tags",), ("replay", "tests/playthroughs/a.jsonl"), ("export",),
    ("import", "none.jsonl"), ("serve",), ("print", "roles", "--output", "-"),
)  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_folder_that_is_not_there_is_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    result = run(*words, "--decks", tmp_path / "nowhere")
    assert (result.exit_code, result.stdout) == (1, "")
    assert str(tmp_path / "nowhere") in result.stderr.replace("\n", "")


@pytest.mark.parametrize(
    "words", (("games",), ("deck", "--players", "4"), ("tags", "--json")), ids=lambda words: words[0]
)
def test_a_broken_deck_and_an_empty_folder_are_said_and_the_rest_goes_on(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "mine" / "box").mkdir(parents=True)
    (tmp_path / "mine" / "box" / "deck.toml").write_text("game = \n", "utf-8")
    result = run(*words, "--decks", tmp_path / "empty", "--decks", tmp_path / "mine")
    assert result.exit_code == 0 and result.stdout
    assert "deck.toml:1" in result.stderr and f"{tmp_path / 'empty'}" in result.stderr


@pytest.mark.long
def test_an_open_table_says_it_too(tmp_path: Path) -> None:
    (tmp_path / "data" / "decks" / "box").mkdir(parents=True)
    (tmp_path / "data" / "decks" / "box" / "deck.toml").write_text("game = \n", "utf-8")
    running = start(tmp_path / "data", stderr=True)
    running.process.terminate()
    _, errors = running.process.communicate(timeout=60)
    assert "deck.toml:1" in errors
