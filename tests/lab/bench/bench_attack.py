"""`tasks.py bench attack`: attacks that a device in the house's network could try against an open table.

The table is opened as a user opens it, in a process of its own, on this machine's own address, in a folder that is
thrown away. Guests are processes of their own too.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from companion.store.folder import Folder
from tests.lab.attacks import doors, floods, forgeries, rivals, sizes, stalls
from tests.lab.attacks.found import Found
from tests.lab.bench.bench import tell
from tests.lab.command_line import any_language, json_option
from tests.lab.served import table


@click.command("attack", help="Attack a table of its own.")
@click.option("--short", "is_short", is_flag=True, help="the quick ones alone")
@click.option("--only", default="", help="these alone, e.g. codes,paths")
@json_option
@any_language
def command(is_short: bool, only: str, as_json: bool) -> None:
    """Print every figure with what is asked for; exit 1 where the table did not hold."""
    chosen = [name.strip().lower() for name in only.split(",") if name.strip()]
    unknown = sorted(set(chosen) - set(ATTACKS))
    if unknown:
        raise click.UsageError(f"{', '.join(unknown)}: {', '.join(ATTACKS)}")
    tell((one.raw() for name in chosen or (QUICK if is_short else ATTACKS) for one in _tried(name, is_short)), as_json)


def _tried(name: str, is_short: bool) -> Iterator[Found]:
    with tempfile.TemporaryDirectory(prefix="companion-attack-", ignore_cleanup_errors=True) as folder:
        yield from ATTACKS[name](Path(folder), is_short)


def _stalls(folder: Path, is_short: bool) -> Iterator[Found]:
    with table(folder) as one:
        yield stalls.tell(one)


def _lengths(folder: Path, is_short: bool) -> Iterator[Found]:
    with table(folder) as one:
        yield sizes.tell(one, is_short)


def _flood(folder: Path, is_short: bool) -> Iterator[Found]:
    with table(folder) as one:
        yield from floods.taps_and_memory(one)


def _rivals(folder: Path, is_short: bool) -> Iterator[Found]:
    with table(folder) as one:
        yield from rivals.pairs(one)


def _uploads(folder: Path, is_short: bool) -> Iterator[Found]:
    with table(folder) as one:
        yield floods.unfinished(one)


def _codes(folder: Path, is_short: bool) -> Iterator[Found]:
    with table(folder) as one:
        yield doors.wrong_codes(one)


def _head(folder: Path, is_short: bool) -> Iterator[Found]:
    with table(folder) as one:
        yield doors.only_looked_at(one)


def _copies(folder: Path, is_short: bool) -> Iterator[Found]:
    data = folder / "data"
    with table(data) as one:
        yield forgeries.copies(one, data, folder / "copies", is_short)


def _records(folder: Path, is_short: bool) -> Iterator[Found]:
    with table(folder) as one:
        yield forgeries.records(one)


def _paths(folder: Path, is_short: bool) -> Iterator[Found]:
    damaged = Folder(folder).database
    damaged.parent.mkdir(parents=True, exist_ok=True)
    damaged.write_bytes(b"no database" * 1000)
    with table(folder) as one:
        yield doors.folders_told(one, folder)


ATTACKS: dict[str, Callable[[Path, bool], Iterator[Found]]] = {
    "stalls": _stalls,
    "lengths": _lengths,
    "flood": _flood,
    "rivals": _rivals,
    "uploads": _uploads,
    "codes": _codes,
    "copies": _copies,
    "records": _records,
    "head": _head,
    "paths": _paths,
}
QUICK = ("lengths", "codes", "copies", "records", "head", "paths")
"""Those that take seconds."""
