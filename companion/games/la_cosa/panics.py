"""What the ¡Pánico! cards do when they are drawn (R §5, second table)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.la_cosa.deed import Deed
from companion.games.la_cosa.looks import kept_from_exchanges, others, quarantined
from companion.games.la_cosa.plays import change_seats
from companion.games.la_cosa.turn import ask, offer_exchange, pass_turn
from companion.referee.actions import Action
from companion.table import facts as f
from companion.table.places import DRAW, hand

Panic = Callable[[Deed, Action], None]


def _then_exchange(effect: Callable[[Deed, Action], None]) -> Panic:
    """A panic that is discarded after its effect and followed by the ordinary exchange."""

    def panic(deed: Deed, action: Action) -> None:
        effect(deed, action)
        deed.clear_open()
        offer_exchange(deed)

    return panic


def _then_passes(effect: Callable[[Deed, Action], None]) -> Panic:
    """A panic that ends the turn without another exchange."""

    def panic(deed: Deed, action: Action) -> None:
        effect(deed, action)
        deed.clear_open()
        pass_turn(deed)

    return panic


@_then_exchange
def _cuerdas(deed: Deed, action: Action) -> None:
    deed.lift_quarantines()


@_then_exchange
def _tres_cuatro(deed: Deed, action: Action) -> None:
    deed.lift_doors()


@_then_exchange
def _fiesta(deed: Deed, action: Action) -> None:
    """From the turn player and always clockwise, pairs swap seats; an odd last one stays."""
    deed.lift_quarantines()
    deed.lift_doors()
    order = (action.player, *others(deed.table, action.player))
    for a, b in zip(order[::2], order[1::2], strict=False):
        deed.swap(a, b)


@_then_exchange
def _uno_dos(deed: Deed, action: Action) -> None:
    target = action.text("target")
    if target and not quarantined(deed.table, action.player) and not quarantined(deed.table, target):
        change_seats(deed, action.player, target)


@_then_exchange
def _sal_de_aqui(deed: Deed, action: Action) -> None:
    target = action.text("target")
    if target and not quarantined(deed.table, action.player):
        change_seats(deed, action.player, target)


@_then_exchange
def _olvidadizo(deed: Deed, action: Action) -> None:
    deed.give_up(action.player, count=3)
    deed.draw_away(action.player, 3, action.number("skipped"))


@_then_passes
def _vuelta_y_vuelta(deed: Deed, action: Action) -> None:
    deed.do(f.CardsPassed(tuple((p, deed.table.next_after(p)) for p in deed.table.seats)))


@_then_passes
def _cita_a_ciegas(deed: Deed, action: Action) -> None:
    deed.draw_away(action.player, 1, action.number("skipped"))
    deed.do(f.CardsMoved(hand(action.player), DRAW))


def _amigos(deed: Deed, action: Action) -> None:
    target = action.text("target")
    if not target or (kept_from_exchanges(deed.table, action.player) and not action.text("anyway")):
        deed.clear_open()
        offer_exchange(deed)
    else:
        ask(deed, deed.table.open[-1], target)


@_then_exchange
def _ups(deed: Deed, action: Action) -> None:
    deed.show_hand(action.player)


@_then_exchange
def _que_quede(deed: Deed, action: Action) -> None:
    if action.text("target"):
        deed.show_hand(action.player, action.text("target"))


@_then_exchange
def _revelaciones(deed: Deed, action: Action) -> None:
    for player in action.names("shown"):
        if player == action.text("infected"):
            deed.show_infected(player)
        else:
            deed.show_hand(player)


PANICS: Mapping[str, Panic] = {
    "cuerdas-podridas": _cuerdas,
    "uno-dos": _uno_dos,
    "tres-cuatro": _tres_cuatro,
    "es-aqui-la-fiesta": _fiesta,
    "sal-de-aqui": _sal_de_aqui,
    "olvidadizo": _olvidadizo,
    "vuelta-y-vuelta": _vuelta_y_vuelta,
    "no-podemos-ser-amigos": _amigos,
    "cita-a-ciegas": _cita_a_ciegas,
    "ups": _ups,
    "que-quede-entre-nosotros": _que_quede,
    "revelaciones": _revelaciones,
}
