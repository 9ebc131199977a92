"""The action dice and the way out, played at a desk."""

from __future__ import annotations

from tests.lab.twin.the_thing.world import GREEN, REPARAR, SABOTAJE, USAR
from tests.lab.twin.the_thing_coop.rounds import Rounds
from tests.lab.twin.the_thing_coop.world import ADVANCE, DIE

BAD = (SABOTAJE, ADVANCE)
FACES = (USAR, REPARAR, SABOTAJE, ADVANCE)


class Works(Rounds):
    """Action dice of the leader."""

    def actions(self) -> None:
        """Roll until no Character stands, or the leader stops."""
        world = self.world
        while world.step == "actions":
            if self.chance(0.2):
                self._extra()
            if world.shows:  # the threat took a Character in the middle of a turn
                self._uses(world.assigned)
                continue
            self.slips.now()
            if world.turned and self.chance(0.1):
                world.to_rec_room()
                self.tell("stop")
                return
            self._one_roll()

    # Rolling

    def _sides(self, count: int) -> list[int]:
        return [self.dice.randint(1, 6) for _ in range(count)]

    def _one_roll(self) -> None:
        world = self.world
        if world.is_dark():
            world.assigned = self.dice.choice(world.up())
            self.desk.note("dice in the dark")
            self.tell("assign-dice", player=world.assigned)
        sides = self._sides(2 if world.hungry else 3)
        world.shows = {k: DIE[side - 1] for k, side in enumerate(sides, 1)}
        self.tell("roll-dice", dice=sides)
        self.slips.rolled()
        self._again()
        if self._turns_a_die():
            return
        able = [p for p in world.up() if any(self.can(face, p) for face in world.shows.values() if face not in BAD)]
        leaving = [p for p in world.up() if self.ready(p)]
        likely = leaving or able
        person = world.assigned or self.dice.choice(likely if likely and self.chance(0.8) else world.up())
        if not world.assigned and self.chance(0.5):
            world.assigned = person
            self.tell("assign-dice", player=person)
        self._uses(person)

    def _uses(self, person: str) -> None:
        """Let `person` cancel, suffer or use the dice."""
        self.slips.given(person)
        if self._bad() and self.chance(0.7) and not self._cancels(person):
            return
        if self._bad():
            self._suffers(person)
        else:
            self._acts(person)

    def _bad(self) -> list[int]:
        return [k for k, face in self.world.shows.items() if face in BAD]

    def may_reroll(self, person: str) -> int:
        """Return how many dice may be rolled again: all three by Norris, one by Garry, all in the dark with a
        flashlight."""
        world = self.world
        if world.sheet[person] == "norris" or (world.is_dark() and "linterna" in world.objects[person]):
            return 3
        return int(world.sheet[person] == "garry")

    def _again(self) -> None:
        world = self.world
        able = [p for p in world.up() if p in (world.assigned or p,) and self.may_reroll(p)]
        if not able or not self.chance(0.5):
            return
        person = self.dice.choice(able)
        most = min(self.may_reroll(person), len(world.shows))
        which = self.dice.sample(sorted(world.shows), self.dice.randint(1, most))
        sides = self._sides(len(which))
        world.shows |= {k: DIE[side - 1] for k, side in zip(which, sides, strict=True)}
        world.assigned, world.rerolled = person, True
        self.desk.note(f"again {world.sheet[person] if world.sheet[person] in ('norris', 'garry') else 'lamp'}")
        self.tell("reroll-dice", player=person, which=which, dice=sides)
        self.slips.rerolled(person)

    def _turns_a_die(self) -> bool:
        """Let a resting Character turn a die. Return True if no Character stands any more."""
        world = self.world
        resting = [p for p in world.upright("dormitory") if p != world.assigned]
        if not resting or world.altered or not self.chance(0.7):
            return False
        die = self.dice.choice(sorted(world.shows))
        face = self.dice.choice([one for one in FACES if one != world.shows[die]])
        world.shows[die], world.altered = face, True
        world.lying.add(resting[0])
        self.desk.note("a die turned")
        gone = not world.up()
        if gone:
            world.to_rec_room()
        self.tell("turn-die", player=resting[0], die=die, face=face)
        return gone

    # Uses of the dice

    def _cancels(self, person: str) -> bool:
        """Cancel some bad dice, at times a good one too, and return True if dice are left to use."""
        world, bad = self.world, self._bad()
        which = self.dice.sample(bad, self.dice.randint(1, len(bad)))
        which += [k for k in sorted(world.shows) if k not in bad and self.chance(0.05)]
        world.assigned = person
        for k in which:
            del world.shows[k]
        was = world.suspicion[person]
        world.suspect_by(person, len(which))
        self.desk.note("cancelled")
        if world.suspicion[person] < min(was + len(which), 6):
            self.desk.note("stopped by the threat")
        if person in world.sharing() and world.threaten("actions"):
            self.tell("cancel-dice", player=person, which=which)
            return False
        self.goes_on()
        self.tell("cancel-dice", player=person, which=which)
        return bool(world.shows) and world.step == "actions"

    def _suffers(self, person: str) -> None:
        world = self.world
        world.assigned, world.suffers = person, True
        self.desk.note("suffered")
        self.goes_on()
        self.tell("suffer-dice", player=person)

    def goes_on(self) -> None:
        """Suffer the bad dice, sabotage before the threat; then the turn is over for a Character without dice."""
        world, person = self.world, self.world.assigned
        while world.suffers and self._bad():
            k = min(self._bad(), key=lambda one: BAD.index(world.shows[one]))
            if world.shows.pop(k) == SABOTAJE:
                room = world.at[person]
                if room in GREEN and room not in world.fires:
                    self.sabotage(room, 1)
            elif world.move_threat(-1) and world.threaten("actions"):
                return
            if world.step == "ending":
                return
        if person not in world.characters() or world.suffers or not world.shows:
            world.turned += 1
            self.close(person)

    def _use(self, person: str, room: str, times: int, said: dict[str, object]) -> None:
        """Use a room; a Character who finds the keys keeps them."""
        store = self.world.store
        if room == "warehouse" and "llaves" in store[:2] and self.wants == "shed":
            store.remove("llaves")
            self.world.objects[person].append("llaves")
        else:
            super()._use(person, room, times, said)

    def close(self, person: str) -> None:
        """End the turn of `person`, and after the last one the phase."""
        world = self.world
        if person in world.characters():
            world.lying.add(person)
        world.clear_dice()
        if world.step == "actions" and not world.up():
            world.to_rec_room()

    def acted(self, person: str) -> None:
        self.world.turned += 1
        self.close(person)

    def _acts(self, person: str) -> None:
        """Use one of the dice for an action or a fire, or do nothing."""
        world = self.world
        faces = [face for face in dict.fromkeys(world.shows.values()) if self.can(face, person)]
        room, weapon = world.at[person], self.fire_of(person)
        if USAR in world.shows.values() and self.ready(person) and self.chance(0.7):
            self.leave_in(person)
        elif weapon and room in GREEN and room not in world.fires and len(world.fires) < 6 and self.chance(0.3):
            self.pay_fire(person, weapon)
            world.at[person] = "rec-room"
            world.fires.add(room)
            if world.freezing:
                world.freezing = 1
            self.desk.note("a fire")
            self.acted(person)
            self.tell("burn", player=person, at=room, **{"with": weapon})
        elif faces:
            self._do(self.dice.choice(faces), person)
        else:
            self.desk.note("wasted")
            self.acted(person)
            self.tell("waste-dice", player=person)

    # The way out

    def blocks(self, back: str) -> bool:
        """Let the Alien try to block the way, and return True if it does."""
        world = self.world
        self.slips.blocking()
        sides = self._sides(world.pool)
        blocked = sum(DIE[side - 1] in BAD for side in sides) >= 3
        if blocked:
            world.aboard = []
            world.to_rec_room()
        else:
            world.step = back if len(world.characters()) > 1 else "ending"
        self.desk.note("blocked" if blocked else "not blocked")
        self.tell("block-escape", dice=sides)
        return blocked

    def leave_in(self, person: str) -> None:
        world = self.world
        world.clear_dice()
        world.turned += 1
        world.lying.add(person)
        world.aboard = [person]
        self._set_off("escape", "carry-out", player=person, card=USAR, escape=True)

    def rescue(self) -> None:
        world, order = self.world, self.order()
        self.slips.boarding(order)
        if self.chance(0.4):
            world.declined = True
            world.to_actions()
            self.desk.note("declined")
            self.tell("get-aboard", player=order[0], boards=False)
            return
        world.aboard = [order[0]]
        self._set_off("rescue", "get-aboard", player=order[0], boards=True)

    def _set_off(self, way: str, verb: str, **said: object) -> None:
        """Take the first one aboard; the Alien may block the way, else the others follow."""
        world = self.world
        tries = bool(world.exposed and world.pool)
        world.step = "block" if tries else way if len(world.characters()) > 1 else "ending"
        self.tell(verb, **said)
        if tries and self.blocks(way):
            return
        if world.step == "ending":
            self.end("departed")
        else:
            self.boarding()
