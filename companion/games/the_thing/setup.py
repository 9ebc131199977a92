"""The set-up for N players: what is refused, how the table opens, what a host does (RB, preparación)."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Setup
from companion.engine.kit.setup import answers
from companion.engine.places import room
from companion.engine.view import Plan
from companion.engine.words import Wording
from companion.games.the_thing import base as b


def amounts(players: int) -> dict[str, int]:
    """What lies where at the beginning."""
    weapons = {4: 8, 5: 8, 6: 10, 7: 10, 8: 12}[players]
    objects = {4: 9, 5: 9, 6: 10, 7: 13, 8: 15}[players]
    warehouse = {4: 10, 5: 10, 6: 14, 7: 18, 8: 18}[players]
    return {"weapons": weapons, "objects": objects, "lab": 5 * players, "warehouse": warehouse}


def open_table(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
    """The table as it lies when the first round begins; where the leader token lies is said at the table."""
    players, options = setup.players, answers(decklist, setup)
    count, n = amounts(len(players)), len(players)
    fuel = {b.GENERATOR: 4, b.BOILER: 4, b.WAREHOUSE: count["warehouse"], b.RESERVE: n - 1}
    damage = {b.SHED: 1, b.HELICOPTER: n - 2, b.RADIO: n}
    piles = {"active": 0, "weapons": count["weapons"], "objects": count["objects"], "lab": count["lab"], "waste": 0}
    return (
        f.TableOpened(decklist.game, players, setup.first, options, 2, b.ACTIONS - 2 * n, "sheets"),
        f.CountsSet(piles, {}),
        *(f.TrackSet(b.FUEL, "", value, room(slug)) for slug, value in fuel.items()),
        *(f.TrackSet(b.DAMAGE, "", value, room(slug)) for slug, value in damage.items()),
        f.TrackSet(b.FOOD_HERE, "", b.FOOD, room(b.PANTRY)),
        f.TrackSet(b.DOG, "", b.DOGS, room(b.KENNEL)),
        f.TrackSet(b.RESCUE_FUEL, "", 1),
        *(f.TrackSet(b.SUSPICION, player, 1) for player in players),
        *(f.TrackSet("room", player, b.ROOMS.index(b.REC_ROOM) + 1) for player in players),
        f.Noted(b.LEADER, setup.first),
    )


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    """The figures and the steps as a host works through them."""
    return Plan({"game": decklist.game, "players": players, **amounts(players)}, ())
