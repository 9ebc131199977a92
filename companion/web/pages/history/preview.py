"""What an edit of the past would lead to, and the table's yes: what differs, what no longer fits and why.

Nothing is written before the last button, and only what was looked at; afterwards it is said what the hands put right.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.actions import Action, Malformed, whole
from companion.engine.rules import Violation
from companion.engine.state import Table
from companion.service.history.edit import ANYWAY, Edit, Rewritten, amend, edit_of, looked_at
from companion.service.history.edit_note import noted
from companion.service.live.games import Snapshot, Stale
from companion.service.live.parsing import parse
from companion.service.live.session import LiveGame, Refused
from companion.service.messages import why
from companion.service.transfer import record
from companion.store.base import Overtaken, Repeated, StoreFault
from companion.web.pages.base import Notice, game_words, new_action_id, pages, render
from companion.web.pages.history.edit import dumps_all, how_of, seen_at
from companion.web.pages.history.log import said
from companion.web.pages.history.timeline import going_to
from companion.web.pages.table.diff import Side, differ, side
from companion.web.pages.table.page import game_title
from companion.web.pages.table.sidebar import beside, via
from companion.web.server.context import lang, must_lead, tables

LONGEST = 6000
"""Letters of what an address may say that happened instead."""


class Trouble(NamedTuple):
    """A later entry that a rule refuses now: why, and whether the table may keep it all the same."""

    number: int
    told: str
    why: str
    where: str
    can_keep: bool
    is_kept: bool


@pages.get("/games/<game>/edit/<int:number>/see")
def see(game: str, number: int) -> Response:
    """Show what would differ, and which later entries a rule would then refuse."""
    must_lead(game)
    wanted = _edit(tables().playing(game), number, request.args)
    return _see_page(tables().seen(game), wanted, request.args.get("new", ""))


@pages.post("/games/<game>/edit/<int:number>/see")
def accept(game: str, number: int) -> AnyResponse:
    """Accept an edit: but only the one that was looked at."""
    must_lead(game)
    form, seen = request.form, tables().seen(game)
    wanted, new = _edit(tables().playing(game), number, form), form.get("new", "")
    said_version = whole(form.get("version", ""))
    version = seen.version if said_version is None else said_version
    if form.get("sure") != "yes" or form.get("kept", "") != _listed(wanted.keep):
        return redirect(seen_at(game, number, wanted.how, new, sorted(wanted.keep)), 303)
    try:
        amend(tables(), game, wanted, version, form.get("action_id", "")[:100], via())
    except (Stale, Overtaken, Repeated):
        notice = Notice("stale", said("edit.stale"))
        return _see_page(tables().seen(game), wanted, new, notice, 409)
    except (Refused, StoreFault) as fault:
        text = fault.sentence(lang()) if isinstance(fault, Refused) else why(fault, lang())
        return _see_page(seen, wanted, new, Notice("refused", text), 422)
    return redirect(url_for("pages.edited", game=game, number=version + 1), 303)


def _edit(playing: LiveGame, number: int, fields: object) -> Edit:
    """Parse an edit from an address or a form. Raise `Malformed`."""
    form = cast("dict[str, str]", fields)
    new = form.get("new", "")
    things = parse(new) if new and len(new) <= LONGEST else []
    if not isinstance(things, list):
        raise Malformed("malformed.list", field="new")
    keep = [k for k in map(whole, request.values.getlist("keep")) if k is not None]
    return edit_of(playing, number, how_of(form), things, keep, said("edit.reason"))


def _listed(numbers: frozenset[int]) -> str:
    return ",".join(map(str, sorted(numbers)))


def _see_page(seen: Snapshot, wanted: Edit, new: str, notice: Notice | None = None, status: int = 200) -> Response:
    playing, words = tables().playing(seen.id), game_words(seen.title)
    rewritten = looked_at(playing, wanted)
    with playing.lock:
        was = record.told(playing, playing.entries[wanted.number - 1], words)
        troubles = tuple(_trouble(playing, rewritten))
    refused, kept = rewritten.refused, frozenset(step.was for step in rewritten.steps if step.fate == "kept")
    anyway = ""
    if refused is not None and refused.can_keep:
        # the same edit, with its new actions as the table's own ruling
        things = [Action(one.verb, {**one.said, ANYWAY: wanted.reason}).json() for one in wanted.actions]
        anyway = seen_at(seen.id, wanted.number, wanted.how, dumps_all(things), sorted(wanted.keep))
    sides, differs = _sides(seen, rewritten.table)
    return render(
        "past/see.html",
        status=status,
        id=seen.id,
        title=game_title(tables().heading(seen.id), words),
        number=wanted.number,
        how=wanted.how,
        newest=seen.version,
        was=was,
        instead=tuple(
            playing.game.tell(playing.decklist, rewritten.start, step.action, step.facts, words)
            for step in rewritten.steps
            if step.fate == "new"
        ),
        new=new,
        differs=differs,
        troubles=troubles,
        again=sum(step.fate in ("as-was", "again") for step in rewritten.steps),
        kept=_listed(kept),
        sides=sides,
        action_id=new_action_id(),
        refused=_refusal(playing, refused.violation) if refused and refused.violation else None,
        anyway=anyway,
        changes=rewritten.changes,
        notice=notice,
    )


def _refusal(playing: LiveGame, violation: Violation) -> Notice:
    fault = Refused(violation, playing.title)
    return Notice("refused", fault.sentence(lang()), fault.where(lang()))


def _trouble(playing: LiveGame, rewritten: Rewritten) -> list[Trouble]:
    words, found = game_words(playing.title), []
    for step in rewritten.troubles:
        assert step.violation is not None
        why_not = _refusal(playing, step.violation)
        told = record.told(playing, playing.entries[step.was - 1], words)
        found.append(Trouble(step.was, told, why_not.text, why_not.where, step.can_keep, step.fate == "kept"))
    return found


def _sides(seen: Snapshot, then: Table, now: Table | None = None) -> tuple[tuple[Side, Side], tuple[str, ...]]:
    """Return the two tables and their differences in sentences; `now` is given if the present is long past."""
    playing, title, words = tables().playing(seen.id), seen.title, game_words(seen.title)
    old = seen.table if now is None else now
    views = [title.game.view(title.decklist, table, words) for table in (old, then)]
    aside = beside(seen.id, playing, title, seen.table, seen.version, words)
    labels = (said("edit.now"), said("edit.then")) if now is None else (said("edited.before"), said("edited.after"))
    sides = [side(label, view, table, aside) for label, view, table in zip(labels, views, (old, then), strict=True)]
    return (sides[0], sides[1]), differ(views[0], views[1], words)


@pages.get("/games/<game>/edited/<int:number>")
def edited(game: str, number: int) -> AnyResponse:
    """Make an accepted edit and show what it changed, for the hands; it can be taken back from here."""
    seen = tables().seen(game)
    playing, words = tables().playing(game), game_words(seen.title)
    found = noted(playing.entries, number) if 1 <= number <= seen.version else None
    if found is None:
        return redirect(url_for("pages.log", game=game), 303)
    with playing.lock:
        told = record.told(playing, playing.entries[number - 1], words)
        old, new = playing.table_at(number - 1), playing.table_at(found.last)
    sides, differs = _sides(seen, new, old)
    title = game_title(tables().heading(game), words)
    going = going_to(playing, number - 1, words)
    return render(
        "past/edited.html",
        id=game,
        title=title,
        number=number,
        newest=seen.version,
        told=told,
        differs=differs,
        sides=sides,
        going=going,
        action_id=new_action_id(),
    )
