"""Which rule refuses an action, and what happens when it is done. The two never call each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cards.decklist import Decklist
from companion.games.common import acting
from companion.games.common.deed import done, rename, show
from companion.games.la_criatura import combat, corrections, ending, rules, turns
from companion.games.la_criatura.deed import Deed
from companion.referee.actions import Action
from companion.referee.ruling import Moment, Rule, Violation, first_violation
from companion.table import facts as f
from companion.table.state import Table

_OVER, _KNOWN = Rule("game.over", acting.over), Rule("player.unknown", acting.actor_unknown)

ORDER: Mapping[str, tuple[Rule, ...]] = {
    **rules.ORDER,
    "override": (_OVER, Rule("override.invalid", corrections.refused)),
    "show": (_KNOWN, Rule("card.unknown", acting.shown_card_unknown), Rule("player.unknown", acting.shown_to_unknown)),
    "rename": (_KNOWN, Rule("setup.names", acting.new_name_fault)),
}
"""Every verb's rules in the order in which refusals are given."""


def judge(decklist: Decklist, table: Table, action: Action) -> Violation | None:
    """The first rule that refuses the action, or None."""
    moment = Moment(decklist, table, action)
    return first_violation(ORDER[action.verb], moment, rules.overruled(moment))


def carry_out(decklist: Decklist, table: Table, action: Action) -> tuple[f.Fact, ...]:
    """What happens when the action is done."""
    return done(Deed(decklist, table), action, ORDER[action.verb], _DEEDS[action.verb])


_DEEDS: Mapping[str, Callable[[Deed, Action], None]] = {
    "chief": turns.first_chief,
    "event": turns.event,
    "pass": turns.pass_,
    "vote": turns.vote,
    "tie": turns.tie,
    "declare": turns.declare,
    "move": turns.move,
    "discard": turns.discard,
    "elect": turns.elect,
    "arm": turns.arm,
    "uncover": combat.uncover,
    "attack": combat.attack,
    "respond": combat.respond,
    "reveal": combat.reveal,
    "end": ending.end,
    "override": corrections.correct,
    "show": show,
    "rename": rename,
}
