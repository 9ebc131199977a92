"""The combat: one roll each, round after round, until one side is wiped out (RB, ¡combate!); and how a game ends."""

from __future__ import annotations

from typing import cast

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.games.dos_barajas import queries
from companion.games.dos_barajas.effects import Effects
from companion.games.dos_barajas.queries import HUMAN, THING


def begin(effects: Effects, by: str, phase: int) -> None:
    """Weapons out: whoever began it, in which phase, and the first player's turn."""
    effects.keep(queries.FIGHT, "", 1)
    effects.keep(queries.AFTER, "", phase)
    effects.do(f.Noted(queries.CALLED, by))
    if effects.option("combat_order") == "clockwise":
        effects.do(f.DirectionTurned(True))
    effects.begin(queries.COMBAT)
    settle(effects)


def reveal(effects: Effects, action: Action) -> None:
    """Reveal a hidden Thing."""
    effects.known_as(action.player, THING)
    settle(effects)


def attack(effects: Effects, action: Action) -> None:
    """Two dice and what swords add to them; a hit kills."""
    player, target = action.player, action.text("target")
    as_thing = action.text("as") == THING
    eyes = tuple(cast("list[int]", action.said["dice"]))
    need = queries.needed_to_hit(effects.table, player, as_thing)
    total = sum(eyes) + action.number("trios") * queries.bonus(effects.table, player, as_thing)
    effects.do(f.DiceRolled(player, "attack", eyes))
    if trios := action.number("trios"):
        effects.spend_trio(action, trios)
    if as_thing:
        effects.known_as(player, THING)
    if total >= need and target in effects.table.seats:
        effects.leave(target, "killed")
    had_turn(effects, player)


def hold(effects: Effects, action: Action) -> None:
    """Let a player's roll go by."""
    had_turn(effects, action.player)


def had_turn(effects: Effects, player: str) -> None:
    """Go on to the next who has not rolled; after the last, to another round of the combat, unless it is decided."""
    if player in effects.table.seats:
        effects.do(f.TrackSet(queries.ROLLED, player, 1))
    if settle(effects):
        return
    waiting = [one for one in queries.order(effects.table) if not queries.has_rolled(effects.table, one)]
    if not waiting:
        _forget_rolls(effects)
        effects.keep(queries.FIGHT, "", queries.number(effects.table, queries.FIGHT) + 1)
    effects.turn_to(waiting[0] if waiting else queries.first(effects.table))


def settle(effects: Effects) -> bool:
    """End the combat if no revealed Thing is left, or nobody else; return True if it ended."""
    seen = queries.revealed(effects.table)
    if seen and len(seen) < len(effects.table.seats):
        return False
    close(effects)
    if seen:
        all_won(effects, "things-won", THING)
    elif len(effects.table.seats) <= queries.FEW:
        count(effects)
    else:
        effects.begin(queries.ANSWER)
    return True


def close(effects: Effects) -> None:
    """Weapons down: nothing of the combat is kept but the phase it broke out in."""
    _forget_rolls(effects)
    effects.keep(queries.FIGHT, "", None)
    effects.do(f.Noted(queries.CALLED, None))
    if effects.table.clockwise:
        effects.do(f.DirectionTurned(False))


def _forget_rolls(effects: Effects) -> None:
    for player in effects.table.seats:
        if queries.has_rolled(effects.table, player):
            effects.do(f.TrackSet(queries.ROLLED, player, None))


# The end: the living of the winning side have won


def all_won(effects: Effects, cause: str, role: str) -> None:
    """End the game with everybody living on one side as winners."""
    seats = effects.table.seats
    effects.do(f.Ended(cause, seats, {**effects.table.roles, **dict.fromkeys(seats, role)}))


def count(effects: Effects) -> None:
    """Play stops, and everybody shows what they are: the larger side has won."""
    effects.do(f.StepBegan(queries.COUNT), f.Claimed("", queries.MAJORITY))


def answer(effects: Effects, action: Action) -> None:
    """After the humans' victory: whether other Things play. If so, the round goes on where it was."""
    if action.said.get("others") is False:
        all_won(effects, "no-things", HUMAN)
        return
    accused = queries.number(effects.table, queries.AFTER) == queries.ACCUSED_IN
    effects.keep(queries.AFTER, "", None)
    if accused:
        effects.begin(queries.SUPPLY)
    else:
        effects.next_round()


def end(effects: Effects, action: Action) -> None:
    """End the game, with everybody's role where they were shown. The larger of the living sides has won; a tie is the
    house's question."""
    cause = action.text("cause")
    roles = {player: str(role) for player, role in action.table("roles").items()}
    won: tuple[str, ...] = ()
    if cause != "abandoned":
        things, humans = (tuple(p for p in effects.table.seats if roles.get(p) == side) for side in (THING, HUMAN))
        tie = {"things": things, "humans": humans}.get(str(effects.option("tie")), ())
        won = max(things, humans, key=len) if len(things) != len(humans) else tie
    effects.do(f.Ended(cause, won, {**effects.table.roles, **roles}))
