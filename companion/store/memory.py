"""A store that forgets when the process ends: for tests, for replays, for trying things out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from threading import Lock

from companion.store.base import (
    Ends,
    Forgotten,
    GameInfo,
    Kept,
    Mark,
    Overtaken,
    Repeated,
    Row,
    Salvage,
    UnknownGame,
    changed_at,
    follows,
)


class MemoryStore:
    """The log in memory."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._headings: dict[str, GameInfo] = {}
        self._rows: dict[str, list[Row]] = {}
        self._ids: dict[str, dict[str, int]] = {}
        self._forgotten: list[Forgotten] = []

    @property
    def salvages(self) -> Sequence[Salvage]:
        """Memory is never damaged."""
        return ()

    def open(self, heading: GameInfo, rows: Sequence[Row]) -> None:
        """Begin a game with its first entries."""
        with self._lock:
            origins = {kept.origin for kept in self._headings.values() if kept.origin}
            if heading.id in self._headings or heading.origin in origins:
                raise Repeated(0)
            if not follows(rows, 0):
                raise Overtaken(0)
            self._headings[heading.id] = heading
            self._rows[heading.id], self._ids[heading.id] = [], {}
            self._add(heading.id, rows, heading.glance)

    def append(self, game: str, rows: Sequence[Row], glance: str) -> None:
        """Append entries, all or none."""
        with self._lock:
            kept = self._known(game)
            for row in rows:
                if row.action_id in self._ids[game]:
                    raise Repeated(self._ids[game][row.action_id])
            if not follows(rows, kept.version):
                raise Overtaken(kept.version)
            self._add(game, rows, glance)

    def rows(self, game: str, after: int = 0) -> list[Row]:
        """Return the entries of a game after one, or all."""
        with self._lock:
            self._known(game)
            return self._rows[game][after:]

    def headings(self) -> list[GameInfo]:
        """Every game, the one changed last first."""
        with self._lock:
            return sorted(self._headings.values(), key=lambda kept: (kept.changed, kept.id), reverse=True)

    def number_of(self, game: str, action_id: str) -> int | None:
        """Return the number of the entry sent under this id."""
        with self._lock:
            return self._ids.get(game, {}).get(action_id)

    def newest(self, most: int, after: Mark | None = None, archived: bool | None = None) -> list[GameInfo]:
        """Return part of the list of games."""
        found = [kept for kept in self.headings() if archived in (None, kept.archived)]
        return [kept for kept in found if after is None or (kept.changed, kept.id) < after][:most]

    def count(self, archived: bool | None = None) -> int:
        """Count the games."""
        return sum(archived in (None, kept.archived) for kept in self.headings())

    def heading(self, game: str) -> GameInfo:
        """One game's heading."""
        with self._lock:
            return self._known(game)

    def taken_in(self, origin: str) -> str:
        """Return the game taken in from this record."""
        with self._lock:
            return next((kept.id for kept in self._headings.values() if origin and kept.origin == origin), "")

    def of_length(self, game: str, version: int) -> list[Ends]:
        """Return the ends of the games with this number of entries."""
        with self._lock:
            alike = [kept.id for kept in self._headings.values() if (kept.game, kept.version) == (game, version)]
            return [Ends(one, self._rows[one][0].entry.action, self._rows[one][-1].entry.action) for one in alike]

    def label(self, game: str, name: str | None = None, archived: bool | None = None) -> GameInfo:
        """Name a game, put it away or back."""
        with self._lock:
            kept = self._known(game)
            changed = replace(
                kept,
                name=kept.name if name is None else name,
                archived=kept.archived if archived is None else archived,
            )
            self._headings[game] = changed
            return changed

    def forget(self, what: Mapping[str, Kept | None], at: str) -> None:
        """Take games away for good, or replace what is kept of them."""
        with self._lock:
            for game in what:
                self._known(game)
            for game, kept in what.items():
                heading = self._headings.pop(game)
                del self._rows[game], self._ids[game]
                if kept is not None:
                    self._rows[game], self._ids[game] = [], {}
                    self._headings[game] = replace(heading, name=kept.name, origin="")
                    self._add(game, kept.rows, kept.glance)
            changed = sum(map(bool, what.values()))
            self._forgotten.append(Forgotten(at, len(what) - changed, changed))

    def forgotten(self) -> list[Forgotten]:
        """When something was forgotten."""
        return list(self._forgotten)

    def renew(self, fault: str) -> Salvage | None:
        """There is no file to keep aside."""
        return None

    def watch(self, heard: Callable[[str, int], None]) -> bool:
        """Return False: no other process writes here."""
        return False

    def must_take(self) -> None:
        """Memory takes everything."""

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _known(self, game: str) -> GameInfo:
        if game not in self._headings:
            raise UnknownGame(game)
        return self._headings[game]

    def _add(self, game: str, rows: Sequence[Row], glance: str) -> None:
        self._rows[game].extend(rows)
        self._ids[game].update({row.action_id: row.entry.number for row in rows if row.action_id})
        last = rows[-1].entry
        self._headings[game] = replace(
            self._headings[game], version=last.number, changed=changed_at(last.at), glance=glance
        )
