"""Cards shown to the referee, of which the truth is known: what it must answer."""

from __future__ import annotations

from tests.lab.harness.harness import Desk
from tests.lab.twin.la_criatura.world import NONE, SCIENTIST, World

LOOKS = 0.08
INFECTED = "infectado"


class Shown:
    """Checks at a desk."""

    def __init__(self, desk: Desk, world: World) -> None:
        self.desk, self.world = desk, world

    def _look(self) -> None:
        """Check hands or weapons, true and false ones."""
        world, dice = self.world, self.world.dice
        person = dice.choice(world.standing)
        true = list(world.hand[person])
        if dice.random() < 0.5:
            true = [card.rpartition(".")[0] for card in true]
        said = {"action": "check", "what": "hand", "player": person}
        self.desk.check({**said, "cards": true}, "legal")
        if dice.random() < 0.5:
            self.desk.check({**said, "cards": [*true, "evento"]}, "illegal")
        thrown = sorted(world.openly)
        if thrown and true:
            lie = [*true[1:], thrown[0].rpartition(".")[0]]
            single = not thrown[0].startswith("evento")
            verdicts = ("illegal",) if single else ("legal", "illegal", "undetermined")
            self.desk.check({**said, "cards": lie}, *verdicts, remember=False)
        self.desk.check({**said, "what": "weapons", "cards": list(world.weapons[person])}, "legal")
        self.desk.check({**said, "what": "weapons", "cards": [*world.weapons[person], "arma"]}, "illegal")

    def a_discard(self, person: str, cards: list[str]) -> None:
        """Check a discard before it happens."""
        if cards and self.world.dice.random() < LOOKS:
            said = {"action": "check", "what": "discard", "player": person}
            self.desk.check({**said, "cards": cards}, "legal")
            self.desk.check({**said, "cards": [*cards, "cuchillo"]}, "illegal")
            self.desk.check({**said, "cards": ["evento"] * 4}, "illegal")

    def cards_handed_in(self) -> None:
        """Check the cards of a movement before they are shuffled."""
        world, dice = self.world, self.world.dice
        if dice.random() > 0.2:
            return
        if world.step == "first":
            active = list(world.standing)
        else:
            active = [p for p in world.standing if p not in world.sedated and world.character[p] != NONE]
        gives = {p: world.character[p] for p in active}
        said = {"action": "check", "what": "round"}
        self.desk.check({**said, "gives": gives}, "legal")
        if len(gives) > 1:
            first, *rest = gives
            part = {p: gives[p] for p in rest}
            self.desk.check({**said, "gives": part}, "undetermined")
            self.desk.check({**said, "gives": {**gives, first: INFECTED}}, "illegal")
            scientists = dict.fromkeys(gives, SCIENTIST)
            self.desk.check({**said, "gives": scientists}, "legal" if world.found > 1 else "illegal", remember=False)
            bereft = next((p for p in world.standing if world.character[p] == NONE and p not in world.sedated), "")
            if bereft:
                self.desk.check({**said, "gives": {**gives, bereft: SCIENTIST}}, "illegal")
            sleeper = next((p for p in world.standing if p in world.sedated), "")
            if sleeper:
                self.desk.check({**said, "gives": {**gives, sleeper: "cientifico"}}, "illegal")
