"""Playthrough files: what is read, what is refused whole, what is written."""

from __future__ import annotations

import json

import pytest

from companion.service.transfer.playthrough import FileMalformed, play, read_script
from tests.beside import beside_lines
from tests.service.toy import SETUP, find

FIRST = json.dumps(SETUP)
DRAW = '{"action": "draw", "player": "%s"}'


def lines(*text: str) -> bytes:
    return "\n".join(text).encode()


def test_comments_and_blanks_are_counted_but_passed_over() -> None:
    run = play(
        read_script("f", lines("// hello", "", FIRST, "  ", DRAW % "Ana", "//", DRAW % "Ana", DRAW % "Beto")), find
    )
    assert [(o.line, o.refused and o.refused.violation.rule) for o in run.outcomes] == [
        (5, None), (7, "toy.turn"), (8, None)]  # fmt: skip
    assert run.playing is not None
    assert run.playing.version == 3


@pytest.mark.parametrize("data", [lines(FIRST, DRAW % "Ana") + b"\r\n", b"\xef\xbb\xbf" + lines(FIRST, DRAW % "Ana"),
                                  lines(FIRST, DRAW % "Ana").replace(b"\n", b"\r\n")])  # fmt: skip
def test_windows_files_are_read(data: bytes) -> None:
    run = play(read_script("f", data), find)
    assert run.playing is not None
    assert run.playing.version == 2


@pytest.mark.parametrize(
    ("line", "data"),
    [
        (1, b"\xff\xfe\x00"),
        (2, lines(FIRST) + b"\n\xc3\x28"),
        (2, lines(FIRST, "[" * 100_000)),
        (2, lines(FIRST, '{"action": "draw", "player": "Ana", "skipped": ' + "9" * 5000 + "}")),
        *((line, lines(text.replace("FIRST", FIRST))) for line, text in beside_lines(__file__, "malformed.jsonl")),
    ],
)
def test_malformed_files_are_refused_whole(line: int, data: bytes) -> None:
    with pytest.raises(FileMalformed) as caught:
        play(read_script("evening.jsonl", data), find)
    assert caught.value.line == line
    for lang in ("es", "en"):
        sentence = caught.value.sentence(lang)
        assert sentence.startswith(f"evening.jsonl:{line}: ")
        assert "malformed." not in sentence
        assert len(sentence) < 400


def test_a_refused_set_up_begins_no_game() -> None:
    run = play(read_script("f", lines("", '{"playthrough": 1, "game": "toy", "players": ["Ana"]}', DRAW % "Ana")), find)
    assert run.playing is None
    assert [(o.line, o.refused and o.refused.violation.rule) for o in run.outcomes] == [(2, "setup.player-count")]


def test_strict_stops_at_the_first_refusal_but_reads_the_whole_file() -> None:
    run = play(read_script("f", lines(FIRST, DRAW % "Beto", DRAW % "Ana")), find, strict=True)
    assert [outcome.line for outcome in run.outcomes] == [2]
    with pytest.raises(FileMalformed):
        play(read_script("f", lines(FIRST, DRAW % "Beto", "{")), find, strict=True)
