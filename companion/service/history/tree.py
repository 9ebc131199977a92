"""The tree of who turned whom, laid out: whom it began with at the top, each below the one who turned them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.retelling import Bond


class Node(NamedTuple):
    """Player in the tree. `x` counts columns and `y` rows from 0; `parent` is an index (-1: none)."""

    player: str
    role: str
    x: float
    y: int
    parent: int = -1
    is_root: bool = False


class Tree(NamedTuple):
    """All of them. Of whom it is not known who turned them, the parent is a node without a name."""

    nodes: tuple[Node, ...]
    columns: int
    rows: int


def grow(bonds: Sequence[Bond]) -> Tree:
    """Return the tree of these bonds. Players turned by nobody in it (or in a circle) hang below a nameless node."""
    known = {bond.player: bond for bond in bonds}
    below: dict[str, list[str]] = {}
    for bond in bonds:
        by = bond.by if bond.by in known and not bond.is_root and _reaches_root(bond, known) else ""
        if not bond.is_root:
            below.setdefault(by, []).append(bond.player)
    nodes: list[Node] = []
    width = 0
    for top in [bond.player for bond in bonds if bond.is_root] + ([""] if "" in below else []):
        width = _place(nodes, top, known, below, width, 0, -1)
    return Tree(tuple(nodes), max(width, 1), max((node.y for node in nodes), default=0) + 1)


def _reaches_root(bond: Bond, known: dict[str, Bond]) -> bool:
    """Return True if the way up ends; it does not in a circle."""
    seen = {bond.player}
    while bond.by in known and not bond.is_root:
        bond = known[bond.by]
        if bond.player in seen:
            return False
        seen.add(bond.player)
    return True


def _place(
    nodes: list[Node],
    player: str,
    known: dict[str, Bond],
    below: dict[str, list[str]],
    left: int,
    row: int,
    parent: int,
) -> int:
    """Lay somebody and everybody below them from column `left` on; gives back the next free column."""
    at = len(nodes)
    bond = known.get(player, Bond(player))
    nodes.append(Node(player, bond.role, 0, row, parent, bond.is_root))
    right = left
    for child in below.get(player, []):
        right = _place(nodes, child, known, below, right, row + 1, at)
    right = max(right, left + 1)
    nodes[at] = Node(player, bond.role, (left + right - 1) / 2, row, parent, bond.is_root)
    return right
