"""Edit the past: the changed list is the game, nothing is lost, and what would differ is said."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.engine.history import Course, Entry
from companion.engine.state import Table
from companion.service.history.edit import Edit, amend, edit_of, looked_at
from companion.service.history.edit_note import edits, noted
from companion.service.live.games import GameService, Stale
from companion.service.live.session import LiveGame, Refused
from companion.service.transfer import record
from companion.service.transfer.importing import take_in
from companion.service.transfer.playthrough import play, read_script, write_script
from companion.service.transfer.record import document
from companion.store.memory import MemoryStore
from tests.beside import beside_lines
from tests.games.walk import walk
from tests.history.telling import told
from tests.length import examples

FEW = settings(max_examples=examples(30))
FOUR = ["Ana", "Beto", "Carla", "Dani"]
BEGUN: list[dict[str, Any]] = beside_lines(__file__, "begun.jsonl")
DOOR = {"action": "play", "player": "Ana", "card": "puerta-atrancada", "target": "Dani"}
"""Instead of entry 3: then the flamethrower of entry 9 is aimed through a door."""


SHOWN = {"action": "show", "player": "Carla", "cards": ["whisky"], "to": "all"}


def begun(actions: Sequence[dict[str, Any]] = BEGUN) -> tuple[GameService, str]:
    """Return a game of four people, some turns in."""
    tables = GameService(MemoryStore(), title)
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": FOUR, "options": {}}).id
    for action in actions:
        tables.say(game, action)
    return tables, game


def amended(tables: GameService, game: str, edit: Edit) -> LiveGame:
    """Accept an edit; return the game."""
    amend(tables, game, edit)
    return tables.playing(game)


def walked(seed: int, steps: int = 40) -> tuple[GameService, str]:
    """Play a game at random, and return it as the service keeps it."""
    sitting = walk(title("la-cosa"), seed, steps, quiet=0.15)
    tables = GameService(MemoryStore(), title)
    return tables, take_in(tables, write_script(sitting.course.entries).encode()).seen.id


def played(playing: LiveGame, actions: list[dict[str, Any]]) -> Table:
    """Return the table after these actions, played from the set-up by the playthrough's own way; none is refused."""
    lines = [json.dumps(dict(playing.entries[0].action)), *map(json.dumps, actions)]
    run = play(read_script("it", "\n".join(lines).encode()), title)
    assert run.playing is not None
    assert [outcome.refused for outcome in run.outcomes if outcome.refused] == []
    return run.playing.course.table


def stood(playing: LiveGame) -> list[dict[str, Any]]:
    """Return the actions that stand, as they were said."""
    return [dict(entry.action) for entry, _ in playing.course.standing[1:]]


