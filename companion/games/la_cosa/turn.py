"""How a turn ends: the exchange with the next player, then the turn card goes on (R §3)."""

from __future__ import annotations

from companion.games.la_cosa.cards import EXCHANGE
from companion.games.la_cosa.deed import Deed
from companion.games.la_cosa.looks import NEXT, ROUNDS, SPARED, can_exchange
from companion.table import facts as f


def offer_exchange(deed: Deed) -> None:
    """The turn player offers a card to the next player; where something stands between them the turn passes."""
    turn = deed.table.turn
    partner = deed.table.next_after(turn)
    if can_exchange(deed.table, turn, partner):
        ask(deed, EXCHANGE, partner)
    else:
        pass_turn(deed)


def ask(deed: Deed, about: str, to: str) -> None:
    """Somebody is asked to answer what the turn player aims at them."""
    if deed.table.step != "respond":
        deed.do(f.StepBegan("respond"))
    deed.do(f.Asked(about, deed.table.turn, to))


def settle(deed: Deed) -> None:
    """Nothing is asked any more, and the card that asked is discarded."""
    if deed.table.prompt is not None:
        deed.do(f.Settled())
    deed.clear_open()


def pass_turn(deed: Deed) -> None:
    """The turn ends: its player's quarantine counts down, the next one begins to draw."""
    player = deed.table.turn
    after = successor(deed)
    rounds = deed.table.track(ROUNDS, player)
    if rounds is not None and deed.table.notes.get(SPARED) != player:
        if rounds > 1:
            deed.do(f.TrackSet(ROUNDS, player, rounds - 1))
        else:
            deed.lift_quarantine(player)
    begin_turn(deed, after)


def successor(deed: Deed) -> str:
    """Who plays after the turn player: the next in the current direction, or whoever they swapped seats with where
    the table plays it so (option `after_seat_swap`)."""
    swapped = deed.table.notes.get(NEXT)
    if swapped in deed.table.seats and swapped != deed.table.turn:
        return str(swapped)
    return deed.table.next_after(deed.table.turn)


def begin_turn(deed: Deed, player: str) -> None:
    """The turn card lies before this player, who is to draw."""
    if deed.table.prompt is not None:
        deed.do(f.Settled())
    for note in tuple(deed.table.notes):
        deed.do(f.Noted(note, None))
    deed.do(f.TurnBegan(player), f.StepBegan("draw"))


def leave_in_exchange(deed: Deed, player: str) -> None:
    """Somebody in an exchange is eliminated by superinfection: that exchange does not happen and is not made up; the
    turn goes on after it, or passes on if its player is the one (R §6)."""
    about = deed.table.prompt.about if deed.table.prompt else EXCHANGE
    mine = player == deed.table.turn
    after = successor(deed)
    deed.show_hand(player)
    settle(deed)
    deed.eliminate(player, "superinfection")
    if mine:
        begin_turn(deed, after if after in deed.table.seats else deed.table.seats[0])
    else:
        after_exchange(deed, about)


def after_exchange(deed: Deed, about: str) -> None:
    """What follows an exchange, done or refused: ¿No podemos ser amigos? is followed by the ordinary one."""
    if deed.acts_as(about) == "no-podemos-ser-amigos":
        offer_exchange(deed)
    else:
        pass_turn(deed)
