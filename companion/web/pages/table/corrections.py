"""Fixing the table: every correction in one place, and what each would change, shown before it does."""

from __future__ import annotations

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.actions import Malformed
from companion.engine.kit.declared_people import Seats
from companion.engine.view import Grip
from companion.service.live.games import Snapshot, Stale
from companion.service.live.session import Refused, action_of
from companion.store.base import StoreFault
from companion.web.pages.base import game_words, new_action_id, pages, render, words
from companion.web.pages.table.diff import differ, side
from companion.web.pages.table.grips import Touched, grips_drawn, spares_drawn
from companion.web.pages.table.page import game_title
from companion.web.pages.table.prompts import CORRECTION, address, dumps, question, said_of, shown
from companion.web.pages.table.ring import ring_drawn
from companion.web.pages.table.routes import number_of_form, said_of_form, shown_again, via
from companion.web.pages.table.sidebar import beside
from companion.web.server.context import lang, must_lead, tables


@pages.get("/games/<game>/fix")
def fix(game: str) -> AnyResponse:
    """Every correction in one place."""
    must_lead(game)
    seen = tables().seen(game)
    title, said = seen.title, game_words(seen.title)
    if CORRECTION not in title.game.verbs or seen.table.ended is not None:
        return redirect(url_for("pages.table", game=game), 303)
    touched = said_of(request.args.get("said", ""), title.game.verbs)
    if touched.get("set"):
        try:
            return _compared(seen, {"reason": "", **touched})
        except (Refused, Stale, Malformed, StoreFault) as fault:
            return shown_again(game, touched, {}, fault)
    playing, view = tables().playing(game), title.game.view(title.decklist, seen.table, said)
    if view.rooms:
        return redirect(address(game, dumps({"action": CORRECTION}), seen.version), 303)  # touched on the board
    asking = shown(question(title, seen.table, {"action": CORRECTION}, said), seen.id, seen.version, ())
    ring = ring_drawn(view, seen.table, asking._replace(is_start=True))

    def outcome(grip: Grip) -> Touched:
        after = playing.table_after(playing.decide(playing.shapes().read(_put_right(grip))))
        changes = " ".join(differ(view, title.game.view(title.decklist, after, said), said))
        return Touched(changes, lambda: title.game.grips(title.decklist, after, said))

    with playing.lock:
        every = title.game.grips(title.decklist, seen.table, said)
        drawn = grips_drawn(every, view, ring, _put_right, outcome)
    spares = spares_drawn(drawn, view, ring)
    seats = [one.name for one in title.game.declarations if isinstance(one, Seats)]
    seated = {"action": CORRECTION, "set": {name: [*seen.table.seats] for name in seats}, "reason": ""}
    aside = beside(game, playing, title, seen.table, seen.version, said)
    heading = game_title(tables().heading(game), said)
    return render(
        "evening/fix.html",
        id=game,
        title=heading,
        asking=asking,
        ring=ring,
        beside=aside,
        grips=drawn,  # what one touch of the ring puts right
        # one of each thing that can be dragged to its place
        pieces=tuple({grip.lays: grip for grip in drawn if grip.lays and grip.sign == "+"}.values()),
        spares=spares,  # where what lies on the table can be dragged beside
        # the correction that seats everybody as they sit; empty where the game has none
        seated=dumps(seated) if seats else "",
    )


def _put_right(grip: Grip) -> dict[str, object]:
    """Return the correction that a touch makes."""
    return {"action": CORRECTION, "set": dict(grip.set), "reason": ""}


@pages.post("/games/<game>/fix")
def put_right(game: str) -> AnyResponse:
    """Make the correction that was looked at."""
    must_lead(game)
    said = said_of_form(tables().seen(game))
    try:
        tables().say(game, said, number_of_form("version"), request.form.get("action_id", "")[:100], via())
    except (Refused, Stale, Malformed, StoreFault) as fault:
        return shown_again(game, said, {}, fault)
    return redirect(url_for("pages.table", game=game), 303)


def _compared(seen: Snapshot, action: dict[str, object]) -> Response:
    """Show the table as it is beside the table as it would be."""
    playing, title, said = tables().playing(seen.id), seen.title, game_words(seen.title)
    with playing.lock:
        entry = playing.decide(playing.shapes().read(action))
        after = playing.table_after(entry)
        told = title.game.tell(title.decklist, seen.table, action_of(entry), entry.facts, said)
    now, then = (title.game.view(title.decklist, table, said) for table in (seen.table, after))
    aside = beside(seen.id, playing, title, seen.table, seen.version, said)
    return render(
        "evening/compare.html",
        id=seen.id,
        title=game_title(tables().heading(seen.id), said),
        version=seen.version,
        action_id=new_action_id(),
        said=dumps(action),
        told=told,
        sides=(
            side(words(lang()).raw("evening.now"), now, seen.table, aside),
            side(words(lang()).raw("evening.then"), then, after, aside),
        ),
        changes=differ(now, then, said),
    )
