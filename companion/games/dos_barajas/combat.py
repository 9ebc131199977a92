"""The combat: one roll each, round after round, until one side is wiped out (RB, ¡combate!)."""

from __future__ import annotations

from typing import cast

from companion.games.dos_barajas import ending, looks
from companion.games.dos_barajas.cards import spent
from companion.games.dos_barajas.deed import Deed
from companion.games.dos_barajas.looks import THING
from companion.referee.actions import Action
from companion.table import facts as f


def begin(deed: Deed, by: str, phase: int) -> None:
    """Weapons out: whoever began it, in which phase, and the first player's turn."""
    deed.keep(looks.FIGHT, 1)
    deed.keep(looks.AFTER, phase)
    deed.do(f.Noted(looks.CALLED, by))
    if deed.option("combat_order") == "clockwise":
        deed.do(f.DirectionTurned(True))
    deed.begin(looks.COMBAT)
    settle(deed)


def reveal(deed: Deed, action: Action) -> None:
    """A hidden Thing shows itself."""
    deed.known_as(action.player, THING)
    settle(deed)


def attack(deed: Deed, action: Action) -> None:
    """Two dice and what swords add to them; a hit kills."""
    player, target = action.player, action.text("target")
    as_thing = action.text("as") == THING
    eyes = tuple(cast("list[int]", action.said["dice"]))
    need = looks.needed_to_hit(deed.decklist, deed.table, player, as_thing)
    total = sum(eyes) + action.number("trios") * looks.bonus(deed.table, player, as_thing)
    deed.do(f.DiceRolled(player, "attack", eyes))
    trios = action.number("trios")
    if trios:
        cards = action.names("cards")
        deed.give_up(player, len(cards) if cards else spent(trios, action.number("aces")), cards)
    if as_thing:
        deed.known_as(player, THING)
    if total >= need and target in deed.table.seats:
        deed.leave(target, "killed")
    had_turn(deed, player)


def hold(deed: Deed, action: Action) -> None:
    """Somebody lets their roll go by."""
    had_turn(deed, action.player)


def had_turn(deed: Deed, player: str) -> None:
    """The next who has not rolled; after the last, another round of the combat; unless it is decided."""
    if player in deed.table.seats:
        deed.do(f.TrackSet(looks.ROLLED, player, 1))
    if settle(deed):
        return
    waiting = [one for one in looks.order(deed.table) if not looks.has_rolled(deed.table, one)]
    if not waiting:
        _forget_rolls(deed)
        deed.keep(looks.FIGHT, looks.number(deed.table, looks.FIGHT) + 1)
    deed.turn_to(waiting[0] if waiting else looks.first(deed.table))


def settle(deed: Deed) -> bool:
    """Whether the combat is over: no revealed Thing is left, or nobody but they."""
    seen = looks.revealed(deed.table)
    if seen and len(seen) < len(deed.table.seats):
        return False
    close(deed)
    if seen:
        ending.things_won(deed, "things-won")
    elif len(deed.table.seats) <= looks.FEW:
        ending.count(deed)
    else:
        deed.begin(looks.ANSWER)
    return True


def close(deed: Deed) -> None:
    """Weapons down: nothing of the combat is kept but the phase it broke out in."""
    _forget_rolls(deed)
    deed.keep(looks.FIGHT, None)
    deed.do(f.Noted(looks.CALLED, None))
    if deed.table.clockwise:
        deed.do(f.DirectionTurned(False))


def _forget_rolls(deed: Deed) -> None:
    for player in deed.table.seats:
        if looks.has_rolled(deed.table, player):
            deed.do(f.TrackSet(looks.ROLLED, player, None))
