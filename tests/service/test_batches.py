"""Entries of one tap: marked as such, and no others."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.engine.history import Entry, last_batch
from companion.service.live.games import GameService
from companion.service.live.session import LiveGame
from companion.service.live.undo_range import redo_step, return_step, undo_step
from companion.service.transfer import record
from companion.service.transfer.importing import take_in
from companion.service.transfer.qr_pieces import carried, text_of
from companion.store.base import Row
from companion.store.memory import MemoryStore
from companion.store.rows import sealed, write
from companion.store.seals import of_file
from companion.store.sqlite import SQLiteStore
from tests.houses import new_house

FOUR = ["Ana", "Beto", "Carla", "Dani"]
SETUP = {"playthrough": 1, "game": "la-cosa", "players": FOUR}
DRAW = {"action": "draw", "player": "Ana", "back": "away"}
DROP = {"action": "discard", "player": "Ana"}
SWAP = {"action": "respond", "player": "Beto", "card": None}
PAGE = "page · iPad · Safari"


@pytest.fixture
def tables() -> GameService:
    """Return a house whose clock stands still: everything is said in the same millisecond."""
    return GameService(MemoryStore(), title, clock=lambda: "2026-11-20T20:00:00.000Z")


def opened(tables: GameService, *things: dict[str, Any]) -> str:
    game = tables.open(SETUP, PAGE).id
    for thing in things:
        tables.say(game, thing, via=PAGE)
    return game


def exported(tables: GameService, game: str) -> dict[str, Any]:
    document = record.document(tables.playing(game), tables.heading(game))
    thing: dict[str, Any] = json.loads(json.dumps(document))
    return thing


def verbs(playing: LiveGame, which: Any = undo_step) -> list[str]:
    step = which(playing)
    return [entry.verb for entry in step.entries] if step else []


def test_in_games_without_marks_one_moment_of_one_device_is_one_tap() -> None:
    at, phone = "2026-11-20T20:00:00.000Z", "page · Android"
    begun, drawn, dropped = (Entry(k, {}, (), at, PAGE) for k in (1, 2, 3))
    assert last_batch([begun, replace(drawn, at=""), dropped]) == (dropped,)
    assert last_batch([replace(begun, via=phone), drawn, dropped]) == (drawn, dropped)
    assert last_batch([begun, drawn, replace(dropped, via=phone)]) == (replace(dropped, via=phone),)


def test_two_taps_of_one_moment_are_two(tables: GameService) -> None:
    game = opened(tables, DRAW, DROP)
    assert verbs(tables.playing(game)) == ["discard"]


def test_what_one_tap_said_goes_and_comes_back_as_one(tables: GameService) -> None:
    game = opened(tables)
    tables.say_all(game, [DRAW, DROP], via=PAGE)
    tables.say(game, SWAP, via=PAGE)
    assert verbs(tables.playing(game)) == ["respond"]
    tables.say(game, {"action": "undo"}, via=PAGE)
    back = undo_step(tables.playing(game))
    assert back is not None and ([entry.verb for entry in back.entries], back.to) == (["draw", "discard"], 1)
    tables.return_to(game, back.to, via=PAGE)
    forth = redo_step(tables.playing(game))
    assert forth is not None and [entry.verb for entry in forth.entries] == ["draw", "discard"]
    assert tables.return_to(game, forth.to, via=PAGE).state["step"] == "respond"
    assert verbs(tables.playing(game), redo_step) == ["respond"], "that was another tap"
    assert verbs(tables.playing(game)) == ["draw", "discard"]


def test_a_return_to_another_course_is_taken_back_whole(tables: GameService) -> None:
    game = opened(tables, DRAW, DROP, {"action": "undo"}, {"action": "play", "player": "Ana", "card": "whisky"})
    going = return_step(tables.playing(game), 3)
    assert ([entry.number for entry in going.taken], [entry.number for entry in going.brought]) == ([5], [3])
    tables.return_to(game, 3, via="another")
    assert tables.seen(game).state["discard_pile"] == 1
    undone, again = tables.playing(game).entries[5:]
    assert (undone.verb, undone.via, again.via) == ("undo", "another", "another")
    assert (again.action, again.facts) == (DROP, tables.playing(game).entries[2].facts)
    back = undo_step(tables.playing(game))
    assert back is not None
    tables.return_to(game, back.to, via=PAGE)
    playing = tables.playing(game)
    assert [entry.verb for entry, _ in playing.course.standing[1:]] == ["draw", "play"]


def test_the_mark_is_kept_on_disk_under_its_seal(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "companion.db")
    tables = GameService(store, title, clock=lambda: "2026-11-20T20:00:00.000Z")
    game = opened(tables)
    tables.say_all(game, [DRAW, DROP], via=PAGE)
    kept = exported(tables, game)
    assert [entry.get("batch", 0) for entry in kept["entries"]] == [1, 2, 2]
    assert kept["entries"][1]["action"] == DRAW
    tables.close()
    again = GameService(SQLiteStore(tmp_path / "companion.db"), title)
    assert verbs(again.playing(game)) == ["draw", "discard"]
    assert exported(again, game) == kept
    (chain,) = of_file(tmp_path / "companion.db")
    assert (chain.holds, chain.seal) == (True, kept["entries"][-1]["seal"])
    again.close()


@pytest.mark.parametrize("is_carried", [False, True], ids=["exported", "carried"])
def test_the_mark_goes_with_the_record_and_cannot_be_moved(tables: GameService, is_carried: bool) -> None:
    game = opened(tables)
    tables.say_all(game, [DRAW, DROP], via=PAGE)
    if is_carried:
        text = text_of(carried(tables.playing(game), tables.heading(game)))
        forged = text.replace('"batch":2', '"batch":1')
    else:
        text, thing = json.dumps(exported(tables, game)), exported(tables, game)
        del thing["entries"][2]["batch"]
        forged = json.dumps(thing)
    there = new_house()
    with pytest.raises(Malformed):
        take_in(there, forged.encode())
    ident = take_in(there, text.encode()).seen.id
    assert verbs(there.playing(ident)) == ["draw", "discard"]
    assert exported(there, ident)["entries"] == exported(tables, game)["entries"]


def unmarked(tables: GameService, game: str) -> dict[str, Any]:
    """Return a game as a record from before batches were marked: no mark anywhere, sealed as it was then."""
    thing = exported(tables, game)
    seal = ""
    for entry in thing["entries"]:
        entry.pop("batch", None)
        texts = [json.dumps(entry[key], ensure_ascii=False, separators=(",", ":")) for key in ("action", "facts")]
        seal = entry["seal"] = sealed(seal, entry["number"], *texts, entry["at"], entry["via"], entry["action_id"])
    return thing


def test_an_older_record_reads_as_it_did(tables: GameService) -> None:
    game = opened(tables)
    tables.say_all(game, [DRAW, DROP], action_id="tap", via="page")
    there = new_house()
    old = unmarked(tables, game)
    ident = take_in(there, json.dumps(old).encode()).seen.id
    assert [entry["seal"] for entry in exported(there, ident)["entries"]] == [one["seal"] for one in old["entries"]]
    assert verbs(there.playing(ident)) == ["draw", "discard"]
    there.say(ident, SWAP, action_id="later", via="page")
    assert verbs(there.playing(ident)) == ["respond"]


def test_a_whole_playthrough_taken_in_by_an_older_program_is_not_one_tap(tables: GameService) -> None:
    game = opened(tables, DRAW, DROP)
    there = new_house()
    ident = take_in(there, json.dumps(unmarked(tables, game)).encode()).seen.id
    assert verbs(there.playing(ident)) == ["discard"]


@pytest.mark.parametrize("mark", ["x", -1, 0, True, 9, None, [2]])
def test_a_mark_that_can_be_none_is_passed_over(tables: GameService, mark: object) -> None:
    game = opened(tables, DRAW, DROP)
    thing = exported(tables, game)
    for entry in thing["entries"]:
        del entry["seal"]
    thing["entries"][2]["batch"] = mark
    there = new_house()
    ident = take_in(there, json.dumps(thing).encode()).seen.id
    assert verbs(there.playing(ident)) == ["discard"]
    entries = there.playing(ident).entries
    assert [entry.batch for entry in entries] == [1, 0, 0]
    assert '"batch"' not in write([Row(entries[2])], "")[0].action
