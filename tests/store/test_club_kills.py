"""Two hosts and one PostgreSQL, killed under load: nothing acknowledged is lost, nothing is written twice."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.lab.faults.club import FAULTS, killed
from tests.lab.faults.figures import Finding
from tests.lab.served import Served
from tests.store import database

pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'psycopg[binary]'")

pytestmark = pytest.mark.club


def evening(folder: Path, tables: int, devices: int, kills: int, outages: int) -> Finding:
    with ExitStack() as running:
        server = running.enter_context(database.mortal("on"))
        houses = [Served(folder / str(k), database=server.url) for k in range(2)]
        for house in houses:
            house.start()
            running.callback(house.stop)

        def outage() -> None:
            server.stop()
            time.sleep(0.3)  # so long it is away
            server.start()

        return killed(houses, tables, devices, kills, [outage] * outages)


@pytest.mark.long
def test_nothing_acknowledged_is_lost_and_everybody_goes_on(tmp_path: Path) -> None:
    found = evening(tmp_path, tables=50, devices=6, kills=20, outages=5)
    print(found.line())
    assert not [fault for fault in FAULTS if found.counts[fault]], found.line()
    assert found.counts["acknowledged"] > 20
    assert found.counts["rulings"] > 6
    assert found.counts["seats taken"] > 3
