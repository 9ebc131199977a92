"""The screens of the evening: hand the table over to another by a code, lock one against stray hands, keep it awake."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Response, jsonify, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.actions import whole
from companion.web.api.games import device_label, give_cookie
from companion.web.pages.base import Notice, device, pages, render, words
from companion.web.pages.devices.index import said
from companion.web.pages.table.page import TablePage, table_page
from companion.web.server.context import access, address, asking, lang, must_lead, tables

LONGEST_TYPED = 40
LINK_LENGTH = 22
"""Letters of what stands in a picture or a link: 128 bits."""
LONGEST_CODE = 12
"""Letters of a code that somebody types; what is longer came in a picture, and is not typed again."""


@dataclass(frozen=True, slots=True)
class ScreensPage:
    """Page of what this screen may do, and the code another one takes over with."""

    code: str
    join: str
    picture: str
    """The address with the code as a QR symbol (a data address)."""
    game: str


@dataclass(frozen=True, slots=True)
class JoinPage:
    """The form on the screen that takes over."""

    typed: str
    notice: Notice | None = None
    onward: str = ""
    """Where to go on to, once the code was good."""


@dataclass(frozen=True, slots=True)
class PickPage:
    """The seats of a table, for somebody who has its code; what was typed is sent on with the choice."""

    game: str
    code: str
    seats: tuple[tuple[str, bool], ...]
    """Who sits there, and whether the seat can be had."""
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class LockedPage:
    """The table as it is shown behind the lock."""

    table: TablePage


@pages.get("/screens")
def screens() -> Response:
    """Show this screen and the others."""
    leading = access().leading(asking())
    code = access().sessions.code_of(leading.id) if leading is not None else None
    seen_by = replace(device(), is_host=device().is_owner or leading is not None)
    page = _screens(code.text, code.token) if code else _screens()
    return render("evening/screens.html", page, seen_by=seen_by)


@pages.post("/screens")
def new_code() -> AnyResponse:
    """Make a code for another screen to take over with."""
    leading = access().leading(asking())
    must_lead(leading.game if leading is not None else "")
    access().sessions.new_code(leading.id if leading is not None else "")
    return redirect("/screens", 303)


@pages.get("/screens/mine")
def mine() -> Response:
    """Answer True if this device may change things, for the script that tells it when it no longer may."""
    return jsonify({"host": device().is_owner or access().session(asking()) is not None})


@pages.get("/join")
def join() -> Response:
    """Type the code of the other screen."""
    return render("evening/join.html", JoinPage(request.args.get("code", "")[:LONGEST_TYPED]))


@pages.post("/join")
def take_over() -> AnyResponse:
    """Use a code: this screen leads from now on, or answers for a seat."""
    typed = request.form.get("code", "")[:LONGEST_TYPED]
    if len(typed) < LINK_LENGTH:  # nobody guesses a link; a whole table of phones goes on at another host at once
        access().must_have_guesses(asking())
    offer = access().sessions.codes.find(typed)
    if offer is not None and offer.kind in ("seat", "table", "sit") and access().leads(asking(), offer.game):
        return render("evening/join.html", JoinPage("", Notice("error", said("mine.leads"))), 409)
    if offer is not None and offer.kind == "sit":
        return _pick(offer.game, typed)
    before = access().session(asking())
    cookie = access().sessions.take_over(typed, device_label()) if offer else ""
    if cookie and before is not None:
        access().sessions.revoke(before.id)  # a browser is one device: what it was before, it is no longer
    if offer is None and len(typed) >= LINK_LENGTH and access().is_host(asking()):
        return redirect("/", 303)  # a link that was opened here before
    if offer is None or not cookie:
        wrong = Notice("error", words(lang()).raw("evening.wrong-code"))
        return render("evening/join.html", JoinPage("" if len(typed) > LONGEST_CODE else typed, wrong), 403)
    leading = access().sessions.leading(cookie)
    game = offer.game or (leading.game if leading is not None else "") or _game()
    if not access().sessions.is_kept:
        unkept = JoinPage("", Notice("error", said("code.unkept")), f"/games/{game}" if game else "/")
        return give_cookie(render("evening/join.html", unkept), cookie)
    return give_cookie(redirect(f"/games/{game}" if game else "/", 303), cookie)


def _pick(game: str, typed: str) -> AnyResponse:
    """Let a player pick their own seat; a seat that has a phone must be taken back by whoever leads first."""
    players, sessions = tables().seen(game).table.players, access().sessions
    mine = access().session(asking())
    phones = [sessions.of_seat(game, seat) for seat in range(len(players))]
    is_free = [phone is None or (mine is not None and phone.id == mine.id) for phone in phones]
    number, notice = whole(request.form.get("seat", ""), 3), None
    if number is not None and number < len(players):
        if is_free[number]:
            cookie = sessions.claim(game, number, device_label())
            if mine is not None:
                sessions.revoke(mine.id)
            return give_cookie(redirect(f"/games/{game}", 303), cookie)
        notice = Notice("error", said("pick.taken", seat=players[number]))
    page = PickPage(game, typed, tuple(zip(players, is_free, strict=True)), notice)
    return render("devices/pick.html", page, 409 if notice else 200)


@pages.app_template_global("other_hosts")
def other_hosts() -> list[str]:
    """Return the addresses of the club's other hosts."""
    return access().others(request.scheme)


@pages.post("/games/<game>/elsewhere")
def elsewhere(game: str) -> Response:
    """Return the other addresses of this game, and what lets this device go on there once (empty for a guest)."""
    access().must_be_own_page(asking())
    tables().heading(game)
    mine, hosts = access().session(asking()), other_hosts()
    token = access().sessions.codes.offer("across", mine.id, game).token if mine is not None and hosts else ""
    response = jsonify({"hosts": hosts, "token": token})
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.get("/games/<game>/locked")
def locked(game: str) -> Response:
    """Show the table behind a lock: nothing on it changes anything; a slide, or two touches, take the lock away."""
    page = table_page(tables().seen(game), {})
    return render("evening/locked.html", LockedPage(page), seen_by=replace(device(), is_host=False))


def _game() -> str:
    """Return the game that is played: the one changed last."""
    return next((heading.id for heading in tables().newest(1, archived=False)), "")


def _screens(code: str = "", token: str = "") -> ScreensPage:
    import segno

    leading = access().leading(asking())
    picture = segno.make(f"{address()}/join#move={token}", error="m").svg_data_uri(scale=6, border=2) if token else ""
    return ScreensPage(code, f"{address()}/join", picture, (leading.game if leading else "") or _game())
