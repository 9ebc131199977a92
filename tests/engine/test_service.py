"""Checks through the service: nothing that was shown is ever found anywhere else."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.service.referee import checks
from companion.service.referee.memory import BLOCK, Sealed
from companion.store.sqlite import SQLiteStore
from companion.web.server.settings import Settings
from tests.engine.evening import OTHER, table_of
from tests.web.sitting import quick_app

KEY = "the-host-key"
HOST = {"Authorization": f"Bearer {KEY}"}
THING = ["la-cosa.1", "whisky.1", "sospecha.1", "sospecha.2"]
READS = ("", "/log?lang=es", "/log?lang=en", "/playthrough", "/markdown", "/record", "/events")


class House:
    """A running house with its folder, and a game in it."""

    def __init__(self, folder: Path) -> None:
        moments = count()
        store = SQLiteStore(folder / "companion.db")
        self.tables = GameService(store, title, clock=lambda: f"2026-01-01T00:00:{next(moments):02}Z")
        self.tables.sealed.folder = folder / "referee"
        self.client: FlaskClient = quick_app(self.tables, Settings(KEY)).test_client()
        body = {"game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"]}
        self.game = str(self.client.post("/api/games", json=body, headers=HOST).get_json()["id"])

    def act(self, **thing: Any) -> None:
        assert self.client.post(f"/api/games/{self.game}/actions", json=thing, headers=HOST).status_code == 200

    def hand(self, player: str, cards: list[str]) -> None:
        self.act(action="check", what="hand", player=player, cards=cards)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "TICK", 0.001)


def shown(house: House, gives: str, hand: list[str]) -> dict[str, bytes]:
    """Play a short game in which cards are looked at, and return all that a client can read of it afterwards."""
    house.hand("Ana", hand)
    house.act(action="draw", player="Ana", back="away")
    house.act(action="discard", player="Ana")
    house.act(action="check", what="exchange", **{"from": "Ana", "to": "Beto"}, gives=gives, takes="hacha.1")
    house.act(action="respond", player="Beto", card=None)
    data = {path: house.client.get(f"/api/games/{house.game}{path}").data for path in READS}
    return {path: text.replace(house.game.encode(), b"ID") for path, text in data.items()}


def test_nothing_readable_depends_on_what_was_shown(tmp_path: Path) -> None:
    read = []
    for name, gives, hand in (("a", "infectado.1", THING), ("b", "sospecha.3", OTHER), ("c", "la-cosa.1", OTHER[:2])):
        folder = tmp_path / name
        folder.mkdir()
        here = House(folder)
        read.append(shown(here, gives, hand))
        here.tables.close()
        kept = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
        assert not any(card.encode() in kept for card in (*THING, gives))
        assert b'"check"' not in kept
    for path in READS:
        assert read[0][path] == read[1][path] == read[2][path]
        assert not any(card.encode() in read[0][path] for card in (*THING, "infectado"))


def test_the_file_at_rest(tmp_path: Path) -> None:
    house = House(tmp_path)
    file = tmp_path / "referee" / f"{house.game}.sealed"
    house.hand("Ana", THING)
    first = file.read_bytes()
    house.hand("Beto", THING[:2])
    second = file.read_bytes()
    assert len(first) == len(second) == BLOCK + 28
    assert first != second, "an illegal check, which teaches nothing, is written all the same"
    assert file.stat().st_mode & 0o077 == 0
    house.tables.close()


def test_a_memory_nobody_else_can_open() -> None:
    table, one, other = table_of("la-cosa"), Sealed(), Sealed()
    table.check(what="hand", player="Ana", cards=THING)
    one.close("game", table.memory)
    assert one.open("game") == table.memory and table.memory.sights
    assert other.open("game").sights == () and b"la-cosa" not in one._kept["game"]
