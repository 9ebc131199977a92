"""From what is broken in each world to one of three verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from companion.referee.hidden import Verdict

Broken = frozenset[str]
"""The rules that are broken in a world."""

RULES = (
    "hand.size",
    "hand.panic-card",
    "hand.not-in-deck",
    "hand.duplicate-copy",
    "hand.thing-missing",
    "hand.thing-moved",
    "hand.infected-keeps-one",
    "hand.thing-with-flamethrower",
    "hand.superinfection",
    "exchange.thing",
    "exchange.human-gives-infected",
    "exchange.infected-to-non-thing",
    "exchange.last-infected",
    "discard.thing",
    "discard.last-infected",
)
"""Every id, in the order of R §9."""


def weigh(worlds: Iterable[Sequence[frozenset[Broken]]]) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict, and if it is illegal the rules to name.

    `worlds`: for each suspect, for each person whose cards were shown, the sets of rules they may have broken. Rules
    broken in every world are named; where each world breaks another, all that may be are.
    """
    together = {frozenset().union(*some) for persons in worlds for some in product(*persons)}
    if not together or together == {frozenset()}:
        return "legal", ()
    if frozenset() in together:
        return "undetermined", ()
    certain = frozenset.intersection(*together)
    return "illegal", in_order(certain or frozenset().union(*together))


def in_order(rules: Iterable[str]) -> tuple[str, ...]:
    """Rules in the order of R §9, each once."""
    named = set(rules)
    return tuple(rule for rule in RULES if rule in named)
