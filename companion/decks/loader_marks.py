"""What is printed on cards and means something to their game: `[marks]` names the headings, `marks = {…}` the words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.decks.loader_lines import Path
from companion.decks.toml_source import Page, Tables, is_slug

Headings = Mapping[str, tuple[str, ...]]
"""What may be printed under each heading."""

Marks = tuple[tuple[str, tuple[str, ...]], ...]


def headings_of(page: Page) -> Headings:
    """Return the headings that a deck declares, each with its words."""
    table = page.table("marks")
    found = {name: page.texts(table, ("marks",), name) for name in table}
    for name, words in found.items():
        if not words or not all(map(is_slug, (name, *words))):
            page.fault(("marks", name), "marks.heading", name=name)
    return found


def marks_of(page: Page, path: Path, block: Tables, headings: Headings) -> Marks:
    """Return what a card block says is printed on the card; headings and words must be among those declared."""
    said = block.get("marks")
    if said is None:
        return ()
    where = (*path, "marks")
    if not isinstance(said, dict):
        page.fault(where, "marks.shape")
        return ()
    page.only(said, where, tuple(headings))
    marks = tuple((name, page.texts(said, where, name)) for name in said if name in headings)
    for name, words in marks:
        for word in words:
            if word not in headings[name]:
                page.fault((*where, name), "marks.word", name=name, word=word[:60], known=", ".join(headings[name]))
    return marks
