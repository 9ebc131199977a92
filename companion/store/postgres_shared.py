"""What is done in the club's database with what the hosts have in common, statement by statement (see `shared`)."""

from __future__ import annotations

from collections.abc import Callable

from companion.store.postgres_queries import CHANNEL, Line
from companion.store.shared import Host, Standing

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
