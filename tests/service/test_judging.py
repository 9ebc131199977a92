"""A check looked at by a worker: the same finding, busy for the same time whatever was found, and nothing told of a
failure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from itertools import pairwise
from threading import Thread
from typing import Any

import pytest

from companion.engine import solver
from companion.engine.hidden.referee import Memory
from companion.service.live.games import GameService
from companion.service.referee import judging
from companion.service.referee.checks import answer, listen, look, read_check
from companion.service.referee.judging import Question, Stumbled, looked_at, looked_at_in_time
from companion.service.workers import WorkerPool
from tests.houses import new_house, said
from tests.waiting import PATIENCE

FOUR = ["Ana", "Beto", "Carla", "Dani"]
DANI = {"what": "hand", "player": "Dani", "cards": ["la-cosa.1", "sospecha.2", "sospecha.3", "sospecha.4"]}
ANA = {"what": "hand", "player": "Ana", "cards": ["sospecha.1", "lanzallamas.1", "whisky.1", "seduccion.1"]}
TWICE = {"what": "hand", "player": "Ana", "cards": ["la-cosa.1", "lanzallamas.1", "whisky.1", "seduccion.1"]}


@pytest.fixture
def tables() -> Iterator[GameService]:
    one = new_house()
    yield one
    one.close()


def opened(tables: GameService) -> str:
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": FOUR}).id
    for player, other in pairwise([*FOUR, "Ana"]):
        said(tables, game, f"draw {player} away", f"discard {player}", f"respond {other}")
    return game


@pytest.fixture
def game(tables: GameService) -> str:
    return opened(tables)


def asked(tables: GameService, game: str, thing: dict[str, Any], memory: Memory) -> Question:
    playing = tables.playing(game)
    check = read_check(playing.title, {"action": "check", **thing})
    return Question("la-cosa", 4, playing.decklist, tuple(playing.entries), memory, check)


def test_a_worker_finds_what_is_found_here(game: str, tables: GameService) -> None:
    here = new_house()
    there = opened(here)
    tables.workers = WorkerPool(workers=1, waiting=0, patience=PATIENCE)
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


@pytest.mark.parametrize(("work", "busy"), [(0.001, 0.25), (0.02, 0.25), (0.1, 0.25), (0.2, 0.25), (0.3, 0.5)])
@pytest.mark.parametrize("stumbles", [False, True])
def test_a_worker_is_busy_until_the_same_moment_whatever_it_took_and_beyond_it_to_the_end_of_a_step(
    tables: GameService, monkeypatch: pytest.MonkeyPatch, work: float, busy: float, stumbles: bool
) -> None:
    clock = Clock()
    monkeypatch.setattr(judging, "time", clock)
    monkeypatch.setattr(judging, "_slowness", lambda: 1.0)

    def takes(question: Question, kept: object) -> str:
        clock.now += work
        if stumbles:
            raise Stumbled
        return "found"

    monkeypatch.setattr(judging, "looked_at", takes)
    question = asked(tables, opened(tables), ANA, Memory())
    before = clock.now
    with pytest.raises(Stumbled) if stumbles else nullcontext():
        assert looked_at_in_time(question) == "found"
    assert clock.now - before == pytest.approx(busy - judging.WAY_BACK, abs=0.003)


def test_a_lost_worker_is_a_referee_that_failed_and_the_next_check_is_answered(game: str, tables: GameService) -> None:
    tables.workers = WorkerPool(workers=1, waiting=0, patience=0.001)
    with pytest.raises(Stumbled) as fault:
        answer(tables, game, {"action": "check", **DANI})
    assert "Dani" not in str(fault.value) and "la-cosa" not in str(fault.value)
    tables.workers.close()
    tables.workers = WorkerPool(workers=1, waiting=0, patience=PATIENCE)
    assert answer(tables, game, {"action": "check", **DANI}).finding.verdict == "legal"


def test_the_game_is_read_and_played_while_a_check_is_looked_at(
    game: str, tables: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def meanwhile(workers: object, question: Question) -> object:
        def play() -> None:
            seen.append(tables.seen(game).version)
            seen.append(tables.say(game, {"action": "draw", "player": "Ana", "back": "away"}).version)

        other = Thread(target=play)
        other.start()
        other.join(60)
        return looked_at(question)

    monkeypatch.setattr("companion.service.referee.checks.judged", meanwhile)
    answer(tables, game, {"action": "check", **DANI})
    assert seen == [13, 14]


# Memory of a worker about a game


def test_what_is_kept_answers_as_if_told_anew(tables: GameService, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker answers the same whether it goes on from the last check, was undone under, or is new."""
    monkeypatch.setattr(judging, "busy_for", lambda *_: 0.0)
    monkeypatch.setattr(judging, "STEP", 0.001)
    game = opened(tables)
    memory, went_on = Memory(), 0
    for lines in ([], ["draw Ana away"], ["discard Ana"], ["undo"], ["undo"], ["draw Ana away"]):
        said(tables, game, *lines)
        for thing in (DANI, ANA, TWICE):
            question = asked(tables, game, thing, memory)._replace(ident=game)
            went_on += game in judging._kept
            look = looked_at_in_time(question)
            assert look == looked_at(question)
            memory = look.memory
    assert went_on == 3 * 6 - 1
    judging.drop(game)
    assert game not in judging._kept


