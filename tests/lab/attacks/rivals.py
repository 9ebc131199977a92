"""Attacks by sheer numbers, from devices with some rights: a seat's phone, a guest, and a leader of another table.

Each asks for one thing over many connections, and the host's taps beside it are held against those with nobody there,
in the same run: so the figures mean something on a machine that other jobs use too.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping

from tests.lab.attacks.floods import SECONDS, Flood, Tapping, long_game
from tests.lab.attacks.found import Found
from tests.lab.attacks.guests import guests
from tests.lab.attacks.visitor import Visitor
from tests.lab.served import Served

CONNECTIONS = 40
"""Over which one device asks at once."""
TIMES, MOST = 3.0, 150.0
"""Limits of the host's tap (p99): a multiple of the quiet one, and milliseconds that it never reaches."""
MISSED = 199
"""Entries that a stream says it has missed: as many as it may."""
ROLES = ("guest", "seat", "leader")
_CODE = re.compile(r'id="code">([A-Z2-9]+)<')


def pairs(table: Served, seconds: float = SECONDS) -> Iterator[Found]:
    """Yield the worst p99 of the host's taps beside each sort of device, and the quiet one before it."""
    host = Visitor(table, table.key)
    tapping, game = Tapping(host), long_game(host)
    newest = host.ask("GET", f"/api/games/{game}").json()["version"]
    asked: dict[str, tuple[str, Mapping[str, str]]] = {
        "table": (f"/games/{tapping.game}", {}),
        "log": (f"/games/{game}/log", {}),
        "past": (f"/games/{game}/at/{newest - 5}", {}),
        "stream": (f"/api/games/{game}/events", {"Last-Event-ID": str(max(1, newest - MISSED))}),
    }
    with guests(table.port, CONNECTIONS) as crowd:
        for role in ROLES:
            own = _headers(table, host, role, tapping.game, game)
            quiet = Flood("", tapping.times(seconds), {})
            details, worst = {"quiet p50": quiet.at(0.5), "quiet p99": quiet.at(0.99)}, 0.0
            for name, (path, more) in asked.items():
                crowd.begin(path, seconds + 1, {**own, **more})
                time.sleep(1)
                beside = Flood(path, tapping.times(seconds), crowd.done())
                worst = max(worst, beside.at(0.99))
                details |= {f"{name} p50": beside.at(0.5), f"{name} p99": beside.at(0.99)}
                details[f"{name} answered"] = beside.answered.get("200", 0)
            most = round(min(MOST, TIMES * quiet.at(0.99)), 1)
            rounded = {key: round(value, 1) for key, value in details.items()}
            yield Found(role, {"connections": CONNECTIONS}, round(worst, 1), most, "ms", rounded)


def _headers(table: Served, host: Visitor, role: str, mine: str, other: str) -> dict[str, str]:
    """Return the headers of a device that has joined as `role`: a seat of the table `mine`, or leader of `other`."""
    if role == "guest":
        return {}
    game, asked = (mine, {"seat": "1"}) if role == "seat" else (other, {"do": "lead"})
    offered = host.send(f"/games/{game}/seats", **asked)
    found = _CODE.search(host.ask("GET", offered.headers["location"]).text)
    if found is None:
        raise RuntimeError(f"no code for a {role}")
    device = Visitor(table)
    device.send("/join", code=found[1])
    device.close()
    if not device.cookie:
        raise RuntimeError(f"no cookie for a {role}")
    return {"Cookie": device.cookie}
