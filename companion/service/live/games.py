"""What can be done with games: open one, say an action in it, go back, name it, read it. The shell around the rules."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property, partial
from threading import Lock, RLock
from typing import Any, NamedTuple, TypeVar

from companion.decks.catalog import Title
from companion.engine.actions import Action, Malformed
from companion.engine.history import REDO, UNDO, Entry
from companion.engine.measures import BOARD
from companion.engine.state import Table
from companion.service.errands import Workers
from companion.service.live import parsing
from companion.service.live.ballots import Ballots, shut_in
from companion.service.live.boards import Boards
from companion.service.live.cache import GameCache
from companion.service.live.folding import Source
from companion.service.live.hub import Change, Hub
from companion.service.live.session import Finder, LiveGame, begin, public_state, status_in, title_of
from companion.service.live.sync import Sync
from companion.service.referee import judging
from companion.service.referee.memory import Sealed
from companion.store.base import (
    Damaged,
    Ends,
    GameInfo,
    Kept,
    Mark,
    Overtaken,
    Repeated,
    Row,
    Salvage,
    Store,
    StoreFault,
    UnknownGame,
    glance_of,
)

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
MOST_REPLAYED = 200
T = TypeVar("T")


class Stale(Exception):
    """Whoever said it had an older table before their eyes; `version` is the game's now."""

    def __init__(self, version: int, key: str = "service.stale") -> None:
        super().__init__(version)
        self.version = version
        self.key = key


class Step(NamedTuple):
    """Entries about to be written, and the table after them.

    `ids`: the action id of each entry, if they have been written elsewhere already.
    """

    entries: Sequence[Entry]
    table: Table
    ids: Sequence[str] = ()


class Unplayable(StoreFault):
    """A game that is there and cannot be played: its deck is not here, or no table can show what it tells."""


@dataclass(frozen=True)
class Snapshot:
    """A game at one version: for the pages its title and its table, for programs its public state."""

    id: str
    version: int
    title: Title
    table: Table
    can_undo: bool = False
    can_redo: bool = False
    worked_out: dict[str, object] | None = field(default=None, compare=False, repr=False)
    """The public state, where somebody needed it before."""

    @cached_property
    def state(self) -> dict[str, object]:
        """The public state, worked out once, when it is first asked for."""
        return self.worked_out or public_state(self.title, self.table, self.version)


def now() -> str:
    """Return the time as it is written into the log; entries are ordered by number, never by time."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> str:
    """Return an id for a game: short enough to be typed, unique everywhere (60 bits)."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))


