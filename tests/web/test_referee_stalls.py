"""In real time, against a running table: how long a second client waits while the referee looks tells nothing of what
the referee has seen. The same as `python3 tasks.py bench attack --only stalls`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import apart
from tests.lab.attacks import stalls
from tests.lab.served import table


@pytest.mark.long
def test_a_second_client_s_stalls_tell_nothing(tmp_path: Path) -> None:
    def found() -> stalls.Found:
        with table(tmp_path) as one:
            return stalls.tell(one)

    told = apart(found)
    assert told.is_good, told


def test_the_measure_of_separation() -> None:
    assert stalls.separation([1.0, 2.0], [1.0, 2.0]) == 0.5
    assert stalls.separation([3.0, 4.0], [1.0, 2.0]) == stalls.separation([1.0, 2.0], [3.0, 4.0]) == 1.0
