"""Answers on their way out: with their headers, and small, except where their length would tell what stands in them.

Somebody who can make a page repeat a text of theirs, and sees how long the compressed page is, can find out letter by
letter what else stands in it (BREACH). So nothing is compressed that holds something secret: the pages of cards shown
in private, what a seat alone is told, codes and links; and no event stream.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache

from flask import Flask, Request, Response, request

from companion.web.server.context import access, asking
from companion.web.server.errors import CONTENT_SECURITY, FOR_GOOD, GUARDS
from companion.web.server.files import is_current

LEAST = 600
"""Bytes from which it pays."""
_TEXTS = re.compile(r"text/(html|css|javascript|markdown|plain)|application/(json|jsonl|javascript)|image/svg\+xml")
SECRET = re.compile(
    r"/games/[^/]+/scan/(judge|evening|mine|play|seen)(/.*)?|/games/[^/]+/seats?|/devices|/screens(/.*)?|/join|/host/.*"
    r"|/api/host-links|/api/scan|/api/metrics|/api/games/[^/]+/seats/.*"
)
"""Where secrets stand, or cards that are shown."""


def register_outgoing(app: Flask) -> None:
    """Give every answer its headers, and compress what may be compressed for those who take it."""
    app.after_request(_compressed)
    app.after_request(_dress)  # Flask asks the last one first


def is_file(path: str) -> bool:
    """Return True if a path leads to a file of ours, the same for everybody."""
    return path.startswith("/static/") or path == "/icons.svg"


def _dress(response: Response) -> Response:
    path = request.path
    is_said = path.startswith("/api")
    if not is_said and response.status_code < 400 and is_file(path):  # no tap asks whether the interface is a file
        # The table asks for thirty at once, and what a page has to say about itself (its policy, where it comes from,
        # what it may use) would weigh as much again as a small one of them.
        for name in ("Content-Disposition", "Last-Modified", "Date"):  # the server says the date, too
            response.headers.pop(name, None)
        response.headers["X-Content-Type-Options"] = GUARDS["X-Content-Type-Options"]
        if request.args.get("v") or is_current():
            # The address changes with the file: nobody will ask whether it has changed.
            response.headers["Cache-Control"] = FOR_GOOD
            response.headers.pop("ETag", None)
        response.headers.setdefault("Cache-Control", "no-cache")
        return response
    is_page = response.mimetype == "text/html" and "Content-Security-Policy" not in response.headers
    if is_page and (others := access().others(request.scheme)):
        # The pages of a club ask the other hosts whether they are there.
        at = " ".join(("connect-src 'self'", *others))
        response.headers["Content-Security-Policy"] = CONTENT_SECURITY.replace("connect-src 'self'", at)
    for name, value in GUARDS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store" if is_said else "no-cache")
    return response


def is_secret(asked: Request) -> bool:
    """Return True if the length of this answer must not depend on its content."""
    if asked.method not in ("GET", "HEAD"):
        # A check is answered to a POST; so is a page that shows again what was typed.
        return True
    return bool(SECRET.fullmatch(asked.path))


def _compressed(response: Response) -> Response:
    kind = response.mimetype or ""
    if not _TEXTS.fullmatch(kind):
        return response
    response.headers.add("Vary", "Accept-Encoding")
    if is_secret(request) or ((asks := access().session(asking())) is not None and asks.role == "seat"):
        # For a seat's phone nothing is compressed: one device fewer to think about. Nor may a proxy in front do it.
        response.cache_control.no_transform = True
        return response
    if (
        response.status_code != 200
        or not request.accept_encodings.quality("gzip")
        or "Content-Encoding" in response.headers
    ):
        return response
    response.direct_passthrough = False
    data = response.get_data()
    if len(data) >= LEAST:
        response.set_data(_once(data) if is_file(request.path) else gzip.compress(data, 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        response.headers.pop("Accept-Ranges", None)  # 22 bytes a file, and nobody asks for parts of a script
        etag, _ = response.get_etag()
        if etag:
            response.set_etag(etag, weak=True)
    return response


@lru_cache(maxsize=128)
def _once(data: bytes) -> bytes:
    """Compress a file of ours as small as it goes, once."""
    return gzip.compress(data, 9, mtime=0)
