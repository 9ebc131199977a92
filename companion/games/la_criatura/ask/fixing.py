"""Corrections as forms: the table says otherwise. Each form names one thing, filled in with what it is now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.common.sheet import option_fields, seat_fields
from companion.games.la_criatura import looks
from companion.games.la_criatura.ask.others import who_gains
from companion.games.la_criatura.ask.sheet import Sheet
from companion.games.la_criatura.cards import EVENT, WEAPON, how_many
from companion.games.la_criatura.corrections import MOST_CLOCK
from companion.games.la_criatura.verbs import STEPS
from companion.referee.view import Choice, Field, Group, Question


def what_is_wrong(sheet: Sheet) -> Question:
    """What the table says is otherwise; then the form for it."""
    about = sheet.heard("about")
    if about == "gain":
        return who_gains(sheet)
    form = FORMS.get(about)
    if form is None:
        said = {"action": "override"}
        choices = tuple(Choice(sheet.say(f"fix.{k}"), {**said, "about": k}, icon=f"fix.{k}") for k in FORMS)
        return Question(sheet.say("fix.what"), said, (Group("", choices),))
    why = Field("reason", sheet.say("fix.reason"), "text", value=sheet.say("fix.reason-default"))
    return Question(sheet.say(f"fix.{about}"), sheet.said, (), (*form(sheet), why), sheet.say("fix.submit"))


def _turn(sheet: Sheet) -> tuple[Field, ...]:
    table = sheet.table
    steps = tuple((step, sheet.say(f"fix.step-{step}")) for step in STEPS)
    step = table.step if table.step in STEPS else "combat" if table.step in ("respond", "landed") else "vote"
    return (
        Field("turn", sheet.say("fix.whose"), "choice", sheet.names(table.seats), value=table.turn),
        Field("step", sheet.say("fix.step"), "choice", steps, value=step),
    )


def _clock(sheet: Sheet) -> tuple[Field, ...]:
    now = str(looks.number(sheet.table, looks.CLOCK))
    return (Field("clock", sheet.say("fix.clock"), "number", value=now, least=0, most=MOST_CLOCK),)


def _chief(sheet: Sheet) -> tuple[Field, ...]:
    table = sheet.table
    return (Field("chief", sheet.say("fix.chief"), "choice", sheet.names(table.seats), value=looks.chief(table)),)


def _sedated(sheet: Sheet) -> tuple[Field, ...]:
    table = sheet.table
    now = tuple(p for p in table.seats if looks.is_sedated(table, p))
    found = tuple((str(k), sheet.say(f"fix.found-{k}")) for k in range(3))
    return (
        Field("sedated", sheet.say("fix.sedated"), "checks", sheet.names(table.seats), values=now),
        Field("found", sheet.say("fix.found"), "choice", found, value=str(looks.number(table, looks.FOUND))),
    )


def _tokens(sheet: Sheet) -> tuple[Field, ...]:
    table = sheet.table
    counts = tuple((str(k), str(k)) for k in range(looks.MOST_TOKENS + 1))
    return tuple(
        Field(f"token.{k}", p, "choice", counts, value=str(looks.tokens(table, p))) for k, p in enumerate(table.seats)
    )


def _weapons(sheet: Sheet) -> tuple[Field, ...]:
    table = sheet.table
    counts = tuple((str(k), str(k)) for k in range(3))
    pile = table.piles[str(looks.ARMOURY.name)]
    two = tuple(p for p in table.seats if looks.weapon_limit(table, p) > 1)
    return (
        *(
            Field(f"weapon.{k}", p, "choice", counts, value=str(looks.number(table, (looks.WEAPONS, p))))
            for k, p in enumerate(table.seats)
        ),
        Field("two_weapons", sheet.say("fix.two"), "checks", sheet.names(table.seats), values=two),
        Field(
            "weapon_pile",
            sheet.say("fix.weapon-pile"),
            "number",
            value=str(pile),
            least=0,
            most=how_many(sheet.decklist, WEAPON),
        ),
    )


def _hands(sheet: Sheet) -> tuple[Field, ...]:
    table = sheet.table
    counts = tuple((str(k), str(k)) for k in range(looks.HAND + 1))
    hands = tuple(Field(f"hand.{k}", p, "choice", counts, value=str(table.hands[p])) for k, p in enumerate(table.seats))
    most = how_many(sheet.decklist, EVENT)
    draw = Field(
        "draw_pile", sheet.say("fix.draw"), "number", value=str(table.piles["draw"]), least=0, most=most,
        help=sheet.say("fix.draw-help"),
    )  # fmt: skip
    return (*hands, draw)


def _out(sheet: Sheet) -> tuple[Field, ...]:
    table = sheet.table
    return (Field("out", sheet.say("fix.who-out"), "checks", sheet.names(table.players), values=table.eliminated),)


FORMS: Mapping[str, Callable[[Sheet], tuple[Field, ...]]] = {
    "turn": _turn,
    "clock": _clock,
    "chief": _chief,
    "sedated": _sedated,
    "tokens": _tokens,
    "weapons": _weapons,
    "hands": _hands,
    "seats": seat_fields,
    "out": _out,
    "options": option_fields,
}
