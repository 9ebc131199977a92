"""What is done in the club's database, statement by statement, on a connection that somebody else holds.

Each function is one piece of work of `store`; those that write are called in a transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from psycopg import Connection

from companion.service.club import Host, Standing
from companion.store import rows
from companion.store.base import (
    FORGOTTEN,
    NO_TIME,
    Damaged,
    Ends,
    GameInfo,
    Kept,
    Mark,
    Overtaken,
    Repeated,
    Row,
    StoreFault,
    UnknownGame,
    changed_at,
    follows,
)

STEPS = ("tables.sql", "tables-2.sql")
"""What makes each format of the one before it, as in `schema`."""
CHANNEL, NEWS = "companion", "companion_news"
"""Where every commit tells which game it was about; on `NEWS` with the number of its newest entry. Hosts of an older
program hear only the first, so that both are told, the news first."""
HEADING = "id, game, name, archived, coalesce(origin, ''), opened, changed, version, glance"
_ROW = "number, action, facts, at, via, action_id, seal"
"""The columns, in the order in which `GameInfo` and `Written` have them."""

Line = Connection[tuple[Any, ...]]


def prepare(line: Line) -> None:
    """Make the tables where they are missing, or bring them up to date; raises a `StoreFault` where a newer program
    made them."""
    # Several may start at once; the first makes the tables, the others wait for it and find them made.
    line.execute("select pg_advisory_xact_lock(1753181)")
    known = line.execute("select to_regclass('companion_format')").fetchone()
    made = 0
    if known is not None and known[0] is not None:
        found = line.execute("select max(format) from companion_format").fetchone()
        made = (found[0] or 0) if found is not None else 0
    if made > len(STEPS):
        raise StoreFault("store.newer-file", path="PostgreSQL")
    for name in STEPS[made:]:
        line.execute((files("companion.club") / name).read_bytes())
    line.execute('update game set changed = %s where changed collate "C" >= %s', [changed_at(NO_TIME), NO_TIME])


def open_game(line: Line, heading: GameInfo, first: Sequence[Row]) -> None:
    """Insert a game with its first entries. Raise `Repeated` if it is there already."""
    taken = "select 1 from game where id = %s or origin = %s"
    if line.execute(taken, [heading.id, heading.origin or None]).fetchone():
        raise Repeated(0)
    line.execute(
        "insert into game (id, game, name, archived, origin, opened, changed, version, glance)"
        " values (%s, %s, %s, %s, %s, %s, %s, 0, %s)",
        [heading.id, heading.game, heading.name, heading.archived, heading.origin or None,
         heading.opened, heading.changed or heading.opened, heading.glance],
    )  # fmt: skip
    if first:
        append(line, heading.id, first, heading.glance)


def append(line: Line, game: str, added: Sequence[Row], glance: str) -> None:
    """Entries added at the end of a game, told to every host once they are written."""
    locked = line.execute("select version from game where id = %s for update", [game]).fetchone()
    if locked is None:
        raise UnknownGame(game)
    last: int = locked[0]
    known = [row.action_id for row in added if row.action_id]
    asked = "select number from entry where game = %s and action_id = any(%s) order by number"
    again = line.execute(asked, [game, known]).fetchone() if known else None
    if again:
        raise Repeated(again[0])
    if not follows(added, last):
        raise Overtaken(last)
    found = line.execute("select seal from entry where game = %s and number = %s", [game, last]).fetchone()
    written = rows.write(added, found[0] if found else rows.FIRST_SEAL)
    end = written[-1]
    # Together on one way there and back.
    with line.pipeline():
        _insert(line, game, written)
        line.execute(
            "update game set version = %s, changed = %s, glance = %s where id = %s",
            [end.number, changed_at(end.at), glance, game],
        )
        line.execute("select pg_notify(%s, %s), pg_notify(%s, %s)", [NEWS, f"{game} {end.number}", CHANNEL, game])


def _insert(line: Line, game: str, written: Sequence[rows.Written]) -> None:
    with line.cursor() as cursor:
        cursor.executemany(
            "insert into entry values (%s, %s, %s, %s, %s, %s, %s, %s)", [(game, *one) for one in written]
        )


def lines_of(line: Line, game: str, after: int = 0) -> list[rows.Written]:
    """Return the rows of a game after an entry, as they are written."""
    asked = f"select {_ROW} from entry where game = %s and number >= %s order by number"
    return [rows.Written(*found) for found in line.execute(asked, [game, after]).fetchall()]


def rows_of(line: Line, game: str, after: int) -> list[Row]:
    """Return the entries of a game after one, checked against the seal before them."""
    # The heading first: what another host writes meanwhile can only make it longer.
    known = heading_of(line, game)
    found = lines_of(line, game, after)
    if not after:
        return rows.read(game, found, known.version)
    if not found:
        raise Damaged("store.damaged-row", game=game, number=after)
    return rows.read(game, found[1:], known.version, found[0])


def number_of(line: Line, game: str, action_id: str) -> int | None:
    """Return the number of the entry sent under an id."""
    asked = "select number from entry where game = %s and action_id = %s"
    found = line.execute(asked, [game, action_id]).fetchone()
    return int(found[0]) if found else None


def newest(line: Line, most: int, after: Mark | None, archived: bool | None) -> list[GameInfo]:
    """Return games from a place on in the list, the ones changed last first."""
    wanted: list[str] = []
    given: list[object] = []
    if archived is not None:
        wanted, given = ["archived = %s"], [archived]
    if after is not None:
        wanted.append('(changed collate "C", id collate "C") < (%s, %s)')
        given += after
    where = f" where {' and '.join(wanted)}" if wanted else ""
    asked = f'select {HEADING} from game{where} order by changed collate "C" desc, id collate "C" desc limit %s'
    return [GameInfo(*found) for found in line.execute(asked, [*given, most]).fetchall()]


def count(line: Line, archived: bool | None) -> int:
    """Count the games."""
    asked = "select count(*) from game where %s::boolean is null or archived = %s"
    found = line.execute(asked, [archived, archived]).fetchone()
    return int(found[0]) if found else 0


def taken_in(line: Line, origin: str) -> str:
    """Return the game taken in from a record, or empty."""
    found = line.execute("select id from game where origin = %s", [origin]).fetchone() if origin else None
    return str(found[0]) if found else ""


def of_length(line: Line, game: str, version: int) -> list[Ends]:
    """Return the ends of the games with this number of entries."""
    asked = (
        "select id, head.action, tail.action from game"
        " join entry head on head.game = id and head.number = 1"
        " join entry tail on tail.game = id and tail.number = version"
        " where game.game = %s and version = %s"
    )
    found = line.execute(asked, [game, version]).fetchall()
    return [rows.ends(one, first, last, version) for one, first, last in found]


def heading_of(line: Line, game: str) -> GameInfo:
    """One game's heading; raises `UnknownGame`."""
    found = line.execute(f"select {HEADING} from game where id = %s", [game]).fetchone()
    if found is None:
        raise UnknownGame(game)
    return GameInfo(*found)


