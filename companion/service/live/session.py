"""One game in memory: what was said so far, the table after each of it, and what may be said next.

Deciding and recording are two steps. `decide` judges and changes nothing; `record` is called once the entry is safe.
Both cost the same in a game of fifty entries and in one of five thousand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import RLock

from companion.decks.catalog import CatalogFault, Title, gentle
from companion.engine.actions import Action, ActionType, Malformed, read
from companion.engine.deck import Decklist
from companion.engine.game import Running, Value
from companion.engine.history import REDO, UNDO, Course, Entry
from companion.engine.kit.game import Game
from companion.engine.lessons import Taught
from companion.engine.rules import Violation
from companion.engine.state import Table, replay
from companion.engine.words import Wording
from companion.service.history.edit_note import NOTE
from companion.service.live.batches import in_one_batch
from companion.service.live.folding import Folded, Source, Whole, turns
from companion.service.live.parsing import Opening
from companion.service.messages import spoken
from companion.store.base import Overtaken, Row, glance_of
from companion.store.rows import FIRST_SEAL, Written, write

MOST_KEPT = 2000
"""Sentences about entries that are kept for each game: the lines on the pages of a few languages."""
MOST_RUNNING = 64
"""Values of each kind that are kept for each game: the moments that devices look at, and those undo goes back to."""

TURNING = {UNDO: ActionType(UNDO, {"edit": NOTE}), REDO: ActionType(REDO, {})}
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
        self._verbs: Mapping[str, ActionType] = {**title.game.verbs, **TURNING}

    def read(self, thing: object) -> Action:
        """The action a JSON value stands for; raises `Malformed`."""
        action = read(self._verbs, thing)
        if action.verb not in TURNING:
            self._title.game.check_form(self._title.decklist, self._players, action)
        return action

    def read_plain(self, thing: object) -> Action:
        """The same, but no undo and no redo: what several things said in one batch may be."""
        action = read(self._title.game.verbs, thing)
        self._title.game.check_form(self._title.decklist, self._players, action)
        return action


def begin(title: Title, line: Opening, at: str = "", via: str = "") -> Entry:
    """The first entry of a game; raises `Refused` where the set-up is."""
    violation = title.game.refuse_setup(title.decklist, line.setup)
    if violation is not None:
        raise Refused(violation, title)
    return Entry(1, line.said, title.game.open(title.decklist, line.setup), at, via, batch=1)


class LiveGame:
    """A game as far as it has been played.

    `lock` is held by whoever decides and records, for a moment. `writing` is held by whoever writes, from before they
    decide until it is recorded, the disk and all; it is taken before `lock`, and nobody who reads takes it.
    """

    def __init__(self, title: Title, rows: Sequence[Row] = ()) -> None:
        self.title = title
        self.lock, self.writing = RLock(), RLock()
        self._held: Whole | Folded = Whole()
        self.read_anew(rows)

    def read_anew(self, rows: Sequence[Row]) -> None:
        """The same game as it is kept now: who waits for the lock finds no name in it that was forgotten."""
        whole = Whole()
        for row in rows:
            whole.record(row)
        self._held = whole

    @property
    def course(self) -> Course:
        """The entries, those that stand, and their tables."""
        return self._whole.course

    @property
    def table(self) -> Table:
        """The table as it is now; asked of a folded game too."""
        return self._held.table

    @property
    def can_undo(self) -> bool:
        """Whether anything but the set-up stands; asked of a folded game too."""
        return self._held.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether something taken back can be restored; asked of a folded game too."""
        return self._held.can_redo

    @property
    def is_whole(self) -> bool:
        """Whether every entry is in memory."""
        return isinstance(self._held, Whole)

    def copied(self) -> LiveGame:
        """The same game again: what is recorded in one is not in the other."""
        other = LiveGame(self.title)
        with self.lock:
            other._held = self._whole.copied()
        return other

    def fold(self, source: Source) -> bool:
        """Keep only the table, and read the rest when it is asked for; not while somebody decides or records."""
        if not self.lock.acquire(blocking=False):
            return False
        try:
            if isinstance(self._held, Whole):
                self._held = self._held.folded(source)
        finally:
            self.lock.release()
        return True

    @property
    def _whole(self) -> Whole:
        held = self._held
        return held if isinstance(held, Whole) else self._unfolded()

    def _unfolded(self) -> Whole:
        with self.lock:
            held = self._held
            if isinstance(held, Whole):
                return held
            rows, whole = held.source.rows()[: held.version], Whole()
            if len(rows) < held.version:
                # The file was renewed meanwhile and tells less: it is read anew by whoever asks next.
                raise Overtaken(len(rows))
            for row in rows:
                whole.record(row)
            self._held = whole
            return whole

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
        return self._held.version

    @property
    def entries(self) -> Sequence[Entry]:
        """Everything that was said, in order."""
        return self.course.entries

    def shapes(self) -> Shapes:
        """What has the shape of an action in this game."""
        return Shapes(self.title, len(self.table.players))

    def decide(self, action: Action, at: str = "", via: str = "") -> Entry:
        """The entry an action would be; raises `Refused`. Changes nothing."""
        number = self.version + 1
        if action.verb in TURNING:
            self._refuse_turning(action.verb)
            return Entry(number, action.json(), (), at, via)
        return self.done(number, action, self.table, at, via)

    def decide_all(self, actions: Sequence[Action], at: str = "", via: str = "") -> tuple[tuple[Entry, ...], Table]:
        """The entries of actions said in one batch, and the table after them; raises `Refused` for the first refused.

        Each is judged on the table the one before it leaves behind. None of them may be an undo or a redo. They are
        one batch.
        """
        entries: list[Entry] = []
        table = self.table
        for action in actions:
            entries.append(self.done(self.version + len(entries) + 1, action, table, at, via))
            table = replay(entries[-1].facts, table)
        return tuple(in_one_batch(entries)), table

    def done(self, number: int, action: Action, table: Table, at: str = "", via: str = "") -> Entry:
        """The entry of this number that an action on such a table would be; raises `Refused`. What it says of a vote
        that stays shut is left out."""
        game, decklist = self.title.game, self.title.decklist
        violation = game.judge(decklist, table, action)
        if violation is not None:
            raise Refused(violation, self.title)
        ballot = game.moves[action.verb].ballot
        written = ballot.shut(action) if ballot else action
        return Entry(number, written.json(), game.carry_out(decklist, table, written), at, via)

    def record(self, row: Row, table: Table | None = None) -> None:
        """The entry has happened; `table`: what it left behind, where that is known."""
        held = self._whole if turns(row.entry) else self._held
        held.record(row, table)

    def number_of(self, action_id: str) -> int | None:
        """The entry that a device sent under this id, if it was written already."""
        held = self._held
        if not action_id:
            return None
        return held.ids.get(action_id) if isinstance(held, Whole) else held.number_of(action_id)

    def id_of(self, number: int) -> str:
        """The id under which a device sent an entry; empty where it sent none."""
        return next((ident for ident, found in self._whole.ids.items() if found == number), "")

    def rows(self) -> list[Row]:
        """Every entry as the store keeps it."""
        ids = {number: ident for ident, number in self._whole.ids.items()}
        return [Row(entry, ids.get(entry.number, "")) for entry in self.entries]

    def written(self) -> Sequence[Written]:
        """Every entry as it stands in the log, sealed; worked out when it is first asked for, and only once."""
        with self.lock:
            written = self._whole.written
            known = len(written)
            if known < self.version:
                before = written[-1].seal if written else FIRST_SEAL
                written += write(self.rows()[known:], before)
            return written

    @property
    def taught(self) -> dict[int, Taught]:
        """How far the lessons of a first evening had come after an entry, as far as somebody asked."""
        return self._whole.taught

    def running(self, what: Running[Value], number: int | None = None) -> Value:
        """Return what follows from the entries that stood after entry `number` (those that stand now).

        The values asked for lately are kept, by the entry that stood last: an entry always stands on the same ones, so
        that only what came after the nearest of them is added, whatever was taken back or restored meanwhile.
        """
        with self.lock:
            course, kept = self.course, self._whole.running.setdefault(what, {})
            last = top = course.tops[-1 if number is None else number - 1]
            added = list[int]()
            while top and top not in kept:
                added.append(top)
                top = course.parents[top]
            value: Value = kept.pop(top) if top else what.first
            if top:
                kept[top] = value  # asked for last
            for k in reversed(added):
                value = what.add(value, course.entries[k - 1], course.after[k - 1])
            kept[last] = value
            if len(kept) > MOST_RUNNING:
                del kept[next(iter(kept))]
            return value

    def about(self, number: int) -> int | None:
        """Which entry an undo or a redo took back or restored."""
        return self.course.turned(number)

    def moved_by(self, number: int) -> int:
        """Which entry took an entry back or restored it last; itself where none did."""
        return self._whole.moved.get(number, number)

    def told(self, entry: Entry, words: Wording, tell: Callable[[], str]) -> str:
        """What an entry of this game did, told anew only where it was not told lately."""
        kept, key = self._whole.told, (entry.number, words)
        text = kept.get(key)
        if text is None:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            text = kept[key] = tell()
        return text

    def table_at(self, version: int) -> Table:
        """The table as it was after that entry."""
        held = self._held
        if isinstance(held, Folded):
            first, after = held.kept
            if version >= first:
                return after[version - first]
        return self.course.after[version - 1]

    def tables_after(self, version: int) -> list[Table]:
        """Return the table after each entry behind that one, up to the newest there is now. It takes no lock: tables
        are only ever added."""
        held = self._held
        if isinstance(held, Folded):
            first, after = held.kept
            if version >= first - 1:
                return after[version + 1 - first :]
        return self.course.after[version:]

    def table_before(self, version: int) -> Table:
        """The table as it was before that entry."""
        return self.table_at(version - 1) if version > 1 else Table()

    def state(self, version: int | None = None) -> dict[str, object]:
        """The public state, now or after an entry."""
        number = self.version if version is None else version
        return public_state(self.title, self.table_at(number), number)

    def glance(self) -> str:
        """What the list of games shows of it, as JSON."""
        return glance_of(self.game.people(self.table), status_in(self.game.state(self.decklist, self.table)))

    def table_after(self, entry: Entry) -> Table:
        """The table as it would be after one more entry."""
        if entry.verb == UNDO:
            return self.course.standing[-2][1]
        return self.course.undone[-1][1] if entry.verb == REDO else replay(entry.facts, self.table)

    def way_back(self, number: int, at: str = "", via: str = "") -> list[Entry]:
        """The entries that bring the table back to where it was after entry `number`, one batch.

        Undo as far as the two ways have in common, redo or say again what was taken back since.
        """
        here = [entry.number for entry, _ in self.course.standing]
        there = self.course.stood(number)
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
        return in_one_batch(
            [
                Entry(self.version + k, action, again.facts if again else (), at, via)
                for k, (action, again) in enumerate(back, 1)
            ]
        )

    def _refuse_turning(self, verb: str) -> None:
        if verb == UNDO and not self.can_undo:
            raise Refused(Violation("undo.nothing"), self.title)
        if verb == REDO and not self.can_redo:
            over = self.table.ended is not None
            raise Refused(Violation("game.over" if over else "redo.nothing"), self.title)


def public_state(title: Title, table: Table, version: int) -> dict[str, object]:
    """The public state of a game of this title whose table, after entry `version`, is this one."""
    state: dict[str, object] = {}
    for key, value in title.game.state(title.decklist, table).items():
        state[key] = value
        if key == "status":
            state["version"] = version
    return {**state, "version": version}


def status_in(state: Mapping[str, object]) -> str:
    """How far a game is, of its public state; empty where it does not say."""
    return str(state.get("status", ""))


def action_of(entry: Entry) -> Action:
    """What was said, as an action; the set-up has an empty verb."""
    return Action(entry.verb, {key: value for key, value in entry.action.items() if key != "action"})
