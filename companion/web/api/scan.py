"""`POST /api/scan`: a picture in, the cards in it out, exactly as `companion scan --json`. Nothing is kept."""

from __future__ import annotations

from io import BytesIO
from typing import IO

from flask import Flask, Request, Response, current_app, jsonify, request
from werkzeug.datastructures import FileStorage

from companion.decks.catalog import DEFAULT_GAME
from companion.service.live.parsing import clean_text
from companion.service.referee.scan_service import MOST_DECKS, Refused, ScanService
from companion.web.api.games import api
from companion.web.server.context import lang, must_be_host, tables
from companion.web.server.errors import HttpError

EYES = "companion.eyes"
LONGEST_NAME = 60


class PictureRequest(Request):
    """A request whose files stay in memory: a picture is never written to the disk, not even for a moment."""

    def _get_file_stream(
        self,
        total_content_length: int | None,
        content_type: str | None,
        filename: str | None = None,
        content_length: int | None = None,
    ) -> IO[bytes]:
        return BytesIO()


def register_eyes(app: Flask) -> None:
    """Give an application eyes; they open with the first picture."""
    app.extensions[EYES] = ScanService()
    app.request_class = PictureRequest


def eyes() -> ScanService:
    """Return the scan service of the current application."""
    found: ScanService = current_app.extensions[EYES]
    return found


@api.post("/api/scan")
def scan() -> Response | tuple[Response, int]:
    """Return the cards in one picture."""
    must_be_host()
    given = request.files.get("image")
    if given is None:
        raise HttpError(400, "no-image")
    title = tables().title(clean_text(request.form.get("game", "")) or DEFAULT_GAME)
    name = name_of(given)
    try:
        sight = eyes().read(title.decklist, letters(), given.read(), name)
    except Refused as fault:
        return jsonify({"message": fault.say(lang())}), 400
    from companion.scan.look import as_json

    return jsonify(as_json(name, sight, lang()))


def letters(field: str = "deck") -> tuple[str, ...]:
    """Return the letters of the printed decks a form asks for; none if it says nothing."""
    said = [clean_text(text).upper() for text in request.form.getlist(field)]
    return tuple(dict.fromkeys(text for text in said if text))[:MOST_DECKS]


def name_of(given: FileStorage) -> str:
    """Return the device's name for its picture, fit to be put into a sentence."""
    name = clean_text((given.filename or "").replace("\\", "/").rpartition("/")[2])
    return name[-LONGEST_NAME:] or "—"
