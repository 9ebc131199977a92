"""Actions that must be refused, tried now and then, with the dice, the threat and six Characters."""

from __future__ import annotations

from tests.lab.harness.harness import Desk
from tests.lab.twin.the_thing import slips as base
from tests.lab.twin.the_thing.world import GREEN, REPARAR, USAR
from tests.lab.twin.the_thing_coop.world import ADVANCE, World

RULES = (
    "alien.heaps", "block.count", "board.order", "burn.elsewhere", "clash.nobody", "clash.plays", "dice.bad",
    "dice.count", "dice.dark", "dice.given", "dice.given-already", "dice.good", "dice.lie", "dice.none", "dice.reroll",
    "dice.same", "dice.side", "dice.which", "end.roles", "game.over", "location.not-in-deck", "meet.nobody",
    "plan.order", "plan.twice", "player.exposed", "player.unknown", "repair.boiler", "repair.whole", "rest.nobody",
    "rest.one", "room.closed", "room.full", "sheets.twice", "step.wrong", "stop.first", "target.missing",
    "test.no-sample", "test.not-most", "threat.choice", "trade.self", "turn.lying", "turn.nothing-here",
    "upkeep.boiler", "upkeep.dark", "upkeep.no-sos", "use.radio", "use.sent", "weapon.no-charge", "weather.face",
    "weather.kept",
)  # fmt: skip
"""Rules that people break without meaning to."""


