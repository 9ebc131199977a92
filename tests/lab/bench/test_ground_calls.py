"""A tap and the page after it call no more of our functions than `python3 tasks.py bench ground` allows."""

from __future__ import annotations

from itertools import islice

from tests.lab.bench.bench_ground import MOST_CALLS_OF_A_PAGE, MOST_CALLS_OF_A_TAP, actions, script
from tests.lab.bench.ground_calls import AT, counted


def test_a_tap_and_the_page_after_it_call_few_functions() -> None:
    found = counted(script(AT), islice(actions(10**9), AT, None))
    calls = {name: max(one[True] for one in several) for name, several in found.items()}
    assert calls.pop("POST action") <= MOST_CALLS_OF_A_TAP
    assert len(calls) == 3  # the steps of a turn
    assert max(calls.values()) <= MOST_CALLS_OF_A_PAGE, calls
