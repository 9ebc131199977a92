"""The figure and the colour that people have chosen for their plate. They are kept with the name for every evening, on
the host's disk or with the club, and are no part of any game: they say nothing about it and stand in no log."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from companion.service.club import SharedText
from companion.store.atomic_file import deleted, drafted

DRAWINGS = COLOURS = 12
"""How many there are of each: as many as people sit at the largest table."""
MOST_KEPT = 400
"""People whose choice is kept; of more, those who chose last."""


class Figure(NamedTuple):
    """Index of a drawing and index of a colour, from 0."""

    drawing: int
    colour: int


class Figures:
    """Figures that people chose, by name without regard to case."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._chosen: dict[str, Figure] = {}
        self._file: Path | None = None
        self._copies: Callable[[], Sequence[Path]] = tuple
        self._text: SharedText | None = None

    def remember_in(self, file: Path, copies: Callable[[], Sequence[Path]] = tuple) -> None:
        """Keep the choices in this file from now on, and take in those it knows. In the place of a damaged or lost one
        its copies are asked, the newest first."""
        self._file, self._copies = file, copies
        for one in (file, *copies()):
            with suppress(OSError, ValueError):
                text = one.read_text("utf-8")
                if isinstance(json.loads(text), dict):
                    self._chosen = _read(text)
                    return

    def share(self, text: SharedText) -> None:
        """Have the choices in common with the other hosts of a club."""
        self._text = text
        self._chosen = _read(text.read())

    def of(self, players: Sequence[str]) -> tuple[Figure, ...]:
        """Return the players' figures in the order given; a player who chose none gets one that nobody here has."""
        chosen = [self._chosen.get(name.casefold()) for name in players]
        drawings = [one.drawing if one else None for one in chosen]
        colours = [one.colour if one else None for one in chosen]
        return tuple(map(Figure, _filled(drawings, DRAWINGS), _filled(colours, COLOURS)))

    def choose(self, player: str, figure: Figure) -> None:
        """Keep a player's choice. Raise a `StoreFault` if it could not be kept."""
        self._change({player.casefold(): figure})

    def forget(self, player: str) -> None:
        """Delete a name, in all copies too. Raise a `StoreFault` if that could not be written."""
        deleted(self._copies())
        self._change({player.casefold(): None})

    def _change(self, what: dict[str, Figure | None]) -> None:
        def changed(before: dict[str, Figure]) -> dict[str, Figure]:
            kept = {name: one for name, one in before.items() if name not in what}
            kept.update((name, one) for name, one in what.items() if one is not None)
            return dict([*kept.items()][-MOST_KEPT:])

        with self._lock:
            if self._text is not None:
                self._text.change(lambda before: _written(changed(_read(before))))
                self._chosen = _read(self._text.read())
                return
            chosen = changed(self._chosen)
            if self._file is not None:
                with drafted(self._file) as draft:
                    draft.write_text(_written(chosen), "utf-8")
                    draft.replace(self._file)
            self._chosen = chosen


def _filled(taken: Sequence[int | None], many: int) -> list[int]:
    """Give everybody without a number one of their own: that of their seat if it is free."""
    free = [k for k in range(many) if k not in taken]
    found: list[int] = []
    for k, own in enumerate(taken):
        if own is None and k in free:
            free.remove(k)
            found.append(k)
        else:
            found.append(-1 if own is None else own)
    return [one if one >= 0 else free.pop(0) if free else k % many for k, one in enumerate(found)]


def _written(chosen: dict[str, Figure]) -> str:
    return json.dumps(chosen, ensure_ascii=False)


def _read(text: str) -> dict[str, Figure]:
    """Parse the file; entries that are no figures are left out."""
    try:
        thing = json.loads(text or "{}")
    except ValueError:
        return {}
    pairs = thing.items() if isinstance(thing, dict) else ()
    return {str(name): figure for name, value in pairs if (figure := figure_of(value)) is not None}


def figure_of(value: object) -> Figure | None:
    """Parse a figure from two numbers; None if they are none, or there is no such figure."""
    if not (isinstance(value, list | tuple) and len(value) == 2 and all(type(one) is int for one in value)):
        return None
    drawing, colour = value
    return Figure(drawing, colour) if 0 <= drawing < DRAWINGS and 0 <= colour < COLOURS else None
