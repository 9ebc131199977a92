"""Games as they are played: said, undone, returned to, read, in memory and on disk, with a toy game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.actions import Malformed
from companion.service.live import parsing
from companion.service.live.games import GameService, Stale, Unplayable
from companion.service.live.session import Refused
from companion.service.transfer.playthrough import play, read_script, write_script
from companion.store.base import Store, Unwritable
from companion.store.memory import MemoryStore
from companion.store.sqlite import SQLiteStore
from tests.houses import toy_house
from tests.service.toy import SETUP, find
from tests.store.test_chain import spoil

DRAW_ANA = {"action": "draw", "player": "Ana"}


@pytest.fixture(params=["memory", "file"])
def tables(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GameService]:
    store: Store = MemoryStore() if request.param == "memory" else SQLiteStore(tmp_path / "games.db")
    made = GameService(store, find)
    yield made
    made.close()


@pytest.fixture
def game(tables: GameService) -> str:
    return tables.open(SETUP).id


def draws(tables: GameService, game: str, count: int) -> None:
    """Draw `count` times, in turn."""
    for _ in range(count):
        tables.say(game, {"action": "draw", "player": tables.seen(game).table.turn})


class TestSaying:
    def test_who_saw_an_older_table_is_told(self, tables: GameService, game: str) -> None:
        tables.say(game, DRAW_ANA, version=1)
        with pytest.raises(Stale) as caught:
            tables.say(game, {"action": "draw", "player": "Beto"}, version=1)
        assert caught.value.version == 2
        assert tables.seen(game).version == 2

    def test_a_retry_changes_nothing_and_gets_the_same_answer(self, tables: GameService, game: str) -> None:
        first = tables.say(game, DRAW_ANA, version=1, action_id="a")
        draws(tables, game, 1)
        again = tables.say(game, DRAW_ANA, version=1, action_id="a")
        assert (again.version, again.state) == (first.version, first.state)
        assert tables.seen(game).version == 3
        with pytest.raises(Stale):
            tables.say(game, {"action": "tell", "player": "Ana", "text": "x"}, action_id="a")

    def test_a_retry_is_known_after_the_game_left_memory(self, tables: GameService, game: str) -> None:
        first = tables.say(game, DRAW_ANA, action_id="a")
        tables._shelf.drop(game)
        assert tables.say(game, DRAW_ANA, action_id="a").state == first.state

    def test_two_tablets_at_once(self, tables: GameService, game: str) -> None:
        came: list[object] = []

        def tap() -> None:
            try:
                came.append(tables.say(game, DRAW_ANA, version=1).version)
            except Stale as stale:
                came.append(stale)

        threads = [Thread(target=tap) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert came.count(2) == 1
        assert len([one for one in came if isinstance(one, Stale)]) == 7

    def test_two_copies_of_a_game_in_memory_do_not_overwrite_each_other(self, tables: GameService, game: str) -> None:
        other = GameService(tables.store, find)
        other.seen(game)
        tables.say(game, DRAW_ANA)
        with pytest.raises(Refused):  # it read the game afresh, where Ana has drawn
            other.say(game, DRAW_ANA)
        assert other.say(game, {"action": "draw", "player": "Beto"}).version == 3

    def test_whoever_looks_on_does_not_wait_for_the_disk(
        self, tables: GameService, monkeypatch: pytest.MonkeyPatch, game: str
    ) -> None:
        began, go = Event(), Event()
        append = tables.store.append

        def slow(*given: object) -> None:
            began.set()
            assert go.wait(30)
            append(*given)  # type: ignore[arg-type]

        monkeypatch.setattr(tables.store, "append", slow)
        looked: list[int] = []
        writing = Thread(target=lambda: tables.say(game, DRAW_ANA))
        looking = Thread(target=lambda: looked.append(tables.seen(game).version))
        writing.start()
        assert began.wait(30)
        looking.start()
        looking.join(60)
        is_through = list(looked)
        go.set()
        writing.join(30)
        looking.join(30)
        assert is_through == [1], "and what is not written has not happened yet"
        assert tables.seen(game).version == 2

    def test_what_is_not_written_has_not_happened(
        self, tables: GameService, monkeypatch: pytest.MonkeyPatch, game: str
    ) -> None:

        def full(*args: object) -> None:
            raise Unwritable("store.full", path="disk")

        with monkeypatch.context() as patch:
            patch.setattr(tables.store, "append", full)
            with pytest.raises(Unwritable):
                tables.say(game, DRAW_ANA, action_id="a")
            assert tables.seen(game).version == 1
        assert tables.say(game, DRAW_ANA, action_id="a").version == 2

    def test_names_are_cleaned_alike_in_set_up_and_actions(self, tables: GameService) -> None:
        players = ["  A\u200bna\u202e ", "Jose\u0301", "X\tY\n Z\x00", "<b>\ud800"]
        seen = tables.open({**SETUP, "players": players, "first": "José"})
        assert seen.table.players == ("Ana", "José", "X Y Z", "<b>")
        assert seen.table.turn == "José"
        assert tables.say(seen.id, {"action": "draw", "player": "Jose\u0301\u200f"}).version == 2

    def test_a_game_whose_deck_has_gone_says_so(self, tables: GameService, game: str) -> None:
        tables._shelf.drop(game)
        tables.find = lambda slug, deck: find("gone")
        with pytest.raises(Unplayable):
            tables.seen(game)


class TestGoingBack:
    def test_nothing_to_undo_or_redo(self, tables: GameService, game: str) -> None:
        for verb in ("undo", "redo"):
            with pytest.raises(Refused) as caught:
                tables.say(game, {"action": verb})
            assert caught.value.violation.rule == f"{verb}.nothing"
            assert "{" not in caught.value.sentence("es") and caught.value.where("es") == "", "no rulebook speaks of it"
        with pytest.raises(Refused) as caught:
            tables.say(game, {"action": "draw", "player": "Beto"})
        assert (caught.value.sentence("en"), caught.value.where("en")) == ("It is Ana's turn.", "p. 1")

    def test_after_the_end(self, tables: GameService, game: str) -> None:
        tables.say(game, {"action": "stop"})
        for verb in ("redo", "stop", "tell"):
            with pytest.raises(Refused) as caught:
                tables.say(game, {"action": verb, "player": "Ana", "text": "x"})
            assert caught.value.violation.rule == "game.over"
        assert tables.say(game, {"action": "undo"}).state["status"] == "playing"

    def test_returning_is_one_step_of_many_entries(self, tables: GameService, game: str) -> None:
        draws(tables, game, 10)
        wanted = tables.seen(game, 4).state
        seen = tables.return_to(game, 4, version=11, action_id="back")
        assert {**seen.state, "version": 4} == wanted
        assert seen.version == 18
        assert tables.return_to(game, 4, version=11, action_id="back").version == 18
        assert tables.return_to(game, 4).version == 18

    @settings(max_examples=30)
    @given(
        st.lists(
            st.one_of(st.sampled_from(["draw", "draw", "undo", "redo"]), st.integers(1, 12)), min_size=6, max_size=25
        )
    )
    def test_any_way_of_going_back_and_forth(self, said: list[str | int]) -> None:
        tables = toy_house()
        game = tables.open(SETUP).id
        for thing in said:
            version = tables.seen(game).version
            if isinstance(thing, int):
                wanted = tables.seen(game, min(thing, version))
                assert tables.return_to(game, min(thing, version)).table == wanted.table
            else:
                try:
                    tables.say(game, {"action": thing, "player": tables.seen(game).table.turn})
                except Refused:
                    assert tables.seen(game).version == version
        replayed = play(read_script("x", write_script(tables.playing(game).entries).encode()), find)
        assert replayed.playing is not None
        assert replayed.playing.state() == tables.seen(game).state
        assert not any(outcome.refused for outcome in replayed.outcomes)
        while tables.seen(game).can_undo:
            tables.say(game, {"action": "undo"})
        assert tables.seen(game).table == tables.seen(game, 1).table
        afresh = GameService(tables.store, find)
        assert afresh.seen(game) == tables.seen(game)


class TestReading:
    def test_what_a_device_has_missed(self, tables: GameService, game: str) -> None:
        draws(tables, game, 4)
        versions = lambda after: [change.version for change in tables.changes(game, after)]  # noqa: E731
        assert versions(None) == [5]
        assert versions(2) == [3, 4, 5]
        assert versions(5) == []
        assert versions(9) == [5]  # it saw a version that is no longer: the newest, to agree again
        assert json.loads(tables.changes(game, 2)[0].state) == tables.seen(game, 3).state

    def test_who_watches_is_told_in_order(self, tables: GameService, game: str) -> None:
        woken: list[int] = []
        subscription = tables.hub.subscribe(game, lambda: woken.append(1))
        draws(tables, game, 3)
        tables.return_to(game, 2)
        assert [change.version for change in subscription.take()] == [2, 3, 4, 5, 6]
        assert len(woken) == 5
        tables.hub.leave(subscription)
        draws(tables, game, 1)
        assert subscription.take() == []

    def test_after_the_end_of_the_service_nobody_watches(self, tables: GameService, game: str) -> None:
        watching = tables.hub.subscribe(game, lambda: None)
        tables.hub.close()
        assert watching.is_cut and tables.hub.subscribe(game, lambda: None).is_cut


class TestDamageWhilePlaying:
    def test_the_evening_goes_on_with_all_that_is_in_memory(self, tmp_path: Path) -> None:
        path = tmp_path / "games.db"
        tables = GameService(SQLiteStore(path), find)
        game, other = (tables.open(SETUP).id for _ in range(2))
        draws(tables, game, 20)
        path.rename(tmp_path / "moved.db")
        seen = tables.say(game, {"action": "draw", "player": "Carla"})
        assert seen.version == 22
        assert len(tables.salvages) == 1
        tables.close()
        again = GameService(SQLiteStore(path), find)
        assert again.seen(game).state == seen.state
        assert again.heading(other).players == again.heading(game).players == tuple(SETUP["players"])  # type: ignore[arg-type]
        assert again.heading(other).opened == again.playing(other).entries[0].at
        assert again.salvages == ()
        again.close()

    def test_a_game_that_cannot_be_read_whole_goes_on_from_where_it_reads(self, tmp_path: Path) -> None:

        path = tmp_path / "games.db"
        tables = GameService(SQLiteStore(path), find)
        torn, whole = tables.open(SETUP).id, tables.open(SETUP).id
        draws(tables, torn, 5)
        draws(tables, whole, 5)
        tables.close()
        spoil(path, f"update entry set facts = 'x' where game = '{torn}' and number = 4")
        tables = GameService(SQLiteStore(path), find)
        assert tables.seen(whole).version == 6
        assert tables.seen(torn).version == 3
        (salvage,) = tables.salvages
        assert salvage.short == ((torn, 3),)
        assert salvage.whole == (whole,)
        tables.close()


class TestFields:
    """What a request says beside its action."""

    @pytest.mark.parametrize(("said", "found"), [({}, ""), ({"via": None}, ""), ({"via": "v" * 41}, "v" * 40)])
    def test_the_name_of_a_device_is_cut_short(self, said: dict[str, object], found: str) -> None:
        assert parsing.via(said) == found

    @pytest.mark.parametrize(("said", "found"), [({}, None), ({"n": None}, None), ({"n": 3.0}, 3), ({"n": 1}, 1)])
    def test_a_whole_number(self, said: dict[str, object], found: int | None) -> None:
        assert parsing.whole_number(said, "n", "malformed.version") == found

    @pytest.mark.parametrize(
        ("said", "found"), [({}, ""), ({"action_id": None}, ""), ({"action_id": "!" + "~" * 99}, "!" + "~" * 99)]
    )
    def test_the_id_of_an_action(self, said: dict[str, object], found: str) -> None:
        assert parsing.action_id(said) == found

    @pytest.mark.parametrize(
        ("said", "found"),
        [({"name": "n" * 80}, ("n" * 80, None)), ({"archived": False}, (None, False)), ({"name": ""}, ("", None))],
    )
    def test_a_label(self, said: dict[str, object], found: tuple[object, object]) -> None:
        assert parsing.label(said) == found

    @pytest.mark.parametrize(
        "read",
        [
            lambda: parsing.via({"via": 3}),
            *(lambda n=n: parsing.whole_number({"n": n}, "n", "malformed.version") for n in (0, -1, True, "3", 1.5)),
            *(lambda ident=ident: parsing.action_id({"action_id": ident}) for ident in ("", "a b", "ñ", "x" * 101, 3)),
            *(
                lambda said=said: parsing.label(said)
                for said in ([], {}, {"name": "n" * 81}, {"name": 3}, {"archived": 1})
            ),
        ],
    )
    def test_anything_else_is_malformed(self, read: Callable[[], object]) -> None:
        with pytest.raises(Malformed):
            read()

    def test_json_names_the_place_where_it_ends(self) -> None:
        for text, place in (('{"a": }', "7"), ('{\n"a": }', "2:6"), ("[NaN]", "NaN")):
            with pytest.raises(Malformed) as caught:
                parsing.parse(text)
            assert caught.value.blanks["fault"] == place
        assert parsing.parse(b'\xef\xbb\xbf{"a\\u200b": [" x\\n y "]}') == {"a": ["x y"]}
