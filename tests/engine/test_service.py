"""Checks through the service: who may ask, what is answered, and that nothing shown is ever found anywhere else."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from companion.cli.replay import command
from companion.decks.catalog import title
from companion.games.la_cosa.referee import REFEREE, judging
from companion.service.live.games import GameService
from companion.service.referee import checks
from companion.service.referee.memory import BLOCK, Sealed
from companion.store.sqlite import SQLiteStore
from companion.web.server.settings import Settings
from tests.engine.evening import LAST_FOUR, OTHER, PLAIN, table_of
from tests.web.sitting import quick_app

KEY = "the-host-key"
HOST = {"Authorization": f"Bearer {KEY}"}
THING = ["la-cosa.1", "whisky.1", "sospecha.1", "sospecha.2"]
KEYS = ["verdict", "rules", "needs", "public", "private"]
READS = ("", "/log?lang=es", "/log?lang=en", "/playthrough", "/markdown", "/record", "/events")


class House:
    """A running house of games with its folder."""

    def __init__(self, folder: Path) -> None:
        moments = count()
        store = SQLiteStore(folder / "companion.db")
        self.tables = GameService(store, title, clock=lambda: f"2026-01-01T00:00:{next(moments):02}Z")
        self.tables.sealed.folder = folder / "referee"
        self.client: FlaskClient = quick_app(self.tables, Settings(KEY)).test_client()

    def opened(self) -> str:
        body = {"game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"]}
        return str(self.client.post("/api/games", json=body, headers=HOST).get_json()["id"])

    def act(self, game: str, host: bool = True, lang: str = "es", **thing: Any) -> tuple[int, dict[str, Any]]:
        path = f"/api/games/{game}/actions?lang={lang}"
        answer = self.client.post(path, json=thing, headers=HOST if host else {})
        return answer.status_code, answer.get_json()

    def hand(self, game: str, player: str, cards: list[str], **more: Any) -> dict[str, Any]:
        status, body = self.act(game, action="check", what="hand", player=player, cards=cards, **more)
        assert status == 200, body
        return body

    def everything(self, game: str) -> dict[str, bytes]:
        """Return all that a client can read of a game."""
        return {path: self.client.get(f"/api/games/{game}{path}").data.replace(game.encode(), b"ID") for path in READS}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "TICK", 0.001)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    here = House(tmp_path)
    yield here
    here.tables.close()


def test_the_answer_of_a_check(house: House) -> None:
    game = house.opened()
    found = house.hand(game, "Ana", THING)
    assert list(found) == KEYS
    assert (found["verdict"], found["rules"], found["needs"]) == ("legal", [], [])
    found = house.hand(game, "Beto", ["la-cosa.1", *OTHER[:3]])
    assert (found["verdict"], found["rules"]) == ("illegal", ["hand.thing-moved"])
    status, english = house.act(game, lang="en", action="check", what="hand", player="Beto", cards=PLAIN[:2])
    assert status == 200
    assert "number of cards" in english["public"]


def test_only_the_host_may_ask(house: House) -> None:
    game = house.opened()
    thing = {"action": "check", "what": "hand", "player": "Ana", "cards": THING}
    assert house.act(game, host=False, **thing)[0] == 401
    assert house.act("nogame", **thing)[0] == 404


def test_what_is_no_check_and_what_cannot_be_made(house: House) -> None:
    game = house.opened()
    assert house.act(game, action="check", what="feast")[0] == 400
    assert house.act(game, action="check", what="hand", player="Ana", cards=7)[0] == 400
    status, body = house.act(game, action="check", what="hand", player="Eva", cards=THING)
    assert (status, body["rule"]) == (422, "player.unknown")
    assert house.act(game, version=9, action="check", what="hand", player="Ana", cards=THING)[0] == 409
    house.act(game, action="end", cause="abandoned")
    assert house.act(game, action="check", what="hand", player="Ana", cards=THING)[1]["rule"] == "game.over"


def test_all_answers_have_one_length(house: House) -> None:
    game = house.opened()
    lengths = set()
    for cards in (THING, THING[:2], ["la-cosa.1", "lanzallamas.1", *OTHER[:2]]):
        thing = {"action": "check", "what": "hand", "player": "Carla", "cards": cards}
        body = house.client.post(f"/api/games/{game}/actions", json=thing, headers=HOST).data
        lengths.add(len(body))
    assert len(lengths) == 1


def shown(house: House, gives: str, hand: list[str]) -> dict[str, bytes]:
    """Play a short game in which cards are looked at, and return all that can be read of it afterwards."""
    game = house.opened()
    house.hand(game, "Ana", hand)
    house.act(game, action="draw", player="Ana", back="away")
    house.act(game, action="discard", player="Ana")
    thing = {"what": "exchange", "from": "Ana", "to": "Beto", "gives": gives, "takes": "hacha.1"}
    assert house.act(game, action="check", **thing)[0] == 200
    house.act(game, action="respond", player="Beto", card=None)
    return house.everything(game)


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


def test_the_playthrough_of_a_game_with_checks_replays(house: House, tmp_path: Path) -> None:
    text = shown(house, "infectado.1", THING)["/playthrough"]
    file = tmp_path / "game.jsonl"
    file.write_bytes(text)
    result = CliRunner().invoke(command, ["--json", "--strict", str(file)])
    assert result.exit_code == 0
    assert json.loads(result.stdout.splitlines()[-1])["final"]["turn"] == "Beto"


def test_the_file_at_rest(house: House, tmp_path: Path) -> None:
    game = house.opened()
    file = tmp_path / "referee" / f"{game}.sealed"
    house.hand(game, "Ana", THING)
    first = file.read_bytes()
    house.hand(game, "Beto", THING[:2])
    second = file.read_bytes()
    assert len(first) == len(second) == BLOCK + 28
    assert first != second, "an illegal check, which teaches nothing, is written all the same"
    assert file.stat().st_mode & 0o077 == 0


def test_after_a_restart_the_hands_are_asked_again(house: House, tmp_path: Path) -> None:
    game = house.opened()
    house.hand(game, "Carla", THING)
    again = House(tmp_path)
    found = again.hand(game, "Beto", ["la-cosa.1", *OTHER[:3]])
    assert found["verdict"] == "legal", "it no longer knows that Carla is La Cosa"
    assert "reiniciado" in found["private"]
    assert "reiniciado" not in found["public"]
    asked = again.act(game, action="check", what="discard", player="Beto", card="infectado.1")[1]
    assert "reiniciado" in asked["private"]
    dani = ["fallaste.1", "no-gracias.1", "seduccion.2", "aqui-estoy-bien.1"]
    hands = {"Ana": PLAIN, "Carla": ["seduccion.1", *LAST_FOUR[:3]], "Dani": dani}
    said = {player: again.hand(game, player, cards) for player, cards in hands.items()}
    told = [player for player in hands if "reiniciado" in said[player]["private"]]
    assert told == ["Ana", "Carla"], "Dani's was the last hand"
    again.tables.close()


def test_a_stumbling_referee_tells_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(*_: object) -> object:
        raise KeyError("la-cosa.1")

    monkeypatch.setattr(judging, "told", stumble)
    game = house.opened()
    with caplog.at_level(logging.DEBUG):
        status, body = house.act(game, action="check", what="hand", player="Ana", cards=THING)
    assert status == 500
    assert not any(card in caplog.text + json.dumps(body) for card in THING)


def test_a_memory_nobody_else_can_open() -> None:
    one, other = Sealed(), Sealed()
    check = REFEREE.read({"action": "check", "what": "hand", "player": "Ana", "cards": THING})
    found = REFEREE.judge(*_opened(), check)
    memory = one.open("game").with_sight(check, 1, found)
    one.close("game", memory)
    assert one.open("game") == memory
    assert other.open("game").sights == ()
    assert b"la-cosa" not in one._kept["game"]


def _opened() -> tuple[Any, Any]:
    from companion.engine.hidden.line import line

    sitting = table_of("la-cosa")
    return sitting.decklist, line(sitting.course, sitting.memory, REFEREE)


# Replay


def replayed(tmp_path: Path, *lines: str, lang: str = "es") -> tuple[int, list[dict[str, Any]], str]:
    setup = '{"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"], "options": {}}'
    file = tmp_path / "checks.jsonl"
    file.write_text("\n".join(("// checks", setup, *lines)), encoding="utf-8")
    result = CliRunner().invoke(command, ["--json", "--lang", lang, str(file)])
    return result.exit_code, [json.loads(row) for row in result.stdout.splitlines()], result.stderr


def test_replay_prints_verdicts(tmp_path: Path) -> None:
    hand = json.dumps({"action": "check", "what": "hand", "player": "Ana", "cards": THING[:3]})
    code, rows, _ = replayed(tmp_path, hand, '{"action": "draw", "player": "Ana", "back": "away"}', lang="en")
    assert code == 0
    assert list(rows[0]) == ["line", *KEYS]
    assert (rows[0]["line"], rows[0]["verdict"], rows[0]["rules"]) == (3, "illegal", ["hand.size"])
    assert rows[1] == {"line": 4, "accepted": True}
    assert rows[2]["final"]["version"] == 2


def test_replay_refuses_what_is_no_check_and_what_cannot_be_made(tmp_path: Path) -> None:
    no_list = '{"action": "check", "what": "hand", "player": "Ana", "cards": "whisky"}'
    code, rows, complaint = replayed(tmp_path, no_list)
    assert (code, rows) == (1, [])
    assert "checks.jsonl:3" in complaint
    code, rows, _ = replayed(tmp_path, '{"action": "check", "what": "hand", "player": "Eva", "cards": ["whisky"]}')
    assert (code, rows[0]["accepted"], rows[0]["rule"]) == (0, False, "player.unknown")
