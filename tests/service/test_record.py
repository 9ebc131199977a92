"""A game told and taken along: the log, Markdown, the JSON record; taken in whole or not at all, twice is once."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import __version__
from companion.engine.actions import Malformed
from companion.service.live.games import GameService
from companion.service.live.session import Refused
from companion.service.messages import why
from companion.service.transfer import record
from companion.service.transfer.importing import take_in
from companion.service.transfer.playthrough import FileMalformed, write_script
from companion.service.transfer.verify import chains_of
from companion.store.base import GameInfo, Row
from companion.store.memory import MemoryStore
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.beside import beside_lines
from tests.houses import new_house, toy_house
from tests.service.toy import SETUP, find


@pytest.fixture
def tables() -> GameService:
    return toy_house()


@pytest.fixture
def game(tables: GameService) -> str:
    ident = tables.open({**SETUP, "house": "Sin ~prisa"}, name="Viernes").id
    tables.say(ident, {"action": "draw", "player": "Ana"})
    tables.say(ident, {"action": "tell", "player": "Beto", "text": "<b>*no*</b> | `x`"})
    for verb in ("undo", "undo", "redo"):
        tables.say(ident, {"action": verb})
    return ident


def document(tables: GameService, game: str) -> dict[str, Any]:
    return json.loads(json.dumps(record.document(tables.playing(game), tables.heading(game))))


def test_the_page_strikes_out_what_was_taken_back_and_names_cannot_disturb_it(tables: GameService, game: str) -> None:
    tables.label(game, name="Viernes | <i>")
    page = record.markdown(tables.playing(game), tables.heading(game), "en")
    at, said = (
        [entry.at for entry in tables.playing(game).entries],
        "&#60;b&#62;&#42;no&#42;&#60;/b&#62; &#124; &#96;x&#96;",
    )
    assert page.splitlines() == [
        "# Viernes &#124; &#60;i&#62;",
        "",
        "> Sin &#126;prisa",
        "",
        "| Entry | Time | What happened |",
        "|---:|---|---|",
        f"| 1 | {at[0]} | The game begins. Around the table, clockwise: Ana, Beto and Carla. Ana goes first. |",
        f"| 2 | {at[1]} | Ana takes a pebble. |",
        f"| 3 | {at[2]} | ~~Beto says: {said}~~ |",
        f"| 4 | {at[3]} | Entry 3 is undone: Beto says: {said} |",
        f"| 5 | {at[4]} | Entry 2 is undone: Ana takes a pebble. |",
        f"| 6 | {at[5]} | Entry 2 is redone: Ana takes a pebble. |",
    ]
    tables.label(game, name="")
    assert record.markdown(tables.playing(game), tables.heading(game), "es").startswith("# Partida de Guijarros\n")


def test_the_record_says_everything(tables: GameService, game: str) -> None:
    tables.say(game, {"action": "draw", "player": "Beto"}, action_id="tap", via="phone")
    tables.say_all(game, [{"action": "tell", "player": "Ana", "text": "…"}, {"action": "stop"}], action_id="two")
    opened, *_, drawn, told, stopped = (found := document(tables, game))["entries"]
    written = tables.playing(game).written()
    assert [entry.pop("seal") for entry in found["entries"]] == [line.seal for line in written]
    assert [entry["number"] for entry in found["entries"]] == [*range(1, 10)]
    assert [entry["undone"] for entry in found["entries"]] == [k == 3 for k in range(1, 10)]
    at = [opened.pop("at"), *(entry.pop("at") for entry in (drawn, told, stopped))]
    assert at == [tables.playing(game).entries[k].at for k in (0, 6, 7, 8)] and found["opened"] == at[0]
    one = {"number": 1, "via": "", "undone": False, "batch": 1, "action_id": ""}
    table = {"fact": "TableOpened", "game": "toy", "players": ["Ana", "Beto", "Carla"], "first": "Ana", "options": {}}
    assert opened == {**one, "action": {**SETUP, "house": "Sin ~prisa"}, "facts": [
        {**table, "hands": 0, "draw": 9000, "step": "draw"},
    ]}  # fmt: skip
    moved = {"fact": "CardsMoved", "source": ["pile", "draw"], "target": ["hand", "Beto"], "count": 1, "faces": []}
    assert drawn == {
        "number": 7, "via": "phone", "undone": False, "action": {"action": "draw", "player": "Beto"},
        "facts": [moved, {"fact": "TurnBegan", "player": "Carla"}], "action_id": "tap",
    }  # fmt: skip
    assert (told["batch"], stopped["batch"], told["action_id"], stopped["action_id"]) == (8, 8, "", "two")
    assert stopped["facts"] == [{"fact": "Ended", "cause": "stop", "winners": ["Carla"], "roles": {}}]
    del found["entries"], found["opened"]
    final = {"game": "toy", "status": "ended", "version": 9, "turn": "Carla", "left": 8998}
    assert found == {
        "record": 1, "program": __version__, "id": game, "name": "Viernes", "game": "toy",
        "final": {**final, "hands": {"Ana": 1, "Beto": 1, "Carla": 0}},
    }  # fmt: skip


@pytest.mark.parametrize("form", ["record", "playthrough"])
def test_twice_makes_one_game(tables: GameService, game: str, form: str) -> None:
    text = json.dumps(document(tables, game)) if form == "record" else write_script(tables.playing(game).entries)
    elsewhere = toy_house()
    first, second = take_in(elsewhere, text.encode()), take_in(elsewhere, text.encode())
    assert (first.is_new, second.is_new) == (True, False)
    assert first.seen.id == second.seen.id
    elsewhere.say(first.seen.id, {"action": "undo"})
    assert take_in(elsewhere, text.encode()).seen.id == first.seen.id
    assert not take_in(tables, text.encode()).is_new
    assert len(elsewhere.headings()) == 1
    assert len(tables.headings()) == 1


@pytest.mark.parametrize(
    ("ident", "is_kept"), [("abc123", True), ("x" * 40, True), ("x" * 41, False), ("abc12", False), ("abc-123", False)]
)
def test_what_a_record_calls_itself_is_kept_where_it_may_be(
    tables: GameService, game: str, ident: str, is_kept: bool
) -> None:
    brought = {**document(tables, game), "id": ident, "name": " \u200b" + "n" * 100}
    elsewhere = toy_house()
    taken = take_in(elsewhere, json.dumps(brought).encode()).seen.id
    assert (taken == ident) == is_kept
    assert elsewhere.heading(taken).name == "n" * 80


def test_a_playthrough_was_said_when_and_by_whom_it_was_brought(tables: GameService, game: str) -> None:
    text = write_script(tables.playing(game).entries)
    elsewhere = GameService(MemoryStore(), find, lambda: "2026-11-20T12:00:00Z")
    taken = take_in(elsewhere, text.encode(), "a.jsonl", "import").seen.id
    assert {(entry.at, entry.via) for entry in elsewhere.playing(taken).entries} == {("2026-11-20T12:00:00Z", "import")}


def test_a_game_that_went_on_in_two_houses_is_two_games(tables: GameService, game: str) -> None:
    elsewhere = toy_house()
    take_in(elsewhere, json.dumps(document(tables, game)).encode())
    tables.say(game, {"action": "draw", "player": "Beto"})
    elsewhere.say(game, {"action": "stop"})
    taken = take_in(elsewhere, json.dumps(document(tables, game)).encode())
    assert taken.is_new
    assert taken.seen.id != game
    assert len(elsewhere.headings()) == 2


class CountingStore(MemoryStore):
    """Store that counts the games that are read whole, and the lists of all of them."""

    read = 0
    listed = 0

    def rows(self, game: str, after: int = 0) -> list[Row]:
        self.read += 1
        return super().rows(game, after)

    def headings(self) -> list[GameInfo]:
        self.listed += 1
        return super().headings()


@pytest.mark.parametrize("form", ["record", "playthrough"])
@pytest.mark.parametrize("is_here", [True, False])
def test_a_game_is_found_among_many_without_reading_them(
    tables: GameService, game: str, form: str, is_here: bool
) -> None:
    entries = tables.playing(game).entries
    text = json.dumps(document(tables, game)) if form == "record" else write_script(entries)
    store = CountingStore()
    house = GameService(store, find)
    for number in range(30):
        # As long as the game that is brought, of the same people, and not the same.
        ident = house.open(SETUP).id
        for _ in range(2, len(entries)):
            house.say(ident, {"action": "tell", "player": "Ana", "text": "…"})
        house.say(ident, {"action": "tell", "player": "Ana", "text": f"{number}"})
    if is_here:
        take_in(house, text.encode())
    fresh = GameService(store, find)
    store.read = store.listed = 0
    assert take_in(fresh, text.encode()).is_new is not is_here
    assert (store.read, store.listed) == (1 if is_here else 0, 0)


def test_a_playthrough_with_a_refused_line_is_no_record_of_a_game(tables: GameService) -> None:
    text = json.dumps(SETUP) + '\n{"action": "draw", "player": "Carla"}\n'
    with pytest.raises(FileMalformed) as caught:
        take_in(tables, text.encode(), "file")
    assert "Le toca a Ana." in caught.value.sentence("es")
    with pytest.raises(Refused):
        take_in(tables, json.dumps({**SETUP, "players": ["Ana"]}).encode())
    assert tables.headings() == []


def changed(base: dict[str, Any], *path: str | int, value: object) -> dict[str, Any]:
    thing = copy.deepcopy(base)
    inner: Any = thing
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return thing


OPENED = ("entries", 0, "facts", 0)
MOVED = ("entries", 1, "facts", 0)


@pytest.mark.parametrize(("path", "value"), beside_lines(__file__, "spoiled.jsonl"))
def test_a_spoiled_record_is_refused_whole(
    tables: GameService, game: str, path: tuple[str | int, ...], value: object
) -> None:
    spoiled = changed(document(tables, game), *path, value=value)
    elsewhere = toy_house()
    for _ in range(2):
        with pytest.raises((Malformed, FileMalformed, Refused)) as caught:
            take_in(elsewhere, json.dumps(spoiled).encode())
        if isinstance(caught.value, Malformed):
            assert "malformed." not in why(caught.value, "es")
        assert elsewhere.headings() == []
        for entry in spoiled["entries"]:  # and once more as an older program wrote it, where no seal tells
            if isinstance(entry, dict):
                entry.pop("seal", None)


@pytest.mark.parametrize("newer", [{"record": 2}, {"record": 2, "rows": [[7]]}, {"playthrough": 2, "players": 7}])
def test_what_a_newer_program_wrote_is_named_so(tables: GameService, newer: dict[str, Any], tmp_path: Path) -> None:
    data = json.dumps(newer).encode()
    (tmp_path / "file").write_bytes(data)
    asked: list[Callable[[], object]] = [lambda: take_in(tables, data)]
    asked += [lambda: chains_of(tmp_path / "file")] if "record" in newer else []
    for ask in asked:
        with pytest.raises((Malformed, FileMalformed)) as caught:
            ask()
        fault = caught.value.fault if isinstance(caught.value, FileMalformed) else caught.value
        assert why(fault, "en") == "This game was saved by a newer version of the program (2). Update this one first."


FORGED: tuple[tuple[str, list[dict[str, Any]]], ...] = (
    ("a step that no turn has", [{"fact": "StepBegan", "step": "moonlight"}]),
    ("a question that nobody asks", [{"fact": "Asked", "about": "moonlight", "by": "Ana", "to": "Beto"}]),
    ("an option the game has not", [{"fact": "OptionsSet", "options": {"moonlight": True}}]),
    ("a turn of somebody who is out", [{"fact": "TurnBegan", "player": "Nobody"}]),
)


@pytest.mark.parametrize(("what", "facts"), FORGED, ids=[what for what, _ in FORGED])
def test_whatever_is_taken_in_can_be_shown(what: str, facts: list[dict[str, Any]]) -> None:
    """Facts that follow from nothing are refused, or every page of the game can be opened."""
    here = new_house()
    game = here.open({"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"]}).id
    here.say(game, {"action": "draw", "player": "Ana", "back": "away"})
    forged = document(here, game)
    forged["entries"][1]["facts"] += facts
    for entry in forged["entries"]:
        del entry["seal"]  # as an older program wrote records: nothing tells that it was altered
    elsewhere = new_house()
    client = create_app(elsewhere, Settings("a-key")).test_client()
    sent = client.post("/api/import", data=json.dumps(forged), headers={"Authorization": "Bearer a-key"})
    assert sent.status_code in (200, 201, 400), sent.get_data(as_text=True)
    assert (sent.status_code == 400) == (elsewhere.headings() == [])
    if sent.status_code == 400:
        assert "2" in sent.get_json()["message"]
        return
    taken = elsewhere.headings()[0].id
    for page in ("", "/at", "/log", "/film", "/story", "/fix", "/scan", "/setup", "/rules", "/record"):
        shown = client.get(f"/games/{taken}{page}", headers={"Authorization": "Bearer a-key"})
        assert shown.status_code < 500, (what, page)


def test_who_begins_is_told_where_people_say_it_when_they_sit_down() -> None:
    tables, opening = new_house(), {"players": ["Ana", "Berto", "Ciro", "Dora"], "first": "Ciro"}
    said = [
        record.log(tables.playing(tables.open({"game": game, **opening}).id), "es")[0].text
        for game in ("la-cosa", "la-criatura")
    ]
    sits = "Empieza la partida. Asientos, en sentido horario: Ana, Berto, Ciro y Dora."
    assert said == [f"{sits} Juega primero Ciro.", sits]
