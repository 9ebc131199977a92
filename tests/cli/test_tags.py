"""`companion tags`: one payload for every physical copy."""

from __future__ import annotations

import pytest

from companion.engine.tags import ALPHABET
from tests.cli.running import lines, run


def test_every_copy_has_a_payload_of_its_own() -> None:
    for words in (["tags"], ["tags", "--json"], ["tags", "--game", "la-cosa"]):
        rows = lines(run(*words))
        assert len(rows) == len({row["payload"] for row in rows}) == 108
    assert rows[0]["copy"] == "la-cosa.1" and rows[0]["number"] is None
    assert rows[9]["copy"] == "infectado.9" and rows[9]["number"] == 6 and rows[9]["slug"] == "infectado"
    for row in rows:
        payload = str(row["payload"])
        assert len(payload) == 10 and payload.startswith("00") and set(payload) <= set(ALPHABET)


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
def test_refused(words: list[str]) -> None:
    result = run("tags", *words)
    assert result.exit_code == 1 and result.stdout == "" and len(result.stderr.splitlines()) == 1
