"""What is answered when something is wrong: a status and a sentence; and the headers of every answer."""

from __future__ import annotations

import re

from companion.engine.words import Wording
from companion.i18n import catalog
from companion.i18n.catalog import LADDER, spoken_language

CONTENT_SECURITY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' blob: data:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
GUARDS = {
    "Content-Security-Policy": CONTENT_SECURITY,
    "X-Content-Type-Options": "nosniff",
    # Not `no-referrer`: with it browsers send `Origin: null` with the forms of our own pages.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), screen-wake-lock=(self), fullscreen=(self), geolocation=(), microphone=()",
}
"""Headers of every answer but files that are the same for everybody."""
FOR_GOOD = "public, max-age=31536000, immutable"
"""How long a browser keeps a file whose address changes with it."""

_ASKED = re.compile(r"\s*([A-Za-z]{1,8})(?:-[\w-]+)?\s*(?:;\s*q=([\d.]+)\s*)?")


def sentences(lang: str) -> Wording:
    """Return the sentences about errors in a language."""
    return catalog.words("answers", lang)


def language(asked: str, accepted: str) -> str:
    """Return the language to answer in: the one asked for, else the best of an Accept-Language header, else Spanish."""
    if known := spoken_language(asked):
        return known
    best, weight = LADDER[0], 0.0
    for part in accepted[:500].split(","):
        found = _ASKED.fullmatch(part)
        known = spoken_language(found[1]) if found else ""
        if found and known and (q := _weight(found[2])) > weight:
            best, weight = known, q
    return best


def _weight(text: str | None) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0


class HttpError(Exception):
    """A request that is refused before any game is asked: an HTTP status and the key of a sentence."""

    def __init__(self, status: int, key: str, headers: dict[str, str] | None = None, **blanks: object) -> None:
        super().__init__(key)
        self.status = status
        self.key = key
        self.headers = headers or {}
        self.blanks = blanks

    def sentence(self, lang: str) -> str:
        """Return what is wrong."""
        return sentences(lang).say(self.key, **self.blanks)