class GameService:
    """Every game of this house."""

    def __init__(self, store: Store, find: Finder, clock: Callable[[], str] = now) -> None:
        self.store = store
        self.hub = Hub()
        self.clock, self.find = clock, find
        self.boards = Boards()
        """What was read from this house's boards."""
        self.sealed = Sealed()
        self.ballots = Ballots()
        """The votes of games at which not all are in yet."""
        self.sealed.when_dropped = self._nothing_kept
        self.workers: Workers | None = None
        """Where checks are looked at; None: in this very process (replays, tests, a home without processes)."""
        self._shelf = GameCache(self._source)
        self._mending = RLock()
        self._loading: dict[str, RLock] = {}
        self._loading_lock = Lock()
        self._sharing = Sync(store, self._shelf, self.hub, self.playing, self._publish, self.sealed.drop)

    def title(self, game: str, deck: str = "") -> Title:
        """Return the rules, box and words for a set-up. Raise `Malformed` for an unknown game."""
        return title_of(self.find, game, deck)

    def open(self, thing: object, via: str = "", name: str = "") -> Snapshot:
        """Open a game from a set-up line; with what was read from the board, where the line does not say it itself."""
        line = parsing.opening(parsing.clean(thing), needs_mark=False)
        title = self.title(line.game, line.setup.deck)
        board = self.boards.answer(title.decklist) if BOARD not in line.setup.options else ""
        if board:
            line = parsing.opening({**line.said, "options": {**line.setup.options, BOARD: board}}, needs_mark=False)
        return self.admit(title, [Row(begin(title, line, self.clock(), via))], name=name)

    def admit(self, title: Title, rows: Sequence[Row], ident: str = "", name: str = "", origin: str = "") -> Snapshot:
        """Take in a game with its first entries, all or none."""
        playing = LiveGame(title, rows)
        at = rows[0].entry.at
        heading = GameInfo(
            ident or new_id(), title.game.slug, name, origin=origin, opened=at, changed=at, glance=playing.glance()
        )
        self._mended(lambda: self.store.open(heading, rows))
        self._shelf.put(heading.id, playing)
        return self._seen(heading.id, playing)

    def say(self, game: str, thing: object, version: int | None = None, action_id: str = "", via: str = "") -> Snapshot:
        """Say an action. `version`: the one the speaker saw; `action_id`: the same one again changes nothing."""
        cleaned = parsing.clean(thing)

        def decided(playing: LiveGame) -> tuple[list[Action], Step]:
            action = playing.shapes().read(cleaned)
            entry = playing.decide(action, self.clock(), via)
            return [action], Step((entry,), playing.table_after(entry))

        return self._say(game, decided, version, action_id, cleaned)

    def say_all(
        self, game: str, things: Sequence[object], version: int | None = None, action_id: str = "", via: str = ""
    ) -> Snapshot:
        """Say some actions in one batch: all happen or none. The id is that of the last."""
        cleaned = [*map(parsing.clean, things)]

        def decided(playing: LiveGame) -> tuple[list[Action], Step]:
            actions = [*map(playing.shapes().read_plain, cleaned)]
            return actions, Step(*playing.decide_all(actions, self.clock(), via))

        return self._say(game, decided, version, action_id, cleaned[-1] if cleaned else None)

    def _say(
        self,
        game: str,
        decide: Callable[[LiveGame], tuple[list[Action], Step]],
        version: int | None,
        action_id: str,
        said: object,
    ) -> Snapshot:
        """Write the step that these actions make. If it brings in the last secret vote, the entry that reveals all
        follows it."""
        shut = dict[int, object]()
        """The votes among the actions."""

        def decided(playing: LiveGame) -> Step:
            actions, step = decide(playing)
            entries = step.entries
            if not playing.title.game.ballots:
                return step
            shut.clear()
            shut.update(shut_in(playing, actions, entries))
            if not entries or entries[-1].verb in (UNDO, REDO):
                return step
            more, after = self.ballots.counted(game, playing, entries, step.table, shut)
            return Step(more, after, [*[""] * (len(entries) - 1), action_id, *[""] * (len(more) - len(entries))])

        seen = self.write(game, decided, version, action_id, said)
        if shut:
            self.ballots.keep(game, shut)
        return seen

    def return_to(
        self, game: str, number: int, version: int | None = None, action_id: str = "", via: str = ""
    ) -> Snapshot:
        """Bring the table back to where it was after entry `number`, in one go."""

        def way(playing: LiveGame) -> Step:
            _must_exist(playing, number, "malformed.to")
            return Step(tuple(playing.way_back(number, self.clock(), via)), playing.table_at(number))

        return self.write(game, way, version, action_id)

    def seen(self, game: str, version: int | None = None) -> Snapshot:
        """Return a game as it is, or as it was after an entry."""
        playing = self.playing(game)
        with playing.lock:
            _must_exist(playing, version)
            return self._seen(game, playing, version)

    def changes(self, game: str, after: int | None) -> list[Change]:
        """Return the changes a device missed that last saw version `after`; only the newest if that is unknown or long
        ago."""
        playing = self.playing(game)
        # Without the lock: whoever plays waits for no device that comes back, nor that device for the disk.
        newest = playing.version
        if after is not None and newest - MOST_REPLAYED <= after <= newest:
            missed = playing.tables_after(after)
        else:
            missed = playing.tables_after(newest - 1)[:1]
            after = newest - 1
        return [
            Change(number, partial(public_state, playing.title, table, number))
            for number, table in enumerate(missed, after + 1)
        ]

    def headings(self) -> list[GameInfo]:
        """Every game, the one changed last first."""
        return self._sharing.else_known("headings", lambda: self._mended(self.store.headings))

    def newest(self, most: int, after: Mark | None = None, archived: bool | None = None) -> list[GameInfo]:
        """Return at most `most` games from a place on in the list: all, only archived ones, or only those that are
        not."""
        asked = ("newest", most, after, archived)
        return self._sharing.else_known(asked, lambda: self._mended(lambda: self.store.newest(most, after, archived)))

    def count(self, archived: bool | None = None) -> int:
        """Count the games: all, archived, or not."""
        return self._sharing.else_known(("count", archived), lambda: self._mended(lambda: self.store.count(archived)))

    def heading(self, game: str) -> GameInfo:
        """One game's heading."""
        return self._sharing.else_known(("heading", game), lambda: self._mended(lambda: self.store.heading(game)))

    def taken_in(self, origin: str) -> str:
        """Return the id of the game taken in from the record with this digest; empty if there is none."""
        return self._mended(lambda: self.store.taken_in(origin))

    def of_length(self, game: str, version: int) -> list[Ends]:
        """Return the ends of every game of this kind with this number of entries."""
        return self._mended(lambda: self.store.of_length(game, version))

    def label(self, game: str, name: str | None = None, archived: bool | None = None) -> GameInfo:
        """Give a game a name, or put it away or back."""
        return self._mended(lambda: self.store.label(game, name, archived))

    def forget(self, what: Mapping[str, Kept | None]) -> None:
        """Take games away for good, or replace what is kept of them; nothing in memory remembers them either."""
        try:
            self._mended(lambda: self.store.forget(what, self.clock()))
        finally:
            self._sharing.forget_known()
            self.sealed.forget(what)
            for game in what:
                self.ballots.drop(game)
                self._shelf.drop(game)

    @property
    def salvages(self) -> Sequence[Salvage]:
        """Reports on damaged files since the start."""
        return self.store.salvages

    @property
    def is_away(self) -> bool:
        """True if the club's database did not answer last time: games are shown as last heard, and nothing can be
        written."""
        return self._sharing.is_away

    @property
    def is_shared(self) -> bool:
        """True if several hosts share these games."""
        return self._sharing.is_on

    def note_away(self, is_away: bool) -> None:
        """Record whether the shared database is reachable. Called by the health poller."""
        self._sharing.note_away(is_away)

    def must_be_ready(self) -> None:
        """Raise a `StoreFault` if nothing could be written now."""
        with suppress(UnknownGame):
            self.store.heading("")
        self.store.must_take()

    def playing(self, game: str, is_looked_at: bool = True) -> LiveGame:
        """Return a game in memory, read from the store where it is not there yet.

        `is_looked_at`: False where an entry is going to be appended, True where somebody only looks.
        """
        found = self._shelf.get(game)
        return self._sharing.caught_up(game, found, is_looked_at) if found else self._loaded_once(game)

    def close(self) -> None:
        """Cut off who watches, finish what is being written."""
        self.hub.close()
        self._sharing.close()
        if self.workers is not None:
            self.workers.close()
        self.store.close()

    def _source(self, game: str) -> Source:
        """Return the reader of a game's rest of which only the table is in memory."""

        def rows() -> Sequence[Row]:
            found = self._mended(lambda: self.store.rows(game))
            self._shelf.unfolded(game)
            return found

        return Source(rows, lambda action_id: self._mended(lambda: self.store.number_of(game, action_id)))

    def _loaded_once(self, game: str) -> LiveGame:
        """Read by whoever asks first: all the phones of a table come back at once when its host does."""
        with self._loading_lock:
            loading = self._loading.setdefault(game, RLock())
        with loading:
            try:
                return self._shelf.get(game) or self._mended(lambda: self._loaded(game))
            finally:
                with self._loading_lock:
                    self._loading.pop(game, None)

    def _loaded(self, game: str) -> LiveGame:
        rows = self.store.rows(game)
        try:
            line = parsing.opening(dict(rows[0].entry.action))
        except Malformed as fault:
            raise Unplayable("service.senseless", game=game, fault=fault.key) from fault
        try:
            title = self.title(line.game, line.setup.deck)
        except Malformed as fault:
            raise Unplayable("service.unplayable", **fault.blanks) from fault
        try:
            playing = LiveGame(title, rows)
            playing.state()
        except Exception as fault:
            # Forged facts fail in any way they like. Whoever lists games passes over one that cannot be played.
            raise Unplayable("service.senseless", game=game, fault=type(fault).__name__) from fault
        return self._shelf.put(game, playing)

    def write(
        self, game: str, decide: Callable[[LiveGame], Step], version: int | None, action_id: str, said: object = None
    ) -> Snapshot:
        """Write what is decided on the game as it stands then, all of it or nothing."""
        try:
            return self._written(game, decide, version, action_id, said)
        except (Overtaken, Repeated):
            # Another copy of the game was faster: look again, at one read afresh.
            if not self._sharing.is_on:
                self._shelf.drop(game)
            return self._written(game, decide, version, action_id, said)

    def _written(
        self,
        game: str,
        decide: Callable[[LiveGame], Step],
        version: int | None,
        action_id: str,
        said: object,
    ) -> Snapshot:
        playing = self.playing(game, is_looked_at=False)
        with playing.writing:
            with playing.lock:
                known = playing.number_of(action_id)
                if known is not None:
                    return self._repeated(game, playing, known, said)
                if version is not None and version != playing.version:
                    raise Stale(playing.version)
                entries, table, known_ids = decide(playing)
                if not entries:
                    return self._seen(game, playing)
                ids = known_ids or [*[""] * (len(entries) - 1), action_id]
                rows = [Row(entry, ident) for entry, ident in zip(entries, ids, strict=True)]
                state = public_state(playing.title, table, entries[-1].number)
                glance = glance_of(playing.title.game.people(table), status_in(state))
            # Whoever looks on does not wait for the disk, nor for a database that does not answer.
            self._keep(game, rows, glance)
            with playing.lock:
                if playing.version < entries[-1].number:  # nobody has heard of it from the store yet
                    for row in rows[:-1]:
                        playing.record(row)
                    playing.record(rows[-1], table)
                    self._publish(game, playing, rows[:-1])
                    if self.hub.watching(game):
                        self.hub.publish(game, _change(self._seen(game, playing, worked_out=state)))
                if table.ended:
                    self._nothing_kept(game)
                seen = self._seen(game, playing, entries[-1].number, worked_out=state)
                self._shelf.put(game, playing)
                return seen

    def _keep(self, game: str, rows: Sequence[Row], glance: str) -> None:
        """Append to the store; a rehearsal on the tablet alone keeps nothing (`site/home.py`)."""
        self._mended(self.store.append, game, rows, glance)

    def _repeated(self, game: str, playing: LiveGame, number: int, said: object) -> Snapshot:
        if said is not None and not (
            isinstance(said, dict)
            and all(said.get(key) == value for key, value in playing.entries[number - 1].action.items())
        ):
            raise Stale(number, "service.id-used")
        return self._seen(game, playing, number)

    def _nothing_kept(self, game: str) -> None:
        """Have the worker forget the hidden cards of a game that is over, or of which nothing is remembered."""
        if self.workers is not None:
            self.workers.post(judging.drop, game)

    def _publish(self, game: str, playing: LiveGame, rows: Sequence[Row]) -> None:
        if self.hub.watching(game):
            for row in rows:
                self.hub.publish(game, _change(self._seen(game, playing, row.entry.number)))

    def _seen(
        self, game: str, playing: LiveGame, version: int | None = None, worked_out: dict[str, object] | None = None
    ) -> Snapshot:
        number = playing.version if version is None else version
        return Snapshot(
            game,
            number,
            playing.title,
            playing.table_at(number),
            playing.can_undo,
            playing.can_redo,
            worked_out,
        )

    def _mended(self, work: Callable[..., T], *given: Any) -> T:
        """Do it; where the file turns out to be damaged, go on in a new one with all that is in memory, and do it."""
        before = len(self.store.salvages)
        try:
            return work(*given)
        except Damaged as fault:
            with self._mending:
                if len(self.store.salvages) == before:
                    if self.store.renew(str(fault.blanks.get("fault", fault.key))) is None:
                        raise
                    self._refill()
            return work(*given)

    def _refill(self) -> None:
        """Write into the new file what memory knows and the old one no longer told."""
        self._shelf.drop_folded()
        kept = {heading.id: heading for heading in self.store.headings()}
        for game, playing in self._shelf.everything():
            rows = playing.rows()
            heading = kept.get(game)
            with suppress(Overtaken, Repeated):
                if heading is None:
                    at = rows[0].entry.at
                    slug = playing.title.game.slug
                    self.store.open(GameInfo(game, slug, opened=at, changed=at, glance=playing.glance()), rows)
                elif heading.version < len(rows):
                    self.store.append(game, rows[heading.version :], playing.glance())


def _must_exist(playing: LiveGame, version: int | None, fault: str = "malformed.beyond") -> None:
    if version is not None and not 1 <= version <= playing.version:
        raise Malformed(fault, most=playing.version)


def _change(seen: Snapshot) -> Change:
    return Change(seen.version, lambda: seen.state)
