"""A vote stays shut until all are in: no written or spoken word before tells for whom it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.service.live.session import Refused
from companion.service.transfer import record
from companion.service.transfer.playthrough import write_script
from companion.service.transfer.qr_pieces import carried, text_of
from companion.store.memory import MemoryStore

FOUR = ["Ana", "Berto", "Ciro", "Dora"]
VOTES = {"Ana": "Berto", "Berto": "Dora", "Ciro": "Berto", "Dora": None}


class Table:
    """Four people in the recreation room."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        self.store = store or MemoryStore()
        self.tables = GameService(self.store, title)
        self.id = self.tables.open({"playthrough": 1, "game": "the-thing", "players": FOUR, "options": {}}).id
        self.say(action="take-sheets")
        self.say(action="override", set={"step": "rec-room"}, reason="t")

    def say(self, **thing: Any) -> dict[str, Any]:
        return self.tables.say(self.id, thing).state

    def vote(self, *players: str) -> dict[str, Any]:
        state: dict[str, Any] = {}
        for player in players:
            state = self.say(action="vote", player=player, at=VOTES[player])
        return state

    def told(self) -> str:
        """Return everything that is written of the game or told to any device."""
        playing, heading = self.tables.playing(self.id), self.tables.heading(self.id)
        undo = [
            playing.game.undo_hints(playing.table_before(entry.number), entry.facts, playing.title.words["es"])
            for entry in playing.entries[3:]
        ]
        return "\n".join(
            (
                json.dumps(record.document(playing, heading)["entries"]),
                json.dumps([line.text for line in record.log(playing, "es", 4)]),
                write_script(playing.entries[3:]),
                record.markdown(playing, heading, "en"),
                text_of(carried(playing, heading)),
                repr([row.entry for row in self.store.rows(self.id)][3:]),
                repr(undo),
                repr(playing.table.tracks),
            )
        )


@pytest.fixture
def table() -> Table:
    return Table()


def votes_in(table: Table) -> list[Any]:
    playing = table.tables.playing(table.id)
    return [entry.action.get("votes") for entry, _ in playing.course.standing if entry.verb == "votes"]


def test_until_the_last_vote_nothing_differs_whoever_they_are_for() -> None:
    """Until the last vote, votes for other players leave the very same bytes behind."""

    def three(**at: str) -> tuple[Any, ...]:
        table = Table()
        for player, target in at.items():
            table.say(action="vote", player=player, at=target)
        playing = table.tables.playing(table.id)
        entries = [(entry.number, dict(entry.action), entry.facts) for entry in playing.entries]
        return entries, playing.table, playing.state(), [line.text for line in record.log(playing, "es")]

    assert three(Ana="Berto", Berto="Dora", Ciro="Ana") == three(Ana="Ciro", Berto="Ana", Ciro="Dora")


def test_no_target_is_told_and_then_all_are_at_once(table: Table) -> None:
    state = table.vote("Ciro", "Ana", "Berto")
    assert state["voted"] == ["Ana", "Berto", "Ciro"] and state["step"] == "rec-room"
    assert '"at": "Berto"' not in table.told() and "votes" not in table.told().split("\n")[0].replace("voted", "")
    state = table.vote("Dora")
    assert votes_in(table) == [{"Ana": "Berto", "Berto": "Dora", "Ciro": "Berto"}]
    assert state["suspicion"] == {"Ana": 1, "Berto": 3, "Ciro": 1, "Dora": 2} and state["step"] == "tests"
    assert '"at"' not in write_script(table.tables.playing(table.id).entries)


def test_one_tap_is_taken_back_whole(table: Table) -> None:
    table.vote(*FOUR)
    newest = table.tables.playing(table.id).entries[-1]
    assert newest.verb == "votes" and newest.batch == newest.number - 1


def test_a_vote_that_was_taken_back_is_given_anew(table: Table) -> None:
    table.vote("Ana", "Berto")
    table.say(action="undo")
    table.say(action="vote", player="Berto", at="Ana")
    table.vote("Ciro", "Dora")
    assert votes_in(table) == [{"Ana": "Berto", "Berto": "Ana", "Ciro": "Berto"}]


def test_what_the_rules_refuse_is_refused_at_once(table: Table) -> None:
    with pytest.raises(Refused) as refused:
        table.say(action="vote", player="Ana", at="Ana")
    assert refused.value.violation.rule == "vote.self"
    assert table.vote("Ana")["voted"] == ["Ana"]


def test_several_votes_of_one_tap(table: Table) -> None:
    table.vote("Ana")
    rest = [{"action": "vote", "player": player, "at": None} for player in FOUR[1:]]
    assert table.tables.say_all(table.id, rest).state["step"] == "tests"
    assert votes_in(table) == [{"Ana": "Berto"}]


def test_the_same_vote_again_changes_nothing(table: Table) -> None:
    table.vote(*FOUR[:3])
    last = {"action": "vote", "player": "Dora", "at": "Ana"}
    table.tables.say(table.id, last, action_id="x")
    version = table.tables.playing(table.id).version
    table.tables.say(table.id, last, action_id="x")
    assert table.tables.playing(table.id).version == version and len(votes_in(table)) == 1


@pytest.mark.parametrize("known", [0, 1, 3])
def test_votes_that_nobody_remembers_are_told_by_the_table(table: Table, known: int) -> None:
    """After a restart the votes are forgotten: the table says all of them, as the fingers point."""
    table.vote(*FOUR[:known])
    table.tables = GameService(table.store, title)
    state = table.vote(*FOUR[known:])
    if not known:
        assert votes_in(table) == [{"Ana": "Berto", "Berto": "Dora", "Ciro": "Berto"}]
        return
    assert state["step"] == "rec-room" and not votes_in(table)
    seen = table.tables.seen(table.id)
    asked = seen.title.game.ask(seen.title.decklist, seen.table, {}, seen.title.words["es"])
    assert (dict(asked.said), asked.player) == ({"action": "votes"}, "")
    assert table.say(action="votes", votes={"Ana": "Berto"})["step"] == "tests"


def test_a_file_is_said_line_by_line_as_it_was_written() -> None:
    """A written vote names no player until the line of the last, which tells all and is taken as the file has it."""
    table, again = Table(), Table()
    table.vote(*FOUR)
    for entry in table.tables.playing(table.id).entries[3:]:
        state = again.say(**entry.action)
    assert votes_in(again) == votes_in(table) and state["step"] == "tests"


def test_whoever_shows_to_be_an_alien_votes_no_more(table: Table) -> None:
    table.vote("Ana", "Ciro", "Dora")
    state = table.say(action="expose", player="Berto")
    # Two of the three votes are against a player who is no longer there: the fingers have to be told anew.
    assert state["step"] == "rec-room" and not votes_in(table)
    other = Table()
    other.say(action="vote", player="Ana", at="Ciro")
    other.vote("Dora")
    other.say(action="vote", player="Ciro", at="Ana")
    assert other.say(action="expose", player="Berto")["step"] == "tests"
    assert votes_in(other) == [{"Ana": "Ciro", "Ciro": "Ana"}]
