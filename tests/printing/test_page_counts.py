"""Page counts of sheets: known before a sheet is set, and equal to its PDF's."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.printing import press
from companion.printing.faults import Unprintable
from companion.printing.order import WHATS, Order
from companion.printing.report import Chronicle, Line, chronicle
from companion.printing.source import Source, source_of
from companion.service.history.film import reel_of
from companion.service.transfer import record
from companion.service.transfer.playthrough import play, read_script
from tests.length import later
from tests.printing import drawing
from tests.printing.ordering import NINE

SCRIPT = Path("tests/playthroughs/la-cosa/six-players.jsonl")

ORDERS: tuple[dict[str, Any], ...] = (
    *({"what": what} for what in WHATS),
    *({"what": what, "paper": "letter", "lang": "en", "players": 5} for what in ("tokens", "setup", "reference")),
    *({"what": "cards", "only": NINE, "sides": sides} for sides in ("fronts", "backs")),
    {"what": "cards", "only": NINE, "layout": "fold"},
    {"what": "cards", "only": NINE, "size": "shop", "guides": "none"},
    {"what": "cards", "only": NINE, "gutter": 3.0},
    {"what": "cards", "only": NINE, "flip": "short", "card": "mini"},
    {"what": "tags", "players": 12, "label": "avery-l4732"},
    *({"what": "reference", "form": form, "players": 4} for form in ("half", "booklet")),
    {"what": "kit", "players": 4, "lang": "en", "form": "booklet"},
)


@cache
def told(lang: str) -> tuple[Source, Chronicle]:
    """Return a finished game as its source and chronicle."""
    playing = play(read_script("six", SCRIPT.read_bytes()), title).playing
    lines = [Line(one.version, one.text, one.undone) for one in record.log(playing, lang)]
    source = source_of(playing.title, lang, playing.course.table.options)
    return source, chronicle(playing.course, lines, (), reel_of(playing, lang))


def of_file(made: bytes) -> int:
    """Return the number of pages of a PDF, or of all those in a ZIP."""
    if made.startswith(b"%PDF"):
        return len(drawing.sizes(made))
    with zipfile.ZipFile(io.BytesIO(made)) as files:
        return sum(of_file(files.read(name)) for name in files.namelist())


@pytest.mark.parametrize(
    "asked", [*ORDERS[:3], *later(*ORDERS[3:])], ids=lambda asked: "-".join(map(str, asked.values()))[:60]
)
def test_the_count_is_that_of_the_file(asked: dict[str, Any]) -> None:
    order = Order(**asked)
    source, story = told(order.lang) if order.what in ("report", "poster") else (source_of(title(), order.lang), None)
    counted = press.pages(order, source, told=story)
    assert counted == of_file(press.build(order, source, story)) >= 1
    with pytest.raises(Unprintable):
        press.pages(order, source, counted + 1, story)
