"""Ways into a table for another device: a code typed or scanned, a seat picked, a phone that waits for the seats."""

from __future__ import annotations

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.actions import whole
from companion.service.people import evening
from companion.store.base import StoreFault
from companion.web.api.games import device_label, give_cookie
from companion.web.pages.base import Notice, pages, render, words
from companion.web.pages.devices.index import said, ways
from companion.web.pages.devices.seats import SIT, square_of
from companion.web.pages.devices.wifi import wifi_part
from companion.web.server.context import access, address, asking, lang, must_be_host, tables

LONGEST_TYPED = 40
LINK_LENGTH = 22
"""Letters of what stands in a picture or a link: 128 bits."""
LONGEST_CODE = 12
"""Letters of a code that somebody types; what is longer came in a picture, and is not typed again."""


@pages.get("/join")
def join() -> Response:
    """Type the code of the other screen."""
    return _join(request.args.get("code", "")[:LONGEST_TYPED])


@pages.post("/join")
def take_over() -> AnyResponse:
    """Use a code: this screen leads from now on, or answers for a seat."""
    typed = request.form.get("code", "")[:LONGEST_TYPED]
    if len(typed) < LINK_LENGTH:  # nobody guesses a link; a whole table of phones goes on at another host at once
        access().must_have_guesses(asking())
    offer = access().sessions.codes.find(typed)
    if offer is not None and offer.kind in ("seat", "table", "sit") and access().leads(asking(), offer.game):
        return _join("", said("mine.leads"), status=409)
    if offer is not None and offer.kind == "sit":
        return _pick(offer.game, typed) if offer.game else _begin_to_wait()
    before = access().session(asking())
    cookie = access().sessions.take_over(typed, device_label()) if offer else ""
    if cookie and before is not None:
        access().sessions.revoke(before.id)  # a browser is one device: what it was before, it is no longer
    if offer is None and len(typed) >= LINK_LENGTH and access().is_host(asking()):
        return redirect("/", 303)  # a link that was opened here before
    if offer is None or not cookie:
        again = "" if len(typed) > LONGEST_CODE else typed
        return _join(again, words(lang()).raw("evening.wrong-code"), status=403)
    leading = access().sessions.leading(cookie)
    game = offer.game or (leading.game if leading is not None else "") or newest_game()
    if not access().sessions.is_kept:
        return give_cookie(_join("", said("code.unkept"), f"/games/{game}" if game else "/"), cookie)
    return give_cookie(redirect(f"/games/{game}" if game else "/", 303), cookie)


@pages.get("/phones")
def phones() -> AnyResponse:
    """Show the square by which phones join before there are seats; with a game on the table, that of its seats."""
    must_be_host()
    if game := _running():
        return redirect(url_for("pages.seats", game=game, code=SIT), 303)
    codes = access().sessions.codes
    offer = codes.standing("sit") or codes.offer("sit")
    waiting = sum(one.role == "seat" and not one.game for one in access().sessions.all())
    return render(
        "devices/phones.html",
        code=offer.text,
        join=f"{address()}/join",
        picture=square_of(offer),
        waiting=waiting,
        ways=ways(),
        wifi=wifi_part(),
        id="",  # the game; there is none yet
    )


@pages.post("/phones")
def new_square() -> AnyResponse:
    """Make a fresh code in place of one that was guessed at."""
    must_be_host()
    access().sessions.codes.offer("sit")
    return redirect("/phones", 303)


@pages.get("/wait")
def wait() -> AnyResponse:
    """Let a phone wait for the seats, and pick one as soon as there are some."""
    mine = access().session(asking())
    if mine is not None and mine.role == "seat" and _is_played(mine.game):
        return redirect(url_for("pages.table", game=mine.game), 303)
    if mine is None or not access().sessions.may_choose(mine):
        return redirect("/join", 303)
    game = _running()
    return _pick(game, "") if game else render("devices/pick.html", game="", code="", seats=(), notice=None)


@pages.post("/wait")
def choose() -> AnyResponse:
    """Take the seat that a waiting phone has picked."""
    access().must_be_own_page(asking())
    mine, game = access().session(asking()), _running()
    if mine is None or not game or not access().sessions.may_choose(mine) or _is_played(mine.game):
        return redirect("/wait", 303)
    return _pick(game, "")


def _begin_to_wait() -> AnyResponse:
    """Let a phone in that has scanned the square of the house; one that is in already stays what it is."""
    before, sessions = access().session(asking()), access().sessions
    if before is not None and (sessions.may_choose(before) or _is_played(before.game)):
        return redirect("/wait", 303)
    cookie = sessions.wait(device_label())
    if before is not None:
        sessions.revoke(before.id)
    return give_cookie(redirect("/wait", 303), cookie)


def _running() -> str:
    """Return the game that is played this evening; empty before there is one."""
    heading = next(iter(tables().newest(1, archived=False)), None)
    if heading is None or heading.is_over or not evening.is_recent(heading, tables().clock()):
        return ""
    return heading.id


def _is_played(game: str) -> bool:
    """Return True if a game goes on: neither over nor put away."""
    try:
        heading = tables().heading(game)
    except StoreFault:
        return False
    return not (heading.is_over or heading.archived)


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
    seats, status = tuple(zip(players, is_free, strict=True)), 409 if notice else 200
    return render("devices/pick.html", status=status, game=game, code=typed, seats=seats, notice=notice)


def _join(typed: str, wrong: str = "", onward: str = "", status: int = 200) -> Response:
    """Show the form on the screen that takes over; `onward`: where to go on to, once the code was good."""
    notice = Notice("error", wrong) if wrong else None
    return render("evening/join.html", status=status, typed=typed, notice=notice, onward=onward)


def newest_game() -> str:
    """Return the game that was changed last; empty where there is none."""
    return next((heading.id for heading in tables().newest(1, archived=False)), "")
