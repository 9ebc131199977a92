"""The `[[measure]]` blocks of a deck file: what a host reads from the board, as no rulebook tells it."""

from __future__ import annotations

from companion.decks.toml_source import Page, is_slug
from companion.engine.measures import Measure

KEYS = ("name", "least", "most", "rows", "columns", "total", "players")
MOST = 999


def read_measures(page: Page) -> tuple[Measure, ...]:
    """The figures of the board that a deck declares, in the order in which they are asked."""
    found: dict[str, Measure] = {}
    for path, block in page.blocks("measure"):
        page.only(block, path, KEYS)
        name = page.slug(block, path, "name", required=True)
        rows, columns = page.texts(block, path, "rows"), page.texts(block, path, "columns")
        least = page.number(block, path, "least", 0, MOST) or 0
        most = page.number(block, path, "most", least, MOST)
        total = page.number(block, path, "total", 0, MOST) or 0
        players = page.numbers(block, path, "players", 1, 20)
        if name in found:
            page.fault((*path, "name"), "measure.twice", name=name)
        if not all(map(is_slug, (*rows, *columns))) or (columns and not rows):
            page.fault(path, "measure.shape", name=name)
        if players is not None and (len(players) != 2 or players[0] > players[1]):
            page.fault((*path, "players"), "measure.shape", name=name)
            players = None
        sizes = (players[0], players[1]) if players else None
        found[name] = Measure(name, least, MOST if most is None else most, rows, columns, total, sizes)
    return tuple(found.values())
