"""Which rule refuses an action, and what happens when it is done. The two never call each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cards.decklist import Decklist
from companion.games.common.opening import name_fault
from companion.games.la_criatura import combat, corrections, ending, rules, turns
from companion.games.la_criatura.deed import Deed
from companion.games.la_criatura.rules import who
from companion.referee.actions import Action
from companion.referee.ruling import Moment, Rule, Violation, first_violation
from companion.table import facts as f
from companion.table.state import Table


def _correction_possible(m: Moment) -> Violation | None:
    return corrections.refuse(m.decklist, m.table, m.action)


def card_exists(decklist: Decklist, card: str) -> bool:
    """Whether there is such a card, said by slug or by copy."""
    slug, _, k = card.rpartition(".")
    known = decklist.by_slug.get(slug)
    return card in decklist.by_slug or (known is not None and k.isdecimal() and 1 <= int(k) <= known.copies)


def _shown_card_unknown(m: Moment) -> Violation | None:
    unknown = next((card for card in m.action.names("cards") if not card_exists(m.decklist, card)), None)
    return None if unknown is None else Violation("card.unknown", {"name": unknown})


def _shown_to_unknown(m: Moment) -> Violation | None:
    to = m.action.text("to")
    return None if to in ("", "all", *m.table.players) else Violation("player.unknown", {"player": to})


def _new_name_fault(m: Moment) -> Violation | None:
    old, new = m.action.player, m.action.text("to")
    return name_fault((*(p for p in m.table.players if p != old), new))


_OVER, _KNOWN = Rule("game.over", who.over), Rule("player.unknown", who.actor_unknown)

ORDER: Mapping[str, tuple[Rule, ...]] = {
    **rules.ORDER,
    "override": (_OVER, Rule("override.invalid", _correction_possible)),
    "show": (_KNOWN, Rule("card.unknown", _shown_card_unknown), Rule("player.unknown", _shown_to_unknown)),
    "rename": (_KNOWN, Rule("setup.names", _new_name_fault)),
}
"""Every verb's rules in the order in which refusals are given."""


def judge(decklist: Decklist, table: Table, action: Action) -> Violation | None:
    """The first rule that refuses the action, or None."""
    moment = Moment(decklist, table, action)
    return first_violation(ORDER[action.verb], moment, rules.overruled(moment))


def carry_out(decklist: Decklist, table: Table, action: Action) -> tuple[f.Fact, ...]:
    """What happens when the action is done."""
    deed = Deed(decklist, table)
    if action.text("anyway"):
        found = first_violation(ORDER[action.verb], Moment(decklist, table, action))
        if found is not None:
            deed.do(f.Overruled(found.rule, action.text("anyway")))
    _DEEDS[action.verb](deed, action)
    return tuple(deed.facts)


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
    "show": turns.show,
    "rename": turns.rename,
}
