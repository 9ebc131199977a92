"""What a phone may say that a seat was handed to: what that seat says when it plays, its own last move taken back,
and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.actions import ActionType
from companion.engine.history import UNDO
from companion.service.live.session import LiveGame
from companion.service.live.undo_range import Step, undo_step
from companion.web.auth.access import Access, Request
from companion.web.server.errors import HttpError

SENT_ALONG = ("version", "action_id", "via")
"""What a program sends beside what is said."""
TABLE_SAYS = "anyway"
"""What only the table can say: that it was done although the rules forbid it."""


def seat_name(access: Access, request: Request, game: str, players: Sequence[str]) -> str:
    """Return the player whose phone asks; empty if it answers for no seat of this game."""
    number = access.seat(request, game)
    return players[number] if 0 <= number < len(players) else ""


def may_say(verbs: Mapping[str, ActionType], name: str, thing: object) -> bool:
    """Return True if this seat's phone may send such an action. The rules are asked later."""
    if not isinstance(thing, Mapping) or thing.get("player") != name or TABLE_SAYS in thing:
        return False
    verb = verbs.get(str(thing.get("action")))
    return verb is not None and verb.said_by == "seat"


def own_step(playing: LiveGame, name: str) -> Step | None:
    """Return what this seat's phone may take back: its own last move, while no other stands on it; else None."""
    with playing.lock:
        step = undo_step(playing)
    is_own = step is not None and all(may_say(playing.game.verbs, name, entry.action) for entry in step.entries)
    return step if is_own else None


def takes_back(things: Sequence[object]) -> bool:
    """Return True for a single undo."""
    thing = things[0] if len(things) == 1 else None
    return isinstance(thing, Mapping) and thing.get("action") == UNDO and not {*thing} - {"action", *SENT_ALONG}


def must_say(access: Access, request: Request, game: str, playing: LiveGame, things: Sequence[object]) -> None:
    """Raise `HttpError` unless the sender leads the table, or is a seat's phone with its own moves or its own undo."""
    is_seat = not request.header("authorization") and not access.leads(request, game)
    name = seat_name(access, request, game, playing.table.players) if is_seat else ""
    if not name:
        access.must_lead(request, game)
        return
    access.must_be_own_page(request)
    if takes_back(things) and own_step(playing, name) is not None:
        return
    if not things or not all(may_say(playing.game.verbs, name, thing) for thing in things):
        raise HttpError(401, "not-your-seat", {"WWW-Authenticate": "Bearer"}, seat=name)
