"""The pages: plain forms and links that work without JavaScript, for any game.

Read `pages_common` (what every page needs), `pages_games` (the list), `pages_new`, `pages_table` and `pages_ask` (the
table page, put together), `pages_play` (its actions), `pages_reading` (set-up, log, cards), `drawing` (the ring);
`print_pages` is the print studio, `pages_scan…` are the pages with a camera.
"""

from __future__ import annotations

from flask import Flask
from jinja2 import StrictUndefined

from companion.web import (
    pages_box,
    pages_certificate,
    pages_device,
    pages_devices,
    pages_evening_fix,
    pages_evening_kept,
    pages_evening_screens,
    pages_film,
    pages_film_story,
    pages_games,
    pages_laboratory,
    pages_new,
    pages_past,
    pages_past_edit,
    pages_past_log,
    pages_past_see,
    pages_play,
    pages_reading,
    pages_record,
    pages_scan,
    pages_scan_deck,
    pages_scan_judge,
    pages_scan_play,
    pages_seats,
    print_pages,
)
from companion.web.app import PAGE_FAULT
from companion.web.pages_common import pages, show_fault

__all__ = ["register_pages"]

_SCANNING = (pages_scan, pages_scan_deck, pages_scan_play, pages_scan_judge)
_PAST = (pages_past, pages_past_log, pages_past_edit, pages_past_see, pages_film, pages_film_story)
_EVENING = (pages_device, pages_evening_screens, pages_evening_kept, pages_evening_fix, pages_box, *_PAST)
_PARTS = (
    pages_games,
    pages_new,
    pages_play,
    pages_reading,
    pages_record,
    pages_laboratory,
    *_SCANNING,
    *_EVENING,
    pages_devices,
    pages_seats,
    pages_certificate,
)
"""Each adds its pages when it is imported."""


def register_pages(app: Flask) -> None:
    """Add every page to the application."""
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.config.setdefault(PAGE_FAULT, show_fault)
    app.register_blueprint(pages)
    app.register_blueprint(print_pages.blueprint)
