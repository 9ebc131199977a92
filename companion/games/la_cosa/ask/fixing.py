"""Corrections as forms: the table says otherwise. Each form names one thing, filled in with what it is now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.common.sheet import option_fields, seat_fields
from companion.games.la_cosa.ask.sheet import Sheet
from companion.games.la_cosa.cards import copies_acting_as
from companion.games.la_cosa.corrections import HAND
from companion.games.la_cosa.looks import ROUNDS
from companion.games.la_cosa.state import doors
from companion.referee.view import Choice, Field, Group, Question

NO_PILE = ""
LOST = "lost"
"""The correction after turns that nobody noted."""


def what_is_wrong(sheet: Sheet) -> Question:
    """What the table says is otherwise; then the form for it."""
    about = sheet.heard("about")
    if about == LOST and not sheet.said.get("set"):
        return _whose_turn_now(sheet)
    form = FORMS.get(about)
    if form is None:
        said = {"action": "override"}
        choices = tuple(Choice(label=sheet.say(f"fix.{k}"), said={**said, "about": k}, icon=f"fix.{k}") for k in FORMS)
        return Question(sheet.say("fix.what"), said, (Group("", choices),))
    fields = (*form(sheet), _why(sheet, about))
    detail = sheet.say(f"fix.{about}-help") if sheet.words.has(f"ask.fix.{about}-help") else ""
    return Question(sheet.say(f"fix.{about}"), sheet.said, (), fields, sheet.say("fix.submit"), detail)


def _whose_turn_now(sheet: Sheet) -> Question:
    """Nobody noted anything for some turns: the pile counted, then whose turn it is, by tapping the seat."""
    said = {"action": "override", "about": LOST}
    choices = tuple(Choice(label=p, said={**said, "set": {"turn": p}}, done=True, player=p) for p in sheet.table.seats)
    groups = (Group("", choices),)
    return Question(
        sheet.say("fix.lost-who"), said, groups, (*_lost(sheet), _why(sheet, LOST)), detail=sheet.say("fix.lost-help")
    )


def _lost(sheet: Sheet) -> tuple[Field, ...]:
    """How many cards the draw pile has now; the rest of the deck is then in the discards."""
    most = sheet.decklist.size(len(sheet.table.players)) - HAND * len(sheet.table.seats)
    now = str(min(sheet.table.piles["draw"], most))
    return (Field("draw_pile", sheet.say("fix.draw"), "number", value=now, least=0, most=most),)


def _why(sheet: Sheet, about: str) -> Field:
    """Why the table is corrected, as the log will say it."""
    reason = sheet.say("fix.reason-lost" if about == LOST else "fix.reason-default")
    return Field("reason", sheet.say("fix.reason"), "text", value=reason, quiet=about == LOST)


def _turn(sheet: Sheet) -> tuple[Field, ...]:
    table = sheet.table
    steps = tuple((step, sheet.say(f"fix.step-{step}")) for step in ("draw", "act"))
    step = table.step if table.step == "act" else "draw"
    return (
        Field("turn", sheet.say("fix.whose"), "choice", sheet.names(table.seats), value=table.turn),
        Field("step", sheet.say("fix.step"), "choice", steps, value=step),
        Field("draw_pile", sheet.say("fix.draw-pile"), "text", value=NO_PILE, help=sheet.say("fix.draw-pile-help")),
    )


def _direction(sheet: Sheet) -> tuple[Field, ...]:
    ways = tuple((way, sheet.say(f"fix.{way}")) for way in ("clockwise", "counterclockwise"))
    now = "clockwise" if sheet.table.clockwise else "counterclockwise"
    return (Field("direction", sheet.say("fix.direction"), "choice", ways, value=now),)


def _obstacle_fields(sheet: Sheet, known: str, lying: int) -> int:
    """How many fields to offer for an obstacle: as many as there are copies."""
    return max(copies_acting_as(sheet.decklist, known, len(sheet.table.players)), lying)


def _doors(sheet: Sheet) -> tuple[Field, ...]:
    seats, now = sheet.table.seats, doors(sheet.table)
    gaps = tuple((str(k), sheet.say("fix.gap", a=a, b=b)) for k, (a, b) in enumerate(_neighbours(seats)))
    lying = [str(k) for k, cards in enumerate(sheet.table.gaps) for _ in cards]
    count = _obstacle_fields(sheet, "puerta-atrancada", len(now))
    options = (("", sheet.say("fix.not-in-play")), *gaps)
    return tuple(
        Field(
            f"door.{k}", sheet.say("fix.door", k=k + 1), "choice", options, value=(lying[k] if k < len(lying) else "")
        )
        for k in range(count)
    )


def _neighbours(seats: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(p, seats[(k + 1) % len(seats)]) for k, p in enumerate(seats)]


def _quarantine(sheet: Sheet) -> tuple[Field, ...]:
    rounds = (("", sheet.say("fix.no-quarantine")), *((str(k), str(k)) for k in (1, 2, 3, 4)))
    return tuple(
        Field(f"rounds.{k}", p, "choice", rounds, value=str(sheet.table.track(ROUNDS, p) or ""))
        for k, p in enumerate(sheet.table.seats)
    )


def _eliminated(sheet: Sheet) -> tuple[Field, ...]:
    table = sheet.table
    return (
        Field("eliminated", sheet.say("fix.who-out"), "checks", sheet.names(table.players), values=table.eliminated),
    )


def _hands(sheet: Sheet) -> tuple[Field, ...]:
    table = sheet.table
    hands = tuple(
        Field(f"hand.{k}", p, "number", value=str(table.hands[p]), least=0, most=20) for k, p in enumerate(table.seats)
    )
    return (*hands, *_piles(sheet))


def _piles(sheet: Sheet) -> tuple[Field, ...]:
    most = sheet.decklist.size(len(sheet.table.players))
    piles = sheet.table.piles
    return tuple(
        Field(f"{pile}_pile", sheet.say(f"fix.{pile}"), "number", value=str(piles[pile]), least=0, most=most)
        for pile in ("draw", "discard")
    )


FORMS: Mapping[str, Callable[[Sheet], tuple[Field, ...]]] = {
    LOST: _lost,
    "turn": _turn,
    "hands": _hands,
    "direction": _direction,
    "seats": seat_fields,
    "doors": _doors,
    "quarantine": _quarantine,
    "eliminated": _eliminated,
    "options": option_fields,
}
