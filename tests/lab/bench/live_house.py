"""A house that has been played in for a while, for `bench live`: games of a length, written before the table opens."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from companion.decks.catalog import title
from companion.service.live import parsing
from companion.service.live.session import LiveGame, begin
from companion.store.base import GameInfo, Row
from companion.store.folder import DATABASE
from companion.store.sqlite import SQLiteStore
from tests.lab.bench.live_devices import PLAYERS, something

BEGAN = "2026-01-01T20:00:00.000Z"


def filled(folder: Path, games: int, entries: int, name: str = "bench") -> list[str]:
    """Write `games` games of twelve, each `entries` long, to the file of this folder, and return their ids."""
    setup = {"playthrough": 1, "game": "la-cosa", "players": PLAYERS}
    line = parsing.opening(parsing.clean(setup), needs_mark=False)
    box = title(line.game)
    playing = LiveGame(box, [Row(begin(box, line, BEGAN))])
    while playing.version < entries:
        thing = something(playing.version, "old")
        ident = str(thing.pop("action_id"))
        playing.record(Row(playing.decide(playing.shapes().read(thing), BEGAN), ident))
    idents = [f"{name}{number:04}" for number in range(games)]
    heading = GameInfo("", box.game.slug, opened=BEGAN, changed=BEGAN, glance=playing.glance())
    with closing(SQLiteStore(folder / DATABASE)) as store:
        for ident in idents:
            store.open(replace(heading, id=ident), playing.rows())
    return idents
