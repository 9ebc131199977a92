"""`companion bench log`: its figures are there, and nothing of it stays behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.store.choosing import URL
from tests.cli.running import run
from tests.store import database


def test_figures_with_their_distribution(tmp_path: Path) -> None:
    done = run("bench", "log", "--times", "32", "--data", tmp_path, "--json")
    assert done.exit_code == 0
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["name"].partition(",")[0] for one in found[:3]] == ["disk", "file", "file"]
    assert all(one["a_second"] > 0 and one["times"]["times"] >= 5 for one in found)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.skipif(bool(database.why_not()), reason=database.why_not() or "there is a PostgreSQL")
@pytest.mark.long
def test_in_a_club_s_database(monkeypatch: pytest.MonkeyPatch) -> None:
    with database.running() as url:
        monkeypatch.setenv(URL, url)
        names = [
            json.loads(line)["name"] for line in run("bench", "log", "--times", "32", "--json").stdout.splitlines()
        ]
        assert names[-2:] == ["database, one table", "database, 16 tables at once"]
        assert json.loads(run("verify", "--json").stdout) == {"games": []}
