"""What the ¡Aléjate! cards do when they are played in one's turn (R §5, first table)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.la_cosa.deed import Deed
from companion.games.la_cosa.looks import NEXT, ROUNDS, SPARED, blocks_exchange, door_between
from companion.games.la_cosa.turn import ask, offer_exchange, pass_turn
from companion.referee.actions import Action
from companion.table import facts as f
from companion.table.places import DISCARD, front, gap, hand
from companion.table.state import Table

Play = Callable[[Deed, Action], None]


def _asks(deed: Deed, action: Action) -> None:
    """A card somebody may answer: it lies on the table until they have."""
    deed.lay_open(action.player, action.text("card"))
    ask(deed, action.text("card"), action.text("target"))


def _seduccion(deed: Deed, action: Action) -> None:
    player, target = action.player, action.text("target")
    if blocks_exchange(deed.table, player, target) and not action.text("anyway"):
        deed.give_up(player, action.text("card"))
        pass_turn(deed)
    else:
        _asks(deed, action)


def _analisis(deed: Deed, action: Action) -> None:
    deed.give_up(action.player, action.text("card"))
    deed.show_hand(action.text("target"), action.player)
    offer_exchange(deed)


def _sospecha(deed: Deed, action: Action) -> None:
    deed.give_up(action.player, action.text("card"))
    deed.show_hand(action.text("target"), action.player, 1)
    offer_exchange(deed)


def _whisky(deed: Deed, action: Action) -> None:
    deed.give_up(action.player, action.text("card"))
    deed.show_hand(action.player)
    offer_exchange(deed)


def _vigila(deed: Deed, action: Action) -> None:
    deed.give_up(action.player, action.text("card"))
    deed.do(f.DirectionTurned(not deed.table.clockwise))
    offer_exchange(deed)


def _determinacion(deed: Deed, action: Action) -> None:
    """Draw three, keep one, discard two; the player then plays or discards one (the step stays `act`)."""
    deed.lay_open(action.player, action.text("card"))
    deed.draw_away(action.player, 3, action.number("skipped"))
    deed.give_up(action.player, count=2)
    deed.clear_open()


def _hacha(deed: Deed, action: Action) -> None:
    deed.lay_open(action.player, action.text("card"))
    remove = action.table("remove")
    door = remove.get("door")
    if isinstance(door, list):
        number = next(k for k in deed.table.gaps_between(*door) if deed.table.gaps[k])
        deed.lift_door(number)
    else:
        deed.lift_quarantine(str(remove["quarantine"]))
    deed.clear_open()
    offer_exchange(deed)


def _cuarentena(deed: Deed, action: Action) -> None:
    """On somebody already in quarantine the count starts again and the older card is discarded."""
    player, target = action.player, action.text("target")
    older = deed.table.fronts.get(target, ())
    if older:
        deed.do(f.CardsMoved(front(target), DISCARD, len(older), older))
    deed.do(f.CardsMoved(hand(player), front(target), 1, (action.text("card"),)))
    deed.do(f.TrackSet(ROUNDS, target, int(deed.option("quarantine_rounds"))))
    if target == player:
        deed.do(f.Noted(SPARED, player))
    offer_exchange(deed)


def _puerta(deed: Deed, action: Action) -> None:
    number = gap_towards(deed.table, action.player, action.text("target"))
    deed.do(f.CardsMoved(hand(action.player), gap(number), 1, (action.text("card"),)))
    offer_exchange(deed)


def gap_towards(table: Table, player: str, target: str) -> int:
    """The gap between two neighbours; with two living the one ahead; to somebody farther off, the one on their side."""
    i = table.seats.index(player)
    n = len(table.seats)
    ahead, behind = i, (i - 1) % n
    if n == 2:
        return ahead if table.clockwise else behind
    return ahead if (table.seats.index(target) - i) % n <= n // 2 else behind


PLAYS: Mapping[str, Play] = {
    "lanzallamas": _asks,
    "cambio-de-lugar": _asks,
    "mas-vale-que-corras": _asks,
    "seduccion": _seduccion,
    "analisis": _analisis,
    "sospecha": _sospecha,
    "whisky": _whisky,
    "vigila-tus-espaldas": _vigila,
    "determinacion": _determinacion,
    "hacha": _hacha,
    "cuarentena": _cuarentena,
    "puerta-atrancada": _puerta,
}


def change_seats(deed: Deed, player: str, other: str) -> None:
    """The two swap seats; where the table plays it so, the swapped player is next (option `after_seat_swap`)."""
    deed.swap(player, other)
    if deed.option("after_seat_swap") == "swapped-player":
        deed.do(f.Noted(NEXT, other))


def door_or_quarantine_between(table: Table, a: str, b: str) -> bool:
    """Whether something keeps ¡Fallaste! from passing an exchange on from one player to another."""
    return door_between(table, a, b) or (ROUNDS, b) in table.tracks
