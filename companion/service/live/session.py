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
from companion.engine.history import REDO, UNDO, Course, Entry, in_one_batch
from companion.engine.kit.game import Game
from companion.engine.lessons import Taught
from companion.engine.rules import Violation
from companion.engine.state import Table, replay
from companion.engine.words import Wording
from companion.service.history.edit_note import NOTE
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
        """Return the reason."""
        return self.violation.sentence(words_of(self.title, lang))

    def where(self, lang: str) -> str:
        """Return the place in the rulebook; empty if no rulebook speaks of it."""
        words = words_of(self.title, lang)
        return self.violation.where(words) if words.has(f"rules.{self.violation.rule}.where") else ""


GENTLY = "-gentle"
"""What follows the name of a language for a table with children."""


def words_of(title: Title, lang: str) -> Wording:
    """Return the sentences of a game and of the service in a language; `es-gentle` says some of them more gently."""
    plain = lang.removesuffix(GENTLY)
    words = spoken(title.wording(plain))
    return words if plain == lang else Wording(lang, gentle(title.game.slug, plain), words)


Finder = Callable[[str, str], Title]
"""The title for a game's slug and a deck's name (empty: its own); raises `CatalogFault`."""


def title_of(find: Finder, game: str, deck: str = "") -> Title:
    """Return the title a set-up line names. Raise `Malformed` for an unknown game or deck."""
    try:
        return find(game, deck)
    except CatalogFault as fault:
        raise Malformed("malformed.title", fault=fault) from fault


class Shapes:
    """Parser of actions for a game with this number of players; it says nothing about their being allowed."""

    def __init__(self, title: Title, players: int) -> None:
        self._title = title
        self._players = players
        self._verbs: Mapping[str, ActionType] = {**title.game.verbs, **TURNING}

    def read(self, thing: object) -> Action:
        """Parse a JSON value as an action. Raise `Malformed`."""
        action = read(self._verbs, thing)
        if action.verb not in TURNING:
            self._title.game.check_form(self._title.decklist, self._players, action)
        return action

    def read_plain(self, thing: object) -> Action:
        """Parse an action that may stand in a batch: neither undo nor redo. Raise `Malformed`."""
        action = read(self._title.game.verbs, thing)
        self._title.game.check_form(self._title.decklist, self._players, action)
        return action


def begin(title: Title, line: Opening, at: str = "", via: str = "") -> Entry:
    """Return the first entry of a game. Raise `Refused` if the set-up is refused."""
    violation = title.game.refuse_setup(title.decklist, line.setup)
    if violation is not None:
        raise Refused(violation, title)
    return Entry(1, line.said, title.game.open(title.decklist, line.setup), at, via, batch=1)


