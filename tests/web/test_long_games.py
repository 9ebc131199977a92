"""The table page of a game of five thousand entries does hardly more than that of a game of fifty.

Counted are the lines that are run, not the time: a count is the same on a busy machine as on an idle one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from types import FrameType
from typing import Any

import companion
from companion.service.transfer.importing import take_in
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.houses import new_house

PLAYERS = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"]
SETUP = {"playthrough": 1, "game": "la-cosa", "players": PLAYERS}
LEFT = ["Carla", "Dani", "Eva", "Fede", "Ana"]
"""Players who play on, from the second turn."""
SHORT, LONG, KEY = 50, 5_000, "the-host-key"


def played() -> Iterator[dict[str, Any]]:
    """Yield plain turns without end, after one player has burned; now and then all show a card."""
    yield {"action": "draw", "player": "Ana", "back": "away"}
    yield {"action": "play", "player": "Ana", "card": "lanzallamas", "target": "Beto"}
    yield {"action": "respond", "player": "Beto", "card": None}
    yield {"action": "respond", "player": "Carla", "card": None}
    for player, after in cycle(zip(LEFT, [*LEFT[1:], *LEFT[:1]], strict=True)):
        yield {"action": "draw", "player": player, "back": "away"}
        yield {"action": "show", "player": player, "to": "all", "cards": ["sospecha"]}
        yield {"action": "discard", "player": player}
        yield {"action": "respond", "player": after, "card": None}


class Lines:
    """Counter of lines of ours that run in a block."""

    ours = str(Path(companion.__file__).parent)

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, frame: FrameType, event: str, _: object) -> Lines | None:
        self.count += event == "line"
        return self if frame.f_code.co_filename.startswith(self.ours) else None

    def __enter__(self) -> Lines:
        self.before = sys.gettrace()
        sys.settrace(self)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self.before)


def lines_of_a_page(entries: int) -> int:
    """Return how many lines run for the page after a tap, in a game of `entries` entries that a device looks at."""
    tables = new_house()
    client = create_app(tables, Settings(KEY, 8080)).test_client()
    headers = {"Authorization": f"Bearer {KEY}"}
    actions = played()
    script = [SETUP, *islice(actions, entries - 1)]
    game = take_in(tables, "".join(json.dumps(line) + "\n" for line in script).encode()).seen.id
    counted = []
    for action in islice(actions, 6):
        assert client.post(f"/api/games/{game}/actions", json=action, headers=headers).status_code == 200
        with Lines() as run:
            assert client.get(f"/games/{game}").status_code == 200
        counted.append(run.count)
    return max(counted[2:])  # what is read at the first request of each kind is there


def test_the_page_after_a_tap_costs_no_more_in_a_long_game() -> None:
    short, long = lines_of_a_page(SHORT), lines_of_a_page(LONG)
    assert short > 1_000
    assert long <= 1.3 * short, (short, long)
