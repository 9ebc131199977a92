"""What the server writes to stderr: by default only what went wrong, with `--log json` a line of JSON for everything.

No line holds a secret or a name: of an address only the pattern of its route, of a failure where it was and its kind,
never its message, in which a card might stand that nobody may know.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from types import TracebackType

_NAMED = re.compile(r"/(games|host|jobs|judge|at|seats)/[^/]+")


def pattern_of(path: str) -> str:
    """A path without what it names: no token of a link, no game."""
    return ascii(_NAMED.sub(r"/\1/…", path[:200]).replace("…", "_"))[1:-1]


class Lines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {"at": at, "level": record.levelname.lower(), "from": record.name}
        extra = getattr(record, "line", None)
        if isinstance(extra, Mapping):
            line.update(extra)
        else:
            line["text"] = record.getMessage()[:500]
        if record.exc_info and record.exc_info[1] is not None:
            line["failure"] = failure(record.exc_info[1])
        return json.dumps(line, ensure_ascii=True)


class Plain(logging.Formatter):
    """A record for whoever reads the terminal; a failure by where it was, without its message."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and where it failed."""
        text = record.getMessage()
        found = record.exc_info[1] if record.exc_info else None
        return text if found is None else "\n".join([text, *(f"  {one}" for one in failure(found))])


def failure(fault: BaseException) -> list[str]:
    """Where something failed, innermost last, and what kind of failure it was."""
    frames = traceback.extract_tb(_of(fault))
    places = [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames[-12:]]
    cause = fault.__cause__ or fault.__context__
    return [*places, type(fault).__name__, *([f"from {type(cause).__name__}"] if cause is not None else [])]


def _of(fault: BaseException) -> TracebackType | None:
    return fault.__traceback__


def _short(file: str) -> str:
    """A file of ours from the package on, of others its name."""
    _, _, inside = file.replace("\\", "/").rpartition("/companion/")
    return f"companion/{inside}" if inside else file.replace("\\", "/").rpartition("/")[2]


def begin(as_json: bool) -> None:
    """Write to stderr from now on: everything as JSON, or only what went wrong, to be read."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines() if as_json else Plain())
    for name in ("companion", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if as_json and name == "companion" else logging.ERROR)


def told(logger: logging.Logger, **line: object) -> None:
    """Write a line of these values, where somebody wants lines."""
    if logger.isEnabledFor(logging.INFO):
        logger.info("", extra={"line": line})
