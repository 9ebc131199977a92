"""What is otherwise for the referee of the hidden cards: grenades burn, teeth are looked at with a flashlight, and the
dental card that is shown for it is checked against what was said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.actions import Action, ActionType, FieldType, one_of, text
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import CHECK, Finding, Line
from companion.engine.kit.card_checks import card_id, read_by
from companion.engine.kit.common_rules import slug_of
from companion.engine.kit.known_cards import slug
from companion.engine.rules import Violation, refuse_as
from companion.engine.state import Table
from companion.games.the_thing import base as b
from companion.games.the_thing import referee
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost import queries as q
from companion.games.the_thing_outpost.log import WEAPONS

PROVES: referee.Proves = {
    **referee.PROVES,
    "fire": frozenset(WEAPONS[weapon] for weapon in b.BURNING),
    "test-b": frozenset({"linterna"}),
}
TEETH = "teeth"
DENTAL: Mapping[str, str] = {"empastes": o.FILLINGS, "dientes-sanos": o.HEALTHY}
"""The dental cards, and which teeth they show."""
_WHAT: Mapping[str, FieldType] = {"what": one_of(*referee.FORMS, TEETH)}
FORMS: Mapping[str, ActionType] = {
    **referee.FORMS,
    TEETH: ActionType(CHECK, {**_WHAT, "player": text, "card": card_id, "teeth": one_of(*o.TEETH)}, ("card", "teeth")),
}


def read_check(thing: object) -> Action:
    """Parse a JSON value as a check. Raise `Malformed`."""
    return read_by(FORMS, _WHAT, thing)


def refuse(decklist: Decklist, table: Table, check: Action) -> Violation | None:
    """Return the reason why a check cannot be made; teeth are shown in the phase of the tests alone."""
    found = referee.refuse(decklist, table, check)
    if found or check.text("what") != TEETH:
        return found
    if slug_of(decklist, check.text("card")) is None:
        return refuse_as("card.unknown", name=check.text("card"))
    return too_soon(table, TEETH)


def too_soon(table: Table, what: str) -> Violation | None:
    """Refuse a role card, or teeth, that nobody has to show now."""
    if what != TEETH:
        return referee.too_soon(table, what)
    return None if table.step == "tests" else refuse_as("check.when", "teeth")


def judge(decklist: Decklist, line: Line, check: Action) -> Finding:
    """Return what the cards of a check prove at the end of a line."""
    if check.text("what") != TEETH:
        return referee.judge(decklist, line, check, PROVES)
    table = line[-1].after
    return referee.finding(check, _teeth(decklist.answered(table.options), table, check), [])


def _teeth(box: Decklist, table: Table, check: Action) -> list[str]:
    """Check a dental card: the one that was said; no fillings of an Alien, and no other teeth than were shown
    before."""
    player, shown = check.player, DENTAL.get(slug(box, check.text("card")))
    if shown is None:
        return ["teeth.not-teeth"]
    if shown != check.text("teeth"):
        return ["teeth.other"]
    if shown == o.FILLINGS and table.roles.get(player) == b.ALIEN_ROLE:
        return ["teeth.alien"]
    was = q.teeth_shown(table, player)
    return ["teeth.changed"] if was and shown != was else []


REFEREE = replace(
    referee.REFEREE,
    forms=FORMS,
    read=read_check,
    refuse=refuse,
    judge=judge,
    whats=("hand", "proof", "role", TEETH, "deal"),
    too_soon=too_soon,
)
