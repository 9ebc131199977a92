"""What can be said at this table: verbs, fields, and the shapes of the fields (docs/playthrough.md)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards.decklist import Decklist
from companion.games.dos_barajas.looks import HUMAN, PHASES, THING
from companion.referee.actions import (
    Action,
    Malformed,
    Shape,
    Verb,
    fields_of,
    list_of,
    maybe,
    number,
    one_of,
    setting,
    table_of,
    text,
)

MANY = 10_000
COUNT = number(0, MANY)
FEW = number(0, 99)
"""A count of clubs or trios, each of which moves cards."""
ROLES = (THING, HUMAN)
CAUSES = ("majority", "no-humans", "abandoned")
EYES, DICE = 6, 2


def truth(value: object) -> object:
    """Yes or no."""
    if isinstance(value, bool):
        return value
    raise Malformed("malformed.value", values="true, false")


def _dice(value: object) -> object:
    thrown = list_of(number(1, EYES))(value)
    if not isinstance(thrown, list) or len(thrown) != DICE:
        raise Malformed("malformed.dice", dice=DICE)
    return thrown


CORRECTIONS: Mapping[str, Shape] = {
    "seats": list_of(text),
    "turn": text,
    "phase": one_of(*PHASES),
    "first": text,
    "round": number(1, MANY),
    "hands": table_of(COUNT),
    "eliminated": list_of(text),
    "revealed": list_of(text),
    "draw_pile": COUNT,
    "discard_pile": COUNT,
    "middle": COUNT,
    "options": table_of(setting),
}

_PLAYER: Mapping[str, Shape] = {"player": text}
_TRIO: Mapping[str, Shape] = {"aces": number(0, 2), "cards": maybe(list_of(text))}

VERBS: Mapping[str, Verb] = {
    verb.name: verb
    for verb in (
        Verb("commander", _PLAYER),
        Verb("clubs", {**_PLAYER, "count": FEW}, ("count",)),
        Verb(
            "accuse",
            {**_PLAYER, **_TRIO, "target": text, "result": one_of(*ROLES), "shown": maybe(list_of(text))},
            ("result",),
        ),
        Verb("supply", {**_PLAYER, **_TRIO, "cups": truth, "clubs": FEW}),
        Verb("leave", {**_PLAYER, "cards": maybe(list_of(text))}),
        Verb(
            "starve",
            {**_PLAYER, "role": one_of(*ROLES), "others": maybe(truth), "shown": maybe(list_of(text))},
            ("role",),
        ),
        Verb("take", {**_PLAYER, "count": COUNT, "cards": maybe(list_of(text)), "anyway": text}, ("count",)),
        Verb("invade", {**_PLAYER, "all": truth}),
        Verb("reveal", _PLAYER),
        Verb(
            "attack",
            {**_PLAYER, **_TRIO, "target": text, "dice": _dice, "trios": FEW, "as": one_of(THING), "anyway": text},
            ("dice",),
        ),
        Verb("pass", _PLAYER),
        Verb("answer", {**_PLAYER, "others": truth}, ("others",)),
        Verb("skip", {}),
        Verb("end", {"cause": one_of(*CAUSES), "roles": maybe(table_of(one_of(*ROLES)))}, ("cause",)),
        Verb("override", {"set": fields_of(**CORRECTIONS), "reason": text}, ("set",)),
        Verb("show", {**_PLAYER, "cards": maybe(list_of(text)), "to": text}),
        Verb("rename", {**_PLAYER, "to": text}),
    )
}


def check_form(decklist: Decklist, players: int, action: Action) -> None:
    """Raises `Malformed` for what is no action whatever the table looks like."""
    if action.verb == "show" and action.text("to") not in ("", "all") and action.names("cards"):
        raise Malformed("malformed.private-cards", field="cards")
    if action.verb == "starve" and action.text("role") == THING and action.said.get("others") is None:
        raise Malformed("malformed.missing", field="others")
