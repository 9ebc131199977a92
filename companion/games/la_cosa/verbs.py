"""What can be said at a table of La Cosa (contract §3.1): verbs, fields, and the shapes of the fields."""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards.decklist import Decklist
from companion.games.la_cosa.cards import panics_in_play, reach
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
"""A count beyond any table; smaller ones are judged, larger ones are no count."""

COUNT = number(0, MANY)
ROLES = ("la-cosa", "infected", "human")
CAUSES = ("la-cosa-eliminated", "la-cosa-declared", "la-cosa-caught", "abandoned")


def _pair(value: object) -> object:
    names = list_of(text)(value)
    if not isinstance(names, list) or len(names) != 2:
        raise Malformed("malformed.pair")
    return names


def _removed(value: object) -> object:
    if value is None:
        return None
    return fields_of(door=_pair, quarantine=text)(value)


CORRECTIONS: Mapping[str, Shape] = {
    "seats": list_of(text),
    "direction": one_of("clockwise", "counterclockwise"),
    "turn": text,
    "step": one_of("draw", "act"),
    "hands": table_of(COUNT),
    "doors": list_of(_pair),
    "quarantine": table_of(number(-MANY, MANY)),
    "eliminated": list_of(text),
    "draw_pile": COUNT,
    "discard_pile": COUNT,
    "options": table_of(setting),
}

_PLAYER: Mapping[str, Shape] = {"player": text}
_PLAYED: Mapping[str, Shape] = {**_PLAYER, "card": text, "anyway": text}

VERBS: Mapping[str, Verb] = {
    verb.name: verb
    for verb in (
        Verb("draw", {**_PLAYED, "back": one_of("away", "panic")}, ("back",)),
        Verb("discard", _PLAYED),
        Verb(
            "play",
            {
                **_PLAYED,
                "target": text,
                "remove": _removed,
                "shown": maybe(list_of(text)),
                "infected": text,
                "skipped": COUNT,
            },
        ),
        Verb("respond", {**_PLAYED, "skipped": COUNT}),
        Verb("eliminate", {**_PLAYER, "cause": one_of("superinfection")}, ("cause",)),
        Verb("reveal", {**_PLAYER, "role": one_of("la-cosa")}, ("role",)),
        Verb("declare", _PLAYER),
        Verb(
            "end",
            {
                "cause": one_of(*CAUSES),
                "roles": maybe(table_of(one_of(*ROLES))),
                "last_infected": text,
                "infections": maybe(table_of(text)),
            },
            ("cause",),
        ),
        Verb("override", {"set": fields_of(**CORRECTIONS), "reason": text}, ("set",)),
        Verb("show", {**_PLAYER, "cards": maybe(list_of(text)), "to": text}),
        Verb("rename", {**_PLAYER, "to": text}),
        Verb("next", {"back": one_of("away", "panic")}, ("back",)),
    )
}


def check_form(decklist: Decklist, players: int, action: Action) -> None:
    """Raises `Malformed` for what is no action whatever the table looks like (contract §3)."""
    if action.verb == "draw" and action.text("back") == "panic" and not action.text("card"):
        raise Malformed("malformed.panic-card", field="card")
    if action.verb == "show" and action.text("to") not in ("", "all") and action.names("cards"):
        raise Malformed("malformed.private-cards", field="cards")
    skipped = action.number("skipped")
    if skipped:
        if skipped > panics_in_play(decklist, players):
            most = panics_in_play(decklist, players)
            raise Malformed("malformed.range", field="skipped", least=0, most=most)
        if not _draws(decklist, action):
            raise Malformed("malformed.nothing-drawn", field="skipped")


def _draws(decklist: Decklist, action: Action) -> bool:
    """Whether a card is drawn for this action's effect, so that panics can be skipped."""
    card = action.text("card")
    if action.verb == "respond":
        return bool(card)
    return card not in decklist.by_slug or reach(decklist, card).draws > 0
