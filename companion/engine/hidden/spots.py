"""What may lie in one place of a game with hidden cards: copies that are followed, and numbers of the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from companion.engine.solver import Clauses


@lru_cache(4096)
def slug_of(card: str) -> str:
    """Return the name of a card or of one of its copies."""
    return card.partition(".")[0]


def is_copy(card: str) -> bool:
    """Return True if a card is named by its copy."""
    return "." in card


class Impossible(Exception):
    """Error: the story cannot happen at any table, whatever people did."""


@dataclass
class Spot:
    """Possible content of one place of `size` cards.

    `named`: for each copy that is followed, the literal that it lies here. Of the rest: `marked`, the literals that at
    least one, two, … of them are marked; `plain`, the same of those that are not, or None if there are too many to
    count. Literals that cannot hold are not there.
    """

    size: int = 0
    named: dict[str, int] = field(default_factory=dict)
    marked: list[int] = field(default_factory=list)
    plain: list[int] | None = field(default_factory=list)


@dataclass(frozen=True)
class Taken:
    """One card on its way: which copy it may be, or a marked or another one of the rest. One of these holds."""

    named: Mapping[str, int]
    marked: int
    plain: int


def plus(clauses: Clauses, many: Sequence[int], one: int, most: int) -> list[int]:
    """Return the count with one more where a literal holds, never more than `most`."""
    if one == -clauses.yes:
        return list(many)
    more = [clauses.either(a, one, b) for a, b in zip([*many, -clauses.yes], [clauses.yes, *many], strict=True)]
    for lit in more[most:]:
        clauses.add(-lit)
    return [lit for lit in more[:most] if lit != -clauses.yes]


def minus(clauses: Clauses, many: Sequence[int], one: int) -> list[int]:
    """Return the count with one less where a literal holds, which it does only if there is one."""
    if one == -clauses.yes:
        return list(many)
    clauses.add(-one, *many[:1])
    less = [clauses.either(b, -one, a) for a, b in zip(many, [*many[1:], -clauses.yes], strict=True)]
    return [lit for lit in less if lit != -clauses.yes]
