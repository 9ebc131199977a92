"""Encounters, played at a desk: the exposed Alien, dogs, contagion that only those concerned learn of."""

from __future__ import annotations

from tests.lab.twin.the_thing.rounds import Rounds


class Meetings(Rounds):
    """Encounters in rooms, with dogs and with the Alien."""

    met: set[str]

    def meetings(self) -> list[str]:
        """Return the rooms in which an encounter is still to come."""
        world = self.world
        found = []
        for room in world.green:
            here = world.upright(room)
            with_dog = bool(world.dogs.get(room)) and any(world.sheet[p] != "clark" for p in here)
            if room not in self.met and (len(here) > 1 or with_dog):
                found.append(room)
        return found

    def hunted(self) -> list[str]:
        """Return the rooms in which the Alien was turned over."""
        return [room for room, n in self.world.strength.items() if n]

    def next_meeting(self) -> str:
        world = self.world
        if world.covered or self.hunted() or self.meetings():
            return "encounters"
        if world.arrived and not world.gone and not world.declined:
            return "rescue"
        return "actions"

    def encounters(self) -> None:
        """Play all encounters in the leader's order, the Alien's first."""
        world = self.world
        if world.covered:
            self.slips.now()
            for room, strength in zip(self.hidden, world.covered, strict=True):
                world.strength[room] = strength
            world.covered = []
            world.step = self.next_meeting()
            self.tell("reveal", at=list(self.hidden))
        while world.step == "encounters":
            self.slips.now()
            hunted = self.hunted()
            if hunted:
                self._clash(self.dice.choice(hunted))
            else:
                self._meet(self.dice.choice(self.meetings()))

    def move_pack(self) -> None:
        """Turn a card up for the pack leader; the kennel's may open the kennel, and dogs come out first."""
        world = self.world
        used = {*self.hidden} if world.covered else set[str]()  # what lies under its strength is out of the deck
        while world.step == "pack":
            room = self.dice.choice([r for r in world.locations() if r not in used])
            if room == "kennel":
                world.loose, world.dogs["kennel"] = world.loose + world.dogs["kennel"], 0
                self.desk.note("kennel opened by the pack")
            elif world.loose:
                used.add(room)
                if world.loose == 1 and not world.pack:
                    world.pack = room
                world.loose -= 1
                world.dogs[room] = world.dogs.get(room, 0) + 1
            else:
                if world.pack:
                    world.dogs[world.pack] -= 1
                if sum(world.dogs.values()) < 4:
                    world.dogs[room] = world.dogs.get(room, 0) + 1
                world.pack = room
                world.step = self.next_meeting()
                self.desk.note("pack moved")
            self.tell("locate", at=room)

    # Weapons

    def _evading(self, people: list[str]) -> dict[str, str]:
        """Choose the players who evade and by which means, and pay the price."""
        world, evade = self.world, dict[str, str]()
        for person in people:
            if not self.chance(0.5):
                continue
            held = world.weapons[person]
            if "pistola" in held:
                evade[person] = "pistol"
            elif "arma-cuerpo-a-cuerpo" in held:
                held.remove("arma-cuerpo-a-cuerpo")
                evade[person] = "melee"
            elif world.charges[person]:
                world.charges[person] -= 1
                evade[person] = "flamethrower"
        if evade:
            self.desk.note("evaded")
        return evade

    def fire_of(self, person: str) -> str:
        """Return the weapon with which `person` makes fire, or ""."""
        if self.world.charges[person]:
            return "flamethrower"
        return "explosive" if "dinamita" in self.world.weapons[person] else ""

    def may_burn(self) -> bool:
        """Return True if a face-down active card is there to pay for a fire."""
        return bool(self.world.active)

    def pay_fire(self, person: str, weapon: str) -> None:
        """Pay a charge or the card, and one face-down active card."""
        world = self.world
        if weapon == "flamethrower":
            world.charges[person] -= 1
        else:
            world.weapons[person].remove("dinamita")
        if world.active:
            world.discards.append(world.active.pop(self.dice.randrange(len(world.active))))

    # The exposed Alien

    def _clash(self, room: str) -> None:
        world = self.world
        strength = world.strength.pop(room)
        said: dict[str, object] = {"at": room}
        evade = self._evading(world.upright(room))
        if evade:
            said["evade"] = evade
        people = [p for p in world.upright(room) if p not in evade]
        fighters = [p for p in people if self.fire_of(p) and self.may_burn()]
        if fighters and self.chance(0.7):
            fighter = fighters[0]
            said |= {"fire": fighter, "with": self.fire_of(fighter)}
            self.pay_fire(fighter, self.fire_of(fighter))
            world.lying.add(fighter)
            strength -= 1
            self.desk.note("burnt the Alien")
        elif people and strength == len(people):
            world.lying.update(people)
            self.desk.note("even")
        elif strength < len(people):
            self.desk.note("flees")
        else:
            strength += self._wins(room, strength, people, said)
        world.pool += strength
        world.step = self.next_meeting() if world.characters() else "ending"
        self.tell("clash", **said)
        if world.step == "ending":
            self.end("assimilated")

    def _wins(self, room: str, strength: int, people: list[str], said: dict[str, object]) -> int:
        """Let the Alien take a being or the room, and return the strength it gains."""
        world, gained = self.world, 0
        dog = bool(world.dogs.get(room))
        win = self.does(bool(people or dog))
        if win:
            said["win"] = win
        if win == "assimilate":
            gained = 1
            if people and (not dog or self.chance(0.7)):
                victim = self.dice.choice(people)
                said["victim"] = victim
                world.kill(victim)
                self.desk.note("somebody taken")
            else:
                world.dogs[room] -= 1
                self.desk.note("dog taken")
                if world.pack == room and not world.dogs[room]:
                    world.pack, world.pack_taken = "", True
                    self.desk.note("pack taken")
        elif win == "sabotage":
            self.sabotage(room, strength)
            self.desk.note("sabotaged by the Alien")
        if not people and not dog:
            self.desk.note("alone")
        for person in people:
            if person in world.seats:
                world.at[person] = "rec-room"
                world.lying.add(person)
        return gained

    def does(self, somebody: bool) -> str:
        """Return what a winning Alien does: "assimilate", "sabotage", or "" which only an Alien alone may choose."""
        if somebody and self.chance(0.4):
            return "assimilate"
        return "sabotage" if somebody or self.chance(0.8) else ""

    def sabotage(self, room: str, strength: int) -> None:
        """Damage or rob the room, by its kind."""
        world = self.world
        if room in world.breaks:
            world.hurt(room, strength)
        elif room == "armoury":
            del world.armoury[:strength]
        elif room == "warehouse":
            del world.store[:strength]
        elif room == "laboratory":
            del world.bag[:strength]
        elif room == "kitchen":
            world.pantry = max(world.pantry - 2 * strength, 0)
        elif room == "station":
            world.fuel["warehouse"] = max(world.fuel["warehouse"] - strength, 0)

    # Everybody else

    def _shut_in(self, room: str, people: int) -> None:
        """Move a dog to the kennel; from the pack leader's room all others too, and the leader itself if three people
        are there."""
        world = self.world
        count = world.dogs[room] if world.pack == room else 1
        if world.pack == room:
            self.desk.note("pack shut in" if people > 2 else "pack left by two")
            if people > 2:
                world.pack = "kennel"
            else:
                count -= 1
        else:
            self.desk.note("dog shut in")
        world.dogs[room] -= count
        world.dogs["kennel"] = world.dogs.get("kennel", 0) + count

    def _meet(self, room: str) -> None:
        world = self.world
        said: dict[str, object] = {"at": room}
        evade = self._evading(world.upright(room)) if self.chance(0.4) else {}
        if evade:
            said["evade"] = evade
        people = [p for p in world.upright(room) if p not in evade]
        self.met.add(room)
        self.handled(people)
        dog = bool(world.dogs.get(room))
        if dog and len(people) > 1:
            self._shut_in(room, len(people))
        elif dog and people and world.sheet[people[0]] != "clark":
            world.suspect(people[0])
            self.desk.note("dog alone")
            if self.chance(2 / 9):
                self._infect(people[0])
        offers = [p for p in people if world.suspicion[p]] if len(people) > 1 else []
        looking = {p: [q for q in offers if q != p] for p in people} if offers else {}
        choosing = [p for p, others in looking.items() if len(others) > 1]
        if choosing:
            world.step = "meeting"
            self.tell("meet", **said)
            self._choose(room, choosing, looking)
            return
        self._looked(looking)
        world.step = self.next_meeting()
        self.tell("meet", **said)

    def handled(self, people: list[str]) -> None:
        """Take note of the players who handle role cards in an encounter (hook)."""

    def _choose(self, room: str, choosing: list[str], looking: dict[str, list[str]]) -> None:
        """Choose cards in any order; the last player ends it, or the table says that all have."""
        left = list(choosing)
        self.dice.shuffle(left)
        while left:
            self.slips.now()
            if self.chance(0.15):
                self._looked(looking)
                self.world.step = self.next_meeting()
                self.tell("looked")
                return
            person = left.pop()
            at = self.dice.choice(looking[person])
            looking[person] = [at]
            if not left:
                self._looked(looking)
                self.world.step = self.next_meeting()
            self.tell("look-at-token", player=person, at=at)

    def _looked(self, looking: dict[str, list[str]]) -> None:
        """Move each player who had someone to look at a space on; an Alien's second token turns one in two."""
        world = self.world
        were = {p: world.role[p] for p in looking}
        for person, others in looking.items():
            if others:
                world.suspect(person)
                at = self.dice.choice(others)
                if were.get(at) == "alien" and self.chance(0.5) and self.chance(0.5):
                    self._infect(person)

    def _infect(self, person: str) -> None:
        if self.world.role[person] == "human":
            self.world.role[person] = "alien"
            self.world.infected_last = person
            self.desk.note("infected")
