"""Playing from the page: look, say something, go back. Whatever is refused, the table is shown as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.actions import Malformed, whole
from companion.service.live.games import Snapshot, Stale
from companion.service.live.parsing import rolled
from companion.service.live.session import TURNING, Refused
from companion.service.messages import why
from companion.service.people.practice import MARK
from companion.store.base import Overtaken, Repeated, StoreFault, UnknownGame
from companion.web.auth.seats import must_say, own_step, takes_back
from companion.web.pages.base import Notice, clock, game_lang, game_words, is_live, pages, render, words
from companion.web.pages.devices.seats import as_mine, reader_of
from companion.web.pages.scan.screen import said_aloud
from companion.web.pages.table.page import TablePage, table_page
from companion.web.pages.table.prompts import Filled, batch_of, dumps, filled_in, question, said_of, shown
from companion.web.pages.table.sidebar import via as via
from companion.web.server.context import access, asking, lang, must_be_somebody, must_lead, tables

Said = dict[str, object]
HAS_PAGE = "X-Ahead"
"""With this header a script says that it has the page to which what it sends leads; the answer tells the time in it."""


@pages.get("/games/<game>")
def table(game: str) -> Response:
    """Show the table as it is, and the next question."""
    seen = tables().seen(game)
    said = said_of(request.args.get("said", ""), seen.title.game.verbs)
    notice = None
    if said and request.args.get("v", "") != str(seen.version):
        said, notice = {}, _moved_on()
    return _rendered(_page(seen, said, notice or said_aloud(seen)))


@pages.post("/games/<game>/act")
def act(game: str) -> AnyResponse:
    """Say what was chosen and filled in; the phone of a seat says that seat's moves."""
    must_be_somebody(game)
    seen = tables().seen(game)
    typed = filled_in(request.form)
    filled, said = dict(typed), said_of_form(seen)
    if "roll" in request.args:
        filled.update(rolled(question(seen.title, seen.table, said, game_words(seen.title)).fields))
    batch = batch_of(request.form.get("said", ""), seen.title.game.verbs)
    try:
        if batch:
            must_say(access(), asking(), game, tables().playing(game), batch)
            after = tables().say_all(game, batch, number_of_form("version"), _id_of_form(), via())
        else:
            action = action_of_form(seen, said, filled)
            must_say(access(), asking(), game, tables().playing(game), [action])
            back = _taken_back(seen) if takes_back([action]) and reader_of(game) else None
            after = back or tables().say(game, action, number_of_form("version"), _id_of_form(), via())
    except (Refused, Stale, Malformed, StoreFault) as fault:
        return shown_again(game, said, typed, fault)  # without the dice: nobody answers the rest after having seen them
    return _shown_now(after.id)


def _taken_back(seen: Snapshot) -> Snapshot | None:
    """Return the table after a seat's phone took its last tap back; None if it has none."""
    step = own_step(tables().playing(seen.id), reader_of(seen.id))
    version = number_of_form("version")
    if step is None:
        return None
    return tables().return_to(seen.id, step.to, seen.version if version is None else version, _id_of_form(), via())


@pages.post("/games/<game>/return")
def return_to(game: str) -> AnyResponse:
    """Bring the table back to where it was after an entry."""
    must_lead(game)
    try:
        number = number_of_form("to")
        if number is None:
            raise Malformed("malformed.to", most=tables().seen(game).version)
        tables().return_to(game, number, number_of_form("version"), _id_of_form(), via())
    except (Refused, Stale, Malformed, StoreFault) as fault:
        return shown_again(game, {}, {}, fault)
    return _shown_now(game)


def _shown_now(game: str) -> AnyResponse:
    """Show the table after an action: at once for the script that asked for it, else at its own address.

    A script that has this page ready (`site/static/ahead.js`) hears only that the action was kept, and at what time.
    """
    if is_live() and HAS_PAGE in request.headers:
        return Response(status=204, headers={HAS_PAGE: clock(tables().playing(game).entries[-1].at)})
    if is_live():
        return table(game)
    return redirect(url_for("pages.table", game=game), 303)


def said_of_form(seen: Snapshot) -> Said:
    """Return the action so far in the form."""
    text = request.form.get("said", "")
    return said_of(text, {**seen.title.game.verbs, **TURNING})


def action_of_form(seen: Snapshot, said: Said, filled: Filled) -> Mapping[str, object]:
    """Return the action as JSON. Raise `Malformed` if there is none."""
    if not said:
        raise Malformed("malformed.empty")
    if said["action"] in TURNING:
        return said
    return seen.title.game.assemble(seen.title.decklist, seen.table, said, filled)


def number_of_form(key: str) -> int | None:
    """Return a whole number of the form, None if there is none."""
    return whole(request.form.get(key, ""))


def _id_of_form() -> str:
    return request.form.get("action_id", "")[:100]


def _moved_on() -> Notice:
    return Notice("stale", words(lang()).raw("table.stale"))


def shown_again(game: str, said: Said, filled: Filled, fault: Exception) -> Response:
    """Show the table as it is now, with what was wrong; what was typed stays unless the table has moved on."""
    if isinstance(fault, UnknownGame):
        raise fault
    seen = tables().seen(game)
    if isinstance(fault, Stale | Overtaken | Repeated):
        return _rendered(_page(seen, _asked_with(seen, said), _moved_on(), filled), 409)
    if isinstance(fault, Refused):
        notice = _refusal(seen, said, fault)
        return _rendered(_page(seen, _asked_with(seen, said), notice, filled), 422)
    text = why(_named(seen, said, cast("Malformed | StoreFault", fault)), lang())
    page = _page(seen, _asked_with(seen, said), Notice("error", text), filled)
    return _rendered(page, 503 if isinstance(fault, StoreFault) else 400)


def _named(seen: Snapshot, said: Said, fault: Malformed | StoreFault) -> Malformed | StoreFault:
    """Return the fault with its field called as it is on the page."""
    asked = question(seen.title, seen.table, _asked_with(seen, said), game_words(seen.title))
    label = next((one.label for one in asked.fields if one.name == fault.blanks.get("field")), "")
    named = isinstance(fault, Malformed) and label
    return Malformed(fault.key, **{**fault.blanks, "field": label}) if named else fault


def _page(seen: Snapshot, said: Said, notice: Notice | None, filled: Filled | None = None) -> TablePage:
    """Return the table addressed to the player whose phone asks for it."""
    return table_page(seen, said, notice, filled, reader=reader_of(seen.id))


def _rendered(page: TablePage, status: int = 200) -> Response:
    return render("practice.html" if page.id.startswith(MARK) else "table.html", as_mine(page), status)


def _asked_with(seen: Snapshot, said: Said) -> Said:
    """Return the action so far when the fields were shown; a choice that sends itself was offered by the first
    question."""
    if not said or said["action"] in TURNING:
        return {}
    asked = question(seen.title, seen.table, said, game_words(seen.title))
    return said if asked.submit else {}


def _refusal(seen: Snapshot, said: Said, fault: Refused) -> Notice:
    """Return the refusal, with the way to overrule it if there is one."""
    text, where = fault.sentence(game_lang()), fault.where(game_lang())
    asked = question(seen.title, seen.table, {}, game_words(seen.title))
    for option in shown(asked, seen.id, seen.version, ()).options:
        if option.json == dumps(said) and option.overrule:
            return Notice("refused", text, where, option.overrule, overrule_done=True)
    return Notice("refused", text, where)
