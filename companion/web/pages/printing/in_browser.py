"""Sheets that the browser itself prints: set-up, help and roles as pages of black on white, from the data of the PDFs.

What has to be of a true size, cards, tags and tokens, a browser cannot promise: the page says where it is printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response

from companion.printing import sheets
from companion.printing.asking import order_of
from companion.printing.faults import Unprintable
from companion.printing.order import What
from companion.printing.source import sheet_language, sheet_words
from companion.web.pages.base import Notice, render
from companion.web.pages.games.boxes import boxes
from companion.web.pages.printing.asked_for import asked, table_of, tables_of
from companion.web.server.context import lang

WHATS: tuple[What, ...] = ("setup", "reference", "roles")
"""The sheets of which nothing has to be of a certain size."""


@dataclass(frozen=True, slots=True)
class SheetPage:
    """What can be chosen and is, and the data of the sheet (as `sheets.data` draws it up); None where there is none."""

    t: object
    what: What
    whats: tuple[What, ...]
    box: str
    boxes: tuple[tuple[str, str], ...]
    players: str
    counts: tuple[int, ...]
    table: str
    tables: tuple[tuple[str, str], ...]
    sheet: Mapping[str, Any] | None
    notice: Notice | None = None


def shown(fields: Mapping[str, str]) -> Response:
    """The sheet that the fields ask for, in the language of the device; the help where they ask for none."""
    what: What = next((known for known in WHATS if known == fields.get("what")), "reference")
    words, known = sheet_words(lang()), boxes()
    chosen = {key: fields.get(key, "") for key in ("box", "table", "players")}
    notice: Notice | None = None
    sheet: Mapping[str, Any] | None = None
    try:
        if chosen["table"]:
            playing = table_of(chosen["table"])
            chosen["box"] = playing.title.decklist.slug
            chosen["players"] = fields.get("players", str(len(playing.course.table.players)))
        order = order_of({"what": what, "players": chosen["players"]}, sheet_language(lang()))
        sheet = sheets.data(order, asked(order, chosen))
    except Unprintable as fault:
        notice = Notice("error", words.say(fault.key, **fault.blanks))
    decklist = next((one for one in known if one.decklist.slug == chosen["box"]), known[0]).decklist
    page = SheetPage(
        t=words.say,
        what=what,
        whats=WHATS,
        box=decklist.slug,
        boxes=tuple((one.decklist.slug, one.wording(lang()).raw("game.name")) for one in known),
        players=chosen["players"],
        counts=tuple(range(decklist.fewest, decklist.most + 1)),
        table=chosen["table"],
        tables=tables_of(decklist.game),
        sheet=sheet,
        notice=notice,
    )
    return render("print/sheet.html", page, 422 if notice else 200)
