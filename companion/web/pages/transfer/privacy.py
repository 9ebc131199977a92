"""What is kept and where, and how it goes away: a game for good, a person out of every game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple

from flask import Response, current_app, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.service.people import forget as people_forget
from companion.store.base import Forgotten
from companion.web.pages.base import day, pages, render, words
from companion.web.pages.games.index import GameRow, row_of
from companion.web.server.context import ALONE, DATA_FOLDER, figures, lang, must_be_host, tables


class Person(NamedTuple):
    """A name that is kept, and in how many games."""

    name: str
    games: int


@dataclass(frozen=True, slots=True)
class KeptPage:
    """Page of everything that is kept."""

    folder: str
    damaged: tuple[str, ...]
    games: tuple[GameRow, ...]
    people: tuple[Person, ...]
    audits: tuple[Forgotten, ...]
    sure_kind: Literal["", "game", "person"] = ""
    """What somebody is about to forget, a game or a person; empty where nothing is asked."""
    sure: str = ""
    """The game's id, or the person's name."""
    sure_label: str = ""
    count: int = 0


@pages.get("/kept")
def kept() -> Response:
    """Show what is kept and where."""
    must_be_host()
    return render("evening/kept.html", _kept())


@pages.post("/forget")
def forget() -> AnyResponse:
    """Ask whether it is really meant; then forget."""
    must_be_host()
    game, person = request.form.get("game", "")[:80], request.form.get("person", "")[:200]
    if request.form.get("sure") != "yes":
        return render("evening/kept.html", _asked(game, person))
    if game:
        people_forget.forget_game(tables(), game)
    else:
        people_forget.forget_person(tables(), person, words(lang()).raw("evening.somebody"))
        figures().forget(person)
    return redirect("/kept", 303)


def _asked(game: str, person: str) -> KeptPage:
    page = _kept()
    row = next((row for row in page.games if row.id == game), None)
    known = next((one for one in page.people if one.name == person), None)
    if row is not None:
        return _sure(page, "game", game, f"{row.title} ({', '.join(row.players)})", 1)
    return _sure(page, "person", person, person, known.games) if known else page


def _sure(page: KeptPage, kind: Literal["game", "person"], sure: str, label: str, count: int) -> KeptPage:
    return replace(page, sure_kind=kind, sure=sure, sure_label=label, count=count)


def _kept() -> KeptPage:
    folder = str(current_app.config.get(DATA_FOLDER) or "")
    games = tuple(row_of(heading) for heading in tables().headings())
    people = tuple(Person(name, count) for name, count in people_forget.people(tables()).items())
    audits = tuple(Forgotten(day(one.at), one.removed, one.changed) for one in tables().store.forgotten())
    return KeptPage(folder, _damaged(folder), games, people, audits)


def _damaged(folder: str) -> tuple[str, ...]:
    """Damaged files that were kept aside: they hold what they held, and only a person can delete them. Nobody can on a
    tablet alone, which deletes them itself."""
    if not folder or current_app.config.get(ALONE):
        return ()
    try:
        return tuple(sorted(str(path) for path in Path(folder).glob("*.damaged-*")))
    except OSError:
        return ()
