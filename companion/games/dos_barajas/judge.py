"""Which rule refuses an action, and what happens when it is done. The two never call each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cards.decklist import Decklist
from companion.games.common.acting import slug_of
from companion.games.common.deed import done, rename, show
from companion.games.dos_barajas import combat, corrections, ending, phases, rules
from companion.games.dos_barajas.deed import Deed
from companion.referee.actions import Action
from companion.referee.ruling import Moment, Violation, first_violation
from companion.table import facts as f
from companion.table.state import Table

ORDER = rules.ORDER
NAMED = ("cards", "shown")
"""Fields that name cards, by slug or by copy."""


def judge(decklist: Decklist, table: Table, action: Action) -> Violation | None:
    """The first rule that refuses the action, or None."""
    moment = Moment(decklist, table, action)
    return first_violation(ORDER[action.verb], moment, rules.overruled(moment))


def carry_out(decklist: Decklist, table: Table, action: Action) -> tuple[f.Fact, ...]:
    """What happens when the action is done."""
    return done(Deed(decklist, table), action, ORDER[action.verb], _do)


def _do(deed: Deed, action: Action) -> None:
    _DEEDS[action.verb](deed, _by_slug(deed.decklist, action))


def _by_slug(decklist: Decklist, action: Action) -> Action:
    """The same with every card by its slug: what lies on the table is told so."""
    said = dict(action.said)
    for field in NAMED:
        if action.names(field):
            said[field] = [slug_of(decklist, card) or card for card in action.names(field)]
    return Action(action.verb, said)


_DEEDS: Mapping[str, Callable[[Deed, Action], None]] = {
    "commander": phases.commander,
    "clubs": phases.clubs,
    "accuse": phases.accuse,
    "supply": phases.supply,
    "leave": phases.leave,
    "starve": phases.starve,
    "take": phases.take,
    "invade": phases.invade,
    "reveal": combat.reveal,
    "attack": combat.attack,
    "pass": combat.hold,
    "answer": ending.answer,
    "skip": phases.skip,
    "end": ending.end,
    "override": corrections.correct,
    "show": show,
    "rename": rename,
}
