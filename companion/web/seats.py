"""What a phone may say that a seat was handed to: what that seat says when it plays, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.web.access import Access, Request
from companion.web.answers import Trouble

SEAT_SAYS = frozenset(
    {"draw", "discard", "play", "respond", "pass", "event", "vote", "arm", "uncover", "attack"}
    | {"accuse", "supply", "leave", "take", "invade", "answer"}
)
"""The verbs of somebody's own move, in every game that has them."""
TABLE_SAYS = "anyway"
"""What only the table can say: that it was done although the rules forbid it."""


def seat_name(access: Access, request: Request, game: str, players: Sequence[str]) -> str:
    """Whose phone asks; empty where it answers for no seat of this game."""
    number = access.seat(request, game)
    return players[number] if 0 <= number < len(players) else ""


def may_say(name: str, thing: object) -> bool:
    """Whether the phone of this seat may say so. Whether the rules allow it is asked afterwards."""
    return (
        isinstance(thing, Mapping)
        and str(thing.get("action")) in SEAT_SAYS
        and thing.get("player") == name
        and TABLE_SAYS not in thing
    )


def must_say(access: Access, request: Request, game: str, players: Sequence[str], things: Sequence[object]) -> None:
    """Raises `Trouble` unless the host asks, or the phone of a seat that says nothing but its own moves."""
    is_seat = not request.header("authorization") and not access.is_host(request)
    name = seat_name(access, request, game, players) if is_seat else ""
    if not name:
        access.must_be_host(request)
        return
    access.must_be_own_page(request)
    if not things or not all(may_say(name, thing) for thing in things):
        raise Trouble(401, "not-your-seat", {"WWW-Authenticate": "Bearer"}, seat=name)
