"""What can be said at a table of La Criatura (docs/playthrough.md): verbs, fields, and the shapes of the fields."""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards.decklist import Decklist
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

MANY = 999
COUNT = number(0, MANY)
ROLES = ("creature", "infected", "human")
CAUSES = ("landed", "abandoned")
STEPS = ("first", "events", "vote", "move", "discard", "chief", "helicopter", "combat")
"""The steps a correction may name: those at which nobody owes an answer."""


def _truth(value: object) -> object:
    if isinstance(value, bool):
        return value
    raise Malformed("malformed.setting")


DICE = list_of(number(1, 6))

CORRECTIONS: Mapping[str, Shape] = {
    "seats": list_of(text),
    "out": list_of(text),
    "turn": text,
    "step": one_of(*STEPS),
    "clock": COUNT,
    "chief": text,
    "sedated": list_of(text),
    "tokens": table_of(COUNT),
    "weapons": table_of(COUNT),
    "two_weapons": list_of(text),
    "found": number(0, 2),
    "hands": table_of(COUNT),
    "draw_pile": COUNT,
    "discard_pile": COUNT,
    "weapon_pile": COUNT,
    "options": table_of(setting),
}

_PLAYER: Mapping[str, Shape] = {"player": text, "anyway": text}

VERBS: Mapping[str, Verb] = {
    verb.name: verb
    for verb in (
        Verb("chief", _PLAYER),
        Verb(
            "event",
            {**_PLAYER, "card": text, "spend": _truth, "target": text, "gains": maybe(list_of(text))},
            ("card",),
        ),
        Verb("pass", _PLAYER),
        Verb("vote", {**_PLAYER, "votes": list_of(text)}, ("votes",)),
        Verb("tie", {"dice": DICE}, ("dice",)),
        Verb("declare", {**_PLAYER, "creature": _truth}, ("creature",)),
        Verb("move", {"dice": DICE, "handed": maybe(list_of(text)), "anyway": text}, ("dice",)),
        Verb("discard", {**_PLAYER, "count": COUNT}, ("count",)),
        Verb("elect", {"dice": DICE, "player": text, "anyway": text}, ("dice",)),
        Verb("arm", _PLAYER),
        Verb("uncover", {**_PLAYER, "card": text}, ("card",)),
        Verb(
            "attack",
            {
                **_PLAYER,
                "target": text,
                "weapon": text,
                "bonus": number(0, 3),
                "dice": DICE,
                "triumph": _truth,
                "hit": _truth,
            },
        ),
        Verb(
            "respond",
            {**_PLAYER, "target": text, "card": text, "from": number(2, 6), "dice": DICE, "triumph": _truth},
        ),
        Verb("reveal", {**_PLAYER, "infected": list_of(text)}, ("infected",)),
        Verb("end", {"cause": one_of(*CAUSES), "roles": maybe(table_of(one_of(*ROLES)))}, ("cause",)),
        Verb("override", {"set": fields_of(**CORRECTIONS), "reason": text}, ("set",)),
        Verb("show", {"player": text, "cards": maybe(list_of(text)), "to": text}),
        Verb("rename", {"player": text, "to": text}),
    )
}


def check_form(decklist: Decklist, players: int, action: Action) -> None:
    """Raises `Malformed` for what is no action whatever the table looks like."""
    if action.verb == "show" and action.text("to") not in ("", "all") and action.names("cards"):
        raise Malformed("malformed.private-cards", field="cards")
    most = players if action.verb == "tie" else 2
    if len(action.names("dice")) > most:
        raise Malformed("malformed.range", field="dice", least=0, most=most)
    if action.verb == "vote" and len(action.names("votes")) > 2:
        raise Malformed("malformed.range", field="votes", least=0, most=2)
