"""Action cards, fires, objects and the way out, played at a desk."""

from __future__ import annotations

from tests.lab.twin.the_thing.meetings import Meetings
from tests.lab.twin.the_thing.world import FACES, REPARAR, SABOTAJE, USAR


class Works(Meetings):
    """Action cards, fires, objects and the way out."""

    turned: int

    def can(self, card: str, person: str) -> bool:
        """Return True if `person` stands and can carry out `card` in their room."""
        world, room = self.world, self.world.at[person]
        if person in world.lying or room not in world.green or room in world.fires:
            return False
        damage = world.damage.get(room, 0)
        if card == REPARAR:
            return bool(damage) and not (room == "boiler" and world.freezing)
        if card == SABOTAJE:
            return room not in world.breaks or damage < world.breaks[room]
        if room == "radio":
            return not damage and not world.sos
        if room in ("armoury", "warehouse", "laboratory"):
            return bool({"armoury": world.armoury, "warehouse": world.store, "laboratory": world.bag}[room])
        if room == "kitchen":
            return bool(world.pantry)
        if room in ("boiler", "generator"):
            return bool(world.fuel["warehouse"]) and world.space(room) > 0
        if room in world.vehicles:
            return bool(world.fuel["reserve"]) and world.space(room) > 0
        return True

    def ready(self, person: str) -> bool:
        """Return True if `person` has the keys and stands in a vehicle that is whole and full."""
        world, room = self.world, self.world.at[person]
        if (
            person in world.lying
            or room not in world.vehicles
            or room in world.fires
            or "llaves" not in world.objects[person]
        ):
            return False
        return not world.damage.get(room) and world.fuel.get(room, 0) >= world.tank(room)

    def actions(self) -> None:
        """Fight fires, then deal action cards until the leader stops."""
        world = self.world
        self.turned = 0
        self._fires()
        while world.step == "actions":
            self.slips.acting(self.turned)
            if self.chance(0.25):
                self._extra()
            up = [p for p in world.characters() if p not in world.lying]
            if not world.active or not up or (self.turned and self.chance(0.3)):
                self._stop(bool(up))
                return
            self._turn(up)

    def _stop(self, somebody: bool) -> None:
        world = self.world
        if not self.turned and world.active and somebody:
            return
        world.discards += world.active
        world.active = []
        world.lying.clear()
        for person in world.characters():
            world.at[person] = "rec-room"
        world.voted = []
        world.step = "rec-room"
        self.tell("stop")

    def _fires(self) -> None:
        world = self.world
        for person in world.characters():
            rooms = [room for room in world.green if room not in world.fires]
            if person in world.lying or not self.fire_of(person) or not world.active or len(world.fires) >= 5:
                continue
            if self.chance(0.25):
                weapon, room = self.fire_of(person), self.dice.choice(rooms)
                self.pay_fire(person, weapon)
                world.at[person] = "rec-room"
                world.lying.add(person)
                world.fires.add(room)
                if room == "boiler" or world.freezing:
                    world.freezing = 1
                self.desk.note("a fire")
                self.tell("burn", player=person, at=room, **{"with": weapon})

    def _extra(self) -> None:
        """Use tools or fuel where their owner stands, beside the action."""
        world = self.world
        for person in world.characters():
            room, held = world.at[person], world.objects[person]
            broken = room in world.breaks and world.damage.get(room) and not (room == "boiler" and world.freezing)
            takes = (
                room in ("boiler", "generator", *world.vehicles) and world.space(room) > 0 and world.fuel["warehouse"]
            )
            if "herramientas" in held and broken:
                held.remove("herramientas")
                world.hurt(room, -1)
                self.desk.note("tools")
                self.tell("extra", player=person, item="tools")
                return
            if "combustible" in held and takes:
                held.remove("combustible")
                world.haul("warehouse", room, 1)
                self.desk.note("fuel")
                self.tell("extra", player=person, item="fuel")
                return

    def _turn(self, up: list[str]) -> None:
        world = self.world
        card = world.active.pop(self.dice.randrange(len(world.active)))
        world.discards.append(card)
        self.turned += 1
        leaving = [p for p in up if card == USAR and self.ready(p)]
        doers = [p for p in up if self.can(card, p)]
        if leaving and self.chance(0.6):
            self.leave_in(leaving[0])
        elif doers:
            self._do(card, self.dice.choice(doers))
        else:
            person = self.dice.choice(up)
            world.lying.add(person)
            self.desk.note("card lost")
            self.tell("lose", player=person, card=card)

    def _do(self, card: str, person: str) -> None:
        world, room = self.world, self.world.at[person]
        times = len(world.upright(room)) if room in world.together else 1
        said: dict[str, object] = {"player": person, "card": card}
        if times > 1 and card != SABOTAJE:
            self.desk.note("a bonus")
        if card == SABOTAJE:
            self.sabotage(room, 1)
        elif card == REPARAR:
            world.hurt(room, -times * (2 if world.sheet[person] == "windows" else 1))
        else:
            self._use(person, room, times, said)
        self.acted(person)
        self.tell("carry-out", **said)

    def acted(self, person: str) -> None:
        self.world.lying.add(person)

    def _use(self, person: str, room: str, times: int, said: dict[str, object]) -> None:
        world = self.world
        if room in ("boiler", "generator"):
            world.haul("warehouse", room, times)
        elif room in world.vehicles:
            world.haul("reserve", room, times)
        elif room == "radio":
            world.sos = 1
            self.desk.note("S.O.S.")
        elif room == "kitchen":
            moved = min(1 if world.sheet[person] == "nauls" else 2, world.pantry)
            world.pantry -= moved
            world.kitchen += moved
        elif room == "station":
            world.face, world.die_at_station = self.dice.choice(FACES), True
            said["face"] = world.face
            into = [r for r in ("boiler", "generator", *world.vehicles) if world.space(r) > 0 and r not in world.fires]
            if into and world.fuel["warehouse"]:
                said["into"] = self.dice.choice(into)
                world.haul("warehouse", str(said["into"]), 1)
        elif room == "armoury":
            looked = [world.armoury.pop(0) for _ in range(min(2, len(world.armoury)))]
            kept = looked.pop(self.dice.randrange(len(looked)))
            world.armoury += looked
            world.weapons[person].append(kept)
            if kept == "lanzallamas":
                world.charges[person] += 6
                said["flamethrower"] = True
        elif room == "warehouse":
            looked = [world.store.pop(0) for _ in range(min(2, len(world.store)))]
            world.objects[person].append(looked.pop(self.dice.randrange(len(looked))))
            world.store += looked
        else:
            many = min(times + (world.sheet[person] == "blair"), len(world.bag))
            drawn = [world.bag.pop() for _ in range(many)]
            kept_ = [token for token in drawn if token == "green" or self.chance(0.2)]
            world.lab[person] += kept_
            said["kept"] = len(kept_)

    # The way out

    def leave_in(self, person: str) -> None:
        """Leave in a vehicle with `person`, who has the keys."""
        world = self.world
        world.lying.add(person)
        world.aboard = [person]
        world.step = "escape"
        self.tell("carry-out", player=person, card=USAR, escape=True)
        self.boarding()

    def rescue(self) -> None:
        """Let the least suspicious decide about the rescue, and carry it out."""
        world = self.world
        self.slips.boarding(self.order())
        first = self.order()[0]
        if self.chance(0.5):
            world.declined, world.step = True, "actions"
            self.desk.note("declined")
            self.tell("get-aboard", player=first, boards=False)
            return
        world.aboard = [first]
        if len(world.characters()) == 1:
            world.step = "ending"
        self.tell("get-aboard", player=first, boards=True)
        if world.step == "ending":
            self.end("departed")
            return
        self.boarding()

    def order(self) -> list[str]:
        """Return the players in the order of boarding, the least suspicious first."""
        world = self.world
        order = world.in_turn()
        return sorted(order, key=lambda p: (world.suspicion[p], order.index(p)))

    def boarding(self) -> None:
        """Take people aboard one after another, with the consent of all aboard."""
        world, refused = self.world, set[str]()

        def waiting() -> list[str]:
            return [p for p in self.order() if p not in world.aboard and p not in refused]

        while waiting():
            self.slips.boarding(waiting())
            person = waiting()[0]
            if self.chance(0.3 if world.role[person] == "alien" else 0.1):
                refused.add(person)
                world.step = world.step if waiting() else self.all_aboard()
                self.tell("get-aboard", player=person, boards=False)
                continue
            self.tell("get-aboard", player=person, boards=True)
            if self._let_in(person, refused):
                refused = set()
                if world.role[person] == "alien":
                    world.shown[person], world.step = "alien", "ending"
                    self.tell("show-role", player=person, alien=True)
                    self.end("alien-aboard")
                    return
                world.shown[person] = "human"
                world.step = world.step if waiting() else self.all_aboard()
                self.tell("show-role", player=person, alien=False)
        self.departs()

    def all_aboard(self) -> str:
        """Return the step after the boarding."""
        return "ending"

    def departs(self) -> None:
        """End the game with all aboard away."""
        self.world.step = "ending"
        self.end("departed")

    def suspicious(self, person: str) -> float:
        """Return how likely `person`, who is aboard, is to leave another behind."""
        return 0.5 if self.world.role[person] == "alien" else 0.03

    def _let_in(self, person: str, refused: set[str]) -> bool:
        """Ask all aboard in any order, and return True if `person` is let in. They recognise an Alien more often than
        not."""
        world = self.world
        odds = self.suspicious(person)
        asked = list(world.aboard)
        self.dice.shuffle(asked)
        for k, one in enumerate(asked, 1):
            if self.chance(odds):
                refused.add(person)
                left = [p for p in self.order() if p not in world.aboard and p not in refused]
                world.step = world.step if left else self.all_aboard()
                self.desk.note("refused aboard")
                self.tell("consent", player=one, grants=False)
                return False
            if k == len(asked):
                world.aboard.append(person)
            self.tell("consent", player=one, grants=True)
        return True
