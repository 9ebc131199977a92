"""Templates of the pages as Python, made where the site is made.

Reading and compiling them took a slow tablet four of the seconds until the first turn.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from companion.web.server.app import create_app
from companion.web.server.settings import Settings


def compiled() -> dict[str, bytes]:
    """Return every template as `jinja2.ModuleLoader` reads it, by the name of its file."""
    env = create_app(GameService(MemoryStore(), title), Settings("")).jinja_env
    with TemporaryDirectory() as folder:
        env.compile_templates(folder, zip=None, ignore_errors=False)
        return {one.name: one.read_bytes() for one in Path(folder).iterdir()}