class TestFollowing:
    def test_what_becomes_illegal_says_its_rule_and_may_be_kept(self) -> None:
        tables, game = begun()
        playing = tables.playing(game)
        rewritten = looked_at(playing, edit_of(playing, 3, "change", [DOOR]))
        assert [(step.was, step.fate) for step in rewritten.steps] == [
            (0, "new"), *((n, "again") for n in range(4, 9)), (9, "out"),
        ]  # fmt: skip
        trouble = rewritten.troubles[0]
        assert trouble.violation is not None
        assert (trouble.violation.rule, trouble.can_keep) == ("target.door", True)
        assert "Ana" in trouble.violation.sentence(playing.title.words["es"])

    def test_kept_it_is_said_as_the_tables_own_ruling(self) -> None:
        tables, game = begun()
        playing = tables.playing(game)
        edit = edit_of(playing, 3, "change", [DOOR], [9], "así se jugó")
        kept = looked_at(playing, edit).steps[-1]
        assert (kept.fate, kept.action.text("anyway")) == ("kept", "así se jugó")
        seen = amend(tables, game, edit, 9)
        assert seen.state["against"] == "lanzallamas"
        assert record.log(playing, "es")[9].text.endswith("Entradas posteriores que siguen en pie: 6.")

    def test_what_no_table_can_have_done_is_not_offered(self) -> None:
        tables, game = begun()
        playing = tables.playing(game)
        rewritten = looked_at(playing, edit_of(playing, 2, "remove", []))
        assert rewritten.troubles
        assert not any(
            step.can_keep for step in rewritten.troubles if step.violation and step.violation.rule == "step.wrong"
        )

    @pytest.mark.parametrize("number", [3, 8, 9])
    def test_after_what_is_put_before_an_entry_all_follow(self, number: int) -> None:
        tables, game = begun()
        playing = tables.playing(game)
        rewritten = looked_at(playing, edit_of(playing, number, "insert", [SHOWN]))
        assert [step.was for step in rewritten.done] == [0, *range(number, 10)]
        assert stood(amended(tables, game, rewritten.edit)) == [*BEGUN[: number - 2], SHOWN, *BEGUN[number - 2 :]]

    @pytest.mark.parametrize("keep", [[], [10]])
    def test_what_a_removal_forbids_is_left_out_unless_it_is_to_stay(self, keep: list[int]) -> None:
        door_is_gone = {"action": "override", "set": {"doors": []}, "reason": "no estaba"}
        tables, game = begun([BEGUN[0], DOOR, door_is_gone, *BEGUN[2:]])
        playing = tables.playing(game)
        last = looked_at(playing, edit_of(playing, 4, "remove", [], keep)).steps[-1]
        assert (last.was, last.fate, last.can_keep) == (10, "kept" if keep else "out", True)
        assert last.violation is not None and last.violation.rule == "target.door"

    def test_a_new_action_that_is_refused_writes_nothing(self) -> None:
        tables, game = begun()
        playing = tables.playing(game)
        edit = edit_of(playing, 3, "change", [{**DOOR, "target": "Carla"}])
        assert looked_at(playing, edit).refused is not None
        with pytest.raises(Refused):
            amend(tables, game, edit)
        assert playing.version == 9

    @pytest.mark.parametrize(
        ("number", "how", "things"),
        [(1, "change", [DOOR]), (99, "remove", []), (3, "turn", [DOOR]), (3, "remove", [DOOR]), (3, "change", [])],
    )
    def test_nonsense_is_malformed(self, number: int, how: str, things: list[object]) -> None:
        tables, game = begun()
        playing = tables.playing(game)
        with pytest.raises(Malformed):
            looked_at(playing, edit_of(playing, number, how, things))

    def test_what_was_undone_cannot_be_edited(self) -> None:
        tables, game = begun()
        tables.say(game, {"action": "undo"})
        playing = tables.playing(game)
        with pytest.raises(Malformed):
            looked_at(playing, edit_of(playing, 9, "remove", []))


