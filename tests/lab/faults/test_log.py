"""`python3 tasks.py bench log`: its figures are there, and nothing of it stays behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.service.club import URL
from tests.cli.running import run as companion
from tests.lab.running import run
from tests.store import database


def test_figures_with_their_distribution(tmp_path: Path) -> None:
    done = run("bench", "log", "--times", "32", "--data", tmp_path, "--json")
    assert done.exit_code == 0
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["name"].partition(",")[0] for one in found[:3]] == ["disk", "file", "file"]
    assert all(one["a_second"] > 0 and one["times"]["times"] >= 5 for one in found)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.club
def test_in_a_club_s_database(monkeypatch: pytest.MonkeyPatch) -> None:
    with database.running() as url:
        monkeypatch.setenv(URL, url)
        names = [
            json.loads(line)["name"] for line in run("bench", "log", "--times", "32", "--json").stdout.splitlines()
        ]
        assert names[-2:] == ["database, one table", "database, 16 tables at once"]
        assert json.loads(companion("verify", "--json").stdout) == {"games": []}


class TestClub:
    def test_everybody_at_every_table_is_told(self) -> None:
        done = run("bench", "club", "--tables", "3", "--devices", "4", "--rate", "10", "--seconds", "1", "--json")
        found = json.loads(done.stdout)
        assert (done.exit_code, found["lost"], found["due"]) == (0, 0, 40)
        assert found["told after"]["times"] == 40

    def test_several_processes_need_a_database(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv(URL, raising=False)
        refused = run("bench", "club", "--servers", "2")
        assert refused.exit_code == 1
        assert URL in refused.stderr

    @pytest.mark.club
    def test_two_processes_on_one_database(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with database.running() as url:
            monkeypatch.setenv(URL, url)
            words = ("--tables", "6", "--devices", "4", "--rate", "20", "--seconds", "3", "--servers", "2")
            found = json.loads(run("bench", "club", *words, "--json").stdout)
        assert (found["lost"], found["due"]) == (0, 240)