def label(line: Line, game: str, name: str | None, archived: bool | None) -> GameInfo:
    """Name a game, archive it or take it back."""
    line.execute(
        "update game set name = coalesce(%s, name), archived = coalesce(%s, archived) where id = %s",
        [name, archived, game],
    )
    return heading_of(line, game)


def forget(line: Line, what: Mapping[str, Kept | None], at: str) -> None:
    """Games taken away for good, or replaced by what is kept of them."""
    line.execute("set local companion.forgets = 'yes'")
    for game, kept in what.items():
        heading_of(line, game)
        line.execute("delete from entry where game = %s", [game])
        if kept is None:
            line.execute("delete from game where id = %s", [game])
        else:
            written = rows.write(kept.rows, rows.FIRST_SEAL)
            _insert(line, game, written)
            line.execute(
                "update game set name = %s, glance = %s, origin = null, version = %s where id = %s",
                [kept.name, kept.glance, len(written), game],
            )
        line.execute("select pg_notify(%s, %s)", [CHANNEL, FORGOTTEN + game])
    removed = sum(kept is None for kept in what.values())
    line.execute("insert into forgotten (at, removed, changed) values (%s, %s, %s)", [at, removed, len(what) - removed])


# What the hosts have in common besides the log (`companion.service.club`)

TEXT = "="
"""Before the name of a text that was changed, where every commit tells what it was about."""
LIVES = 6
"""Seconds for which a host counts as alive after it has said so."""


def text(line: Line, name: str) -> str:
    """Return the text under a name."""
    found = line.execute("select content from shared where name = %s", [name]).fetchone()
    return found[0] if found else ""


def change(line: Line, name: str, work: Callable[[str], str]) -> None:
    """Put another text in its place; in a transaction, and no other host gets to it before that has ended."""
    line.execute("insert into shared values (%s, '') on conflict do nothing", [name])
    found = line.execute("select content from shared where name = %s for update", [name]).fetchone()
    before = found[0] if found else ""
    after = work(before)
    if not after:
        line.execute("delete from shared where name = %s", [name])
    elif after != before:
        line.execute("update shared set content = %s where name = %s", [after, name])
    if after != before:
        line.execute("select pg_notify(%s, %s)", [CHANNEL, TEXT + name])


def beat(line: Line, host: Host) -> tuple[float, list[Host]]:
    """Say that a host lives; the database's time, and all that have said so lately."""
    line.execute(
        "insert into host (id, url, https, seen) values (%s, %s, %s, clock_timestamp())"
        " on conflict (id) do update set url = excluded.url, https = excluded.https, seen = excluded.seen",
        [*host],
    )
    line.execute("delete from host where seen < clock_timestamp() - interval '1 hour'")
    lately = f"select id, url, https from host where seen > clock_timestamp() - interval '{LIVES} seconds'"
    there = [Host(*found) for found in line.execute(f"{lately} order by began, id").fetchall()]
    return time_of(line), there


def standing(line: Line) -> list[Standing]:
    """Every host that was heard within the last hour and has not said that it ends; those that began first, first."""
    asked = (
        "select url, to_char(began at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'),"
        " extract(epoch from clock_timestamp() - seen)::float8 from host order by began, id"
    )
    return [Standing(url, since, max(0.0, silent), silent <= LIVES)
            for url, since, silent in line.execute(asked).fetchall()]  # fmt: skip


def time_of(line: Line) -> float:
    """Seconds since 1970 by the database's clock."""
    found = line.execute("select extract(epoch from clock_timestamp())::float8").fetchone()
    assert found is not None
    return float(found[0])


def lives(line: Line, ident: str) -> bool:
    """Return True if a host has reported lately."""
    asked = f"select 1 from host where id = %s and seen > clock_timestamp() - interval '{LIVES} seconds'"
    return line.execute(asked, [ident]).fetchone() is not None


def leave(line: Line, ident: str) -> None:
    """Record that a host ends."""
    line.execute("delete from host where id = %s", [ident])
