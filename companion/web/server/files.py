"""The files that are the same for everybody: styles, scripts, letters.

Their address has a folder that changes with them, `/static/v-12ab34cd56/live.js`, so that whatever a script or a style
names beside itself has it too, and a browser asks for each of them once.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from flask import Flask, Response, current_app, request

_IMPORT = re.compile(r"""^import (?:[^"';]* from )?"\./([^"]+)";""", re.MULTILINE)
"""What a script needs before it can run."""


def register_files(app: Flask) -> None:
    """Serve them under the address that changes with them. Under `/static/live.js` they stand too, to be asked anew."""
    app.add_url_rule("/static/v-<version>/<path:filename>", "files", _sent)


def _sent(version: str, filename: str) -> Response:
    """Send today's file to a page from before an update too, but not for good (see `is_current`)."""
    return current_app.send_static_file(filename)


def attached(content: str | bytes, kind: str, name: str) -> Response:
    """Return a file that browsers save under this name."""
    response = Response(content, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def is_current() -> bool:
    """Return True if the request has the address of today's files."""
    return (request.view_args or {}).get("version") == static_version()


@lru_cache(maxsize=1)
def static_version() -> str:
    """Return a version that changes when one of the files does."""
    digest = hashlib.sha256()
    for path, data in sorted(_all(files("companion.web") / "static", "")):
        digest.update(f"{path} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:10]


@lru_cache(maxsize=32)
def imported(*scripts: str) -> tuple[str, ...]:
    """Return all scripts that these import, directly or not.

    A page that names all of them fetches them at once, instead of one after the other being read for what comes next.
    """
    found: list[str] = []
    wanted = list(scripts)
    for name in wanted:
        text = (files("companion.web") / "static" / name).read_text("utf-8")
        new = [one for one in dict.fromkeys(_IMPORT.findall(text)) if one not in wanted]
        wanted += new
        found += new
    return tuple(found)


def _all(folder: Traversable, at: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for one in folder.iterdir():
        path = f"{at}{one.name}"
        found += _all(one, f"{path}/") if one.is_dir() else [(path, one.read_bytes())]
    return found
