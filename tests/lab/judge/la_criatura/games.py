"""Games of La Criatura in which people show their cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, cast

from tests.lab.judge.agreement import Agreement
from tests.lab.judge.desk import EVENTS, SHOWN, Desk, Enough, Sitting, as_shown, snapshot
from tests.lab.judge.follower import Line
from tests.lab.judge.la_criatura.judge import Judge
from tests.lab.judge.la_criatura.table import EVENTS as EVENT_CARDS
from tests.lab.judge.la_criatura.table import INFECTED, SCIENTIST, WEAPONS, Table
from tests.lab.judge.sitting import Referee
from tests.lab.twin.la_criatura.fights import Fights
from tests.lab.twin.la_criatura.turns import Turns
from tests.lab.twin.la_criatura.twin import NAMES
from tests.lab.twin.la_criatura.world import NONE, USUAL, World

__all__ = ["EVENTS", "KINDS", "one_game"]

KINDS = ("hand", "weapons", "discard", "round")
"""The kinds of checks."""
OTHERWISE = 0.2
"""Rate at which a question is answered in another way."""


class Told(Desk):
    """The desk at which this game is told."""

    def checked(self, table: Table, state: Mapping[str, object]) -> None:
        """Hold the judge's table against what the twin says everybody sees."""
        mine = {
            "seats": list(table.ring), "hands": dict(table.hands), "draw_pile": table.draw,
            "discard_pile": table.thrown, "weapon_pile": len(table.row), "sedated": dict(table.sedated),
            "weapons": {one: many for one, many in table.weapons.items() if many and one in table.ring},
            "chief": table.chief or None, "found": table.found, "round": table.round,
            "triumph": {one: many for one, many in table.tokens.items() if many and one in table.ring},
        }  # fmt: skip
        for name, value in mine.items():
            assert value == state[name], (name, value, state[name])

    # ------------------------------------------------------------------ what people show

    def look(self, truth: World) -> None:
        """Let a player show events, weapons, or the card that is handed in, as they are or made up."""
        rng = self.rng
        if truth.step in ("over", "landed", "respond"):
            return
        if truth.step in ("first", "move") and rng.random() < 0.5:
            self.handed_in(truth)
            return
        player = rng.choice(truth.standing)
        made_up = rng.random() < self.habits.false
        said: dict[str, object] = {"action": "check", "player": player}
        held = list(truth.hand[player])
        way = rng.random()
        if way < 0.25:
            weapons = list(truth.weapons[player])
            cards = self._altered(weapons, (*WEAPONS, "evento")) if made_up else weapons
            self.ask({**said, "what": "weapons", "cards": as_shown(cards, rng)}, true=not made_up)
        elif way < 0.45 and held and truth.step == "discard" and player not in truth.sedated:
            self.discard(truth, player, held)
        else:
            everything = [*truth.deck, *truth.discards, *(card for cards in truth.hand.values() for card in cards)]
            cards = self._altered(held, everything) if made_up else held
            self.ask({**said, "what": "hand", "cards": self._named(cards)}, true=not made_up)
            if not made_up and not self.undone and cards and rng.random() < 0.05:
                line = {"action": "show", "player": player, "cards": self._named(cards), "to": "all"}
                self.sitting.tell(self.under_new_names(line), SHOWN)

    def discard(self, truth: World, player: str, cards: Sequence[str]) -> None:
        """Show what is about to be discarded."""
        rng = self.rng
        made_up = rng.random() < self.habits.false
        going = rng.sample(list(cards), rng.randint(1, len(cards)))
        shown = self._altered(going, (*EVENT_CARDS, "cuchillo", *going)) if made_up else going
        said: dict[str, object] = {"action": "check", "what": "discard", "player": player, "cards": self._named(shown)}
        if rng.random() < 0.3 and not made_up:
            said["hand"] = list(truth.hand[player])
        if shown:
            self.ask(said, true=not made_up and player not in truth.sedated)

    def handed_in(self, truth: World) -> None:
        """Show the character cards of a movement."""
        rng = self.rng
        sleeping = {} if truth.step == "first" else truth.sedated
        gives = {p: truth.character[p] for p in truth.standing if p not in sleeping and truth.character[p] != NONE}
        made_up = rng.random() < self.habits.false
        if rng.random() < 0.3 and len(gives) > 1:
            for player in rng.sample(list(gives), rng.randint(1, len(gives) - 1)):
                del gives[player]
        if made_up:
            player = rng.choice(truth.standing)
            gives[player] = rng.choice((SCIENTIST, "criatura", INFECTED, "evento", SCIENTIST, "criatura"))
        if gives:
            self.ask({"action": "check", "what": "round", "gives": gives}, true=not made_up)

    def _altered(self, cards: Sequence[str], others: Sequence[str]) -> list[str]:
        rng, made = self.rng, list(cards)
        way = rng.random()
        if not made or way < 0.1:
            made.append(rng.choice(others))
        elif way < 0.2:
            made.pop()
        elif way < 0.3:
            made[0] = rng.choice(("cuchillo", "evento", *made))
        else:
            made[rng.randrange(len(made))] = rng.choice(others)
        return made

    def _named(self, cards: Sequence[str]) -> list[str]:
        by_copy = self.rng.choice((0.0, 0.5, 1.0))
        return [card if self.rng.random() < by_copy else card.split(".")[0] for card in cards]


class Looks:
    """Showing of cards, in place of the twin's slips: people try nothing that is refused."""

    def __init__(self, desk: Told, world: World) -> None:
        self.desk, self.world = desk, world

    def now(self) -> None:
        """Let people show cards between two actions."""
        if self.desk.rng.random() < self.desk.habits.looks:
            self.desk.look(self.world)

    def cards_handed_in(self) -> None:
        """Let people show what they hand in."""
        while self.desk.rng.random() < 0.3:
            self.desk.handed_in(self.world)

    def a_discard(self, person: str, cards: Sequence[str]) -> None:
        """Let `person` show a discard."""
        if cards and self.desk.rng.random() < self.desk.habits.looks:
            self.desk.discard(self.world, person, cards)

    def nothing(self, *said: object) -> None:
        """Try nothing."""

    before_the_first_turn = a_shield = after_the_end = no = nothing


def one_game(seed: str, number: int, make: Callable[[Line], Referee] | None, found: Agreement) -> None:
    """Play one game of the twin and add what came of it."""
    rng = Random(f"{seed}/{number}")
    people = list(NAMES[: rng.choice((3, 4, 5, 6, 8, 10))])
    options = {name: rng.choice(values[1:]) for name, values in USUAL.items() if rng.random() < OTHERWISE}
    world = World(people, options, rng)
    setup: Line = {
        "playthrough": 1, "game": "la-criatura", "players": people, "first": people[0], "options": options,
    }  # fmt: skip
    sitting = Sitting(Judge(setup), setup, make, found)
    desk = Told(sitting, options, Random(f"looks {seed}/{number}"))
    desk.world, desk.truth = world, snapshot(world)
    looks = Looks(desk, world)
    turns = Turns(cast(Any, desk), world, cast(Any, looks))
    try:
        turns.first()
        while world.step != "helicopter":
            turns.whole()
        Fights(cast(Any, desk), world, turns, cast(Any, looks)).all()
    except Enough:
        pass
    finally:
        sitting.judge.close()
    found.games += 1
