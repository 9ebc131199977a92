"""The set-up for N players: what is refused, how the table opens (RB, preparación)."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Setup
from companion.engine.kit.setup import answers
from companion.engine.places import room
from companion.games.the_thing import base as b
from companion.games.the_thing.box import BURNER, HAND, SHED_DAMAGE, deck_size, stores


def open_table(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
    """Return the table when the first round begins; where the leader token lies is said at the table."""
    players, options = setup.players, answers(decklist, setup)
    n, box = len(players), decklist.answered(options)
    here = stores(box, n)
    fuel = {b.GENERATOR: BURNER, b.BOILER: BURNER, b.WAREHOUSE: here.warehouse, b.RESERVE: here.reserve}
    damage = {b.SHED: SHED_DAMAGE, b.HELICOPTER: here.helicopter, b.RADIO: here.radio}
    decks = {
        pile: deck_size(box, n, back) for pile, back in (("weapons", "weapon"), ("objects", "object"), ("lab", "lab"))
    }
    piles = {"active": 0, **decks, "waste": 0}
    return (
        f.TableOpened(decklist.game, players, setup.first, options, HAND, b.ACTIONS - HAND * n, "sheets"),
        f.CountsSet(piles, {}),
        *(f.TrackSet(b.FUEL, "", value, room(slug)) for slug, value in fuel.items()),
        *(f.TrackSet(b.DAMAGE, "", value, room(slug)) for slug, value in damage.items()),
        f.TrackSet(b.FOOD_HERE, "", b.FOOD, room(b.PANTRY)),
        f.TrackSet(b.DOG, "", b.DOGS, room(b.KENNEL)),
        *([f.TrackSet(b.PACK, "", 1, room(b.KENNEL))] if options.get("pack_leader") == "yes" else []),
        f.TrackSet(b.RESCUE_FUEL, "", 1),
        *(f.TrackSet(b.SUSPICION, player, 1) for player in players),
        *(f.TrackSet("room", player, b.ROOMS.index(b.REC_ROOM) + 1) for player in players),
        f.Noted(b.LEADER, setup.first),
    )