def test_only_so_many_games_are_kept(tables: GameService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "busy_for", lambda *_: 0.0)
    monkeypatch.setattr(judging, "STEP", 0.001)
    question = asked(tables, opened(tables), DANI, Memory())
    for k in range(6):
        looked_at_in_time(question._replace(ident=f"game {k}"))
    looked_at_in_time(question)
    assert [*judging._kept] == [f"game {k}" for k in range(2, 6)], "and none without a name"
    for k in range(6):
        judging.drop(f"game {k}")


def test_how_much_is_new_follows_from_what_everybody_sees(game: str, tables: GameService) -> None:
    question = asked(tables, game, DANI, Memory())._replace(ident="new")
    assert judging._taken_up(question)[0] == len(question.entries) == 13
    assert judging._taken_up(question)[0] == 0
    tables.say(game, {"action": "draw", "player": "Ana", "back": "away"})
    assert judging._taken_up(asked(tables, game, DANI, Memory())._replace(ident="new"))[0] == 1
    tables.say(game, {"action": "undo"})
    assert judging._taken_up(asked(tables, game, DANI, Memory())._replace(ident="new"))[0] == 15
    judging.drop("new")


def test_a_game_that_is_over_or_forgotten_is_dropped(tables: GameService) -> None:
    class Heard:
        def __init__(self) -> None:
            self.posted: list[tuple[object, ...]] = []

        def post(self, *given: object) -> None:
            self.posted.append(given)

        def close(self) -> None: ...

    tables.workers = heard = Heard()  # type: ignore[assignment]
    game = opened(tables)
    assert not heard.posted
    tables.say(game, {"action": "end", "cause": "abandoned"})
    assert heard.posted == [(judging.drop, game)]
    tables.forget({game: None})
    assert heard.posted == [(judging.drop, game)] * 2


def test_without_a_solver_it_says_so(tables: GameService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.engine.solver.find_spec", lambda name: None)
    solver.is_here.cache_clear()
    try:
        told = answer(tables, opened(tables), {"action": "check", **DANI})
        answered = told.json("en")
        assert (answered["verdict"], answered["rules"]) == ("undetermined", [])
        assert "python-sat" in str(answered["needs"]) and "Dani" not in str(answered["public"])
        assert "python-sat" in str(told.json("es")["private"])
    finally:
        solver.is_here.cache_clear()


def test_a_game_told_ahead_leaves_the_first_check_nothing_new_to_hear(game: str, tables: GameService) -> None:
    kept: list[object] = []

    class Ahead:
        def ahead(self, function: Callable[..., object], *given: object) -> None:
            kept.append(function)
            function(*given)

    tables.workers = Ahead()  # type: ignore[assignment]
    playing = tables.playing(game)
    question = asked(tables, game, ANA, Memory())._replace(ident=game)
    try:
        listen(tables, game)
        listen(tables, game)
        assert len(kept) == 1  # what was told stands, and a second look at the page costs nothing
        new, made = judging._taken_up(question)
        assert (new, bool(made)) == (0, True)
        assert looked_at(question, made).finding == look(playing, Memory(), question.check).finding
    finally:
        judging.drop(game)
    tables.workers = None
    answer(tables, game, {"action": "check", **ANA})
    assert not tables.sealed.listens(game, 1000)  # what was shown would have to be told too, and takes its time
