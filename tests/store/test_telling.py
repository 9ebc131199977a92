"""News of another host that could not be acted on at once: done as soon as possible, never swallowed."""

from __future__ import annotations

import pytest

from companion.club.waiting import FIRST_AGAIN, LAST_AGAIN, Telling
from companion.store.base import UnknownGame, Unwritable


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Watcher:
    """Listener that fails some times, then hears."""

    def __init__(self, fails: int, fault: Exception | None = None) -> None:
        self.fails, self.fault = fails, fault or Unwritable("store.database", fault="gone")
        self.heard: list[str] = []
        self.tries = 0

    def __call__(self, what: str) -> None:
        self.tries += 1
        if self.tries <= self.fails:
            raise self.fault
        self.heard.append(what)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_it_is_told_again_until_it_could_be_done(clock: Clock) -> None:
    telling, watcher = Telling(clock), Watcher(fails=3)
    telling.tell(watcher, "game1")
    assert telling.is_behind
    for _ in range(100):
        clock.now += 0.1
        telling.again()
    assert (watcher.heard, watcher.tries, telling.is_behind) == (["game1"], 4, False)


def test_the_tries_grow_rarer_but_never_end(clock: Clock) -> None:
    telling, watcher = Telling(clock), Watcher(fails=10_000)
    telling.tell(watcher, "game1")
    tried: list[float] = []
    for _ in range(6000):
        clock.now += 0.1
        before = watcher.tries
        telling.again()
        if watcher.tries > before:
            tried.append(clock.now)
    gaps = [round(b - a, 1) for a, b in zip([0.0, *tried], tried, strict=False)]
    assert gaps[0] >= FIRST_AGAIN and gaps[:5] == sorted(set(gaps[:5]))
    assert 0 < gaps[-1] <= LAST_AGAIN + 0.2 and tried[-1] > 590


def test_what_is_owed_comes_in_the_order_it_was_heard_and_once(clock: Clock) -> None:
    telling, watcher = Telling(clock), Watcher(fails=4)
    for what in ("a", "b", "a", "c"):
        telling.tell(watcher, what)
    clock.now += 60
    telling.again()
    assert watcher.heard == ["a", "b", "c"]


def test_what_can_be_done_again_is_owed_no_more(clock: Clock) -> None:
    telling, watcher = Telling(clock), Watcher(fails=1)
    telling.tell(watcher, "a")
    telling.tell(watcher, "a")
    assert watcher.heard == ["a"] and not telling.is_behind


@pytest.mark.parametrize("fault", [UnknownGame("a"), ValueError("a fault of the program")])
def test_one_that_never_can_keeps_nobody_waiting(clock: Clock, fault: Exception) -> None:
    telling, broken, sound = Telling(clock), Watcher(fails=10_000, fault=fault), Watcher(fails=0)
    telling.tell(broken, "a")
    telling.tell(sound, "a")
    assert sound.heard == ["a"] and not telling.is_behind
