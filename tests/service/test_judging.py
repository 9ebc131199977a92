"""A check looked at by a worker: the same finding, busy for the same time whatever was found, and nothing told of a
failure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.hidden import Memory
from companion.service.live.games import GameService
from companion.service.referee import judging
from companion.service.referee.checks import answer, look, read_check
from companion.service.referee.judging import Question, Stumbled, busy_for, looked_at, looked_at_in_time
from companion.service.workers import WorkerPool
from companion.store.memory import MemoryStore

FOUR = ["Ana", "Beto", "Carla", "Dani"]
DANI = {"what": "hand", "player": "Dani", "cards": ["la-cosa.1", "sospecha.2", "sospecha.3", "sospecha.4"]}
ANA = {"what": "hand", "player": "Ana", "cards": ["sospecha.1", "lanzallamas.1", "whisky.1", "seduccion.1"]}
TWICE = {"what": "hand", "player": "Ana", "cards": ["la-cosa.1", "lanzallamas.1", "whisky.1", "seduccion.1"]}


@pytest.fixture
def tables() -> Iterator[GameService]:
    one = GameService(MemoryStore(), title)
    yield one
    one.close()


def opened(tables: GameService) -> str:
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": FOUR}).id
    for player, other in pairwise([*FOUR, "Ana"]):
        tables.say(game, {"action": "draw", "player": player, "back": "away"})
        tables.say(game, {"action": "discard", "player": player})
        tables.say(game, {"action": "respond", "player": other, "card": None})
    return game


def asked(tables: GameService, game: str, thing: dict[str, Any], memory: Memory) -> Question:
    playing = tables.playing(game)
    check = read_check(playing.title, {"action": "check", **thing})
    return Question("la-cosa", 4, playing.decklist, tuple(playing.entries), memory, check)


def test_a_worker_finds_what_is_found_here(tables: GameService) -> None:
    game = opened(tables)
    here = GameService(MemoryStore(), title)
    there = opened(here)
    tables.workers = WorkerPool(workers=1, waiting=0)
    verdicts = []
    for thing in (DANI, ANA, TWICE):
        by_worker = answer(tables, game, {"action": "check", **thing})
        assert by_worker.json("es") == answer(here, there, {"action": "check", **thing}).json("es")
        assert by_worker.told.keys() == {thing["player"]}
        verdicts.append(by_worker.finding.verdict)
    assert verdicts == ["legal", "undetermined", "illegal"]


class Clock:
    """A clock of which every look takes a millisecond, and on which a check takes as long as it is told to."""

    def __init__(self) -> None:
        self.now = 50.0

    def perf_counter(self) -> float:
        self.now += 0.001
        return self.now


@pytest.mark.parametrize("work", [0.001, 0.02, 0.1, 0.2])
def test_a_worker_is_busy_until_the_same_moment_whatever_it_took(
    tables: GameService, monkeypatch: pytest.MonkeyPatch, work: float
) -> None:
    clock = Clock()
    monkeypatch.setattr(judging, "time", clock)
    monkeypatch.setattr(judging, "_slowness", lambda: 1.0)

    def takes(question: Question) -> str:
        clock.now += work
        return "found"

    monkeypatch.setattr(judging, "looked_at", takes)
    question = asked(tables, opened(tables), ANA, Memory())
    before = clock.now
    assert looked_at_in_time(question) == "found"
    assert clock.now - before == pytest.approx(busy_for(len(question.entries), 4, 1.0) - judging.WAY_BACK, abs=0.003)


def test_one_that_takes_longer_goes_on_to_the_end_of_a_step(
    tables: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(judging, "time", clock)
    monkeypatch.setattr(judging, "_slowness", lambda: 1.0)

    def takes(question: Question) -> None:
        clock.now += 0.3
        raise Stumbled

    monkeypatch.setattr(judging, "looked_at", takes)
    before = clock.now
    with pytest.raises(Stumbled):
        looked_at_in_time(asked(tables, opened(tables), ANA, Memory()))
    assert clock.now - before == pytest.approx(0.5 - judging.WAY_BACK, abs=0.003)


def test_the_time_follows_from_entries_people_and_the_machine_alone() -> None:
    assert busy_for(13, 4, 1.0) == 0.25
    assert busy_for(289, 12, 1.0) == 0.5
    assert busy_for(289, 12, 4.0) == 1.75
    assert busy_for(100, 6, 1.0) <= busy_for(200, 6, 1.0) <= busy_for(200, 12, 1.0)


def test_a_lost_worker_is_a_referee_that_failed_and_the_next_check_is_answered(tables: GameService) -> None:
    game = opened(tables)
    tables.workers = WorkerPool(workers=1, waiting=0, patience=0.001)
    with pytest.raises(Stumbled) as fault:
        answer(tables, game, {"action": "check", **DANI})
    assert "Dani" not in str(fault.value) and "la-cosa" not in str(fault.value)
    tables.workers.close()
    tables.workers = WorkerPool(workers=1, waiting=0)
    assert answer(tables, game, {"action": "check", **DANI}).finding.verdict == "legal"


def test_looking_at_a_question_is_looking_at_the_game(tables: GameService) -> None:
    game = opened(tables)
    playing = tables.playing(game)
    for thing in (DANI, ANA, TWICE):
        check = read_check(playing.title, {"action": "check", **thing})
        assert looked_at(asked(tables, game, thing, Memory())) == look(playing, Memory(), check)


def test_the_game_is_read_and_played_while_a_check_is_looked_at(
    tables: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = opened(tables)
    seen: list[int] = []

    def meanwhile(workers: object, question: Question) -> object:
        from threading import Thread

        def play() -> None:
            seen.append(tables.seen(game).version)
            seen.append(tables.say(game, {"action": "draw", "player": "Ana", "back": "away"}).version)

        other = Thread(target=play)
        other.start()
        other.join(5)
        return looked_at(question)

    monkeypatch.setattr("companion.service.referee.checks.judged", meanwhile)
    answer(tables, game, {"action": "check", **DANI})
    assert seen == [13, 14]
