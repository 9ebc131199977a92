"""A row as text and back, and the seal that chains each row to the one before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, cast

from companion.store.log import Damaged, Row
from companion.table import codec
from companion.table.history import Entry

FIRST_SEAL = ""


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
    """The seal of a row, given the seal of the row before it."""
    return hashlib.sha256("\x00".join((before, str(number), *texts)).encode()).hexdigest()


def write(rows: Sequence[Row], seal: str) -> list[Written]:
    """The rows as they go into the file, after a row with this seal."""
    out: list[Written] = []
    for row in rows:
        entry = row.entry
        action, facts = dump(dict(entry.action)), dump([codec.dump(fact) for fact in entry.facts])
        seal = sealed(seal, entry.number, action, facts, entry.at, entry.via, row.action_id)
        out.append(Written(entry.number, action, facts, entry.at, entry.via, row.action_id or None, seal))
    return out


def read(game: str, lines: Iterable[Written], expected: int = 0, before: Written | None = None) -> list[Row]:
    """The rows of a game as they were written, up to that number at least; those after `before`, or all.

    Raises `Damaged` at the first one that is not as it was written.
    """
    rows: list[Row] = []
    number, seal = (before.number, before.seal) if before else (0, FIRST_SEAL)
    for line in lines:
        number += 1
        seal = _checked(game, line, seal, number)
        rows.append(_row(game, line))
    if number < expected:
        raise Damaged("store.damaged-row", game=game, number=number + 1)
    return rows


def _checked(game: str, line: Written, seal: str, expected: int) -> str:
    try:
        found = sealed(seal, line.number, line.action, line.facts, line.at, line.via, line.action_id or "")
    except (TypeError, UnicodeError) as fault:
        raise Damaged("store.damaged-row", game=game, number=expected) from fault
    if line.number != expected or found != line.seal:
        raise Damaged("store.damaged-row", game=game, number=expected)
    return found


def _row(game: str, line: Written) -> Row:
    try:
        action = cast("Mapping[str, object]", json.loads(line.action))
        facts = tuple(codec.load(fact) for fact in json.loads(line.facts))
    except (ValueError, TypeError) as fault:
        raise Damaged("store.damaged-row", game=game, number=line.number) from fault
    return Row(Entry(line.number, action, facts, line.at, line.via), line.action_id or "")