class LiveGame:
    """A game as far as it has been played.

    >>> from companion.decks.catalog import title
    >>> from companion.engine.actions import read
    >>> from companion.service.live.parsing import opening
    >>> here = title("la-cosa")
    >>> said = {"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"]}
    >>> playing = LiveGame(here, [Row(begin(here, opening(said)))])
    >>> draw = read(here.game.verbs, {"action": "draw", "player": "Ana", "back": "away"})
    >>> playing.record(Row(playing.decide(draw)))
    >>> playing.version, playing.table.step
    (2, 'act')
    >>> try:
    ...     playing.decide(draw)
    ... except Refused as refused:
    ...     print(refused.violation.rule)
    step.wrong

    `lock` is held by whoever decides and records, for a moment. `writing` is held by whoever writes, from before they
    decide until it is recorded, the disk and all; it is taken before `lock`, and nobody who reads takes it.
    """

    def __init__(self, title: Title, rows: Sequence[Row] = ()) -> None:
        self.title = title
        self.lock, self.writing = RLock(), RLock()
        self._held: Whole | Folded = Whole()
        self._shapes: Shapes | None = None
        self.read_anew(rows)

    def read_anew(self, rows: Sequence[Row]) -> None:
        """Replace the game by what is kept now, so that whoever waits for the lock finds no name that was forgotten."""
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
        """True if anything but the set-up stands; known for a folded game too."""
        return self._held.can_undo

    @property
    def can_redo(self) -> bool:
        """True if an entry that was taken back can be restored; known for a folded game too."""
        return self._held.can_redo

    @property
    def is_whole(self) -> bool:
        """True if every entry is in memory."""
        return isinstance(self._held, Whole)

    def copied(self) -> LiveGame:
        """Return an independent copy of the game."""
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
        """Number of entries."""
        return self._held.version

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries, in order."""
        return self.course.entries

    def shapes(self) -> Shapes:
        """Return the parser of this game's actions."""
        if self._shapes is None:  # the number of its players stays
            self._shapes = Shapes(self.title, len(self.table.players))
        return self._shapes

    def decide(self, action: Action, at: str = "", via: str = "") -> Entry:
        """Judge `action` on the table as it is and return its entry, without recording it. Raise `Refused`."""
        number = self.version + 1
        if action.verb in TURNING:
            self._refuse_turning(action.verb)
            return Entry(number, action.json(), (), at, via)
        return self.done(number, action, self.table, at, via)

    def decide_all(self, actions: Sequence[Action], at: str = "", via: str = "") -> tuple[tuple[Entry, ...], Table]:
        """Judge a batch of actions and return their entries with the table after them. Raise `Refused` for the first
        refused.

        Each is judged on the table that the one before it leaves behind. None of them may be an undo or a redo.
        """
        entries: list[Entry] = []
        table = self.table
        for action in actions:
            entries.append(self.done(self.version + len(entries) + 1, action, table, at, via))
            table = replay(entries[-1].facts, table)
        return tuple(in_one_batch(entries)), table

    def done(self, number: int, action: Action, table: Table, at: str = "", via: str = "") -> Entry:
        """Judge `action` on `table` and return its log entry `number`. Raise `Refused`. Secret ballots are stripped."""
        game, decklist = self.title.game, self.title.decklist
        violation = game.judge(decklist, table, action)
        if violation is not None:
            raise Refused(violation, self.title)
        ballot = game.moves[action.verb].ballot
        written = ballot.shut(action) if ballot else action
        return Entry(number, written.json(), game.carry_out(decklist, table, written), at, via)

    def record(self, row: Row, table: Table | None = None) -> None:
        """Append an entry; `table` is the table after it, if known."""
        held = self._whole if turns(row.entry) else self._held
        held.record(row, table)

    def number_of(self, action_id: str) -> int | None:
        """Return the number of the entry a device sent under this id, if it was written already."""
        held = self._held
        if not action_id:
            return None
        return held.ids.get(action_id) if isinstance(held, Whole) else held.number_of(action_id)

    def id_of(self, number: int) -> str:
        """Return the id under which a device sent an entry; empty if it sent none."""
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
        """Progress of the first evening's lessons after an entry, for the entries that were asked about."""
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
        """Return the entry that an undo or a redo took back or restored."""
        return self.course.turned(number)

    def moved_by(self, number: int) -> int:
        """Return the number of the last undo or redo that touched entry `number`, or `number`."""
        return self._whole.moved.get(number, number)

    def told(self, entry: Entry, words: Wording, tell: Callable[[], str]) -> str:
        """Return the log sentence of an entry, cached for the most recent ones."""
        kept, key = self._whole.told, (entry.number, words)
        text = kept.get(key)
        if text is None:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            text = kept[key] = tell()
        return text

    def table_at(self, version: int) -> Table:
        """Return the table after that entry."""
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
        """Return the table before that entry."""
        return self.table_at(version - 1) if version > 1 else Table()

    def state(self, version: int | None = None) -> dict[str, object]:
        """Return the public state, now or after an entry."""
        number = self.version if version is None else version
        return public_state(self.title, self.table_at(number), number)

    def glance(self) -> str:
        """Return the game's row in the list of games, as JSON."""
        return glance_of(self.game.people(self.table), status_in(self.game.state(self.decklist, self.table)))

    def table_after(self, entry: Entry) -> Table:
        """Return the table as it would be after one more entry."""
        verb = entry.verb
        if verb == UNDO:
            return self.course.standing[-2][1]
        return self.course.undone[-1][1] if verb == REDO else replay(entry.facts, self.table)

    def way_back(self, number: int, at: str = "", via: str = "") -> list[Entry]:
        """Return the entries, one batch, that bring the table back to where it was after entry `number`.

        They undo as far as the two courses have in common, then redo or repeat what was taken back since.
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
    """Return the public state of a game of this title with this table after entry `version`."""
    state: dict[str, object] = {}
    for key, value in title.game.state(title.decklist, table).items():
        state[key] = value
        if key == "status":
            state["version"] = version
    return {**state, "version": version}


def status_in(state: Mapping[str, object]) -> str:
    """Return the status in a public state; empty if it has none."""
    return str(state.get("status", ""))


def action_of(entry: Entry) -> Action:
    """Return an entry's action; the set-up has an empty verb."""
    return Action(entry.verb, {key: value for key, value in entry.action.items() if key != "action"})
