"""Questions to a slow store: a device that only looks is not kept by one that is late."""

from __future__ import annotations

from threading import Event

import pytest

from companion.service.live import asking
from companion.service.live.asking import NONE_YET, Answer, Asking
from companion.store.base import UnknownGame, Unwritable
from tests.waiting import soon


@pytest.fixture
def marks() -> list[bool]:
    return []


@pytest.fixture
def asks(marks: list[bool]) -> Asking:
    return Asking(marks.append, lambda: marks[-1:] == [True])


def away() -> None:
    raise Unwritable("store.database", fault="gone")


def unknown() -> None:
    raise UnknownGame("game")


def test_what_comes_in_time_is_the_answer(asks: Asking, marks: list[bool]) -> None:
    assert asks.soon(lambda: 7) == Answer(True, 7)
    with pytest.raises(UnknownGame):
        asks.soon(unknown)
    assert marks == [False]
    asks.close()


def test_while_one_is_late_nobody_waits_and_one_at_a_time_is_tried(
    asks: Asking, marks: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "PATIENCE", 0.01)
    go, tried = Event(), list[str]()
    assert asks.soon(lambda: go.wait(60)) == NONE_YET
    monkeypatch.setattr(asking, "PATIENCE", 60.0)

    def trial() -> None:
        tried.append("first")
        go.wait(60)

    assert asks.soon(trial) == NONE_YET
    assert asks.soon(lambda: tried.append("second")) == NONE_YET
    go.set()
    soon(lambda: marks == [False, False])
    assert asks.soon(lambda: 7) == Answer(True, 7) and tried == ["first"]
    asks.close()


def test_while_the_store_is_away_it_is_tried_and_noticed_when_it_is_back(asks: Asking, marks: list[bool]) -> None:
    assert asks.soon(away) == NONE_YET
    assert marks == [True]
    assert asks.soon(lambda: 7) == NONE_YET
    soon(lambda: marks == [True, False])
    assert asks.soon(lambda: 7) == Answer(True, 7)
    asks.close()
