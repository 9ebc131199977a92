"""An application for one test: its routes are laid down once a process.

Flask and Werkzeug take 30 ms for more than a hundred routes, which a thousand tests would wait for again and again.
What holds state (games, doors, settings) is the own of each test.
"""

from __future__ import annotations

from copy import copy
from functools import cache

from flask import Config, Flask

from companion.service.live.games import GameService
from companion.web.auth.access import Access
from companion.web.server.app import create_app, move_in
from companion.web.server.settings import Settings
from tests.houses import new_house


@cache
def _with_routes() -> Flask:
    return create_app(new_house(), Settings(""))


def quick_app(tables: GameService, settings: Settings, access: Access | None = None) -> Flask:
    """Return an application over these games, as `create_app` does."""
    return moved(_with_routes(), tables, settings, access)


def moved(app: Flask, tables: GameService, settings: Settings, access: Access | None) -> Flask:
    """Return an application with the routes of another, over these games."""
    app = copy(app)
    app.config = Config(app.root_path, app.config)
    app.extensions = dict(app.extensions)
    move_in(app, tables, settings, access)
    return app
