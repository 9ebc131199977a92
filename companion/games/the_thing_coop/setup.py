"""How the table opens: six Characters, shared out among one, two or three people (RC, preparación)."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Setup
from companion.engine.kit.setup import answers, name_fault, opening_fault
from companion.engine.places import room
from companion.engine.rules import Violation
from companion.games.the_thing import base as b
from companion.games.the_thing.box import BURNER, SHED_DAMAGE, deck_size, stores
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop.box import helicopter

PLACES = tuple(str(k) for k in range(1, c.CHARACTERS + 1))
"""What the places are called before it is said who plays whom."""


def refuse_setup(decklist: Decklist, setup: Setup) -> Violation | None:
    """Too many people, a faulty name, one that is a Character's: places are called by their Characters."""
    return opening_fault(decklist, setup) or name_fault((*setup.players, *c.NAMES, *PLACES))


def open_table(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
    """The table as it lies when the first round begins. The places are numbered until it is said who plays whom."""
    options = answers(decklist, setup)
    box_, each = decklist.answered(options), c.CHARACTERS // len(setup.players)
    here, seats = stores(box_, c.CHARACTERS), PLACES
    fuel = {b.GENERATOR: BURNER, b.BOILER: BURNER, b.WAREHOUSE: here.warehouse, b.RESERVE: here.reserve}
    damage = {b.SHED: SHED_DAMAGE, b.HELICOPTER: helicopter(box_), b.RADIO: here.radio}
    decks = {
        pile: deck_size(box_, c.CHARACTERS, back)
        for pile, back in (("weapons", "weapon"), ("objects", "object"), ("lab", "lab"))
    }
    first = seats[setup.players.index(setup.first) * each]
    return (
        f.TableOpened(decklist.game, seats, first, options, 0, 0, "take-sheets"),
        f.CountsSet({"active": 0, **decks, "waste": 0}, {}),
        *(f.TrackSet(b.FUEL, "", value, room(slug)) for slug, value in fuel.items()),
        *(f.TrackSet(b.DAMAGE, "", value, room(slug)) for slug, value in damage.items()),
        f.TrackSet(b.FOOD_HERE, "", b.FOOD, room(b.PANTRY)),
        f.TrackSet(b.DOG, "", b.DOGS, room(b.KENNEL)),
        f.TrackSet(b.RESCUE_FUEL, "", 1),
        f.TrackSet(c.THREAT, "", c.FIRST_THREAT),
        *(f.TrackSet(b.SUSPICION, seat, 1) for seat in seats),
        *(f.TrackSet("room", seat, b.ROOMS.index(b.REC_ROOM) + 1) for seat in seats),
        *(f.TrackSet(c.PERSON, seat, k // each + 1) for k, seat in enumerate(seats)),
        *(f.Noted(f"{c.PERSON}-{k}", person) for k, person in enumerate(setup.players, 1)),
        f.Noted(b.LEADER, first),
    )
