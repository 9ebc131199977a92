"""People choose the figure and the colour of their plate; both are kept with the name for other evenings."""

from __future__ import annotations

from typing import NamedTuple

from flask import redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.actions import Malformed, whole
from companion.service.people.figures import COLOURS, DRAWINGS, Figure, figure_of
from companion.web.pages.base import game_words, pages, render
from companion.web.pages.table.page import game_title
from companion.web.server.context import figures, must_lead, tables


class PersonDrawn(NamedTuple):
    """Player at the table with their present figure."""

    name: str
    drawing: str
    colour: str


@pages.get("/games/<game>/figures")
def figures_page(game: str) -> AnyResponse:
    """Show all figures, and the choice of one player."""
    must_lead(game)
    seen = tables().seen(game)
    players = seen.table.players
    people = tuple(
        PersonDrawn(name, f"p{one.drawing}", f"p{one.colour}")
        for name, one in zip(players, figures().of(players), strict=True)
    )
    who = min(whole(request.args.get("who", ""), 3) or 0, len(people) - 1)
    title = game_title(tables().heading(game), game_words(seen.title))
    drawings, colours = (tuple(f"p{k}" for k in range(many)) for many in (DRAWINGS, COLOURS))
    return render(
        "games/figures.html", id=game, title=title, people=people, who=who, drawings=drawings, colours=colours
    )


@pages.post("/games/<game>/figures")
def choose_figure(game: str) -> AnyResponse:
    """Keep a player's choice and go on to the next player."""
    must_lead(game)
    players = tables().seen(game).table.players
    who = whole(request.form.get("who", ""), 3)
    chosen = figure_of([_number("drawing"), _number("colour")])
    if who is None or who >= len(players) or chosen is None:
        raise Malformed("malformed.figure")
    figures().choose(players[who], Figure(*chosen))
    tables().hub.look_again()
    return redirect(url_for("pages.figures_page", game=game, who=who), 303)


def _number(name: str) -> int | None:
    return whole(request.form.get(name, "").removeprefix("p"), 3)
