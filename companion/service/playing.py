"""One game in memory: what was said so far, the table after each of it, and what may be said next.

Deciding and recording are two steps. `decide` judges and changes nothing; `record` is called once the entry is safe.
Both cost the same in a game of fifty entries and in one of five thousand.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from threading import RLock

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.catalog import CatalogFault, Title, gentle
from companion.referee.actions import Action, Malformed, Verb, read
from companion.referee.game import Game
from companion.referee.ruling import Violation
from companion.service.past_note import NOTE
from companion.service.reading import Opening
from companion.service.saying import spoken
from companion.store.log import Row
from companion.store.rows import FIRST_SEAL, Written, write
from companion.table.history import REDO, UNDO, Course, Entry
from companion.table.state import Table, replay

TURNING = {UNDO: Verb(UNDO, {"edit": NOTE}), REDO: Verb(REDO, {})}
"""What can be said in every game: the last action is taken back, or restored."""


class Refused(Exception):
    """The rules, or the state of the game, do not allow it. Nothing has changed."""

    def __init__(self, violation: Violation, title: Title) -> None:
        super().__init__(violation.rule)
        self.violation = violation
        self.title = title

    def sentence(self, lang: str) -> str:
        """Why not."""
        return self.violation.sentence(words_of(self.title, lang))

    def where(self, lang: str) -> str:
        """The place in the rulebook; empty where no rulebook speaks of it."""
        words = words_of(self.title, lang)
        return self.violation.where(words) if words.has(f"rules.{self.violation.rule}.where") else ""


GENTLY = "-gentle"
"""What follows the name of a language for a table with children."""


def words_of(title: Title, lang: str) -> Wording:
    """The sentences of a game and of the service in a language; `es-gentle` says some of them more gently."""
    plain = lang.removesuffix(GENTLY)
    words = spoken(title.wording(plain))
    return words if plain == lang else Wording(lang, gentle(title.game.slug, plain), words)


Finder = Callable[[str, str], Title]
"""The title for a game's slug and a deck's name (empty: its own); raises `CatalogFault`."""


def title_of(find: Finder, game: str, deck: str = "") -> Title:
    """The title a set-up line asks for; raises `Malformed` for a game or a deck nobody knows."""
    try:
        return find(game, deck)
    except CatalogFault as fault:
        raise Malformed("malformed.title", fault=fault) from fault


class Shapes:
    """What has the shape of an action in a game with so many players; whether it is allowed is another question."""

    def __init__(self, title: Title, players: int) -> None:
        self._title = title
        self._players = players
        self._verbs: Mapping[str, Verb] = {**title.game.verbs, **TURNING}

    def read(self, thing: object) -> Action:
        """The action a JSON value stands for; raises `Malformed`."""
        action = read(self._verbs, thing)
        if action.verb not in TURNING:
            self._title.game.check_form(self._title.decklist, self._players, action)
        return action

    def read_plain(self, thing: object) -> Action:
        """The same, but no undo and no redo: what several things said in one breath may be."""
        action = read(self._title.game.verbs, thing)
        self._title.game.check_form(self._title.decklist, self._players, action)
        return action


def begin(title: Title, line: Opening, at: str = "", via: str = "") -> Entry:
    """The first entry of a game; raises `Refused` where the set-up is."""
    violation = title.game.refuse_setup(title.decklist, line.setup)
    if violation is not None:
        raise Refused(violation, title)
    return Entry(1, line.said, title.game.open(title.decklist, line.setup), at, via)


class Playing:
    """A game as far as it has been played. `lock` is held by whoever decides and records."""

    def __init__(self, title: Title, rows: Sequence[Row] = ()) -> None:
        self.title = title
        self.lock = RLock()
        self.read_anew(rows)

    def read_anew(self, rows: Sequence[Row]) -> None:
        """The same game as it is kept now: who waits for the lock finds no name in it that was forgotten."""
        self.course = Course()
        self._after: list[Table] = []
        self._about: dict[int, int] = {}
        self._ids: dict[str, int] = {}
        self._written: list[Written] = []
        for row in rows:
            self.record(row)

    @property
    def game(self) -> Game:
        """Its rules."""
        return self.title.game

    @property
    def decklist(self) -> Decklist:
        """Its box."""
        return self.title.decklist

    @property
    def version(self) -> int:
        """How many entries there are."""
        return self.course.version

    @property
    def entries(self) -> Sequence[Entry]:
        """Everything that was said, in order."""
        return self.course.entries

    def shapes(self) -> Shapes:
        """What has the shape of an action in this game."""
        return Shapes(self.title, len(self.course.table.players))

    def decide(self, action: Action, at: str = "", via: str = "") -> Entry:
        """The entry an action would be; raises `Refused`. Changes nothing."""
        number = self.version + 1
        if action.verb in TURNING:
            self._refuse_turning(action.verb)
            return Entry(number, action.json(), (), at, via)
        return self._done(number, action, self.course.table, at, via)

    def decide_all(self, actions: Sequence[Action], at: str = "", via: str = "") -> tuple[tuple[Entry, ...], Table]:
        """The entries of actions said in one breath, and the table after them; raises `Refused` for the first refused.

        Each is judged on the table the one before it leaves behind. None of them may be an undo or a redo.
        """
        entries: list[Entry] = []
        table = self.course.table
        for action in actions:
            entries.append(self._done(self.version + len(entries) + 1, action, table, at, via))
            table = replay(entries[-1].facts, table)
        return tuple(entries), table

    def _done(self, number: int, action: Action, table: Table, at: str, via: str) -> Entry:
        violation = self.game.judge(self.decklist, table, action)
        if violation is not None:
            raise Refused(violation, self.title)
        return Entry(number, action.json(), self.game.carry_out(self.decklist, table, action), at, via)

    def record(self, row: Row) -> None:
        """The entry has happened."""
        entry, course = row.entry, self.course
        if entry.verb == UNDO:
            self._about[entry.number] = course.standing[-1][0].number
        elif entry.verb == REDO:
            self._about[entry.number] = course.undone[-1][0].number
        course.record(entry)
        self._after.append(course.table)
        if row.action_id:
            self._ids[row.action_id] = entry.number

    def number_of(self, action_id: str) -> int | None:
        """The entry that a device sent under this id, if it was written already."""
        return self._ids.get(action_id) if action_id else None

    def id_of(self, number: int) -> str:
        """The id under which a device sent an entry; empty where it sent none."""
        return next((ident for ident, found in self._ids.items() if found == number), "")

    def rows(self) -> list[Row]:
        """Every entry as the store keeps it."""
        ids = {number: ident for ident, number in self._ids.items()}
        return [Row(entry, ids.get(entry.number, "")) for entry in self.entries]

    def written(self) -> Sequence[Written]:
        """Every entry as it stands in the log, sealed; worked out when it is first asked for, and only once."""
        with self.lock:
            known = len(self._written)
            if known < self.version:
                before = self._written[-1].seal if self._written else FIRST_SEAL
                self._written += write(self.rows()[known:], before)
            return self._written

    def about(self, number: int) -> int | None:
        """Which entry an undo or a redo took back or restored."""
        return self._about.get(number)

    def table_at(self, version: int) -> Table:
        """The table as it was after that entry."""
        return self._after[version - 1]

    def table_before(self, version: int) -> Table:
        """The table as it was before that entry."""
        return self._after[version - 2] if version > 1 else Table()

    def state(self, version: int | None = None) -> dict[str, object]:
        """The public state, now or after an entry."""
        number = self.version if version is None else version
        state: dict[str, object] = {}
        for key, value in self.game.state(self.decklist, self.table_at(number)).items():
            state[key] = value
            if key == "status":
                state["version"] = number
        return {**state, "version": number}

    def glance(self) -> str:
        """What the list of games shows of it, as JSON."""
        return self.glance_at(self.course.table)

    def glance_at(self, table: Table) -> str:
        """The same for a table of this game that is about to be."""
        status = self.game.state(self.decklist, table).get("status")
        return json.dumps({"players": list(table.players), "status": status}, ensure_ascii=False)

    def table_after(self, entry: Entry) -> Table:
        """The table as it would be after one more entry."""
        if entry.verb == UNDO:
            return self.course.standing[-2][1]
        return self.course.undone[-1][1] if entry.verb == REDO else replay(entry.facts, self.course.table)

    def way_back(self, number: int, at: str = "", via: str = "") -> list[Entry]:
        """The entries that bring the table back to where it was after entry `number`.

        Undo as far as the two ways have in common, redo or say again what was taken back since.
        """
        here = [entry.number for entry, _ in self.course.standing]
        there = self._standing_at(number)
        common = next((k for k, pair in enumerate(zip(here, there, strict=False)) if pair[0] != pair[1]),
                      min(len(here), len(there)))  # fmt: skip
        undone = [entry.number for entry, _ in self.course.undone] + here[: common - 1 : -1]
        back: list[tuple[Mapping[str, object], Entry | None]] = [({"action": UNDO}, None)] * (len(here) - common)
        for wanted in there[common:]:
            if undone and undone[-1] == wanted:
                undone.pop()
                back.append(({"action": REDO}, None))
            else:
                undone.clear()
                again = self.entries[wanted - 1]
                back.append((again.action, again))
        return [
            Entry(self.version + k, action, again.facts if again else (), at, via)
            for k, (action, again) in enumerate(back, 1)
        ]

    def _refuse_turning(self, verb: str) -> None:
        if verb == UNDO and not self.course.can_undo:
            raise Refused(Violation("undo.nothing"), self.title)
        if verb == REDO and not self.course.can_redo:
            over = self.course.table.ended is not None
            raise Refused(Violation("game.over" if over else "redo.nothing"), self.title)

    def _standing_at(self, number: int) -> list[int]:
        standing: list[int] = []
        undone: list[int] = []
        for entry in self.entries[:number]:
            if entry.verb == UNDO:
                undone.append(standing.pop())
            elif entry.verb == REDO:
                standing.append(undone.pop())
            else:
                standing.append(entry.number)
                undone.clear()
        return standing


def action_of(entry: Entry) -> Action:
    """What was said, as an action; the set-up has an empty verb."""
    return Action(entry.verb, {key: value for key, value in entry.action.items() if key != "action"})