class TestProperties:
    @FEW
    @given(st.integers(0, 10**6), st.data())
    def test_an_edit_that_changes_nothing_changes_nothing(self, seed: int, data: st.DataObject) -> None:
        tables, game = walked(seed)
        playing = tables.playing(game)
        entry = data.draw(st.sampled_from(playing.course.standing[1:]))[0]
        edit = edit_of(playing, entry.number, "change", [dict(entry.action)])
        rewritten = looked_at(playing, edit)
        assert rewritten.table == playing.course.table
        assert rewritten.troubles == ()
        before = playing.version
        assert amend(tables, game, edit).version == before

    @FEW
    @given(st.integers(0, 10**6), st.data())
    def test_the_result_is_the_changed_list_played_from_the_start(self, seed: int, data: st.DataObject) -> None:
        tables, game = walked(seed)
        playing = tables.playing(game)
        edit = _some_edit(playing, data)
        rewritten = looked_at(playing, edit)
        if rewritten.refused is not None:
            return
        old = [entry for entry, _ in playing.course.standing[1:] if entry.number < edit.number]
        changed = [dict(entry.action) for entry in old] + [step.action.json() for step in rewritten.done]
        assert played(playing, changed) == rewritten.table
        amend(tables, game, edit)
        assert stood(playing) == changed
        assert playing.course.table == rewritten.table

    @FEW
    @given(st.integers(0, 10**6), st.data())
    def test_nothing_is_lost_and_every_export_tells_it(self, seed: int, data: st.DataObject) -> None:
        tables, game = walked(seed)
        playing = tables.playing(game)
        edit = _some_edit(playing, data)
        rewritten = looked_at(playing, edit)
        if rewritten.refused is not None or not rewritten.changes:
            return
        before, table = list(playing.entries), playing.course.table
        seen = amend(tables, game, edit)
        assert playing.entries[: len(before)] == before
        assert seen.version == len(before) + len(rewritten.before) + len(rewritten.done)
        for data_out in (write_script(playing.entries), json.dumps(document(playing, tables.heading(game)))):
            other = GameService(MemoryStore(), title)
            taken = other.playing(take_in(other, data_out.encode()).seen.id)
            assert taken.state() == playing.state()
            assert edits(taken.entries) == edits(playing.entries) != ()
            assert [line.text for line in record.log(taken, "en")] == [line.text for line in record.log(playing, "en")]
        tables.return_to(game, len(before))
        assert playing.course.table == table


def _some_edit(playing: LiveGame, data: st.DataObject) -> Edit:
    """Draw an edit of any kind at any place; the new action is one of the game's own, said at another time."""
    entries = [entry for entry, _ in playing.course.standing[1:]]
    entry = data.draw(st.sampled_from(entries))
    how = data.draw(st.sampled_from(("change", "insert", "remove")))
    things = [] if how == "remove" else [dict(data.draw(st.sampled_from(entries)).action)]
    keep = data.draw(st.lists(st.sampled_from([entry.number for entry in entries]), max_size=5))
    return edit_of(playing, entry.number, how, things, keep, "así fue")


class TestWriting:
    def test_the_log_tells_it_with_what_was_struck(self) -> None:
        tables, game = begun()
        playing = tables.playing(game)
        amend(tables, game, edit_of(playing, 3, "change", [DOOR]), 9, via="tableta")
        lines = record.log(playing, "es")
        assert [line.version for line in lines if line.undone] == list(range(3, 10))
        assert lines[9].text == (
            "Se cambia la entrada 3. Decía: Ana descarta una carta. "
            "Entradas posteriores que siguen en pie: 5. Entradas que ya no caben: 9."
        )
        assert {entry.via for entry in playing.entries[9:]} == {"tableta"}

    @pytest.mark.parametrize(
        ("how", "things", "says"),
        [("insert", [SHOWN], "insert"), ("insert", [DOOR], "insert"),
         ("remove", [], "remove"), ("change", [DOOR], "change")],
    )  # fmt: skip
    def test_the_note_says_how(self, how: str, things: list[object], says: str) -> None:
        tables, game = begun()
        playing = tables.playing(game)
        amend(tables, game, edit_of(playing, 3, how, things))
        (found,) = edits(playing.entries)
        assert (found.how, found.entry, found.first, found.last) == (says, 3, 10, playing.version)

    def test_redo_and_a_stale_device(self) -> None:
        tables, game = begun()
        playing = tables.playing(game)
        amend(tables, game, edit_of(playing, 9, "remove", []), 9)
        with pytest.raises(Stale):
            amend(tables, game, edit_of(playing, 8, "remove", []), 9)
        assert tables.say(game, {"action": "redo"}).state["against"] == "lanzallamas"

    def test_sent_twice_it_is_written_once(self) -> None:
        tables, game = begun()
        playing = tables.playing(game)
        edit = edit_of(playing, 3, "change", [DOOR])
        first = amend(tables, game, edit, 9, "one")
        assert amend(tables, game, edit, 9, "one").version == first.version == playing.version

    @pytest.mark.parametrize(
        "said",
        [
            {},
            {"entry": 99},
            {"entry": 3, "undone": 9, "new": 0, "again": 0},
            {"entry": 3, "undone": 1, "again": 4, "new": 0},
        ],
    )
    def test_a_note_that_does_not_fit_is_passed_over(self, said: dict[str, int]) -> None:
        tables, game = begun()
        tables.say(game, {"action": "undo", "edit": said})
        playing = tables.playing(game)
        assert noted(playing.entries, 10) is None
        assert record.log(playing, "es")[9].text.startswith("Se deshace la entrada 9")

    @pytest.mark.parametrize("then", [{"action": "undo"}, {"action": "discard", "player": "Ana"}])
    def test_a_note_that_what_follows_belies_is_passed_over(self, then: dict[str, str]) -> None:
        tables, game = begun()
        kind = {"undone": 1, "again": 1} if then["action"] == "undo" else {"undone": 2, "again": 0}
        tables.say(game, {"action": "undo", "edit": {"entry": 3, "new": 0, **kind}})
        tables.say(game, then)
        assert edits(tables.playing(game).entries) == ()

    def test_a_note_of_the_wrong_shape_is_malformed(self) -> None:
        tables, game = begun()
        for said in ("x", {"entry": "Ana"}, {"entry": -1}, {"other": 1}):
            with pytest.raises(Malformed):
                tables.say(game, {"action": "undo", "edit": said})

    def test_facts_stay_what_they_were_where_the_table_is_the_same(self) -> None:
        """Rules may have been corrected since: what the edit does not touch keeps the facts it had."""
        tables, game = begun()
        playing = tables.playing(game)
        course = Course()
        for entry, _ in playing.course.standing:
            course.record(Entry(entry.number, entry.action, entry.facts if entry.number != 8 else (), entry.at))
        playing.course.standing[:] = course.standing
        edit = edit_of(playing, 3, "change", [dict(playing.entries[2].action)])
        assert looked_at(playing, edit).table == course.table


