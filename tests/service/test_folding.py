"""A game of which only the table is in memory is the same game: whatever is said in it, and whatever is asked of it."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.actions import Malformed
from companion.service.history import edit as history_edit
from companion.service.live.cache import GameCache
from companion.service.live.folding import MOST_TABLES
from companion.service.live.games import GameService, Stale
from companion.service.live.session import LiveGame, Refused
from companion.service.transfer import record
from companion.store.base import Row, Store, UnknownGame
from companion.store.memory import MemoryStore
from tests.houses import toy_house
from tests.length import examples
from tests.service.toy import SETUP, find

STEPS = st.lists(
    st.one_of(
        st.sampled_from(["draw", "draw", "tell", "undo", "undo", "redo", "again"]),
        st.tuples(st.sampled_from(["return", "remove", "insert"]), st.integers(1, 12)),
    ),
    max_size=25,
)


class CountingStore(MemoryStore):
    """Store that counts how often a game is read."""

    read = 0

    def rows(self, game: str, after: int = 0) -> list[Row]:
        self.read += 1
        return super().rows(game, after)


def folded(tables: GameService, game: str) -> None:
    assert tables.playing(game).fold(tables._source(game))
    assert not tables.playing(game).is_whole


def step(tables: GameService, game: str, what: Any, number: int) -> object:
    """Do one thing; what came of it, also where it is refused."""
    turn = tables.seen(game).table.turn
    plain = {
        "draw": {"action": "draw", "player": turn, "action_id": f"a{number}"},
        "again": {"action": "draw", "player": turn, "action_id": f"a{number - 1}"},
        "tell": {"action": "tell", "player": "Ana", "text": f"{number}"},
        "undo": {"action": "undo", "action_id": f"a{number}"},
        "redo": {"action": "redo"},
    }
    try:
        if isinstance(what, str):
            thing = plain[what]
            seen = tables.say(game, thing, action_id=thing.get("action_id", ""))
        elif what[0] == "return":
            seen = tables.return_to(game, what[1])
        else:
            things = [] if what[0] == "remove" else [{"action": "tell", "player": "Beto", "text": "…"}]
            edit = history_edit.edit_of(tables.playing(game), what[1], what[0], things)
            seen = history_edit.amend(tables, game, edit)
    except (Refused, Malformed, Stale) as no:
        return type(no)
    return seen.version, seen.state, seen.table, seen.can_undo, seen.can_redo


@settings(max_examples=examples(120))
@given(STEPS, st.data())
def test_a_folded_game_answers_as_one_that_is_whole(steps: list[Any], data: st.DataObject) -> None:
    clock = iter(f"2026-11-22T10:00:{k // 2:05}Z" for k in range(10_000))
    now = next(clock)
    one, other = (GameService(MemoryStore(), find, lambda: now) for _ in range(2))
    game, same = one.open(SETUP).id, other.open(SETUP).id
    for number, what in enumerate(steps):
        now = next(clock)
        if data.draw(st.booleans()):
            folded(other, same)
        assert step(other, same, what, number) == step(one, game, what, number)
        assert other.playing(same).version == one.playing(game).version
    folded(other, same)
    newest = one.seen(game).version
    for version in (newest, max(1, newest - 3), 1):
        folded(other, same)
        assert other.seen(same, version).state == one.seen(game, version).state
        assert other.playing(same).table_before(version) == one.playing(game).table_before(version)
    for asked in (lambda t, g: record.log(t.playing(g), "es"), lambda t, g: t.playing(g).rows(),
                  lambda t, g: t.playing(g).written(),
                  lambda t, g: [(change.version, change.state) for change in t.changes(g, 1)]):  # fmt: skip
        folded(other, same)
        assert asked(other, same) == asked(one, game)
    kept = one.playing(game)
    anew = LiveGame(kept.title, kept.rows())
    assert [anew.table_at(k) for k in range(1, newest + 1)] == [kept.table_at(k) for k in range(1, newest + 1)]


def test_a_folded_game_knows_what_can_be_taken_back_or_restored() -> None:
    tables = toy_house()
    game = tables.open(SETUP).id
    tell = {"action": "tell", "player": "Ana", "text": "…"}
    for what, can in ((tell, (True, False)), ({"action": "undo"}, (False, True)), (tell, (True, False))):
        tables.say(game, what)
        folded(tables, game)
        seen = tables.seen(game)
        assert (seen.can_undo, seen.can_redo) == can
    tables.say(game, {"action": "undo"})
    folded(tables, game)
    seen = tables.say(game, tell)
    assert (seen.can_undo, seen.can_redo, tables.playing(game).is_whole) == (True, False, False)


def test_saying_something_in_a_folded_game_reads_nothing_of_it() -> None:
    store = CountingStore()
    tables = GameService(store, find)
    tables._shelf = GameCache(tables._source, most_entries=20)
    games = [tables.open(SETUP).id for _ in range(8)]
    for round_ in range(100):
        for game in games:
            turn = tables.seen(game).table.turn
            before = tables.seen(game).version
            said = {"action": "draw", "player": turn}
            tables.say(game, said, before, f"id{round_}")
            # The same again, as a device does whose answer was lost, is known without a look at the rest.
            assert tables.playing(game).number_of(f"id{round_}") == before + 1
            assert tables.playing(game).number_of(f"id{max(0, round_ - 60)}") == max(2, before + 1 - 60)
            assert len(tables.changes(game, before)) == 1
    assert store.read == 0
    whole = [game for game in games if tables.playing(game).is_whole]
    assert len(whole) <= 1
    assert tables.seen(games[0], 3).version == 3
    assert store.read <= 1


def test_a_game_that_twelve_ask_for_at_once_is_read_once() -> None:
    """All the phones of a table come back at the same moment when the computer was started anew."""
    first = toy_house()
    game = first.open(SETUP).id
    store = SlowStore(first.store)
    tables = GameService(store, find)
    with ThreadPoolExecutor(12) as pool:
        found = [*pool.map(lambda _: tables.changes(game, None)[0].version, range(12))]
        assert [type(asked.exception()) for asked in [pool.submit(tables.seen, "nobody") for _ in range(3)]] == [
            UnknownGame
        ] * 3
    assert (found, store.read.count(game)) == ([1] * 12, 1)
    assert tables._loading == {}


class SlowStore(MemoryStore):
    """Store that is slow to read what another store holds."""

    def __init__(self, held: Store) -> None:
        super().__init__()
        self.held, self.read = held, list[str]()

    def rows(self, game: str, after: int = 0) -> list[Row]:
        """Return the entries of a game, after a while."""
        self.read.append(game)
        time.sleep(0.05)  # a store that is slow
        return self.held.rows(game, after)


def test_the_entries_in_memory_are_counted_as_games_come_and_go() -> None:
    tables = toy_house()
    cache = tables._shelf = GameCache(tables._source, most_entries=30, most_folded=3)
    games = [tables.open(SETUP).id for _ in range(9)]
    for round_ in range(60):
        game = games[(round_ * 7) % 9]
        if round_ % 11 == 10:
            cache.drop(game)
        elif round_ % 13 == 12:
            cache.drop_folded()
        elif round_ % 3:
            tables.say(game, {"action": "draw", "player": tables.seen(game).table.turn})
        else:
            record.log(tables.playing(game), "es")
        held = [playing.version for _, playing in cache.everything()]
        assert cache._total == sum(held) == sum(cache._counted.values())
        assert cache._total <= 30 + max(held, default=0)


@pytest.mark.parametrize("is_folded", [False, True])
def test_a_device_that_comes_back_does_not_wait_for_whoever_plays(is_folded: bool) -> None:
    """Nor does it keep them waiting: what it has missed is listed without the lock, also where tables were let go."""
    tables = toy_house()
    game = tables.open(SETUP).id
    if is_folded:
        folded(tables, game)
    for number in range(2 * MOST_TABLES):
        tables.say(game, {"action": "tell", "player": "Ana", "text": f"{number}"})
    newest = tables.seen(game).version
    with ThreadPoolExecutor(1) as pool, tables.playing(game).lock:
        for missed in (None, newest, newest - 5):
            found = pool.submit(tables.changes, game, missed).result(30)
            expected = {None: [newest], newest: []}.get(missed, [*range(newest - 4, newest + 1)])
            assert [change.version for change in found] == expected
            assert [json.loads(change.state)["version"] for change in found] == expected
    assert tables.playing(game).is_whole is not is_folded
