"""The cooperative mode as one value, the board game with its differences; its set-up is at the top."""

from __future__ import annotations

from typing import cast

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Setup
from companion.engine.kit.setup import answers, name_fault, opening_fault
from companion.engine.places import room
from companion.engine.rules import Violation
from companion.engine.view import Plan, TrackView
from companion.engine.words import Wording
from companion.games.the_thing import GAME as BOARD_GAME
from companion.games.the_thing import base as b
from companion.games.the_thing import box
from companion.games.the_thing import game as base
from companion.games.the_thing import queries as q
from companion.games.the_thing.box import BURNER, SHED_DAMAGE, deck_size, stores
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import queries
from companion.games.the_thing_coop.base import CHARACTERS, DICE, FIRST_STRENGTH, FIRST_THREAT
from companion.games.the_thing_coop.effects import Effects
from companion.games.the_thing_coop.log import Log, Undo
from companion.games.the_thing_coop.moves import OTHER, OTHER_PHASES
from companion.games.the_thing_coop.prompts import Prompts
from companion.games.the_thing_coop.queries import people
from companion.games.the_thing_coop.state import DECLARED, FORMS, PUBLIC, WITHOUT

TOGETHER = ("people", "sheets", "roles", "threat", "bag")
ADVICE = ("marks", "figures", "alien")
PICTURES = {
    **box.PICTURES,
    "people": "suspicion human",
    "sheets": "human leader",
    "roles": "kind-role shuffle",
    "threat": "alien suspicion",
    "bag": "dog shuffle",
}


def helicopter(decklist: Decklist) -> int:
    """Damage of the helicopter of the base: its rulebook does not say, the table does."""
    said = decklist.option("helicopter")
    return int(said.default) if said else box.stores(decklist, CHARACTERS).helicopter


def figures_of(decklist: Decklist, players: int) -> dict[str, object]:
    """Return the quantities of the set-up, as `companion deck --json` gives them under `figures`."""
    figures, broken = box.figures_of(decklist, CHARACTERS), helicopter(decklist)
    damage = cast("dict[str, int]", figures["damage"])
    spare = damage["operations"] + damage["helicopter"] - broken
    return {
        **figures,
        "damage": {**damage, "helicopter": broken, "operations": spare},
        "hand": 0,
        "characters": CHARACTERS,
        "sheets": CHARACTERS // players,
        "action_dice": DICE,
        "dog_tokens": {"dealt": 0, "alien": 2, "bag": decklist.setup.get("dog_tokens", 9)},
        "first_strength": FIRST_STRENGTH,
        "first_threat": FIRST_THREAT,
        "most_suspicion": CHARACTERS,
    }


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    """Return the set-up as figures and as steps that a host works through."""
    figures = figures_of(decklist, players)
    damage = cast("dict[str, int]", figures["damage"])
    blanks = {
        **box.blanks_of(decklist, CHARACTERS, words),
        "helicopter": damage["helicopter"],
        "damage_left": damage["operations"],
        "each": figures["sheets"],
        "threat": FIRST_THREAT,
    }
    verify = {**box.verified(decklist, CHARACTERS), "roles": box.deck_size(decklist, CHARACTERS, "role")}
    return box.told(decklist, players, words, figures, verify, blanks, TOGETHER, ADVICE, PICTURES)


PLACES = tuple(str(k) for k in range(1, c.CHARACTERS + 1))
"""What the places are called before it is said who plays whom."""


def refuse_setup(decklist: Decklist, setup: Setup) -> Violation | None:
    """Too many people, a faulty name, one that is a Character's: places are called by their Characters."""
    return opening_fault(decklist, setup) or name_fault((*setup.players, *c.NAMES, *PLACES))


def open_table(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
    """Return the table when the first round begins. The places are numbered until it is said who plays whom."""
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


class Board(base.Board):
    """The base with the threat among its tracks."""

    piles = ("weapons", "objects", "lab")

    def tracks(self) -> tuple[TrackView, ...]:
        at = TrackView(self.words.raw("scene.tracks.threat"), queries.threat(self.table), c.FIRST_THREAT, "danger")
        return (at, *super().tracks())

    def person(self, player: str) -> str:
        return queries.person(self.table, player)

    def heading(self) -> str:
        """Return who does what: a Character that moves, else the person who plays it."""
        table = self.table
        if table.prompt:
            return super().heading()
        person = queries.person(table, table.turn) or queries.person(table, q.leader(table))
        player = table.turn if table.step == "plan" else person
        return self.words.say(f"scene.step.{table.step}", player=player, person=person)

    def detail(self) -> str:
        """With the threat, and the dice that lie there."""
        dice = queries.faces(self.table, self.words)
        said = self.words.say("scene.dice", dice=dice) if dice else ""
        threat = self.words.say("scene.threat", count=queries.threat(self.table))
        return " ".join(part for part in (super().detail(), threat, said) if part)


GAME = BOARD_GAME.derive(
    slug="the-thing-coop",
    moves=OTHER,
    phases=OTHER_PHASES,
    declarations=DECLARED,
    without=WITHOUT,
    forms=FORMS,
    public=PUBLIC,
    refuse_setup=refuse_setup,
    open=open_table,
    people=people,
    plan=plan,
    effects=Effects,
    prompts=Prompts,
    board=Board,
    log=Log,
    undo=Undo,
    last_steps=frozenset({"rescue", "escape", "block", "ending"}),
)
