"""A round up to the Alien's attack, played at a desk: who goes where, dogs, the threat, the cards of the Alien."""

from __future__ import annotations

from tests.lab.harness.harness import Desk
from tests.lab.twin.the_thing.evenings import Evenings
from tests.lab.twin.the_thing.world import GREEN
from tests.lab.twin.the_thing_coop.slips import Slips
from tests.lab.twin.the_thing_coop.world import World


class Rounds(Evenings):
    """One game at a desk, up to the dice of each round."""

    world: World
    slips: Slips

    def __init__(self, desk: Desk, world: World) -> None:
        super().__init__(desk, world)
        self.slips = Slips(desk, world)
        self.wants = self.dice.choice(("radio", "shed", "drift"))

    def tell(self, verb: str, **said: object) -> None:
        super().tell(verb, **said)
        for name in ("exposed", "dead"):
            if getattr(self.world, name):
                self.desk.note(f"some {name}")

    def whole(self) -> None:
        """Play one round, as far as the game goes on."""
        while True:
            getattr(self, self.world.step.replace("-", "_"))()
            if self.world.step in ("over", "weather"):
                return

    def sheets(self) -> None:
        raise NotImplementedError

    def take_sheets(self, said: int) -> None:
        """Deal the sheets; places from `said` on get the next sheets of the box, untold."""
        world = self.world
        self.slips.before()
        told = {str(k): world.sheet[p] for k, p in enumerate(world.people[:said], 1)}
        world.step, world.round = "weather", 1
        self.tell("take-sheets", **({"who": told} if told else {}))

    def ending(self) -> None:
        """End the game when no Character is left."""
        self.end("assimilated")

    # Moving

    def after_upkeep(self) -> str:
        self.world.placed = set()
        return "plan"

    def plan(self) -> None:
        """Move the leader's Characters in any order, then those of the next person."""
        world = self.world
        while world.step == "plan":
            left = world.to_place()
            self.slips.moving(left)
            person = self.dice.choice([p for p in left if world.plays[p] == world.plays[left[0]]])
            rooms = [r for r in GREEN if r not in world.fires and sum(world.at[p] == r for p in world.characters()) < 3]
            if self.chance(0.12) and not any(world.at[p] == "dormitory" for p in world.characters()):
                world.at[person] = "dormitory"
            else:
                world.at[person] = self.wish(person, rooms)
            world.placed.add(person)
            if not world.to_place():
                self._together()
            self.tell("place", player=person, at=world.at[person])

    def wish(self, person: str, rooms: list[str]) -> str:
        """Return the room a person prefers: they call for help or get away, and are alone until the Alien hunts
        them."""
        world = self.world
        keys = any("llaves" in world.objects[p] for p in world.characters())
        is_full = not world.damage.get("shed") and world.fuel.get("shed", 0) >= world.board.spaces["shed"]
        shed = 0.5 if not is_full else 0.95 if "llaves" in world.objects[person] else 0.1
        plans = {
            "radio": {"radio": 0.0 if world.sos else 0.7},
            "shed": {"shed": shed, "warehouse": 0.0 if keys else 0.5},
            "drift": {"radio": 0.0 if world.sos else 0.3, "armoury": 0.3 if world.armoury else 0.0, "shed": 0.2},
        }
        for room, odds in plans[self.wants].items():
            if room in rooms and self.chance(odds):
                return room
        company = [room for room in rooms if world.upright(room)]
        alone = [room for room in rooms if room not in company]
        likes = company if world.exposed else alone
        return self.dice.choice(likes if likes and self.chance(0.6) else rooms)

    def _together(self) -> None:
        """Let Characters who share a room shut in its dog, and move each a space on."""
        world, moved = self.world, list[str]()
        for room in GREEN:
            here = [p for p in world.characters() if world.at[p] == room]
            if len(here) < 2:
                continue
            if world.dogs.get(room):
                world.dogs[room] -= 1
                world.dogs["kennel"] = world.dogs.get("kennel", 0) + 1
                self.desk.note("dog shut in")
            for person in here:
                world.suspect_by(person, 1)
                moved.append(person)
        if {*moved} & {*world.sharing()}:
            self.desk.note("reached together")
            if world.threaten("encounters"):
                return
        if world.step != "ending":
            self._go_on_meeting()

    def choice(self) -> None:
        """Choose whom the threat takes, and resume play where it stopped."""
        world = self.world
        self.slips.choosing()
        person = self.dice.choice(world.sharing())
        world.transform(person)
        self.desk.note(f"chosen in {world.back}")
        if world.step != "ending":
            self.resume(world.back)
        self.tell("transform", player=person)

    def resume(self, back: str) -> None:
        """Go back to the phase in which the threat came."""
        if back == "encounters":
            self._go_on_meeting()
        elif back == "weather":
            self.world.new_round()
        else:
            self.world.step = "actions"
            self.goes_on()

    def goes_on(self) -> None:
        """Play the rest of the dice."""
        raise NotImplementedError

    # Dogs and the Alien

    def meetings(self) -> list[str]:
        return self.world.dog_rooms()

    def _go_on_meeting(self) -> None:
        self.world.step = self.next_meeting()

    def next_meeting(self) -> str:
        """Return the step after an encounter, and bring the world there."""
        world = self.world
        if world.covered or self.hunted() or self.meetings():
            return "encounters"
        if world.exposed and world.pool and not world.attacked:
            return "alien"
        world.to_rescue()
        return world.step

    def alien(self) -> None:
        """Lay the Alien's cards: on each one more than the largest group, on the last the rest."""
        world = self.world
        self.slips.now()
        laid = world.attack()
        deck = world.locations()
        world.pool -= sum(laid)
        world.covered, world.attacked = list(laid), True
        self.hidden = self.dice.sample(deck, len(laid))
        world.step = "encounters"
        self.tell("lay-strength")

    def encounters(self) -> None:
        """Play the dogs, or the Alien's cards and then its rooms."""
        world = self.world
        while world.step == "encounters":
            self.slips.now()
            if world.covered:
                self._turn_over()
            elif self.hunted():
                self._clash(self.dice.choice(self.hunted()))
            else:
                self._dog(self.dice.choice(self.meetings()))

    def _turn_over(self) -> None:
        """Turn over some or all of the Alien's cards; the kennel gives it a dog."""
        world = self.world
        count = self.dice.randint(1, len(world.covered))
        rooms, self.hidden = self.hidden[:count], self.hidden[count:]
        for room, strength in zip(rooms, world.covered, strict=False):
            world.drawn.add(room)
            if room == "kennel":
                world.dogs["kennel"] -= 1
                world.pool += strength + 1
                self.desk.note("dog of the kennel taken")
            else:
                world.strength[room] = strength
        world.covered = world.covered[count:]
        if not world.covered:
            self._go_on_meeting()
        self.tell("reveal", at=rooms)

    def may_burn(self) -> bool:
        return True

    def does(self, somebody: bool) -> str:
        """Return what the Alien does: it takes whom it can unless the table chooses otherwise; alone it breaks the
        room."""
        takes = somebody and (self.world.rule["winner"] == "assimilates" or self.chance(0.5))
        return "assimilate" if takes else "sabotage"

    def _dog(self, room: str) -> None:
        """Meet a dog alone: draw a token of nine, two of them the Alien's."""
        world, person = self.world, self.world.upright(room)[0]
        said: dict[str, object] = {"at": room}
        evade = self._evading([person]) if self.chance(0.5) else {}
        world.met.add(room)
        if evade:
            said["evade"] = evade
            if self.chance(0.5):
                said["alien"] = False
        elif self.chance(2 / 9):
            said["alien"] = True
            world.transform(person)
            self.desk.note("a dog's Alien")
        else:
            said["alien"] = False
            world.suspect_by(person, 1)
            self.desk.note("dog alone")
            if person in world.sharing() and world.threaten("encounters"):
                self.tell("meet", **said)
                return
        if world.step == "encounters":
            self._go_on_meeting()
        self.tell("meet", **said)

    # Dogs, leader and threat

    def after_food(self) -> str:
        if self.world.loose:
            return "dogs"
        self._sheet_goes_on()
        return "threat"

    def _sheet_goes_on(self) -> None:
        world = self.world
        was, world.leader = world.leader, world.next_leader()
        if world.plays[was] != world.plays[world.leader]:
            self.desk.note("sheet goes on")

    def dogs(self) -> None:
        """Turn a card up for each dog; after the last the sheet goes to the left."""
        world = self.world
        world.drawn = set()
        while world.step == "dogs":
            self.slips.locating()
            room = self.dice.choice([one for one in world.locations() if one not in world.drawn])
            if room == "kennel":
                world.loose += world.dogs["kennel"]
                world.dogs["kennel"] = 0
                self.desk.note("kennel opened")
            else:
                world.drawn.add(room)
                world.dogs[room] = world.dogs.get(room, 0) + 1
                world.loose -= 1
                if not world.loose:
                    self._sheet_goes_on()
                    world.step = "threat"
            self.tell("locate", at=room)

    def threat(self) -> None:
        """Move the threat to the left if it shares its space with no Character, else to the right; a new round
        begins."""
        world = self.world
        self.slips.now()
        company = len(world.sharing())
        self.desk.note("threat goes right" if company else "threat goes left")
        waits = world.move_threat(company or -1) and world.threaten("weather")
        if not waits and world.step != "ending":
            world.new_round()
        self.tell("move-threat")
