"""A seat handed to a phone: the host's page with the codes, and the phone's own page with what it alone is told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from flask import Response, redirect, request, url_for
from markupsafe import escape
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.actions import ActionType, whole
from companion.service.live.games import Snapshot
from companion.service.live.session import TURNING
from companion.web.auth.codes import Offer
from companion.web.auth.private_inbox import BLOCK
from companion.web.auth.seats import may_say, own_step, seat_name
from companion.web.pages.base import game_words, pages, render
from companion.web.pages.devices.index import at, said, square, ways
from companion.web.pages.devices.wifi import WifiPart, told_wifi, wifi_part
from companion.web.pages.table.page import TablePage, game_title
from companion.web.pages.table.prompts import Asking, Option
from companion.web.server.context import access, address, asking, known_wifi, lang, must_be_host, must_lead, tables
from companion.web.server.errors import HttpError
from companion.web.server.lengths import filled_up, missing

LEAD = "lead"
"""What is asked for where a device is to lead one table."""
SIT = "all"
"""What is asked for where everybody at the table is to pick their seat by one code."""


class SeatLine(NamedTuple):
    """A seat, and the phone that answers for it where there is one."""

    number: int
    name: str
    label: str
    seen: str


class LeaderLine(NamedTuple):
    """A device that leads this table and no other."""

    id: str
    label: str
    seen: str
    is_this: bool


class NotePage(NamedTuple):
    """Something a seat alone is told."""

    id: str
    text: str


# -- the host's page --------------------------------------------------------------------------------------------------


@pages.get("/games/<game>/seats")
def seats(game: str) -> Response:
    """Show which seats have phones, and the code of the seat that is being handed over."""
    must_lead(game)
    seen, number = tables().seen(game), whole(request.args.get("code", ""), 3)
    chosen, codes = -1 if number is None else number, access().sessions.codes
    if request.args.get("code") == LEAD:
        offer = codes.standing("table", "", game)
        return _shown(seen, offer, is_leader=offer is not None)
    if request.args.get("code") == SIT:
        # one touch on *Phones* is enough: the code is made where none stands
        offer = codes.standing("sit", "", game) or (None if seen.table.ended else codes.offer("sit", "", game))
        return _shown(seen, offer, is_for_all=offer is not None)
    offer = codes.standing("seat", "", game, chosen)
    if offer is None or chosen >= len(seen.table.players):
        return _shown(seen)
    return _shown(seen, offer, offered=seen.table.players[chosen], chosen=chosen)


@pages.post("/games/<game>/seats")
def hand_seat(game: str) -> AnyResponse:
    """Make a code for one seat or for all of them, or take a seat back from its phone."""
    must_lead(game)
    if request.form.get("do") in (LEAD, "revoke"):
        tables().heading(game)
        if request.form.get("do") == "revoke":
            access().sessions.revoke_at_table(request.form.get("device", "")[:40], game)
            return redirect(url_for("pages.seats" if access().leads(asking(), game) else "pages.table", game=game), 303)
        access().sessions.codes.offer("table", "", game)
        return redirect(url_for("pages.seats", game=game, code=LEAD), 303)
    if request.form.get("do") == SIT:
        tables().heading(game)
        access().sessions.codes.offer("sit", "", game)
        return redirect(url_for("pages.seats", game=game, code=SIT), 303)
    seen, number = tables().seen(game), whole(request.form.get("seat", ""), 3)
    chosen = -1 if number is None else number
    if not 0 <= chosen < len(seen.table.players):
        raise HttpError(400, "bad-request")
    if request.form.get("do") == "release":
        access().sessions.release(game, chosen)
        return redirect(url_for("pages.seats", game=game), 303)
    access().sessions.codes.offer("seat", "", game, chosen)
    return redirect(url_for("pages.seats", game=game, code=chosen), 303)


@pages.post("/devices/wifi")
def tell_wifi() -> AnyResponse:
    """Take in the name and the password of the Wi-Fi of the house, or forget them."""
    must_be_host()
    game = request.form.get("game", "")
    seen = tables().seen(game)
    if request.form.get("do") == "forget":
        known_wifi().forget()
    elif (told := told_wifi()).fault:
        return _shown(seen, wifi=told)
    return redirect(url_for("pages.seats", game=game), 303)


def square_of(offer: Offer) -> str:
    """Return the QR symbol (a data address) by which a phone comes in with this code."""
    return square(f"{address()}/join#seat={offer.token}")


def _shown(
    seen: Snapshot,
    offer: Offer | None = None,
    *,
    offered: str = "",
    chosen: int = -1,
    is_leader: bool = False,
    is_for_all: bool = False,
    wifi: WifiPart | None = None,
) -> Response:
    """Show the seats with their phones, and the code of an offer: for the seat that is handed over (`chosen`, of the
    player `offered`), for one more device that leads, or for everybody to pick their seat."""
    sessions, lines = access().sessions, []
    for number, name in enumerate(seen.table.players):
        phone = sessions.of_seat(seen.id, number)
        lines.append(SeatLine(number, name, (phone.label or "✓") if phone else "", at(phone.seen) if phone else ""))
    mine = access().leading(asking())
    # The devices that lead this table and no other.
    leaders = tuple(
        LeaderLine(one.id, one.label or said("devices.unknown"), at(one.seen), mine is not None and one.id == mine.id)
        for one in sessions.leading_table(seen.id)
    )
    return render(
        "devices/seats.html",
        id=seen.id,
        title=game_title(tables().heading(seen.id), game_words(seen.title)),
        seats=tuple(lines),
        is_over=seen.table.ended is not None,
        offered=offered,
        chosen=chosen,
        is_leader=is_leader,
        is_for_all=is_for_all,
        code=offer.text if offer else "",
        join=f"{address()}/join" if offer else "",
        picture=square_of(offer) if offer else "",
        leaders=leaders,
        # the addresses of this table between which the host can choose
        ways=ways() if access().is_host(asking()) else (),
        wifi=wifi or wifi_part(),
    )


# -- the phone's page -------------------------------------------------------------------------------------------------


@pages.get("/games/<game>/seat")
def seat(game: str) -> Response:
    """Return the private messages of this seat, always of the same length and never compressed."""
    seen = tables().seen(game)
    number = _must_have_seat(game)
    notes = access().private_inbox.notes(game, number)
    shown = tuple(NotePage(note.id, note.text(lang())) for note in notes)
    title = game_title(tables().heading(game), game_words(seen.title))
    response = render("devices/seat.html", id=game, title=title, seat=my_seat(game), notes=shown)
    # Every note counts as a whole block, so that no two of them together make the page a step longer.
    spaces = sum(missing(escape(note.text).encode(), BLOCK) for note in shown)
    response.set_data(filled_up(response.get_data() + b" " * spaces, 4 * BLOCK))
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
    access().private_inbox.read(game, number, request.form.get("read", "")[:40])
    return redirect(url_for("pages.seat", game=game), 303)


def _must_have_seat(game: str) -> int:
    number = access().seat(asking(), game)
    if number < 0:
        raise HttpError(401, "no-seat", {"WWW-Authenticate": "Bearer"})
    return number


# -- the table as a seat's phone sees it ------------------------------------------------------------------------------


@pages.app_template_global("my_seat")
def my_seat(game: str) -> str:
    """Return the player whose phone looks at this game; empty if it is nobody's."""
    return seat_name(access(), asking(), game, tables().playing(game).course.table.players)


