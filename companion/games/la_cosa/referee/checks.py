"""What can be shown to the referee of La Cosa, and when it cannot be asked."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.actions import Action, ActionType, FieldType, Malformed, list_of, one_of, table_of, text
from companion.engine.deck import Decklist
from companion.engine.hidden import CHECK
from companion.engine.kit import card_checks
from companion.engine.kit.card_checks import card_id, read_by
from companion.engine.rules import Moment, Violation
from companion.engine.state import Table

_WHAT: Mapping[str, FieldType] = {"what": one_of("hand", "exchange", "discard", "round")}

FORMS: Mapping[str, ActionType] = {
    "hand": ActionType(
        CHECK,
        {**_WHAT, "player": text, "cards": list_of(text), "occasion": one_of("dispute", "private")},
        ("what", "cards"),
    ),
    "exchange": ActionType(
        CHECK, {**_WHAT, "from": text, "to": text, "gives": card_id, "takes": card_id}, ("gives", "takes")
    ),
    "discard": ActionType(CHECK, {**_WHAT, **card_checks.DISCARD}),
    "round": ActionType(CHECK, {**_WHAT, "gives": table_of(card_id)}, ("gives",)),
}
"""The fields of each kind of check, with their shapes."""


def read_check(thing: object) -> Action:
    """The check a JSON value stands for; raises `Malformed`."""
    check = read_by(FORMS, _WHAT, thing)
    if check.text("what") == "exchange" and check.text("from") == check.text("to"):
        raise Malformed("malformed.value", field="to", values="≠ from")
    return check


def refuse(decklist: Decklist, table: Table, check: Action) -> Violation | None:
    """Why a check cannot be made: the game is over, somebody in it does not play, a card does not exist."""
    return card_checks.refused(decklist, table, check, _who_is_named)


def _who_is_named(m: Moment, who: str) -> Violation | None:
    if who not in m.table.players:
        return Violation("player.unknown", {"player": who})
    return None if who in m.table.seats else Violation("player.eliminated", {"player": who})
