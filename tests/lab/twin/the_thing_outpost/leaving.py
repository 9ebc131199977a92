"""Ways out of the Norwegian base, one player by one, and the rifle that holds the dog up, played at a desk."""

from __future__ import annotations

from tests.lab.harness.harness import Desk
from tests.lab.twin.the_thing.evenings import Evenings
from tests.lab.twin.the_thing.world import USAR
from tests.lab.twin.the_thing_outpost.slips import Slips
from tests.lab.twin.the_thing_outpost.world import VEHICLES, World


class Leaving(Evenings):
    """Vehicles that run from the start."""

    world: World
    slips: Slips

    def __init__(self, desk: Desk, world: World) -> None:
        super().__init__(desk, world)
        self.slips = Slips(desk, world)

    def sheets(self) -> None:
        """Tell only where the leader token begins."""
        world = self.world
        self.slips.before()
        world.token_at = self.dice.choice(self.world.green)
        world.step, world.round = "weather", 1
        self.tell("take-sheets", token=world.token_at)

    def over(self, ending: str, winner: str, verb: str, **said: object) -> None:
        """Tell an action that ends the game without a card being shown."""
        world = self.world
        world.step = "over"
        winners = [p for p in world.people if p in world.away]
        self.desk.say({"action": verb, **said}, {"status": "ended", "cause": ending, "winners": winners})
        self.desk.over(ending, winner)
        self.slips.after()

    # Phase 2

    def upkeep(self) -> None:
        """Play the upkeep; if the rescue leaves empty and no vehicle is left, the cold takes all."""
        self._lost = False
        super().upkeep()
        if self._lost:
            winners = [p for p in self.world.people if p in self.world.away]
            self.desk.expect({"status": "ended", "cause": "left-behind", "winners": winners})
            self.desk.over("left-behind", "nobody")

    def after_upkeep(self) -> str:
        self._lost = self.world.is_hopeless()
        return "over" if self._lost else super().after_upkeep()

    # Weapons

    def fire_of(self, person: str) -> str:
        if self.world.charges[person]:
            return "flamethrower"
        return "explosive" if "granada" in self.world.weapons[person] else ""

    def pay_fire(self, person: str, weapon: str) -> None:
        world = self.world
        if weapon == "flamethrower":
            world.charges[person] -= 1
        else:
            world.weapons[person].remove("granada")
        world.discards.append(world.active.pop(self.dice.randrange(len(world.active))))

    def shoot(self) -> None:
        """Play a rifle, once a game."""
        world = self.world
        self.slips.shooting()
        for person in world.characters():
            rifles = [one for one in world.weapons[person] if one.startswith("rifle")]
            if rifles and not world.rifle and self.chance(0.5):
                world.weapons[person].remove(rifles[0])
                world.rifle = int(rifles[0][-1])
                self.desk.note("a rifle")
                self.tell("rifle", player=person, spaces=world.rifle)

    # Phase 4

    def wish(self, person: str, rooms: list[str]) -> str:
        world = self.world
        if world.role[person] == "alien" and "llaves" in world.objects[person] and "shed" in rooms and self.chance(0.6):
            return self.dice.choice([room for room in ("shed", "shed-2") if room in rooms])
        ways = [r for r in VEHICLES if r in rooms and world.left_at(r)]
        if ways and self.chance(0.7 if "llaves" in world.objects[person] else 0.2):
            return self.dice.choice(ways)
        if "radio" in rooms and not world.sos and self.chance(0.25):
            return "radio"
        if "warehouse" in rooms and world.store and self.chance(0.15):
            return "warehouse"
        return super().wish(person, rooms)

    def encounters(self) -> None:
        """Play the encounters; the players who took part handle their dental cards."""
        self.met_somebody = set[str]()
        super().encounters()
        self.world.new_teeth(self.met_somebody)

    def handled(self, people: list[str]) -> None:
        self.met_somebody |= {*people}
        for person in people:
            self.world.looked_at_before.pop(person, None)

    def actions(self) -> None:
        self.shoot()
        super().actions()

    def can(self, card: str, person: str) -> bool:
        room = self.world.at[person]
        if card == USAR and room in VEHICLES and not self.world.left_at(room):
            return False
        return super().can(card, person)

    def ready(self, person: str) -> bool:
        world, room = self.world, self.world.at[person]
        if person in world.lying or room not in VEHICLES or room in world.fires:
            return False
        full = world.rule["vehicle_fuel"] == "none" or world.fuel.get(room, 0) >= world.tank(room)
        whole = not world.damage.get(room) and world.left_at(room)
        return bool(full and whole and "llaves" in world.objects[person])

    # The way out

    def leave_in(self, person: str) -> None:
        self.world.vehicle = self.world.at[person]
        super().leave_in(person)
        self.world.vehicle = ""

    def order(self) -> list[str]:
        """Return the order of boarding; for a vehicle only of those who stand in its room."""
        world = self.world
        return [p for p in super().order() if not world.vehicle or world.at[p] == world.vehicle]

    def suspicious(self, person: str) -> float:
        """Return how likely `person` is to leave another behind: an Alien with the keys of a snowcat prefers to leave
        alone."""
        world = self.world
        if world.vehicle and world.role[world.aboard[0]] == "alien":
            return 0.9
        return super().suspicious(person)

    def all_aboard(self) -> str:
        return self.world.step if self.world.vehicle else super().all_aboard()

    def departs(self) -> None:
        """Leave in a vehicle: the player with the keys shows the role card, and all aboard are away."""
        world = self.world
        if not world.vehicle:
            super().departs()
            return
        owner, alone = world.aboard[0], len(world.aboard) == 1
        if world.role[owner] == "alien":
            self._alien_leaves(owner, alone)
            return
        world.shown[owner] = "human"
        self._keys(owner)
        self.desk.note(f"left by {world.vehicle}")
        if not alone:
            self.desk.note("left together")
        gone, world.aboard = world.aboard, []
        if set(world.characters()) <= set(gone):
            world.away += gone
            self.over("humans-away", "human", "show-role", player=owner, alien=False)
            return
        for person in gone:
            world.get_away(person)
        world.step = "actions"
        if world.is_hopeless():
            self.over("left-behind", "nobody", "show-role", player=owner, alien=False)
            return
        self.tell("show-role", player=owner, alien=False)

    def _keys(self, owner: str) -> None:
        """Put the keys on the vehicle that was used."""
        self.world.used[self.world.vehicle] += 1
        self.world.objects[owner].remove("llaves")

    def _alien_leaves(self, owner: str, alone: bool) -> None:
        world = self.world
        world.shown[owner] = "alien"
        if not alone or world.vehicle == "helicopter":
            world.step = "ending"
            self.tell("show-role", player=owner, alien=True)
            self.end("alien-away" if alone else "alien-aboard")
            return
        self._keys(owner)
        world.aboard = []
        world.expose(owner)
        world.step = "ufo-setup" if world.characters() else "ending"
        self.tell("show-role", player=owner, alien=True)
        if world.characters():
            self.saucer()
        else:
            self.end("taken")

    def saucer(self) -> None:
        """Play the last fight."""
        raise NotImplementedError
