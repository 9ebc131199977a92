"""The parts of the tests: every test belongs to one, and `tasks.py test PART` runs it.

A test belongs to the part of its folder, the nearest one named here, unless a mark names another (`pytest.mark.club`).
In the run of every day are those of the parts that are short, and of the others those marked `short`. What is marked
`long` is in no run that does not ask for it. docs/proof.md says what each part proves and how long it takes.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import NamedTuple


class Part(NamedTuple):
    """A part: where its tests are, and whether they are in the run of every day."""

    folders: tuple[str, ...]
    is_short: bool


PARTS = {
    # and every folder that is not named
    "rules": Part(("tests",), True),
    "words": Part(("tests/decks", "tests/i18n", "tests/docs"), True),
    "tables": Part(("tests/service", "tests/store", "tests/cli"), True),
    "pages": Part(("tests/web",), True),
    "printing": Part(("tests/printing",), True),
    "scan": Part(("tests/scan",), True),
    "site": Part(("tests/site",), True),
    "alone": Part((), False),
    "browser": Part(("tests/browser",), False),
    "sight": Part((), False),
    "faults": Part(("tests/lab/faults",), False),
    "twins": Part(("tests/lab",), False),
    "bench": Part(("tests/lab/bench",), False),
    "installing": Part(("tests/setup",), False),
    "club": Part((), False),
    "mutants": Part(("tests/mutation",), False),
}
FOLDERS = {folder: name for name, part in PARTS.items() for folder in part.folders}


def part_of(folder: PurePosixPath, marks: set[str]) -> str:
    """Name the part of a test by its folder in the repository and its marks."""
    named = marks & PARTS.keys()
    if named:
        (part,) = named
        return part
    near = (str(one) for one in (folder, *folder.parents))
    return next(FOLDERS[one] for one in near if one in FOLDERS)


def is_short(part: str, marks: set[str]) -> bool:
    """Return True if the run of every day has a test of this part with these marks."""
    return "long" not in marks and (PARTS[part].is_short or "short" in marks)
