"""Answers made small on the air, except where their length would tell what stands in them.

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

LEAST = 600
"""Bytes from which it pays."""
_TEXTS = re.compile(r"text/(html|css|javascript|markdown|plain)|application/(json|jsonl|javascript)|image/svg\+xml")
SECRET = re.compile(
    r"/games/[^/]+/scan/(judge|evening|mine|play|seen)(/.*)?|/games/[^/]+/seats?|/devices|/screens(/.*)?|/join|/host/.*"
    r"|/api/host-links|/api/scan|/api/metrics|/api/games/[^/]+/seats/.*"
)
"""Where secrets stand, or cards that are shown."""


def register_compression(app: Flask) -> None:
    """Compress what may be compressed, for those who take it."""
    app.after_request(_compressed)


def is_file(path: str) -> bool:
    """Return True if a path leads to a file of ours, the same for everybody."""
    return path.startswith("/static/") or path == "/icons.svg"


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
        or "gzip" not in request.headers.get("Accept-Encoding", "")
        or "Content-Encoding" in response.headers
    ):
        return response
    response.direct_passthrough = False
    data = response.get_data()
    if len(data) >= LEAST:
        response.set_data(_once(data) if is_file(request.path) else gzip.compress(data, 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        etag, _ = response.get_etag()
        if etag:
            response.set_etag(etag, weak=True)
    return response


@lru_cache(maxsize=128)
def _once(data: bytes) -> bytes:
    """Compress a file of ours as small as it goes, once."""
    return gzip.compress(data, 9, mtime=0)
