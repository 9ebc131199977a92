"""A body is gathered within its budget and its time, or nothing of it is held."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from companion.web.server.bodies import Body, Budget, Gone, Overfull, TooSlow, gathered

Message = dict[str, Any]


def sent(*parts: bytes) -> Callable[[], Any]:
    """Return a receiver of these parts of a body, one after the other."""
    left: list[Message] = [
        {"type": "http.request", "body": part, "more_body": k < len(parts)} for k, part in enumerate(parts, 1)
    ]

    async def receive() -> Message:
        return left.pop(0)

    return receive


def chunked(*headers: tuple[bytes, bytes]) -> Message:
    return {"headers": [(b"transfer-encoding", b"chunked"), *headers]}


def whole(most: int) -> Budget:
    """Return a budget that one device may use whole."""
    return Budget(most, most, 10)


def test_a_body_is_held_until_it_is_given_back() -> None:
    budget = whole(10)
    body = asyncio.run(gathered(chunked(), sent(b"abc", b"de"), 10, budget, "a"))
    assert body == Body(b"abcde", 5, 5)
    assert budget.held == 5
    budget.give("a", body.held)
    assert budget.held == 0


def test_of_a_body_that_is_too_large_nothing_is_held() -> None:
    budget = whole(100)
    for receive, headers in ((sent(b"12345", b"67890"), []), (sent(b"1234567890"), [(b"content-length", b"10")])):
        body = asyncio.run(gathered(chunked(*headers), receive, 8, budget, "a"))
        assert (body.sent, body.length, budget.held) == (b"", 10, 0)


def test_what_does_not_fit_into_the_budget_is_refused_with_nothing_held() -> None:
    budget = whole(8)
    with pytest.raises(Overfull):
        asyncio.run(gathered(chunked(), sent(b"12345", b"67890"), 100, budget, "a"))
    assert budget.held == 0


def test_of_a_budget_a_device_has_its_share_and_no_more() -> None:
    budget = Budget(10, 6, 1)
    with pytest.raises(Overfull):
        asyncio.run(gathered(chunked(), sent(b"1234567"), 100, budget, "a"))
    for who in ("a", "b"):
        assert asyncio.run(gathered(chunked(), sent(b"12345"), 100, budget, who)).held == 5
    with budget.arriving("a"):
        with pytest.raises(Overfull):
            asyncio.run(gathered(chunked(), sent(b""), 100, budget, "a"))
        assert asyncio.run(gathered(chunked(), sent(b""), 100, budget, "b")).sent == b""


def test_what_is_thrown_away_is_not_kept_until_the_next_part_comes() -> None:
    gone: list[int] = []

    class Part(bytes):
        def __del__(self) -> None:
            gone.append(len(self))

    async def receive() -> Message:
        if gone:
            raise ConnectionError
        assert not receive.called, "the part before is still held"  # type: ignore[attr-defined]
        receive.called = True  # type: ignore[attr-defined]
        return {"type": "http.request", "body": Part(20), "more_body": True}

    receive.called = False  # type: ignore[attr-defined]
    with pytest.raises(ConnectionError):
        asyncio.run(gathered(chunked(), receive, 8, whole(100), "a"))
    assert gone == [20]


@pytest.mark.parametrize(
    ("then", "fault"),
    [({"type": "http.disconnect"}, Gone), (ConnectionError(), ConnectionError), (None, TooSlow)],
    ids=["gone", "broken", "slow"],
)
def test_half_a_body_gives_everything_back(then: Message | Exception | None, fault: type[Exception]) -> None:
    budget = whole(8)

    async def receive() -> Message:
        if not budget.held:
            return {"type": "http.request", "body": b"12345", "more_body": True}
        if isinstance(then, Exception):
            raise then
        if then is None:
            await asyncio.Event().wait()
        assert then is not None
        return then

    with pytest.raises(fault):
        asyncio.run(gathered(chunked(), receive, 100, budget, "a", 0.01))
    assert budget.held == 0
