"""A row as text and back, and the seal that chains each row to the one before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, cast

from companion.engine import codec
from companion.engine.history import Entry
from companion.store.base import Damaged, Ends, Row

FIRST_SEAL = ""
_DECODER = json.JSONDecoder()
BATCH = "batch"
"""Stands at the end of the action of an entry that was said together with others, and so under its seal."""


class Written(NamedTuple):
    """A row of the table `entry`, without its game."""

    number: int
    action: str
    facts: str
    at: str
    via: str
    action_id: str | None
    seal: str


def dump(thing: object) -> str:
    """Compact JSON."""
    return json.dumps(thing, ensure_ascii=False, separators=(",", ":"))


def sealed(before: str, number: int, *texts: str) -> str:
    """Return the seal of a row, given the seal of the row before it."""
    return hashlib.sha256("\x00".join((before, str(number), *texts)).encode()).hexdigest()


def marked(action: Mapping[str, object], batch: int) -> dict[str, object]:
    """Return an action as it is written: with the mark of its batch, if it has one."""
    return {**action, BATCH: batch} if batch else dict(action)


def unmarked(action: Mapping[str, object], number: int) -> tuple[dict[str, object], int]:
    """Split a written action into the action of entry `number` and the mark of its batch; 0 for no valid mark."""
    return _taken_apart(dict(action), number)


def _taken_apart(action: dict[str, object], number: int) -> tuple[dict[str, object], int]:
    batch = action.pop(BATCH, 0)
    return action, batch if type(batch) is int and 0 < batch <= number else 0


def write(rows: Sequence[Row], seal: str) -> list[Written]:
    """Return the rows as they go into the file, after a row with this seal."""
    out: list[Written] = []
    for row in rows:
        entry = row.entry
        action, facts = dump(marked(entry.action, entry.batch)), dump([codec.dump(fact) for fact in entry.facts])
        seal = sealed(seal, entry.number, action, facts, entry.at, entry.via, row.action_id)
        out.append(Written(entry.number, action, facts, entry.at, entry.via, row.action_id or None, seal))
    return out


def read(game: str, lines: Iterable[Written], expected: int = 0, before: Written | None = None) -> list[Row]:
    """Check and parse the rows of a game, at least up to number `expected`; those after `before`, or all.

    Raise `Damaged` at the first one that is not as it was written.
    """
    rows: list[Row] = []
    number, seal = (before.number, before.seal) if before else (0, FIRST_SEAL)
    for line in lines:
        number += 1
        try:
            found = sealed(seal, line.number, line.action, line.facts, line.at, line.via, line.action_id or "")
        except (TypeError, UnicodeError) as fault:
            raise Damaged("store.damaged-row", game=game, number=number) from fault
        if line.number != number or found != line.seal:
            raise Damaged("store.damaged-row", game=game, number=number)
        seal = found
        rows.append(_row(game, line))
    if number < expected:
        raise Damaged("store.damaged-row", game=game, number=number + 1)
    return rows


def ends(game: str, first: str, last: str, version: int) -> Ends:
    """Parse the ends of a game; an end that cannot be read is empty."""
    return Ends(game, _said(first, 1), _said(last, version))


def _said(action: str, number: int) -> Mapping[str, object]:
    try:
        return unmarked(cast("Mapping[str, object]", json.loads(action)), number)[0]
    except (ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _row(game: str, line: Written) -> Row:
    try:
        action, batch = _taken_apart(cast("dict[str, object]", _parsed(line.action)), line.number)
        facts = tuple([codec.load(fact) for fact in cast("list[Mapping[str, object]]", _parsed(line.facts))])
    except (ValueError, TypeError, AttributeError, RecursionError) as fault:
        raise Damaged("store.damaged-row", game=game, number=line.number) from fault
    return Row(Entry(line.number, action, facts, line.at, line.via, batch), line.action_id or "")


def _parsed(text: str) -> object:
    """Parse JSON as `json.loads` does, faster for a short text that begins and ends as `dump` writes it."""
    thing, end = _DECODER.raw_decode(text)
    return thing if end == len(text) else json.loads(text)
