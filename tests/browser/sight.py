"""Sweep for hidden parts of a question, over moments of a game, sizes of screens and edges of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.decks.catalog import title
from tests.browser.conftest import House
from tests.browser.states import Moment, moments
from tests.browser.tablet import LAPTOP, PORTRAIT, TABLET, Tablet
from tests.length import is_long

SIDEWAYS = (844, 390)
LARGER = [LAPTOP, (1366, 1024)]
"""Only the long run looks at these: there is more room in them than in one of the others."""
SIZES = [TABLET, (1024, 768), PORTRAIT, SIDEWAYS, *(LARGER if is_long() else [])]
LEAST = [(1024, 768), SIDEWAYS]
"""Sizes with the least room: a part cut anywhere is cut there first."""
GAMES = ("la-cosa", "la-criatura", "dos-barajas", "the-thing", "the-thing-coop", "the-thing-outpost")
SIGHT = (Path(__file__).parent / "sight.js").read_text("utf-8").rstrip().rstrip(";")
ROUND = f"""() => [0, 1, 2, 3].flatMap((quarter) => {{
  document.getElementById("actor").dataset.quarter = quarter;
  dispatchEvent(new Event("resize"));
  return ({SIGHT})().map((fault) => `edge ${{quarter}}: ${{fault}}`);
}})"""
"""Question for a player at each edge: nothing else of it depends on the seat."""


def steps(game: str, *, asides: bool = True) -> list[Moment]:
    """Return every step at every size of the table; with `asides` the rare choices and the corrections at the
    largest. Without the list of all agreements, which is to be read: it scrolls with the page."""
    decks = title(game).decklist
    people = range(max(min(4, decks.most - 2), decks.fewest), decks.most + 1)
    found = [one for n in people for one in moments(game, n, asides=asides and n == decks.most)]
    return [one for one in found if one.half.get("about") != "options"]


def looks(
    tablet: Tablet, house: House, game: str, found: Sequence[Moment], sizes: Sequence[tuple[int, int]]
) -> Iterator[str]:
    """Show each moment at each size, and yield what is shown."""
    for moment in found:
        tablet.resize(*TABLET)
        tablet.open(moment.open(house, game))
        tablet.page.evaluate("document.fonts.ready.then(() => true)")
        for size in sizes:
            tablet.resize(*size)
            yield f"{game}, {len(moment.players)} people, {moment.name} at {size[0]}x{size[1]}"


def out_of_sight(
    tablet: Tablet, house: House, game: str, found: Sequence[Moment], sizes: Sequence[tuple[int, int]] = SIZES
) -> list[str]:
    """Return the faults of questions that cannot be seen whole, at each size, for each edge of the table."""
    shown = looks(tablet, house, game, found, sizes)
    return [f"{where}, {fault}" for where in shown for fault in tablet.page.evaluate(ROUND)]
