"""Full collections of cycles: what has outlived one is spared, and yet no cycle stays for ever."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from companion.service.collector import ALL_AFTER, Collector


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture(autouse=True)
def _collector(now: list[float]) -> Iterator[None]:
    collector = Collector(lambda: now[0])
    collector.begin()
    yield
    collector.end()


def test_what_has_outlived_a_full_collection_is_not_looked_at_again() -> None:
    games = [[k] for k in range(50_000)]
    assert len(gc.get_objects()) > 50_000
    gc.collect()
    assert len(gc.get_objects()) < 1_000
    assert len(games) == 50_000


def test_a_cycle_that_comes_to_be_later_goes_at_once() -> None:
    gc.collect()
    gone = weakref.ref(Knot())
    assert gone() is not None
    gc.collect()
    assert gone() is None


def test_a_cycle_among_what_is_spared_goes_when_everything_is_looked_at_again(now: list[float]) -> None:
    knot = Knot()
    gone = weakref.ref(knot)
    gc.collect()
    del knot
    gc.collect()
    assert gone() is not None
    now[0] += ALL_AFTER
    gc.collect()
    gc.collect()
    assert gone() is None


def test_a_house_that_rests_is_not_stopped_while_it_answers_and_keeps_no_cycle() -> None:
    at_first = gc.get_threshold()
    resting = Collector(rests=True)
    resting.begin()
    try:
        stopped: list[int] = []
        gc.callbacks.append(lambda phase, info: stopped.append(info["generation"]) if phase == "stop" else None)
        gone = weakref.ref(Knot())
        answer = [[k] for k in range(20_000)]
        assert stopped == []
        assert gone() is not None
        resting.rest()
        assert gone() is None
        assert len(answer) == 20_000
    finally:
        del gc.callbacks[-1]
        resting.end()
    assert gc.get_threshold() == at_first