class TestOver:
    def test_a_game_that_is_over_is_corrected_and_stays_over(self) -> None:
        tables, game = told()
        playing = tables.playing(game)
        edit = edit_of(playing, 3, "change", [{"action": "play", "player": "Ana", "card": "hacha", "target": "Ana"}])
        assert looked_at(playing, edit).refused is not None
        edit = edit_of(playing, 10, "change", [{"action": "play", "player": "Carla", "card": "whisky"}])
        rewritten = looked_at(playing, edit)
        assert (rewritten.troubles, rewritten.table.ended) == ((), playing.course.table.ended)
        amend(tables, game, edit)
        assert playing.state()["status"] == "ended"

    def test_without_what_led_to_it_the_end_is_no_longer_there(self) -> None:
        tables, game = told()
        playing = tables.playing(game)
        rewritten = looked_at(playing, edit_of(playing, 17, "remove", []))
        assert [(step.was, step.fate) for step in rewritten.steps] == [(18, "out")]
        assert rewritten.table.ended is None


@pytest.mark.parametrize(
    ("number", "how", "actions", "said"),
    [
        (9, "change", [DOOR], "was something else. It used to say: Ana plays Flamethrower on Dani."),
        (9, "remove", [], "did not happen. It used to say: Ana plays Flamethrower on Dani."),
        (3, "change", [DOOR], "was something else. It used to say: Ana discards a card."
                              " Later entries replayed: 5. Left out: 9."),
        (3, "remove", [], "did not happen. It used to say: Ana discards a card."
                          " Later entries replayed: 1. Left out: 4–8."),
    ],
)  # fmt: skip
def test_the_log_tells_an_edit(number: int, how: str, actions: list[dict[str, Any]], said: str) -> None:
    tables, game = begun()
    playing = amended(tables, game, edit_of(tables.playing(game), number, how, actions))
    assert record.log(playing, "en", 10)[0].text == f"The past is corrected: entry {number} {said}"
