"""A referee's evening: the table decides to show everything, and is asked for each hand and exchange in its turn.

Nothing here knows what was shown: what is due follows from what the whole table has seen.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from flask import Response, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.hidden.referee import Due
from companion.service.referee.checks import listen
from companion.service.referee.private_reveal import Showing
from companion.web.pages.base import game_words, pages, unkept
from companion.web.pages.scan.base import showings
from companion.web.server.context import access, must_lead, tables


class EveningNow(NamedTuple):
    """State of a referee's evening: what is due, or else what may be shown once more.

    `has_forgotten`: the service was restarted since cards were shown, so every hand is asked for again.
    """

    due: Due | None
    again: Due | None
    version: int
    has_forgotten: bool
    key: str = ""
    """What changes when something else is due, or another has shown theirs."""
    sent: frozenset[str] = frozenset()
    """Who of those concerned has shown theirs from a phone already."""
    phones: tuple[str, ...] = ()
    """Who of those who are still waited for has a phone of their own to show theirs with."""

    @property
    def waits(self) -> bool:
        """True if the table's own question comes after what is due."""
        return self.due is not None and self.due.waits


@pages.app_template_global("referee_evening")
def referee_evening(game: str) -> EveningNow | None:
    """Return the state of this table's evening; None if it shows only what is disputed, or at another host."""
    sealed = tables().sealed
    if not sealed.refereed.shows_all(game) or sealed.is_elsewhere(game):
        return None
    playing = tables().playing(game)
    due = sealed.refereed.due(playing, game)
    if due is None:
        again = _again(game)
        return EveningNow(None, again, playing.version, sealed.has_forgotten(game)) if again else None
    players, sent = playing.course.table.players, sent_for(game, playing.version, due)
    phones = tuple(p for p in due.people if p not in sent and access().sessions.phone_here(game, players.index(p)))
    return EveningNow(due, None, playing.version, sealed.has_forgotten(game), _key(game, due, sent), sent, phones)


def showing_due(game: str, version: int, due: Due) -> Showing:
    """Return what is due as a showing; a hand of a deal is shown on its own."""
    return Showing(game, version, due.what, due.people, "private")


def sent_for(game: str, version: int, due: Due) -> frozenset[str]:
    """Return the players who have shown their part of what is due from a phone already."""
    return showings().sent(showing_due(game, version, due))


def _key(game: str, due: Due | None, sent: frozenset[str]) -> str:
    """Public: who is to show what, who has, and what the table has heard."""
    if due is None:
        return ""
    seen = tables().seen(game)
    heard = showings().aloud(game, seen.version, game_words(seen.title))
    return hashlib.sha256(repr((due.what, due.people, sorted(sent), heard)).encode()).hexdigest()[:12]


@pages.get("/games/<game>/scan/evening")
def evening_due(game: str) -> Response:
    """Return a token that changes when something else is to be shown, for the pages that say what is."""
    playing, sealed = tables().playing(game), tables().sealed
    due = due_of(game) if sealed.refereed.shows_all(game) else None
    if due is not None:
        listen(tables(), game)
    key = _key(game, due, sent_for(game, playing.version, due) if due else frozenset())
    return unkept(jsonify({"due": key}))


def due_of(game: str) -> Due | None:
    """Return what this table shows next."""
    return tables().sealed.refereed.due(tables().playing(game), game)


def _again(game: str) -> Due | None:
    """Return what may be shown once more: the cards of an open offer, else the hand of the turn player."""
    seen = tables().seen(game)
    view = seen.title.game.view(seen.title.decklist, seen.table, game_words(seen.title))
    if view.status != "playing":
        return None
    if view.links:
        return Due("exchange", view.links[0])
    turn = next((seat.name for seat in view.seats if seat.is_turn), "")
    return Due("hand", (turn,)) if turn else None


@pages.post("/games/<game>/scan/evening")
def judge_evening(game: str) -> AnyResponse:
    """Show everything to the referee from now on, or only what is disputed."""
    must_lead(game)
    seen = tables().seen(game)
    on = request.form.get("evening") == "on" and seen.title.game.referee is not None
    tables().sealed.refereed.decide(seen.id, on)
    return redirect(url_for("pages.table" if on else "pages.judge_begin", game=game), 303)


@pages.post("/games/<game>/scan/evening/skip")
def judge_skip(game: str) -> AnyResponse:
    """Play on without showing what is due."""
    must_lead(game)
    seen = tables().seen(game)
    if request.form.get("version", "") == str(seen.version):
        tables().sealed.refereed.pass_over(tables().playing(game), seen.id)
    return redirect(url_for("pages.table", game=game), 303)


def forgotten(game: str) -> bool:
    """Return True if the referee has forgotten what it saw of this game."""
    return tables().sealed.has_forgotten(game)
