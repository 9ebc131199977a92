"""The referee: a hand of events, weapons, a discard and the cards handed in for a movement can be shown to it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.actions import Action, ActionType, FieldType, list_of, one_of, table_of, text
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import CHECK, HiddenInfo, Line
from companion.engine.kit import card_checks
from companion.engine.kit.card_checks import DISCARD, card_id, players_of, read_by, renamed, undecided
from companion.engine.rules import Violation
from companion.engine.solver import is_here
from companion.engine.state import Table
from companion.games.la_criatura.referee.judging import TWICE, judge

WHATS = ("hand", "weapons", "discard", "round")
HANDING_IN = ("first", "verdict", "move")
"""The steps at which character cards are handed in."""


_WHAT: Mapping[str, FieldType] = {"what": one_of(*WHATS)}
_HELD: Mapping[str, FieldType] = {
    **_WHAT,
    "player": text,
    "cards": list_of(text),
    "occasion": one_of("dispute", "private"),
}

FORMS: Mapping[str, ActionType] = {
    "hand": ActionType(CHECK, _HELD, ("cards",)),
    "weapons": ActionType(CHECK, _HELD, ("cards",)),
    "discard": ActionType(CHECK, {**_WHAT, **DISCARD}),
    "round": ActionType(CHECK, {**_WHAT, "gives": table_of(card_id)}, ("gives",)),
}
"""The fields of each kind of check, with their shapes."""


def read_check(thing: object) -> Action:
    """Parse a JSON value as a check. Raise `Malformed`."""
    return read_by(FORMS, _WHAT, thing)


def refuse(decklist: Decklist, table: Table, check: Action) -> Violation | None:
    """Return the reason why a check cannot be made: game over, a player who does not play, an unknown card, no movement
    now."""
    found = card_checks.refused(decklist, table, check, "player.out")
    too_early = check.text("what") == "round" and table.step not in HANDING_IN
    return found or (Violation("check.when") if too_early else None)


def sure(decklist: Decklist, line: Line, check: Action) -> Mapping[str, object]:
    """Return the cards that cannot be where they are shown, by what was shown before."""
    twice = {TWICE} & {*judge(decklist, line, check).rules}
    return {check.player: twice} if twice else {}


REFEREE = HiddenInfo(
    forms=FORMS,
    read=read_check,
    refuse=refuse,
    hands=lambda check: frozenset(players_of(check)),
    renamed=renamed,
    judge=judge,
    sure=sure,
    decided=undecided,
    is_ready=is_here,
    whats=("hand", "discard", "deal"),
)
