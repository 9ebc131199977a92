"""Events, played when asked or as a reaction, and weapons drawn for a token; every action told at the desk."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tests.lab.harness.harness import Desk
from tests.lab.twin.la_criatura.slips import Slips
from tests.lab.twin.la_criatura.world import World


class Events(ABC):
    """Events, reactions and weapons that the players of one game play."""

    def __init__(self, desk: Desk, world: World, slips: Slips) -> None:
        self.desk, self.world, self.slips = desk, world, slips
        self.asked: set[str] = set()
        self.tied: list[str] = []

    def tell(self, verb: str, **said: object) -> None:
        """Tell an action that was done, and check the table after it."""
        self.desk.say({"action": verb, **said}, self.world.seen())
        self.desk.note(f"step {self.world.step}")
        self.slips.now()

    def _next_asked(self) -> str:
        """Return the player who is asked for an event next, or "" when all have been."""
        world = self.world
        for p in world.awake_first():
            able = p not in world.sedated or world.triumph[p]
            if p not in self.asked and world.hand[p] and not world.played[p] and able:
                return p
        return ""

    def _ask_events(self) -> None:
        world = self.world
        world.at = self._next_asked()
        if not world.at:
            world.step, self.asked = "vote", set()
            self._ask_vote()

    def _events(self) -> None:
        world = self.world
        while world.step == "events":
            if world.dice.random() < 0.1:
                self._reaction()
            if world.step != "events":
                return
            if world.dice.random() < 0.45:
                self.play(world.at, world.at in world.sedated)
            else:
                who = world.at
                self.asked.add(who)
                self._ask_events()
                self.tell("pass", player=who)
            self._maybe_arm()

    def _reaction(self) -> None:
        """Let a player react out of turn: for free if they have not played yet, for a token if they have."""
        world = self.world
        free = [p for p in world.standing if world.hand[p] and p not in world.sedated and not world.played[p]]
        paying = [p for p in world.standing if world.hand[p] and world.triumph[p] and self._may_pay(p)]
        if free and (not paying or world.dice.random() < 0.6):
            self.play(world.dice.choice(free), False)
        elif paying:
            self.play(world.dice.choice(paying), True)

    def _may_pay(self, person: str) -> bool:
        return person not in self.world.sedated or self.world.step == "events"

    def play(self, person: str, pays: bool) -> None:
        """Play an event; of the known ones the effect too."""
        world = self.world
        cards = [c for c in world.hand[person] if not c.startswith("despierto") or self._sleeper(person)]
        if not cards:
            return
        card = world.dice.choice(cards)
        slug = card.rpartition(".")[0]
        said: dict[str, object] = {"player": person, "card": slug}
        if pays:
            said["spend"] = True
        if slug == "armado" and not world.armoury:
            self.slips.no({"action": "event", **said}, "weapon.none-left")
            said["anyway"] = "nobody looked"
        if pays:
            world.triumph[person] -= 1
        else:
            world.played[person] += 1
        world.hand[person].remove(card)
        world.discards.append(card)
        world.openly.add(card)
        if slug == "armado":
            world.draw_weapon(person)
        elif slug == "armado-hasta-los-dientes":
            world.two.add(person)
        elif slug == "despierto":
            whom = self._sleeper(person)
            said["target"] = whom
            del world.sedated[whom]
        elif slug == "estimulante" and world.infected:
            world.infected.discard(world.dice.choice(sorted(world.infected)))
        elif world.dice.random() < 0.05:
            lucky = [p for p in world.standing if world.triumph[p] < 2]
            if lucky:
                said["gains"] = [world.dice.choice(lucky)]
                world.honour(str(said["gains"][0]))  # type: ignore[index]
        self.desk.note(f"event {slug}")
        if world.step == "events":
            if person == world.at:
                self.asked.add(person)
            self._ask_events()
        self.tell("event", **said)

    def _sleeper(self, person: str) -> str:
        """Return the player whom Despierto wakes, `person` first, or ""."""
        sleepers = [p for p in self.world.standing if p in self.world.sedated]
        return person if person in sleepers else sleepers[0] if sleepers else ""

    def _maybe_arm(self) -> None:
        """Trade a triumph for a weapon now and then."""
        world = self.world
        rich = [p for p in world.standing if world.triumph[p]]
        if rich and world.armoury and world.dice.random() < 0.04:
            person = world.dice.choice(rich)
            world.triumph[person] -= 1
            world.draw_weapon(person)
            if world.step == "events":
                self._ask_events()
            self.desk.note("armed for a token")
            self.tell("arm", player=person)

    @abstractmethod
    def _ask_vote(self) -> None:
        """Go on when no player is left to be asked for an event."""
