"""The screens of the evening: hand the table over to another by a code, lock one against stray hands, keep it awake."""

from __future__ import annotations

from dataclasses import dataclass, replace

import segno
from flask import Response, jsonify, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.web.api import device_label, give_cookie
from companion.web.app import access, address, asking, lang, must_be_host, tables
from companion.web.pages_common import Notice, device, pages, render, words
from companion.web.pages_devices import said
from companion.web.pages_table import TablePage, table_page

LONGEST_TYPED = 40


@dataclass(frozen=True, slots=True)
class ScreensPage:
    """What this screen may do, and the code another one takes over with."""

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


@dataclass(frozen=True, slots=True)
class LockedPage:
    """The table as it is shown behind the lock."""

    table: TablePage


@pages.get("/screens")
def screens() -> Response:
    """This screen and the others."""
    code = access().sessions.code_of(access().device(asking()))
    return render("evening/screens.html", _screens(code.text, code.token) if code else _screens())


@pages.post("/screens")
def new_code() -> AnyResponse:
    """A code for another screen to take over with."""
    must_be_host()
    access().sessions.new_code(access().device(asking()))
    return redirect("/screens", 303)


@pages.get("/screens/mine")
def mine() -> Response:
    """Whether this device may change things, for the script that tells it when it no longer may."""
    return jsonify({"host": device().is_host})


@pages.get("/join")
def join() -> Response:
    """Type the code of the other screen."""
    return render("evening/join.html", JoinPage(request.args.get("code", "")[:LONGEST_TYPED]))


@pages.post("/join")
def take_over() -> AnyResponse:
    """This screen leads from now on, or answers for a seat: whatever the code is for."""
    access().must_have_guesses(asking())
    typed = request.form.get("code", "")[:LONGEST_TYPED]
    offer = access().sessions.codes.find(typed)
    if offer is not None and offer.kind == "seat" and access().is_host(asking()):
        return render("evening/join.html", JoinPage("", Notice("error", said("mine.leads"))), 409)
    before = access().session(asking())
    cookie = access().sessions.take_over(typed, device_label()) if offer else ""
    if cookie and before is not None:
        access().sessions.revoke(before.id)  # a browser is one device: what it was before, it is no longer
    if offer is None or not cookie:
        wrong = Notice("error", words(lang()).raw("evening.wrong-code"))
        return render("evening/join.html", JoinPage(typed, wrong), 403)
    game = offer.game or _game()
    return give_cookie(redirect(f"/games/{game}" if game else "/", 303), cookie)


@pages.get("/games/<game>/locked")
def locked(game: str) -> Response:
    """The table behind a lock: nothing on it changes anything; a slide, or two touches, take the lock away."""
    page = table_page(tables().seen(game), {})
    return render("evening/locked.html", LockedPage(page), seen_by=replace(device(), is_host=False))


def _game() -> str:
    """The game that is played: the one changed last."""
    return next((heading.id for heading in tables().headings() if not heading.archived), "")


def _screens(code: str = "", token: str = "") -> ScreensPage:
    picture = segno.make(f"{address()}/join#move={token}", error="m").svg_data_uri(scale=6, border=2) if code else ""
    return ScreensPage(code, f"{address()}/join", picture, _game())
