"""Corrections as forms: the table says otherwise. Each form names one thing, filled in with what it is now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.common.sheet import option_fields, seat_fields
from companion.games.dos_barajas import looks
from companion.games.dos_barajas.ask.sheet import Sheet
from companion.games.dos_barajas.cards import main_size
from companion.referee.view import Choice, Field, Group, Question

MOST_HELD = 30


def what_is_wrong(sheet: Sheet) -> Question:
    """What the table says is otherwise; then the form for it."""
    about = sheet.heard("about")
    form = FORMS.get(about)
    if form is None:
        said = {"action": "override"}
        choices = tuple(Choice(sheet.say(f"fix.{k}"), {**said, "about": k}, icon=f"fix.{k}") for k in FORMS)
        return Question(sheet.say("fix.what"), said, (Group("", choices),))
    why = Field("reason", sheet.say("fix.reason"), "text", value=sheet.say("fix.reason-default"))
    detail = sheet.say(f"fix.{about}-help") if sheet.words.has(f"ask.fix.{about}-help") else ""
    fields = (*form(sheet), why)
    return Question(sheet.say(f"fix.{about}"), sheet.said, (), fields, sheet.say("fix.submit"), detail)


def _turn(sheet: Sheet) -> tuple[Field, ...]:
    table = sheet.table
    phases = tuple((phase, sheet.words.raw(f"phases.{phase}")) for phase in looks.PHASES)
    phase = table.step if table.step in looks.PHASES else looks.ACCUSE
    return (
        Field("phase", sheet.say("fix.phase"), "choice", phases, value=phase),
        Field("turn", sheet.say("fix.whose"), "choice", sheet.names(table.seats), value=table.turn),
    )


def _first(sheet: Sheet) -> tuple[Field, ...]:
    names = sheet.names(sheet.table.seats)
    return (Field("first", sheet.say("fix.who-first"), "choice", names, value=looks.first(sheet.table)),)


def _eliminated(sheet: Sheet) -> tuple[Field, ...]:
    table = sheet.table
    names = sheet.names(table.players)
    return (Field("eliminated", sheet.say("fix.who-out"), "checks", names, values=table.eliminated),)


def _revealed(sheet: Sheet) -> tuple[Field, ...]:
    table = sheet.table
    names = sheet.names(table.seats)
    return (Field("revealed", sheet.say("fix.who-thing"), "checks", names, values=looks.revealed(table)),)


def _hands(sheet: Sheet) -> tuple[Field, ...]:
    table = sheet.table
    most = main_size(sheet.decklist, table.options)
    hands = tuple(
        Field(f"hand.{k}", p, "number", value=str(table.hands[p]), least=0, most=MOST_HELD)
        for k, p in enumerate(table.seats)
    )
    counts = {"draw": table.piles["draw"], "discard": table.piles["discard"], "middle": looks.middle(table)}
    piles = tuple(
        Field(pile, sheet.say(f"fix.{pile}"), "number", value=str(count), least=0, most=most)
        for pile, count in counts.items()
    )
    return (*hands, *piles)


FORMS: Mapping[str, Callable[[Sheet], tuple[Field, ...]]] = {
    "turn": _turn,
    "hands": _hands,
    "first": _first,
    "seats": seat_fields,
    "eliminated": _eliminated,
    "revealed": _revealed,
    "options": option_fields,
}
