"""By the clock: whether how long a second client waits while the referee looks tells what the referee has seen.

The measure is the one of Mann and Whitney: how often a stall with La Cosa shown is longer than one without, 0.5 by
chance. Forty looks each leave it a spread of 0.065, so what is above 0.6 is measured once more.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from threading import Event, Thread

from tests.lab.attacks.found import Found
from tests.lab.attacks.visitor import Visitor
from tests.lab.served import Served

PEOPLE = tuple(f"P{k:02}" for k in range(12))
ROUNDS, LOOKS, EVERY = 8, 40, 0.02
MOST = 0.6
SHOWN = {True: "la-cosa.1", False: "hacha.1"}
ASKED = {"what": "hand", "player": "P00", "cards": ["whisky.1", "seduccion.1", "no-gracias.1", "seduccion.2"]}


def tell(table: Served, looks: int = LOOKS) -> Found:
    """Measure the separation of a guest's longest stalls over two memories, `looks` each."""
    found, medians = _measured(table, looks)
    if found > MOST:
        found, medians = _measured(table, looks)
    return Found("stalls", {}, round(found, 2), MOST, "", medians)


def _measured(table: Served, looks: int) -> tuple[float, dict[str, float]]:
    host, guest = Visitor(table, table.key), Visitor(table)
    games = {seen: a_game(host, seen) for seen in (True, False)}
    stalls: dict[bool, list[float]] = {True: [], False: []}
    for k in range(looks):
        for seen in (True, False) if k % 2 else (False, True):
            stalls[seen].append(longest_stall(host, guest, games[seen]))
    named = {"shown, median ms": stalls[True], "not shown, median ms": stalls[False]}
    return separation(stalls[True], stalls[False]), {
        name: round(median(many) * 1000, 1) for name, many in named.items()
    }


def a_game(host: Visitor, thing_was_shown: bool) -> str:
    """Play eight rounds of twelve people, and return the game. Either La Cosa or a plain hand has been shown to the
    referee."""
    game = host.open_game(PEOPLE)
    actions = f"/api/games/{game}/actions"
    cards = [SHOWN[thing_was_shown], "sospecha.2", "sospecha.3", "sospecha.4"]
    seen = {"action": "check", "what": "hand", "player": PEOPLE[-1], "cards": cards, "occasion": "private"}
    if host.say(actions, seen)["verdict"] == "illegal":
        raise RuntimeError("the first hand of all is called illegal")
    for _ in range(ROUNDS):
        for player, other in pairwise([*PEOPLE, PEOPLE[0]]):
            host.say(actions, {"action": "draw", "player": player, "back": "away"})
            host.say(actions, {"action": "discard", "player": player})
            host.say(actions, {"action": "respond", "player": other, "card": None})
    return game


def longest_stall(host: Visitor, guest: Visitor, game: str) -> float:
    """Return the longest wait (s) of the guest for the public state while the referee looks at a hand."""
    done, stalls = Event(), [0.0]

    def poll() -> None:
        while not done.is_set():
            began = time.perf_counter()
            guest.ask("GET", f"/api/games/{game}")
            stalls.append(time.perf_counter() - began)
            time.sleep(EVERY)

    watching = Thread(target=poll)
    watching.start()
    host.say(f"/api/games/{game}/actions", {"action": "check", **ASKED, "occasion": "private"})
    done.set()
    watching.join()
    return max(stalls)


def separation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how often a value of one list is above one of the other, in the direction that is more frequent."""
    above = sum((a > b) + (a == b) / 2 for a in one for b in other) / (len(one) * len(other))
    return max(above, 1 - above)
