"""Attacks on an open table: it holds, and where it does not, the figure says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.base import Salvage
from companion.store.memory import MemoryStore
from tests.cli.running import lines
from tests.lab.attacks import doors, floods, forgeries, rivals, sizes
from tests.lab.attacks.found import Found
from tests.lab.bench import bench_attack
from tests.lab.running import run
from tests.lab.served import Served, table
from tests.length import later
from tests.planted import Bug, for_finder, plant, written
from tests.web.serving import served
from tests.web.sitting import KEY


@pytest.mark.parametrize("name", ["codes", "records", *later("paths", "lengths", "copies", "head")])
def test_the_table_holds_against_what_takes_seconds(name: str, tmp_path: Path) -> None:
    assert name in bench_attack.QUICK
    found = list(bench_attack.ATTACKS[name](tmp_path, True))
    assert found and all(one.is_good for one in found), found


@pytest.mark.long
@pytest.mark.parametrize("name", ["lengths", "copies", "uploads"])
def test_the_table_holds_at_length(name: str, tmp_path: Path) -> None:
    found = list(bench_attack.ATTACKS[name](tmp_path, False))
    assert found and all(one.is_good for one in found), found


@pytest.mark.long
def test_the_host_plays_on_under_a_flood(tmp_path: Path) -> None:
    """`tasks.py bench attack` tells how soon the taps are answered; tests/web/test_lanes.py who waits for whom."""
    with table(tmp_path) as one:
        _, *found = floods.flooded(one, 3.0)
        assert one.memory <= floods.MEMORY
    assert len(found) == floods.DEAREST + 1
    assert all(flood.answered.get("200") for flood in found), [flood.answered for flood in found]


@pytest.mark.long
def test_the_host_plays_on_beside_every_sort_of_device(tmp_path: Path) -> None:
    with table(tmp_path) as one:
        found = [*rivals.pairs(one, 2.0)]
    assert [flood.name for flood in found] == ["guest", "seat", "leader"]
    for flood in found:
        assert all(flood.details[f"{what} answered"] > 0 for what in ("table", "log", "past", "stream")), flood


# -- a table with a mistake in it ------------------------------------------------------------------------------------


class Salvaged(MemoryStore):
    """A store that has a damaged file to tell of."""

    @property
    def salvages(self) -> tuple[Salvage, ...]:
        return (Salvage("/home/ana/partidas/games.db.broken", "disk image", ("a",)),)


@contextmanager
def opened() -> Iterator[Served]:
    """Yield a table in this process, in which mistakes can be planted."""
    one = Served(Path())
    with served(GameService(Salvaged(), title)) as port:
        one.port, one.key = port, KEY
        yield one


FINDS: dict[str, Callable[[Served], Found]] = {
    "codes": doors.wrong_codes,
    "lengths": lambda one: sizes.tell(one, True),
    "folders": lambda one: doors.folders_told(one, Path("/home/ana")),
    "records": forgeries.records,
}


@pytest.mark.parametrize("bug", for_finder("attack", written("doors.txt")))
def test_a_planted_mistake_is_found(bug: Bug, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, bug)
    with opened() as one:
        found = FINDS[bug.detail](one)
    assert not found.is_good, found


# -- the command -----------------------------------------------------------------------------------------------------


def test_the_command_tells_every_figure_with_what_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    good = Found("codes", {}, 0, 0)
    bad = Found("flood", {"guests": 3}, 120.5, 100, "ms", {"/rules p99": 120.5})
    unknown = Found("memory", {}, None, 200, "MB")
    monkeypatch.setattr(
        bench_attack,
        "ATTACKS",
        {"codes": lambda folder, is_short: [good, unknown], "flood": lambda folder, is_short: [bad]},
    )
    held = run("bench", "attack", "--only", "codes", "--lang", "es")
    assert held.exit_code == 0
    assert "✓ codes links and codes of other lengths lost" in held.stdout and ": value 0 (<= 0)" in held.stdout
    assert "memory memory of the server and its workers then: value unknown (<= 200) · unit MB" in held.stdout
    broken = run("bench", "attack", "--only", "flood", "--lang", "en")
    assert broken.exit_code == 1
    told = "the host's tap while 3 guests ask for what is dearest, p99"
    assert f"✗ flood {told}: value 120.5 (<= 100) · unit ms · details /rules p99 120.5" in broken.stdout
    assert [one["good"] for one in lines(run("bench", "attack", "--json"))] == [True, True, False]
    assert run("bench", "attack", "--only", "nothing").exit_code == 2
