"""What can be done with games: open one, say an action in it, go back, name it, read it. The shell around the rules."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import RLock
from typing import NamedTuple, TypeVar

from companion.catalog import Title
from companion.referee.actions import Malformed
from companion.service import reading
from companion.service.hub import Change, Hub
from companion.service.playing import Finder, Playing, begin, title_of
from companion.service.sealing import Sealed
from companion.service.sharing import Sharing
from companion.service.shelf import Shelf
from companion.store.log import Damaged, Heading, Kept, Overtaken, Repeated, Row, Salvage, Store, StoreFault
from companion.table.history import Entry
from companion.table.state import Table

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
    """What is about to be written: the entries, and the table after them."""

    entries: Sequence[Entry]
    table: Table


class Unplayable(StoreFault):
    """The game is there, but not the deck it is played with."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A game at one version: its public state, and for the pages its title and its table."""

    id: str
    version: int
    state: dict[str, object]
    title: Title
    table: Table
    can_undo: bool = False
    can_redo: bool = False


def now() -> str:
    """The time as it is written into the log; entries are ordered by number, never by time."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> str:
    """A game's id: short enough to be typed, and no two alike anywhere (60 bits)."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))


class Tables:
    """Every game of this house."""

    def __init__(self, store: Store, find: Finder, clock: Callable[[], str] = now) -> None:
        self.store = store
        self.hub = Hub()
        self.clock, self.find = clock, find
        self.sealed = Sealed()
        self._shelf = Shelf()
        self._mending = RLock()
        self._sharing = Sharing(store, self._shelf, self.hub, self.playing, self._publish)

    def title(self, game: str, deck: str = "") -> Title:
        """The rules, box and words for a set-up; raises `Malformed` for a game nobody knows."""
        return title_of(self.find, game, deck)

    def open(self, thing: object, via: str = "", name: str = "") -> Seen:
        """Open a game from a set-up line."""
        line = reading.opening(reading.clean(thing), needs_mark=False)
        title = self.title(line.game, line.setup.deck)
        return self.admit(title, [Row(begin(title, line, self.clock(), via))], name=name)

    def admit(self, title: Title, rows: Sequence[Row], ident: str = "", name: str = "", origin: str = "") -> Seen:
        """Take in a game with its first entries, all or none."""
        playing = Playing(title, rows)
        at = rows[0].entry.at
        heading = Heading(
            ident or new_id(), title.game.slug, name, origin=origin, opened=at, changed=at, glance=playing.glance()
        )
        self._mended(lambda: self.store.open(heading, rows))
        self._shelf.put(heading.id, playing)
        return self._seen(heading.id, playing)

    def say(self, game: str, thing: object, version: int | None = None, action_id: str = "", via: str = "") -> Seen:
        """Say an action. `version`: the one the speaker saw; `action_id`: the same one again changes nothing."""
        cleaned = reading.clean(thing)

        def decided(playing: Playing) -> Step:
            entry = playing.decide(playing.shapes().read(cleaned), self.clock(), via)
            return Step((entry,), playing.table_after(entry))

        return self.write(game, decided, version, action_id, cleaned)

    def say_all(
        self, game: str, things: Sequence[object], version: int | None = None, action_id: str = "", via: str = ""
    ) -> Seen:
        """Say some actions in one breath: all happen or none. The id is that of the last."""
        cleaned = [*map(reading.clean, things)]

        def decided(playing: Playing) -> Step:
            actions = [*map(playing.shapes().read_plain, cleaned)]
            return Step(*playing.decide_all(actions, self.clock(), via))

        return self.write(game, decided, version, action_id, cleaned[-1] if cleaned else None)

    def return_to(self, game: str, number: int, version: int | None = None, action_id: str = "", via: str = "") -> Seen:
        """Bring the table back to where it was after entry `number`, in one go."""

        def way(playing: Playing) -> Step:
            _must_exist(playing, number)
            return Step(tuple(playing.way_back(number, self.clock(), via)), playing.table_at(number))

        return self.write(game, way, version, action_id)

    def seen(self, game: str, version: int | None = None) -> Seen:
        """A game as it is, or as it was after an entry."""
        playing = self.playing(game)
        with playing.lock:
            _must_exist(playing, version)
            return self._seen(game, playing, version)

    def changes(self, game: str, after: int | None) -> list[Change]:
        """What a device has missed that last saw version `after`; only the newest where that is unknown or long ago."""
        playing = self.playing(game)
        with playing.lock:
            newest = playing.version
            first = newest if after is None or not newest - MOST_REPLAYED <= after <= newest else after + 1
            return [_change(k, playing.state(k)) for k in range(first, newest + 1)]

    def headings(self) -> list[Heading]:
        """Every game, the one changed last first."""
        return self._mended(self.store.headings)

    def heading(self, game: str) -> Heading:
        """One game's heading."""
        return self._mended(lambda: self.store.heading(game))

    def label(self, game: str, name: str | None = None, archived: bool | None = None) -> Heading:
        """Give a game a name, or put it away or back."""
        return self._mended(lambda: self.store.label(game, name, archived))

    def forget(self, what: Mapping[str, Kept | None]) -> None:
        """Take games away for good, or replace what is kept of them; nothing in memory remembers them either."""
        try:
            self._mended(lambda: self.store.forget(what, self.clock()))
        finally:
            self.sealed.forget(what)
            for game in what:
                self._shelf.drop(game)

    @property
    def salvages(self) -> Sequence[Salvage]:
        """What happened to damaged files since the start."""
        return self.store.salvages

    def playing(self, game: str) -> Playing:
        """A game in memory, read from the store where it is not there yet."""
        found = self._shelf.get(game)
        return self._sharing.caught_up(game, found) if found else self._mended(lambda: self._loaded(game))

    def close(self) -> None:
        """Cut off who watches, finish what is being written."""
        self.hub.close()
        self.store.close()

    def _loaded(self, game: str) -> Playing:
        rows = self.store.rows(game)
        line = reading.opening(dict(rows[0].entry.action))
        try:
            title = self.title(line.game, line.setup.deck)
        except Malformed as fault:
            raise Unplayable("service.unplayable", **fault.blanks) from fault
        return self._shelf.put(game, Playing(title, rows))

    def write(
        self, game: str, decide: Callable[[Playing], Step], version: int | None, action_id: str, said: object = None
    ) -> Seen:
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
        decide: Callable[[Playing], Step],
        version: int | None,
        action_id: str,
        said: object,
    ) -> Seen:
        playing = self.playing(game)
        with playing.lock:
            known = playing.number_of(action_id)
            if known is not None:
                return self._repeated(game, playing, known, said)
            if version is not None and version != playing.version:
                raise Stale(playing.version)
            entries, table = decide(playing)
            if not entries:
                return self._seen(game, playing)
            rows = [Row(entry) for entry in entries[:-1]] + [Row(entries[-1], action_id)]
            glance = playing.glance_at(table)
            self._mended(lambda: self.store.append(game, rows, glance))
            for row in rows:
                playing.record(row)
            seen = self._seen(game, playing)
            self._publish(game, playing, rows)
            self._shelf.put(game, playing)
            return seen

    def _repeated(self, game: str, playing: Playing, number: int, said: object) -> Seen:
        if said is not None and not _same(playing.entries[number - 1], said):
            raise Stale(number, "service.id-used")
        return self._seen(game, playing, number)

    def _publish(self, game: str, playing: Playing, rows: Sequence[Row]) -> None:
        if self.hub.watching(game):
            for row in rows:
                self.hub.publish(game, _change(row.entry.number, playing.state(row.entry.number)))

    def _seen(self, game: str, playing: Playing, version: int | None = None) -> Seen:
        number = playing.version if version is None else version
        return Seen(
            game,
            number,
            playing.state(number),
            playing.title,
            playing.table_at(number),
            playing.course.can_undo,
            playing.course.can_redo,
        )

    def _mended(self, work: Callable[[], T]) -> T:
        """Do it; where the file turns out to be damaged, go on in a new one with all that is in memory, and do it."""
        before = len(self.store.salvages)
        try:
            return work()
        except Damaged as fault:
            with self._mending:
                if len(self.store.salvages) == before:
                    if self.store.renew(str(fault.blanks.get("fault", fault.key))) is None:
                        raise
                    self._refill()
            return work()

    def _refill(self) -> None:
        """Write into the new file what memory knows and the old one no longer told."""
        kept = {heading.id: heading for heading in self.store.headings()}
        for game, playing in self._shelf.everything():
            rows = playing.rows()
            heading = kept.get(game)
            with suppress(Overtaken, Repeated):
                if heading is None:
                    at = rows[0].entry.at
                    slug = playing.title.game.slug
                    self.store.open(Heading(game, slug, opened=at, changed=at, glance=playing.glance()), rows)
                elif heading.version < len(rows):
                    self.store.append(game, rows[heading.version :], playing.glance())


def _must_exist(playing: Playing, version: int | None) -> None:
    if version is not None and not 1 <= version <= playing.version:
        raise Malformed("malformed.to", most=playing.version)


def _change(version: int, state: dict[str, object]) -> Change:
    return Change(version, json.dumps(state, ensure_ascii=False, separators=(",", ":")))


def _same(entry: Entry, said: object) -> bool:
    """Whether an entry is what was said: every field of it, as it was said."""
    return isinstance(said, dict) and all(said.get(key) == value for key, value in entry.action.items())
