"""Which devices may do what, and how one of them is told to look on only."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.store.base import StoreFault
from companion.web.auth.sessions import Session
from companion.web.pages.base import Notice, pages, render, sentences
from companion.web.server.context import access, address, asking, must_be_host, tables
from companion.web.server.reach import Way

said = sentences("devices")


class Known(NamedTuple):
    """A device as the page shows it."""

    id: str
    label: str
    role: str
    since: str
    seen: str
    is_this: bool


@pages.get("/devices")
def devices() -> Response:
    """Show who may do what; to the host only."""
    must_be_host()
    access().sessions.forget_games({heading.id for heading in tables().headings()})
    mine = access().device(asking())
    offer = access().sessions.codes.standing("pair", mine) if mine else None
    known = tuple(
        Known(
            one.id,
            one.label or said("devices.unknown"),
            said("devices.host") if one.role == "host" else _one_table(one),
            at(one.since),
            at(one.seen),
            one.id == mine,
        )
        for one in access().sessions.all()
    )
    notice = None if access().sessions.is_kept else Notice("error", said("devices.unkept"))
    code = offer.text if offer else ""
    is_guessed = bool(offer and not code)
    return render(
        "devices/devices.html",
        devices=known,
        code=code,
        join=f"{address()}/join",
        notice=notice,
        # true if the code stands no more because too many wrong ones were typed
        is_guessed=is_guessed,
        ways=ways(),
    )


@pages.post("/devices")
def end() -> AnyResponse:
    """Revoke one device, or all but this one; or show a code for one more that leads."""
    must_be_host()
    mine = access().device(asking())
    if request.form.get("do") == "code":
        access().sessions.codes.offer("pair", mine)
    elif request.form.get("do") == "all":
        access().sessions.revoke_all(but=mine)
    elif request.form.get("revoke"):
        access().sessions.revoke(request.form["revoke"][:40])
    return redirect("/devices" if access().is_host(asking()) else "/", 303)


@pages.post("/devices/network")
def choose_network() -> AnyResponse:
    """Offer the address of another network of this machine to the phones."""
    must_be_host()
    chosen = request.form.get("interface", "")
    if chosen in {way.interface for way in ways()}:
        access().reach.choose(chosen)
    game = request.form.get("game", "")
    return redirect(url_for("pages.seats", game=game) if game else "/devices", 303)


def ways() -> tuple[Way, ...]:
    """Return the addresses that the host can choose between; empty where a fixed one was given at the start."""
    settings = access().settings
    return () if settings.join or settings.origin else tuple(access().reach.ways())


@pages.app_template_global("is_cut_off")
def is_cut_off() -> bool:
    """Return True if the codes lead to this machine itself, because it is on no network."""
    fixed = access().settings.join or access().settings.origin
    is_local = urlsplit(address()).hostname in ("localhost", "127.0.0.1", "::1")
    return is_local and not fixed and access().reach.is_cut_off()


def _one_table(session: Session) -> str:
    """Return what a device may do at one table."""
    if session.role == "seat":
        if not session.game:
            return said("devices.waits")
        try:
            seat = tables().seen(session.game).table.players[session.seat]
        except (StoreFault, IndexError):
            seat = "?"
        return said("devices.seat", seat=seat)
    try:
        players = tables().seen(session.game).table.players
    except StoreFault:
        return said("devices.table", players="?")
    return said("devices.table", players=", ".join(players))


def at(seconds: float) -> str:
    """Return a time as a person reads it: the time of day today, else the day too."""
    then = datetime.fromtimestamp(seconds).astimezone()
    return then.strftime("%H:%M" if then.date() == datetime.now().astimezone().date() else "%Y-%m-%d %H:%M")


def square(text: str) -> str:
    """Return a text as a QR symbol, in a data address."""
    import segno

    return segno.make(text, error="m").svg_data_uri(scale=6, border=2)