def reader_of(game: str) -> str:
    """Return the player to whom this device speaks; empty if it leads or is nobody's."""
    return "" if access().leads(asking(), game) else my_seat(game)


def as_mine(page: TablePage) -> TablePage:
    """Strip the page of choices and undos that the asking device may not send."""
    name = page.mine
    if not name:
        return page
    playing = tables().playing(page.id)
    asked = _mine(page.asking, playing.game.verbs, name) if page.asking is not None else None
    return replace(page, asking=asked, undo=page.undo if own_step(playing, name) else "", redo="")


def _mine(asked: Asking, verbs: Mapping[str, ActionType], name: str) -> Asking | None:
    """Return the part of a question that this seat may answer; None if that is nothing."""
    groups = tuple(
        group._replace(options=kept)
        for group in asked.groups
        if (
            kept := tuple(
                one._replace(overrule="", overrule_href="") for one in group.options if _is_mine(one, verbs, name)
            )
        )
    )
    sends = bool(asked.submit) and may_say(verbs, name, json.loads(asked.json))
    if not groups and not sends:
        return None
    if not sends and all(group.quiet for group in groups):  # folded away for the table, and all that this seat is asked
        groups = tuple(group._replace(label="", quiet=False) for group in groups)
    return asked._replace(groups=groups, submit=asked.submit if sends else "", fields=asked.fields)


def _is_mine(option: Option, verbs: Mapping[str, ActionType], name: str) -> bool:
    said = option.choice.said
    if said.get("action") in TURNING:
        return False
    return all(may_say(verbs, name, one) for one in (said, *option.choice.then))
