"""Parts of uvicorn that the deadlines of a connection lean on, promised by no one: a new minor may take them away."""

from __future__ import annotations

import asyncio
import inspect
import tomllib
from pathlib import Path

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

ROOT = Path(__file__).resolve().parents[2]


async def _nothing(scope: object, receive: object, send: object) -> None:
    """Answer nothing (an application)."""


def test_the_connection_still_has_what_the_deadlines_lean_on() -> None:
    overridden = ("connection_made", "connection_lost", "data_received", "on_response_complete", "pause_writing")
    assert [name for name in (*overridden, "resume_writing") if not callable(getattr(H11Protocol, name, None))] == []
    assert list(inspect.signature(H11Protocol.__init__).parameters)[1:4] == ["config", "server_state", "app_state"]

    async def made() -> H11Protocol:
        config = uvicorn.Config(_nothing, lifespan="off")
        config.load()
        return H11Protocol(config, ServerState(), {})

    connection = asyncio.run(made())
    assert [name for name in ("client", "cycle", "conn", "loop", "transport") if not hasattr(connection, name)] == []
    assert connection.conn.trailing_data == (b"", False)


@pytest.mark.parametrize("name", ["a2wsgi", "h11", "jinja2", "uvicorn", "werkzeug"])
def test_no_other_minor_is_installed_than_the_one_that_was_tested(name: str) -> None:
    """Each of these packages is leaned on for something that it does not promise."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    (asked,) = (one for one in needed if one.startswith(f"{name}>"))
    pins = (line.lower().split("==") for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines())
    locked = dict(pin for pin in pins if len(pin) == 2)
    major, minor, *_ = map(int, locked[name].split("."))
    assert asked.startswith(f"{name}>={major}.{minor}") and asked.endswith(f",<{major}.{minor + 1}")
