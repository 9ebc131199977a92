"""What the file of games is made of: its tables and triggers as we make them, and nothing that is not ours.

A file may come from anywhere (a copy, a stick, another computer). A trigger or a view in it would run with every entry
that is written: one can swallow what is acknowledged. So the parts of a file are compared with those that a new one
has, word for word, whenever it is opened to be written in, and before a copy is called whole.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from importlib.resources import files

STEPS = ("schema.sql", "schema-2.sql")
"""What makes each format of the one before it. A step is never changed once files were made by it: another follows."""
FORMAT = len(STEPS)

_PARTS = "select type, name, sql from sqlite_master where name not like 'sqlite\\_%' escape '\\'"


def steps(made: int, wanted: int = FORMAT) -> str:
    """The statements that bring a file from one format (0: a new file) to another."""
    return "\n".join((files("companion.store") / name).read_text("utf-8") for name in STEPS[made:wanted])


def foreign_part(connection: sqlite3.Connection, form: int) -> str:
    """The first part of a file that is not as we make it: its name, or the name of one that is missing; else empty."""
    needed, found = _ours(form), _parts(connection)
    # A file of the first format has this one or has it not.
    allowed = {"table forgotten": _ours(FORMAT)["table forgotten"], **needed}
    for name, sql in sorted(found.items()):
        if allowed.get(name) != sql:
            return name
    return min(needed.keys() - found.keys(), default="")


@cache
def _ours(form: int) -> Mapping[str, str]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(steps(0, form))
        return _parts(connection)


def _parts(connection: sqlite3.Connection) -> dict[str, str]:
    """Every part by its kind and name, in the words that made it, whatever the space between them."""
    return {f"{kind} {name}": " ".join((sql or "").split()) for kind, name, sql in connection.execute(_PARTS)}
