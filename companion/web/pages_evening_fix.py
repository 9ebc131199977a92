"""Fixing the table: every correction in one place, and what each would change, shown before it does."""

from __future__ import annotations

from dataclasses import dataclass

from flask import redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.referee.actions import Malformed
from companion.service.playing import Refused, action_of
from companion.service.tables import Seen, Stale
from companion.store.log import StoreFault
from companion.web.app import lang, must_be_host, tables
from companion.web.pages_ask import Asking, dumps, filled_in, question, shown
from companion.web.pages_common import game_words, new_action_id, pages, render, words
from companion.web.pages_differences import Side, differ, side
from companion.web.pages_evening_table import beside
from companion.web.pages_play import action_of_form, number_of_form, said_of_form, shown_again, via
from companion.web.pages_table import game_title

CORRECTION = "override"
"""What every game calls it when the table says that something is otherwise."""


@dataclass(frozen=True, slots=True)
class FixPage:
    """Everything that can be put right."""

    id: str
    title: str
    asking: Asking


@dataclass(frozen=True, slots=True)
class ComparePage:
    """The table as it is beside the table as it would be."""

    id: str
    title: str
    version: int
    action_id: str
    said: str
    told: str
    sides: tuple[Side, Side]
    changes: tuple[str, ...]


@pages.get("/games/<game>/fix")
def fix(game: str) -> AnyResponse:
    """Every correction in one place."""
    must_be_host()
    seen = tables().seen(game)
    title, said = seen.title, game_words(seen.title)
    if CORRECTION not in title.game.verbs or seen.table.ended is not None:
        return redirect(url_for("pages.table", game=game), 303)
    asked = question(title, seen.table, {"action": CORRECTION}, said)
    asking = shown(asked, seen.id, seen.version, ())
    return render("evening/fix.html", FixPage(game, game_title(tables().heading(game), said), asking))


@pages.post("/games/<game>/fix")
def compare(game: str) -> AnyResponse:
    """What the correction would change; with `sure` it is made."""
    must_be_host()
    seen = tables().seen(game)
    filled, said = filled_in(request.form), said_of_form(seen)
    try:
        version = number_of_form("version")
        if request.form.get("sure") == "yes":
            tables().say(game, said, version, request.form.get("action_id", "")[:100], via())
            return redirect(url_for("pages.table", game=game), 303)
        if version != seen.version:
            raise Stale(seen.version)
        return render("evening/compare.html", _compared(seen, dict(action_of_form(seen, said, filled))))
    except (Refused, Stale, Malformed, StoreFault) as fault:
        return shown_again(game, said, filled, fault)


def _compared(seen: Seen, action: dict[str, object]) -> ComparePage:
    playing, title, said = tables().playing(seen.id), seen.title, game_words(seen.title)
    with playing.lock:
        entry = playing.decide(playing.shapes().read(action))
        after = playing.table_after(entry)
        told = title.game.tell(seen.table, action_of(entry), entry.facts, said)
    now, then = (title.game.view(title.decklist, table, said) for table in (seen.table, after))
    aside = beside(seen.id, playing, title, seen.table, seen.version, said)
    return ComparePage(
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
