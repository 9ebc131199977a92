"""Tests by the teeth, the dog on the run and the ends of this game, played at a desk."""

from __future__ import annotations

from tests.lab.twin.the_thing_outpost.saucer import Saucer
from tests.lab.twin.the_thing_outpost.world import VEHICLES

OWN = {"stopped": "human", "hidden-left": ""}
"""Which side has won where it is not the Alien's."""
ENDS = ("runaway", "alien-away", "launched", "taken", "stopped", "hidden-left")


class Outpost(Saucer):
    """A game from round to round."""

    def whole(self) -> None:
        world = self.world
        if world.step == "weather":
            world.looked_at, world.blood = "", False
            if world.sos and not world.gone and self.chance(0.05):
                self._all_left()
        super().whole()

    def _all_left(self) -> None:
        """Correct the table: every vehicle has left."""
        self.world.used = dict(VEHICLES)
        self.tell("override", set={"used": dict(VEHICLES)}, reason="nobody had said so")

    def rec_room(self) -> None:
        self.shoot()
        super().rec_room()

    # Phase 6

    def tests(self) -> None:
        """Test once by blood at most; by the teeth as often as there are cards, all of the same person."""
        self.slips.testing()
        self._blood()
        while self.world.step == "tests" and self.chance(0.5) and self._teeth():
            self.slips.lights()
        if self.world.step == "tests":
            self.slips.lights()
            self.world.step = "food"
            self.tell("next")

    def _blood(self) -> None:
        world = self.world
        able = [p for p in world.characters() if "green" in world.lab[p]]
        if not able or not self.chance(0.6):
            return
        most = max(world.suspicion[p] for p in world.characters())
        person = self.dice.choice(able)
        target = self.dice.choice([p for p in world.characters() if world.suspicion[p] == most])
        alien = world.role[target] == "alien"
        world.lab[person].remove("green")
        world.blood = True
        if alien:
            world.expose(target)
        else:
            world.suspicion[target] = 0
        world.step = "tests" if world.characters() else "ending"
        self.desk.note("test alien" if alien else "test human")
        self.tell("test", player=person, target=target, kind="a", alien=alien)
        if world.step == "ending":
            self.end("assimilated")

    def _teeth(self) -> bool:
        """Let a player with a flashlight pay a card to look at a player's teeth, and return True if one did."""
        world = self.world
        able = [p for p in world.characters() if "linterna" in world.objects[p] and world.hand[p]]
        targets = [world.looked_at] if world.looked_at else world.characters()
        if not able or targets[0] not in world.characters():
            return False
        person, target = self.dice.choice(able), self.dice.choice(targets)
        self.slips.showing(person)
        world.discards.append(world.hand[person].pop())
        world.looked_at = target
        shown = world.teeth[target]
        world.looked_at_before[target] = shown
        if shown == "fillings":
            world.suspicion[target] = 0
        self.desk.note(shown)
        self.tell("test", player=person, target=target, kind="b", teeth=shown)
        return True

    # Phase 8

    def dogs(self) -> None:
        """Move the beings and the leader, and at last the dog."""
        world = self.world
        super().dogs()
        if world.step == "runaway":
            away = self._runs()
            self.tell("dog", **({"away": True} if away else {}))
        if world.step == "ending":
            self.end("runaway")
        elif world.step == "weather":
            self._nobody_left()

    def new_round(self) -> None:
        if self.world.is_read:
            self._runs()
        else:
            self.world.step = "runaway"

    def _runs(self) -> bool:
        """Move the dog a space on and begin a round, or return True if it is away."""
        world = self.world
        world.dog += 1
        if world.dog >= world.end_of_run():
            world.step = "ending"
            return True
        world.looked_at, world.blood = "", False
        super().new_round()
        return False

    def nobody_human(self) -> None:
        """Do nothing: the end is declared once the dog has run."""

    def _nobody_left(self) -> None:
        """End the game if no Human is left in the base: with an Alien that plays openly they have won, else they have
        lost."""
        world = self.world
        self.slips.hidden_left()
        if any(world.role[p] == "human" for p in world.characters()):
            return
        cause = "assimilated" if world.exposed else "hidden-left"
        world.step = "ending"
        self.tell("end", cause=cause)
        self.end(cause)

    # The end

    def last_infected(self, cause: str) -> str:
        return "" if cause == "hidden-left" else super().last_infected(cause)

    def outcome(self, ending: str) -> tuple[str, str]:
        if ending in ENDS:
            return ending, OWN.get(ending, "alien")
        cause, side = super().outcome(ending)
        unseen = cause == "assimilated" and not self.world.exposed
        return ("hidden-left", "") if unseen else (cause, side)
