"""The people of the house: a season's table, a page for each person, the games as CSV and for BG Stats."""

from __future__ import annotations

from typing import NamedTuple

from flask import Response, request

from companion.service.history.bgstats import play_file, play_link
from companion.service.history.film import Played, played_by
from companion.service.people import careers
from companion.service.people.careers import Share
from companion.web.pages.base import day, game_words, pages, render
from companion.web.server.context import must_be_host, tables
from companion.web.server.errors import HttpError
from companion.web.server.files import attached

MOST_LINKS = 30
"""So many games can be handed to BG Stats from here, the newest."""


class Line(NamedTuple):
    """What somebody was: in which game, as what, how often, and how often they won so."""

    game: str
    role: str
    was: Share
    won: Share


class Link(NamedTuple):
    """A game and the address that hands it to BG Stats."""

    game: str
    when: str
    players: tuple[str, ...]
    href: str


@pages.get("/people")
def people() -> Response:
    """Show the table of a season."""
    must_be_host()
    every = played_by(tables())
    seasons = tuple(sorted({careers.season(game) for game in every} - {""}, reverse=True))
    chosen, games = _asked(every)
    links = []
    for game in games[:MOST_LINKS]:
        playing = tables().playing(game.id)
        words = game_words(playing.title)
        if href := play_link(playing, game.id, words):
            links.append(Link(words.raw("game.name"), day(game.when), game.players, href))
    return render(
        "people/people.html",
        season=chosen,
        seasons=seasons,
        games=len(games),
        people=careers.careers(games),
        links=links,
        fewest=careers.FEWEST,
    )


@pages.get("/people/person")
def person() -> Response:
    """Show what one person has played."""
    must_be_host()
    chosen, games = _asked(played_by(tables()))
    name = request.args.get("name", "").casefold()
    one = next((one for one in careers.careers(games) if one.name.casefold() == name), None)
    if one is None:
        raise HttpError(404, "not-found")
    lines = []
    for title, role, was, won in one.roles:
        words = game_words(tables().title(title))
        lines.append(Line(words.raw("game.name"), words.raw(f"roles.{role}"), was, won))
    return render("people/person.html", season=chosen, one=one, lines=lines, fewest=careers.FEWEST)


@pages.get("/people/games.csv")
def people_csv() -> Response:
    """Send a season's games as a table for a spreadsheet."""
    must_be_host()
    chosen, games = _asked(played_by(tables()))
    return _sent("\ufeff" + careers.table_of_games(games), chosen, "csv", "text/csv")


@pages.get("/people/games.bgsplay")
def people_plays() -> Response:
    """Send a season's games as one file for BG Stats."""
    must_be_host()
    chosen, games = _asked(played_by(tables()))
    there = [(tables().playing(game.id), game.id) for game in games]
    text = play_file((playing, game, game_words(playing.title)) for playing, game in there)
    return _sent(text, chosen, "bgsplay", "application/json")


def _sent(text: str, season: str, ending: str, kind: str) -> Response:
    """Return a file of a season's games, or of all, to be kept."""
    return attached(text, kind, "-".join(filter(None, ("games", season))) + f".{ending}")


def _asked(every: tuple[Played, ...]) -> tuple[str, tuple[Played, ...]]:
    """Return the season asked for, and its games; all of them where none is."""
    asked = request.args.get("season", "")
    if asked not in {careers.season(game) for game in every}:
        return "", every
    return asked, tuple(game for game in every if careers.season(game) == asked)
