"""Who has a place round the table, those who have gone among them: a place stays where it is when somebody leaves."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine import facts as f
from companion.engine.game import Running
from companion.engine.history import Entry
from companion.engine.state import Table


class Places(NamedTuple):
    """All players who have played, clockwise as they sit or last sat, and those who have gone."""

    order: tuple[str, ...] = ()
    gone: frozenset[str] = frozenset()


def _after(places: Places, entry: Entry, _: Table) -> Places:
    """Return the places after one more entry."""
    order, gone = [*places.order], places.gone
    for fact in entry.facts:
        match fact:
            case f.TableOpened(_, players):
                order, gone = [*players], frozenset()
            case f.PlayersMoved(seats):
                # The living have changed places; the empty ones stay where they are.
                now = iter(seats)
                order = [name if name in gone else next(now, name) for name in order]
            case f.PlayerOut(player, _):
                gone |= {player}
            case f.PlayerBack(player, after):
                gone -= {player}
                order.remove(player)
                order.insert(order.index(after) + 1, player)
            case f.Renamed(player, to):
                order = [to if name == player else name for name in order]
                gone = frozenset(to if name == player else name for name in gone)
            case _:
                pass
    return Places(tuple(order), gone)


PLACES = Running(Places(), _after)
"""The places of everybody, from the entries that stand."""
