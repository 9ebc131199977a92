"""The pages: plain forms and links that work without JavaScript, for any game.

Read `base` (what every page needs), then the folder of a page: `games` (the list, a new one), `table` (the table page:
`page` and `prompts` put it together, `routes` are its actions, `geometry` is the ring), `history`, `scan` (the pages
with a camera), `devices`, `transfer`, `printing` (the studio), `reference` (set-up, log, cards).
"""

from __future__ import annotations

from flask import Flask
from jinja2 import StrictUndefined

from companion.web.pages.base import pages, show_fault
from companion.web.pages.devices import handover, https, joining, seats, this_device
from companion.web.pages.devices import index as devices_index
from companion.web.pages.games import board, count, figures, missing_cards, new, people
from companion.web.pages.games import index as games_index
from companion.web.pages.history import edit, hindsight, log, preview, story, timeline
from companion.web.pages.printing import studio
from companion.web.pages.reference import cards, faces, help, puzzles
from companion.web.pages.scan import base as scan_base
from companion.web.pages.scan import deck, dispute, mine, play, seen
from companion.web.pages.table import corrections, practice, room
from companion.web.pages.table import routes as table_routes
from companion.web.pages.transfer import privacy, record
from companion.web.server.context import PAGE_FAULT

__all__ = ["register_pages"]

_SCANNING = (scan_base, deck, play, seen, dispute, mine)
_PAST = (timeline, log, edit, preview, hindsight, story)
_BOXES = (missing_cards, board, count)
_EVENING = (this_device, handover, privacy, corrections, practice, room, figures, people, *_BOXES, *_PAST)
_PARTS = (
    games_index,
    new,
    table_routes,
    cards,
    help,
    faces,
    puzzles,
    record,
    *_SCANNING,
    *_EVENING,
    devices_index,
    seats,
    joining,
    https,
)
"""Each adds its pages when it is imported."""


def register_pages(app: Flask) -> None:
    """Add every page to the application."""
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.config.setdefault(PAGE_FAULT, show_fault)
    app.register_blueprint(pages)
    app.register_blueprint(studio.blueprint)
