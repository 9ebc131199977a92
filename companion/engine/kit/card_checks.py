"""Checks as they are handed in: what all games read alike of a hand, a discard or a round."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.actions import Action, ActionType, FieldType, Malformed, list_of, never_null, read, text
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import CHECK, Line
from companion.engine.kit.common_rules import over, slug_of
from companion.engine.rules import Moment, Violation, refuse_as
from companion.engine.state import Table

card_id = never_null(text)
"""A card."""

DISCARD: Mapping[str, FieldType] = {"player": text, "card": card_id, "cards": list_of(text), "hand": list_of(text)}
"""The fields of a check about a discard."""


def read_by(forms: Mapping[str, ActionType], fields: Mapping[str, FieldType], thing: object) -> Action:
    """Parse a JSON value as a check by its form; `fields` are common to all checks. Raise `Malformed`."""
    what = thing.get("what") if isinstance(thing, dict) else None
    form = forms.get(what) if isinstance(what, str) else None
    check = read({CHECK: form or ActionType(CHECK, fields, ("what",))}, thing)
    if check.text("what") == "discard" and not any(discarded(check)):
        raise Malformed("malformed.missing", field="card")
    if check.text("what") == "round" and not check.table("gives"):
        raise Malformed("malformed.missing", field="gives")
    return check


def discarded(check: Action) -> tuple[str, ...]:
    """Return the cards of a check about a discard."""
    return check.names("cards") if "cards" in check.said else (check.text("card"),)


def players_of(check: Action) -> tuple[str, ...]:
    """Return the players a check is about."""
    what = check.text("what")
    if what == "exchange":
        return check.text("from"), check.text("to")
    return tuple(check.table("gives")) if what == "round" else (check.player,)


def cards_of(check: Action) -> tuple[str, ...]:
    """Every card a check shows."""
    what = check.text("what")
    if what == "exchange":
        return check.text("gives"), check.text("takes")
    if what == "round":
        return tuple(str(card) for card in check.table("gives").values())
    return (*discarded(check), *check.names("hand")) if what == "discard" else check.names("cards")


def renamed(check: Action, names: Mapping[str, str]) -> Action:
    """Return the check with its players under other names."""
    said = dict(check.said)
    said.update({key: names.get(check.text(key), check.text(key)) for key in ("player", "from", "to") if key in said})
    if check.text("what") == "round":
        said["gives"] = {names.get(player, player): card for player, card in check.table("gives").items()}
    return Action(check.verb, said)


def refused(decklist: Decklist, table: Table, check: Action, out: str = "player.eliminated") -> Violation | None:
    """Return the reason why a check cannot be made: game over, a player who does not play, an unknown card.

    `out`: the rule for a player who does not play any more.
    """
    if fault := over(Moment(decklist, table, check)):
        return fault
    for player in players_of(check):
        if player not in table.players:
            return refuse_as("player.unknown", "text" if player else "nobody", player=player)
        if player not in table.seats:
            return refuse_as(out, player=player)
    unknown = next((card for card in cards_of(check) if slug_of(decklist, card) is None), None)
    return None if unknown is None else refuse_as("card.unknown", name=unknown)


def undecided(decklist: Decklist, line: Line) -> bool:
    """No check proves who has won."""
    return False
