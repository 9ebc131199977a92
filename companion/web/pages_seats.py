"""A seat handed to a phone: the host's page with the codes, and the phone's own page with what it alone is told."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import segno
from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.referee.actions import whole
from companion.service.playing import TURNING
from companion.service.tables import Seen
from companion.web.answers import Trouble
from companion.web.app import access, address, asking, lang, must_be_host, tables
from companion.web.pages_ask import Asking, Option
from companion.web.pages_common import game_words, pages, render
from companion.web.pages_devices import at
from companion.web.pages_table import TablePage, game_title
from companion.web.private import BLOCK
from companion.web.seats import may_say, seat_name


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat, and the phone that answers for it where there is one."""

    number: int
    name: str
    label: str
    seen: str


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """The seats with their phones, and the code that is shown for one of them."""

    id: str
    title: str
    seats: tuple[SeatLine, ...]
    is_over: bool
    offered: str = ""
    code: str = ""
    join: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class NotePage:
    """Something a seat alone is told."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class MinePage:
    """What the phone of a seat shows only there."""

    id: str
    title: str
    seat: str
    notes: tuple[NotePage, ...]


# -- the host's page --------------------------------------------------------------------------------------------------


@pages.get("/games/<game>/seats")
def seats(game: str) -> Response:
    """Which seats have phones; the code of the seat that is being handed over."""
    must_be_host()
    seen, number = tables().seen(game), whole(request.args.get("code", ""), 3)
    chosen = -1 if number is None else number
    offer = access().sessions.codes.standing("seat", "", game, chosen)
    page = _seats(seen)
    if offer is None or chosen >= len(seen.table.players):
        return render("devices/seats.html", page)
    symbol = segno.make(f"{address()}/join#seat={offer.token}", error="m").svg_data_uri(scale=6, border=2)
    shown = replace(page, offered=seen.table.players[chosen], code=offer.text, join=f"{address()}/join", picture=symbol)
    return render("devices/seats.html", shown)


@pages.post("/games/<game>/seats")
def hand_seat(game: str) -> AnyResponse:
    """A code for one seat, or the seat taken back from its phone."""
    must_be_host()
    seen, number = tables().seen(game), whole(request.form.get("seat", ""), 3)
    chosen = -1 if number is None else number
    if not 0 <= chosen < len(seen.table.players):
        raise Trouble(400, "bad-request")
    if request.form.get("do") == "release":
        access().sessions.release(game, chosen)
        return redirect(url_for("pages.seats", game=game), 303)
    access().sessions.codes.offer("seat", "", game, chosen)
    return redirect(url_for("pages.seats", game=game, code=chosen), 303)


def _seats(seen: Seen) -> SeatsPage:
    sessions, lines = access().sessions, []
    for number, name in enumerate(seen.table.players):
        phone = sessions.of_seat(seen.id, number)
        lines.append(SeatLine(number, name, (phone.label or "✓") if phone else "", at(phone.seen) if phone else ""))
    title = game_title(tables().heading(seen.id), game_words(seen.title))
    return SeatsPage(seen.id, title, tuple(lines), seen.table.ended is not None)


# -- the phone's page -------------------------------------------------------------------------------------------------


@pages.get("/games/<game>/seat")
def seat(game: str) -> Response:
    """What this seat alone was told. As long whatever it is, and never compressed."""
    seen = tables().seen(game)
    number = _must_have_seat(game)
    notes = access().letterboxes.notes(game, number)
    shown = tuple(NotePage(note.id, note.text(lang())) for note in notes)
    title = game_title(tables().heading(game), game_words(seen.title))
    response = render("devices/seat.html", MinePage(game, title, my_seat(game), shown))
    html = response.get_data()
    response.set_data(html.ljust(-(-len(html) // (4 * BLOCK)) * 4 * BLOCK))
    return response


@pages.post("/games/<game>/seat")
def seat_read(game: str) -> AnyResponse:
    """Something was read and put away, or the seat is given back."""
    tables().playing(game)
    number = _must_have_seat(game)
    access().must_be_own_page(asking())
    if request.form.get("do") == "leave":
        access().sessions.release(game, number)
        return redirect(url_for("pages.table", game=game), 303)
    access().letterboxes.read(game, number, request.form.get("read", "")[:40])
    return redirect(url_for("pages.seat", game=game), 303)


def _must_have_seat(game: str) -> int:
    number = access().seat(asking(), game)
    if number < 0:
        raise Trouble(401, "no-seat", {"WWW-Authenticate": "Bearer"})
    return number


# -- the table as a seat's phone sees it ------------------------------------------------------------------------------


@pages.app_template_global("my_seat")
def my_seat(game: str) -> str:
    """Whose phone looks at this game; empty where it is nobody's."""
    return seat_name(access(), asking(), game, tables().playing(game).course.table.players)


def as_mine(page: TablePage) -> TablePage:
    """The page with no more to choose than the device that looks may say."""
    name = "" if access().is_host(asking()) else my_seat(page.id)
    if not name or page.asking is None:
        return page
    return replace(page, asking=_mine(page.asking, name), undo="", redo="")


def _mine(asked: Asking, name: str) -> Asking | None:
    """What of a question this seat may answer; None where that is nothing."""
    groups = tuple(
        replace(group, options=kept)
        for group in asked.groups
        if (kept := tuple(_plain(one) for one in group.options if _is_mine(one, name)))
    )
    sends = bool(asked.submit) and may_say(name, _json(asked.json))
    if not groups and not sends:
        return None
    return replace(asked, groups=groups, submit=asked.submit if sends else "", fields=asked.fields)


def _is_mine(option: Option, name: str) -> bool:
    said = option.choice.said
    if said.get("action") in TURNING:
        return False
    return all(may_say(name, one) for one in (said, *option.choice.then))


def _plain(option: Option) -> Option:
    """Whether the table did it anyway is for the table to say."""
    return replace(option, overrule="", overrule_href="")


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None
