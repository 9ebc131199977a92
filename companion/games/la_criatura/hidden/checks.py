"""What can be shown to the referee: a hand of events, weapons, a discard, the cards handed in for a movement."""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards.decklist import Decklist
from companion.games.common import acting
from companion.games.common.acting import slug_of
from companion.referee.actions import Action, Malformed, Shape, Verb, list_of, one_of, read, table_of, text
from companion.referee.hidden import CHECK
from companion.referee.ruling import Moment, Violation
from companion.table.state import Table

WHATS = ("hand", "weapons", "discard", "round")
HANDING_IN = ("first", "verdict", "move")
"""The steps at which character cards are handed in."""


def _card(value: object) -> object:
    if value is None:
        raise Malformed("malformed.text")
    return text(value)


_WHAT: Mapping[str, Shape] = {"what": one_of(*WHATS)}
_HELD: Mapping[str, Shape] = {
    **_WHAT,
    "player": text,
    "cards": list_of(text),
    "occasion": one_of("dispute", "private"),
}

FORMS: Mapping[str, Verb] = {
    "hand": Verb(CHECK, _HELD, ("cards",)),
    "weapons": Verb(CHECK, _HELD, ("cards",)),
    "discard": Verb(CHECK, {**_WHAT, "player": text, "card": _card, "cards": list_of(text), "hand": list_of(text)}),
    "round": Verb(CHECK, {**_WHAT, "gives": table_of(_card)}, ("gives",)),
}
"""The fields of each kind of check, with their shapes."""


def read_check(thing: object) -> Action:
    """The check a JSON value stands for; raises `Malformed`."""
    what = thing.get("what") if isinstance(thing, dict) else None
    form = FORMS.get(what) if isinstance(what, str) else None
    check = read({CHECK: form or Verb(CHECK, _WHAT, ("what",))}, thing)
    if check.text("what") == "discard" and not any(discarded(check)):
        raise Malformed("malformed.missing", field="card")
    if check.text("what") == "round" and not check.table("gives"):
        raise Malformed("malformed.missing", field="gives")
    return check


def discarded(check: Action) -> tuple[str, ...]:
    """The cards a check about a discard is about."""
    return check.names("cards") if "cards" in check.said else (check.text("card"),)


def given(check: Action) -> Mapping[str, str]:
    """Who hands in which card."""
    return {player: str(card) for player, card in check.table("gives").items()}


def players_of(check: Action) -> tuple[str, ...]:
    """Whom a check is about."""
    return tuple(given(check)) if check.text("what") == "round" else (check.player,)


def cards_of(check: Action) -> tuple[str, ...]:
    """Every card a check shows."""
    what = check.text("what")
    if what == "round":
        return tuple(given(check).values())
    return (*discarded(check), *check.names("hand")) if what == "discard" else check.names("cards")


def slug(card: str, decklist: Decklist) -> str:
    """The slug of a card that exists, said by slug or by copy."""
    return card if card in decklist.by_slug else card.rpartition(".")[0]


def renamed(check: Action, names: Mapping[str, str]) -> Action:
    """The same check with its players under other names."""
    said = dict(check.said)
    if "player" in said:
        said["player"] = names.get(check.player, check.player)
    if check.text("what") == "round":
        said["gives"] = {names.get(player, player): card for player, card in given(check).items()}
    return Action(check.verb, said)


def refuse(decklist: Decklist, table: Table, check: Action) -> Violation | None:
    """Why a check cannot be made: the game is over, somebody in it does not play, a card does not exist."""
    over = acting.over(Moment(decklist, table, check))
    if over is not None:
        return over
    for player in players_of(check):
        if player not in table.players:
            return Violation("player.unknown", {"player": player}, "text" if player else "nobody")
        if player not in table.seats:
            return Violation("player.out", {"player": player})
    for card in cards_of(check):
        if slug_of(decklist, card) is None:
            return Violation("card.unknown", {"name": card})
    if check.text("what") == "round" and table.step not in HANDING_IN:
        return Violation("check.when")
    return None
