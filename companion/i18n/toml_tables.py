"""The text of a TOML file as tables: the words, the decks and the sizes of labels are read here.

Python reads TOML character by character: 41 % of the work for the first page of a table, a third of what a slow tablet
did before it. So what a text says may lie in a folder as JSON, under the fingerprint of the text: a site brings such a
folder (`bring`), a table keeps one (`keep`). Any other text is read.
"""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

MOST_KEPT = 400
"""Files after which a kept folder is emptied at the next start. The companion brings some 170, templates counted;
somebody who works on a deck adds one a version."""
_folder: Path | None = None
_is_kept = False


def bring(folder: Path | None) -> None:
    """From now on texts are looked up in this folder first: a JSON file for each, named by `name_of`."""
    global _folder, _is_kept
    _folder, _is_kept = folder, False


def keep(folder: Path) -> None:
    """Look texts up in this folder, and put there what had to be read."""
    bring(folder)
    global _is_kept
    _is_kept = True
    with suppress(OSError):
        kept = [*folder.iterdir()]
        for path in kept if len(kept) > MOST_KEPT else ():
            path.unlink()


def tables_of(text: str) -> dict[str, Any]:
    """Parse a TOML text. Raise what `tomllib.loads` raises."""
    if _folder is None:
        return tomllib.loads(text)
    import json  # not needed for --help

    file = _folder / name_of(text)
    with suppress(OSError, ValueError):
        known: dict[str, Any] = json.loads(file.read_bytes())
        return known
    said = tomllib.loads(text)
    if _is_kept:
        draft = file.with_suffix(".new")
        with suppress(OSError, TypeError):  # JSON has no dates
            draft.write_text(json.dumps(said), "utf-8")
            draft.replace(file)
    return said


def name_of(text: str) -> str:
    """Return the name of the file that holds the parsed form of just this text."""
    from hashlib import sha256

    return f"{sha256(text.encode()).hexdigest()}.json"
