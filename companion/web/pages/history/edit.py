"""Edit the past: the question of an old entry asked again, at the table of then.

It is the question the table asks, with its choices, its reasons why not and its fields; the answer leads to
`preview`, where it is shown what would change. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast
from urllib.parse import quote, urlencode

from flask import Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.actions import Malformed
from companion.service.history.edit import How, edit_of, place_of
from companion.service.messages import why
from companion.service.transfer import record
from companion.web.pages.base import Notice, game_words, pages, render
from companion.web.pages.table.page import game_title, ring_drawn
from companion.web.pages.table.prompts import (
    Asking,
    Option,
    batch_of,
    dumps,
    filled_in,
    question,
    said_of,
    shown,
    with_filled,
)
from companion.web.pages.table.sidebar import beside
from companion.web.server.context import lang, must_lead, tables


@pages.get("/games/<game>/edit/<int:number>")
def edit(game: str, number: int) -> Response:
    """Ask what happened instead of an entry, or before it."""
    must_lead(game)
    verbs = tables().seen(game).title.game.verbs
    return _asked(game, number, how_of(request.args), said_of(request.args.get("said", ""), verbs))


def _asked(
    game: str, number: int, how: How, answered: dict[str, object], notice: Notice | None = None,
    filled: dict[str, list[str]] | None = None, status: int = 200,
) -> Response:  # fmt: skip
    seen = tables().seen(game)
    playing, title, words = tables().playing(game), seen.title, game_words(seen.title)
    with playing.lock:
        standing = playing.course.standing
        start = standing[place_of(standing, number) - 1][1]
        told = record.told(playing, playing.entries[number - 1], words)
    view = title.game.view(title.decklist, start, words)
    asked = question(title, start, answered, words)
    asking = _led(shown(asked, game, seen.version, {card.back for card in title.decklist.cards}), game, number, how)
    if filled:
        asking = asking._replace(fields=with_filled(asking.fields, filled))
    return render(
        "past/edit.html",
        status=status,
        id=game,
        title=game_title(tables().heading(game), words),
        number=number,
        how=how,
        newest=seen.version,
        told=told,
        heading=view.heading,
        ring=ring_drawn(view, start, asking),
        beside=beside(game, playing, title, start, number - 1, words),
        asking=asking,
        is_now=False,
        notice=notice,
    )


def _led(asking: Asking, game: str, number: int, how: How) -> Asking:
    """Return the question with its choices leading to our own addresses."""

    def led(option: Option) -> Option:
        anyway = option.choice.refusal.overrule if option.choice.refusal else None
        return option._replace(
            href=_address(game, number, how, dumps(option.choice.said)),
            overrule_href=_address(game, number, how, dumps(anyway)) if anyway and option.overrule_href else "",
        )

    groups = tuple(group._replace(options=tuple(map(led, group.options))) for group in asking.groups)
    return asking._replace(groups=groups)


def _address(game: str, number: int, how: str, text: str) -> str:
    return f"/games/{game}/edit/{number}?how={how}&said={quote(text, safe='')}"


@pages.post("/games/<game>/edit/<int:number>")
def answer(game: str, number: int) -> AnyResponse:
    """Take what was chosen and filled in, and lead to its consequences."""
    must_lead(game)
    seen = tables().seen(game)
    how, filled, text = how_of(request.form), filled_in(request.form), request.form.get("said", "")
    playing, verbs = tables().playing(game), seen.title.game.verbs
    answered = said_of(text, verbs)
    try:
        things = batch_of(text, verbs)
        if not things:
            if not answered:
                raise Malformed("malformed.empty")
            standing = playing.course.standing
            start = standing[place_of(standing, number) - 1][1]
            things = [playing.game.assemble(playing.decklist, start, answered, filled)]
        edit_of(playing, number, how, things)
    except Malformed as fault:
        return _asked(game, number, how, answered, Notice("error", why(fault, lang())), filled, 400)
    return redirect(seen_at(game, number, how, dumps_all(things)), 303)


def dumps_all(things: Sequence[object]) -> str:
    """Several actions as one text."""
    return "[" + ",".join(dumps(cast("dict[str, object]", thing)) for thing in things) + "]"


def seen_at(game: str, number: int, how: str, new: str, keep: Sequence[int] = ()) -> str:
    """Return the address of an edit's preview."""
    kept = [("keep", str(k)) for k in keep]
    return f"/games/{game}/edit/{number}/see?{urlencode([('how', how), ('new', new), *kept])}"


def how_of(fields: object) -> How:
    """Return the kind of edit: change, removal, or something put before the entry. The service judges the rest."""
    return cast(How, cast("dict[str, str]", fields).get("how", "change"))
