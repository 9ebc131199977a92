"""The combat: one roll a round, whom somebody may aim at."""

from __future__ import annotations

from companion.games.common.acting import refuse
from companion.games.common.opening import option
from companion.games.dos_barajas import looks
from companion.games.dos_barajas.looks import THING
from companion.referee.ruling import Moment, Violation


def rolled_already(m: Moment) -> Violation | None:
    """Everybody has a single roll in a round of the combat (R12)."""
    if not looks.has_rolled(m.table, m.action.player):
        return None
    return refuse("attack.rolled", player=m.action.player, turn=m.table.turn)


def hidden(m: Moment) -> Violation | None:
    """A hidden Thing rolls like a human until it reveals itself, unless the house says otherwise."""
    as_thing = m.action.text("as") == THING and m.action.player not in looks.revealed(m.table)
    if not as_thing or option(m.decklist, m.table, "hidden_thing") == "as-thing":
        return None
    return refuse("attack.hidden", player=m.action.player)


def own_side(m: Moment) -> Violation | None:
    """Revealed Things do not fight each other."""
    seen, target = looks.revealed(m.table), m.action.text("target")
    if m.action.player in seen and target in seen:
        return refuse("attack.own-side", player=m.action.player, target=target)
    return None


def human_against_human(m: Moment) -> Violation | None:
    """Who passes for human attacks revealed Things only, unless the house says otherwise."""
    seen = looks.revealed(m.table)
    is_thing = m.action.player in seen or m.action.text("as") == THING
    if is_thing or m.action.text("target") in seen or option(m.decklist, m.table, "humans_fight"):
        return None
    return refuse("attack.human", player=m.action.player, target=m.action.text("target"))