class Slips(base.Slips):
    """Near misses at a desk."""

    world: World

    def __init__(self, desk: Desk, world: World) -> None:
        super().__init__(desk, world)

    def before(self) -> None:
        super().before()
        self.no("sheets.twice", "take-sheets", who={"1": "clark", "2": "clark"})

    def now(self) -> None:
        """Try an action that does not fit the phase."""
        step = self.world.step
        known = {"alien": self._laying, "encounters": self._meeting, "actions": self._before_a_roll}
        if step in ("weather", "upkeep"):
            super().now()
        elif self.tries():
            known.get(step, self._early)()

    def _early(self) -> None:
        self.no("step.wrong", "roll-dice", dice=[1, 1, 1])

    def _laying(self) -> None:
        self.no("step.wrong", "reveal", at=["radio"])

    def moving(self, left: list[str]) -> None:
        """Try wrong Characters and rooms in the planning."""
        if not self.tries():
            return
        world, person = self.world, left[0]
        others = [p for p in left if world.plays[p] != world.plays[person]]
        if others:
            self.no("plan.order", "place", player=others[0], at="radio")
        if world.placed:
            placed = [p for p in world.characters() if p in world.placed]
            self.no("plan.twice", "place", player=placed[0], at="radio")
        if world.exposed:
            self.no("player.exposed", "place", player=world.exposed[0], at="radio")
        self.no("room.closed", "place", player=person, at="kennel")
        if world.fires:
            self.no("room.closed", "place", player=person, at=sorted(world.fires)[0])
        full = [r for r in GREEN if sum(world.at[p] == r for p in world.characters()) == 3 and r not in world.fires]
        if full:
            self.no("room.full", "place", player=person, at=full[0])
        if any(world.at[p] == "dormitory" for p in world.characters()):
            self.no("rest.one", "place", player=person, at="dormitory")

    def choosing(self) -> None:
        """Try a Character whom the threat has not reached, and to pass the choice by."""
        world = self.world
        safe = [p for p in world.characters() if p not in world.sharing()]
        if safe:
            self.no("threat.choice", "transform", player=safe[0])
        self.no("step.wrong", "next")

    def _meeting(self) -> None:
        world = self.world
        empty = next(room for room in GREEN if not world.upright(room) and not world.strength.get(room))
        self.no("clash.nobody", "clash", at=empty)
        self.no("meet.nobody", "meet", at=empty, alien=False)
        if not world.covered:
            self.no("location.not-in-deck" if world.fires else "alien.heaps", "reveal",
                    at=[sorted(world.fires)[0]] if world.fires else [])  # fmt: skip
        for room, strength in world.strength.items():
            here = world.upright(room)
            if strength > len(here) and world.rule["winner"] == "assimilates" and here:
                self.no("clash.plays", "clash", at=room, win="sabotage")
            elif strength > 0 and not here and not world.dogs.get(room):
                self.no("clash.plays", "clash", at=room)

    def _before_a_roll(self) -> None:
        world = self.world
        person, count = world.up()[0], 2 if world.hungry else 3
        self.no("step.wrong", "block-escape", dice=[1])
        self.no("dice.none", "cancel-dice", player=person, which=[1])
        if not world.turned:
            self.no("stop.first", "stop")
        if world.lying:
            self.no("turn.lying", "waste-dice", player=sorted(world.lying)[0])
        if world.is_dark():
            self.no("dice.dark", "roll-dice", dice=[1] * count)
        else:
            self.no("dice.count", "roll-dice", dice=[1] * (5 - count))
            self.no("dice.none", "assign-dice", player=person)

    def rolled(self) -> None:
        """Try actions while dice lie on the table."""
        if not self.tries():
            return
        world, person = self.world, self.world.assigned or self.world.up()[0]
        self.no("dice.lie", "roll-dice", dice=[1, 1, 1])
        self.no("dice.lie", "stop")
        plain = [p for p in world.up() if world.sheet[p] not in ("norris", "garry") and not world.objects[p]]
        if plain and world.assigned in ("", plain[0]):
            self.no("dice.reroll", "reroll-dice", player=plain[0], which=[1], dice=[1])
        garry = [p for p in world.up() if world.sheet[p] == "garry" and world.assigned in ("", p)]
        if garry and not (world.is_dark() and world.objects[garry[0]]):
            self.no("dice.reroll", "reroll-dice", player=garry[0], which=[1, 2], dice=[1, 1])
        resting = [p for p in world.upright("dormitory") if p != world.assigned]
        if not resting or world.altered:
            self.no("rest.nobody", "turn-die", player=person, die=1, face=USAR)
        else:
            self.no("dice.same", "turn-die", player=resting[0], die=1, face=world.shows[1])
        if not any(face in (ADVANCE, "sabotaje") for face in world.shows.values()):
            self.no("dice.good", "suffer-dice", player=person)

    def rerolled(self, person: str) -> None:
        """Try to reroll twice."""
        if self.tries():
            self.no("dice.reroll", "reroll-dice", player=person, which=[1], dice=[1])

    def given(self, person: str) -> None:
        """Try wrong uses of dice that belong to `person`."""
        if not self.tries():
            return
        world, faces = self.world, {*self.world.shows.values()}
        others = [p for p in world.up() if p != person]
        if world.assigned and others:
            self.no("dice.given", "cancel-dice", player=others[0], which=[1])
            self.no("dice.given-already", "assign-dice", player=others[0])
        self.no("dice.which", "cancel-dice", player=person, which=[1, 1])
        for card in (USAR, REPARAR):
            if faces & {ADVANCE, "sabotaje"}:
                self.no("dice.bad", "carry-out", player=person, card=card)
            elif card not in faces:
                self.no("dice.side", "carry-out", player=person, card=card)
            else:
                self._impossible(person, card)
        if not faces & {ADVANCE, "sabotaje"}:
            elsewhere = next(room for room in GREEN if room != world.at[person])
            self.no("burn.elsewhere", "burn", player=person, at=elsewhere, **{"with": "flamethrower"})
            here = world.at[person]
            stands = here in GREEN and here not in world.fires and len(world.fires) < 6
            if stands and not world.charges[person]:
                self.no("weapon.no-charge", "burn", player=person, at=here, **{"with": "flamethrower"})

    def _impossible(self, person: str, card: str) -> None:
        world, room = self.world, self.world.at[person]
        if room not in GREEN or room in world.fires:
            self.no("turn.nothing-here", "carry-out", player=person, card=card)
        elif card == REPARAR and room == "boiler" and world.freezing:
            self.no("repair.boiler", "carry-out", player=person, card=card)
        elif card == REPARAR and not world.damage.get(room):
            self.no("repair.whole", "carry-out", player=person, card=card)
        elif card == USAR and room == "radio" and world.damage.get("radio"):
            self.no("use.radio", "carry-out", player=person, card=card)
        elif card == USAR and room == "radio" and world.sos:
            self.no("use.sent", "carry-out", player=person, card=card)

    def blocking(self) -> None:
        """Try a block with more dice than the Alien's strength, and to pass it by."""
        self.no("block.count", "block-escape", dice=[1] * (self.world.pool + 1))
        self.no("step.wrong", "next")

    def voting(self) -> None:
        """Try to trade with oneself and with an unknown player."""
        if self.tries():
            person = self.world.characters()[0]
            self.no("trade.self", "trade", player=person, to=person, kind="objects")
            self.no("player.unknown", "trade", player=person, to="Nobody", kind="objects")

    def after(self) -> None:
        self.no("game.over", "move-threat")
