"""What the server writes to stderr: by default only what went wrong, with `--log json` a line of JSON for everything.

No line holds a secret, a name or a path of this machine: of an address only the pattern of its route, of a failure
where it was and its kind, never its message, in which a card might stand that nobody may know.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import companion

_NAMED = re.compile(r"/(games|host|jobs|judge|at|seats)/[^/]+")


def pattern_of(path: str) -> str:
    """Return a path without its variable parts: no token of a link, no game."""
    return ascii(_NAMED.sub(r"/\1/…", path[:200]).replace("…", "_"))[1:-1]


class Lines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {"at": at, "level": record.levelname.lower(), "from": record.name}
        extra = getattr(record, "line", None)
        if isinstance(extra, Mapping):
            line.update(extra)
        else:
            line["text"] = _text(record)
        if record.exc_info and record.exc_info[1] is not None:
            line["failure"] = failure(record.exc_info[1])
        return json.dumps(line, ensure_ascii=True)


class Plain(logging.Formatter):
    """A record for whoever reads the terminal; a failure by where it was, without its message."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a line, and where it failed."""
        text = _text(record)
        found = record.exc_info[1] if record.exc_info else None
        return text if found is None else "\n".join([text, *(f"  {one}" for one in failure(found))])


def _text(record: logging.LogRecord) -> str:
    """Return the message of a record; of asyncio's only the first line, for the others hold paths and messages of
    failures."""
    text = record.getMessage()
    return (text.partition("\n")[0] if record.name == "asyncio" else text)[:500]


def failure(fault: BaseException) -> list[str]:
    """Return where something failed, innermost last, and the kind of failure."""
    frames = traceback.extract_tb(fault.__traceback__)
    places = [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames[-12:]]
    cause = fault.__cause__ or fault.__context__
    return [*places, type(fault).__name__, *([f"from {type(cause).__name__}"] if cause is not None else [])]


_PACKAGE = Path(companion.__file__).parent


def _short(file: str) -> str:
    """Return a file of ours from the package on, of others its name: the program may lie in a folder of the same
    name."""
    path = Path(file)
    return f"companion/{path.relative_to(_PACKAGE).as_posix()}" if path.is_relative_to(_PACKAGE) else path.name


LOGGERS = ("companion", "uvicorn.error", "asyncio")
"""Who writes here. What has no handler of its own Python prints as it is, with the whole path of every file."""


def begin(as_json: bool) -> None:
    """Write to stderr from now on: everything as JSON, or only what went wrong, to be read."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines() if as_json else Plain())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if as_json and name == "companion" else logging.ERROR)
    threading.excepthook = _thread_failed


def _thread_failed(failed: threading.ExceptHookArgs) -> None:
    """Python itself would print the paths of the files and the message."""
    if failed.exc_value is not None:
        name = failed.thread.name if failed.thread is not None else "?"
        logging.getLogger("companion.threads").error("thread %s", name, exc_info=failed.exc_value)


def told(logger: logging.Logger, **line: object) -> None:
    """Write a line of these values, where somebody wants lines."""
    if logger.isEnabledFor(logging.INFO):
        logger.info("", extra={"line": line})
