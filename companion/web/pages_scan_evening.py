"""A referee's evening: the table decides to show everything, and is asked for each hand and exchange in its turn.

Nothing here knows what was shown: what is due follows from what the whole table has seen.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.referee.hidden import Due
from companion.web.app import must_be_host, tables
from companion.web.pages_common import game_words, pages


@dataclass(frozen=True, slots=True)
class EveningNow:
    """Where a referee's evening stands: what is due, or else what may be shown once more.

    `has_forgotten`: the service was restarted since cards were shown, so that every hand is asked for again.
    """

    due: Due | None
    again: Due | None
    version: int
    has_forgotten: bool

    @property
    def waits(self) -> bool:
        """Whether the table's own question comes after what is due."""
        return self.due is not None and self.due.waits


@pages.app_template_global("referee_evening")
def referee_evening(game: str) -> EveningNow | None:
    """Where the evening of this table stands; None where it shows only what is disputed."""
    sealed = tables().sealed
    if not sealed.refereed.shows_all(game):
        return None
    playing = tables().playing(game)
    due = sealed.refereed.due(playing, game)
    again = _again(game) if due is None else None
    return EveningNow(due, again, playing.version, sealed.has_forgotten(game)) if due or again else None


def due_of(game: str) -> Due | None:
    """What this table shows next."""
    return tables().sealed.refereed.due(tables().playing(game), game)


def _again(game: str) -> Due | None:
    """What may be shown once more: the cards of an offer that is open, else the hand of whose turn it is."""
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
    must_be_host()
    seen = tables().seen(game)
    on = request.form.get("evening") == "on" and seen.title.game.witness is not None
    tables().sealed.refereed.decide(seen.id, on)
    return redirect(url_for("pages.table" if on else "pages.judge_begin", game=game), 303)


@pages.post("/games/<game>/scan/evening/skip")
def judge_skip(game: str) -> AnyResponse:
    """Play on without showing what is due."""
    must_be_host()
    seen = tables().seen(game)
    if request.form.get("version", "") == str(seen.version):
        tables().sealed.refereed.pass_over(tables().playing(game), seen.id)
    return redirect(url_for("pages.table", game=game), 303)


def forgotten(game: str) -> bool:
    """Whether the referee has forgotten what it saw of this game."""
    return tables().sealed.has_forgotten(game)
