"""Playing from the page: look, say something, go back. Whatever is refused, the table is shown as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.referee.actions import Malformed, whole
from companion.service.dice import rolled
from companion.service.playing import TURNING, Refused
from companion.service.saying import why
from companion.service.tables import Seen, Stale
from companion.store.log import Overtaken, Repeated, StoreFault, UnknownGame
from companion.web.app import access, asking, lang, must_be_host, must_be_somebody, tables
from companion.web.pages_ask import Filled, breath_of, dumps, filled_in, question, said_of, shown
from companion.web.pages_common import Notice, game_lang, game_words, pages, render, words
from companion.web.pages_evening_table import via as via
from companion.web.pages_scan_stage import said_aloud
from companion.web.pages_seats import as_mine
from companion.web.pages_table import TablePage, table_page
from companion.web.seats import must_say

Said = dict[str, object]


@pages.get("/games/<game>")
def table(game: str) -> Response:
    """The table as it is, and the next question."""
    seen = tables().seen(game)
    said = said_of(request.args.get("said", ""), seen.title.game.verbs)
    notice = None
    if said and request.args.get("v", "") != str(seen.version):
        said, notice = {}, _moved_on()
    return _rendered(table_page(seen, said, notice or said_aloud(seen)))


@pages.post("/games/<game>/act")
def act(game: str) -> AnyResponse:
    """Say what was chosen and filled in; the phone of a seat says that seat's moves."""
    must_be_somebody(game)
    seen = tables().seen(game)
    filled = filled_in(request.form)
    said = said_of_form(seen)
    if "roll" in request.args:
        filled.update(rolled(question(seen.title, seen.table, said, game_words(seen.title)).fields))
    breath = breath_of(request.form.get("said", ""), seen.title.game.verbs)
    try:
        if breath:
            must_say(access(), asking(), game, seen.table.players, breath)
            after = tables().say_all(game, breath, number_of_form("version"), _id_of_form(), via())
        else:
            action = action_of_form(seen, said, filled)
            must_say(access(), asking(), game, seen.table.players, [action])
            after = tables().say(game, action, number_of_form("version"), _id_of_form(), via())
    except (Refused, Stale, Malformed, StoreFault) as fault:
        return shown_again(game, said, filled, fault)
    return _shown_now(after.id)


@pages.post("/games/<game>/return")
def return_to(game: str) -> AnyResponse:
    """Bring the table back to where it was after an entry."""
    must_be_host()
    try:
        number = number_of_form("to")
        if number is None:
            raise Malformed("malformed.to", most=tables().seen(game).version)
        tables().return_to(game, number, number_of_form("version"), _id_of_form(), via())
    except (Refused, Stale, Malformed, StoreFault) as fault:
        return shown_again(game, {}, {}, fault)
    return _shown_now(game)


def _shown_now(game: str) -> AnyResponse:
    """The table after what was said: at once for the script that asked for it, else at its own address."""
    if "X-Live" in request.headers:
        return table(game)
    return redirect(url_for("pages.table", game=game), 303)


def said_of_form(seen: Seen) -> Said:
    """What the form says."""
    text = request.form.get("said", "")
    return said_of(text, {**seen.title.game.verbs, **TURNING})


def action_of_form(seen: Seen, said: Said, filled: Filled) -> Mapping[str, object]:
    """The action as JSON; raises `Malformed` where nothing was said."""
    if not said:
        raise Malformed("malformed.empty")
    if said["action"] in TURNING:
        return said
    return seen.title.game.assemble(seen.title.decklist, seen.table, said, filled)


def number_of_form(key: str) -> int | None:
    """A whole number of the form, None where there is none."""
    return whole(request.form.get(key, ""))


def _id_of_form() -> str:
    return request.form.get("action_id", "")[:100]


def _moved_on() -> Notice:
    return Notice("stale", words(lang()).raw("table.stale"))


def shown_again(game: str, said: Said, filled: Filled, fault: Exception) -> Response:
    """The table as it is now, with what was wrong; what was typed is still there unless the table has moved on."""
    if isinstance(fault, UnknownGame):
        raise fault
    seen = tables().seen(game)
    if isinstance(fault, Stale | Overtaken | Repeated):
        return _rendered(table_page(seen, _asked_with(seen, said), _moved_on(), filled), 409)
    if isinstance(fault, Refused):
        notice = _refusal(seen, said, fault)
        return _rendered(table_page(seen, _asked_with(seen, said), notice, filled), 422)
    text = why(cast("Malformed | StoreFault", fault), lang())
    page = table_page(seen, _asked_with(seen, said), Notice("error", text), filled)
    return _rendered(page, 503 if isinstance(fault, StoreFault) else 400)


def _rendered(page: TablePage, status: int = 200) -> Response:
    return render("table.html", as_mine(page), status)


def _asked_with(seen: Seen, said: Said) -> Said:
    """What had been said when the fields were shown; a choice that sends itself was offered by the first question."""
    if not said or said["action"] in TURNING:
        return {}
    asked = question(seen.title, seen.table, said, game_words(seen.title))
    return said if asked.fields and asked.submit else {}


def _refusal(seen: Seen, said: Said, fault: Refused) -> Notice:
    """Why not; with the way to say that the table did it all the same, where there is one."""
    text, where = fault.sentence(game_lang()), fault.where(game_lang())
    asked = question(seen.title, seen.table, {}, game_words(seen.title))
    for option in shown(asked, seen.id, seen.version, ()).options:
        if option.json == dumps(said) and option.overrule:
            return Notice("refused", text, where, option.overrule, overrule_done=True)
    return Notice("refused", text, where)
