"""Who has a place round the table, those who have gone among them: a place stays where it is when somebody leaves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine import facts as f
from companion.engine.history import Entry


def places(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Everybody who has played, clockwise as they sit or sat at last; the entries that stand tell it."""
    order: list[str] = []
    gone: set[str] = set()
    for entry in entries:
        for fact in entry.facts:
            match fact:
                case f.TableOpened(_, players):
                    order, gone = [*players], set()
                case f.PlayersMoved(seats):
                    order = _moved(order, gone, seats)
                case f.PlayerOut(player, _):
                    gone.add(player)
                case f.PlayerBack(player, after):
                    gone.discard(player)
                    order.remove(player)
                    order.insert(order.index(after) + 1, player)
                case f.Renamed(player, to):
                    order = [to if name == player else name for name in order]
                    gone = {to if name == player else name for name in gone}
                case _:
                    pass
    return tuple(order)


def _moved(order: Sequence[str], gone: set[str], seats: Sequence[str]) -> list[str]:
    """The living have changed places; the empty ones stay where they are."""
    now = iter(seats)
    return [name if name in gone else next(now, name) for name in order]
