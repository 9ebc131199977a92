"""The rec room, tests, food, dogs and the end, played at a desk; and a round as a whole."""

from __future__ import annotations

from tests.lab.twin.the_thing.works import Works


class Evenings(Works):
    """A game from round to round."""

    def whole(self) -> None:
        """Play one round, as far as the game goes on."""
        world = self.world
        world.drawn, self.met = set(), set()
        for step in ("weather", "upkeep", "alien", "draw", "plan", "pack", "encounters", "rescue", "actions",
                     "rec-room", "tests", "food", "dogs"):  # fmt: skip
            if world.step == step:
                getattr(self, {"pack": "move_pack"}.get(step, step.replace("-", "_")))()
            if world.step in ("over", "weather") and step != "weather":
                return

    # Phases 5 and 6

    def rec_room(self) -> None:
        """Trade, reveal an Alien and vote in the recreation room."""
        world = self.world
        self.slips.voting()
        if self.chance(0.4):
            self._trade()
        hidden = [p for p in world.characters() if world.role[p] == "alien"]
        if hidden and self.chance(0.06):
            person = self.dice.choice(hidden)
            world.expose(person)
            world.step = world.step if world.characters() else "ending"
            self.desk.note("shown")
            self.tell("expose", player=person)
            if world.step == "ending":
                self.end("assimilated")
                return
        votes = dict[str, str]()
        for person in world.characters():
            others = [p for p in world.characters() if p != person and world.suspicion[p]]
            if others and self.chance(0.7):
                votes[person] = self.dice.choice(others)
        for person in self.dice.sample(world.characters(), len(world.characters())) if self.chance(0.3) else ():
            world.voted.append(person)
            self.tell("vote", player=person, at=votes.get(person))
            self.slips.voted(person)
        for target in votes.values():
            world.suspect(target)
        world.voted, world.step = [], "tests"
        self.tell("votes", votes=votes)

    def _trade(self) -> None:
        world = self.world
        for person in world.characters():
            to = self.dice.choice(world.characters())
            kind = self.dice.choice(("weapons", "objects"))
            held = (world.weapons if kind == "weapons" else world.objects)[person]
            if to == person or not held:
                continue
            given = self.dice.choice(held)
            burner = given == "lanzallamas" and bool(world.charges[person])
            if given == "lanzallamas" and (held.count(given) > 1 or not burner):
                continue
            held.remove(given)
            (world.weapons if kind == "weapons" else world.objects)[to].append(given)
            if burner:
                world.charges[to] += world.charges[person]
                world.charges[person] = 0
            self.tell("trade", player=person, to=to, kind=kind, **({"flamethrower": True} if burner else {}))
            return

    def tests(self) -> None:
        """Make one test of each kind, if a player can."""
        world, done = self.world, 0
        self.slips.testing()
        for kind in ("a", "b"):
            able = [p for p in world.characters() if self._can_test(kind, p)]
            if not able or not self.chance(0.6) or world.step != "tests":
                continue
            person = self.dice.choice(able)
            most = max(world.suspicion[p] for p in world.characters())
            targets = [p for p in world.characters() if kind == "b" or world.suspicion[p] == most]
            target = self.dice.choice(targets)
            if kind == "a":
                world.lab[person].remove("green")
            else:
                world.charges[person] -= 1
            alien = world.role[target] == "alien"
            done += 1
            if alien:
                world.expose(target)
            else:
                world.suspicion[target] = 0
            world.step = "ending" if not world.characters() else "food" if done == 2 else "tests"
            self.desk.note("test alien" if alien else "test human")
            self.tell("test", player=person, target=target, kind=kind, alien=alien)
            if world.step == "ending":
                self.end("assimilated")
                return
        if world.step == "tests":
            world.step = "food"
            self.tell("next")

    def _can_test(self, kind: str, person: str) -> bool:
        world = self.world
        if kind == "a":
            return "green" in world.lab[person]
        return "cable" in world.objects[person] and bool(world.charges[person])

    # Phases 7 and 8

    def food(self) -> None:
        """Eat from the kitchen, or four of the pantry, or go hungry."""
        world = self.world
        self.slips.now()
        enough = bool(world.kitchen) or world.pantry >= 4
        if not world.kitchen and world.pantry >= 4:
            world.pantry -= 4
        world.kitchen = 0
        if not enough:
            world.hungry = True
            self.desk.note("hungry")
        elif world.rule["hunger"] == "each-round":
            world.hungry = False
        for person in world.characters():
            while len(world.hand[person]) > world.limit():
                world.discards.append(world.hand[person].pop())
        kennel = 0 if world.dogs_in else world.dogs.get("kennel", 0)
        world.loose += sum(n for room, n in world.dogs.items() if room != "kennel") + kennel
        world.dogs = {"kennel": world.dogs.get("kennel", 0) - kennel}
        if world.pack != "kennel" or kennel:
            world.pack = ""
        world.dogs_in = True
        world.step = self.after_food()
        self.tell("food")

    def after_food(self) -> str:
        """Return the step after the food: at least the leader token needs a card."""
        return "dogs"

    def dogs(self) -> None:
        """Turn a card up for each dog, the last one for the leader token."""
        world = self.world
        while True:
            self.slips.locating()
            cards = [room for room in world.locations() if world.card(room) not in world.drawn]
            if not cards or (cards == ["kennel"] and not world.loose):
                self._skip()
                return
            room = self.dice.choice(cards)
            if room == "kennel":
                world.loose += world.dogs["kennel"]
                world.dogs["kennel"] = 0
                world.pack = "" if world.pack == "kennel" else world.pack
                self.desk.note("kennel opened")
                self.tell("locate", at=room)
                continue
            world.drawn.add(world.card(room))
            if world.loose:
                world.dogs[room] = world.dogs.get(room, 0) + 1
                leads = not world.pack and not world.pack_taken
                told = leads and self.chance(1 / world.loose)
                if leads and (told or world.loose == 1):
                    world.pack = room
                world.loose -= 1
                self.tell("locate", at=room, **({"pack": True} if told else {}))
                continue
            world.token_at = room
            self._new_leader()
            self.new_round()
            self.tell("locate", at=room)
            break
        self.nobody_human()

    def _skip(self) -> None:
        """Skip the dogs when no card is left: dogs without a room stay loose."""
        self._new_leader()
        self.new_round()
        self.tell("next")

    def _new_leader(self) -> None:
        world = self.world
        if world.token and world.token in world.characters():
            world.leader = world.token
        world.token = ""

    def new_round(self) -> None:
        self.world.declined = False
        self.world.round, self.world.step = self.world.round + 1, "weather"

    def nobody_human(self) -> None:
        """End the game if the last human was infected and an Alien plays openly."""
        world = self.world
        if all(world.role[p] == "alien" for p in world.characters()) and (world.exposed or self.chance(0.5)):
            world.step = "ending"
            self.tell("end", cause="assimilated")
            self.end("assimilated")

    # The end

    def end(self, ending: str) -> None:
        """End the game with all roles shown."""
        world = self.world
        self.slips.ending()
        cause, side = self.outcome(ending)
        last = self.last_infected(cause)
        if last:
            self.desk.note("infected last")
            self.slips.ending_without_the_last()
        world.step = "over"
        said = {"last_infected": last} if last else {}
        self.desk.say({"action": "end", "cause": "roles", "roles": dict(world.role), **said})
        self.desk.expect({"status": "ended", "cause": cause, "winners": [p for p in self.winners(side) if p != last]})
        self.desk.over(cause, side)
        self.slips.after()

    def winners(self, side: str) -> list[str]:
        """Return the winners when `side` wins: its members, and the players who got away before."""
        world = self.world
        return [p for p in world.people if p in world.away or world.role[p] == side]

    def last_infected(self, cause: str) -> str:
        """Return the player infected last, who loses although all are Aliens, or "" if an Alien plays openly."""
        world = self.world
        alone = not world.exposed and all(role == "alien" for role in world.role.values())
        return world.infected_last if alone else ""

    def outcome(self, ending: str) -> tuple[str, str]:
        """Return the cause of the ending and the side that wins."""
        world = self.world
        if ending == "frozen" and all(world.role[p] == "alien" for p in world.characters()):
            return "assimilated", "alien"
        if ending != "departed":
            return ending, "alien"
        if any(world.role[p] == "alien" for p in world.aboard):
            return "alien-aboard", "alien"
        if any(world.role[p] == "human" for p in world.characters() if p not in world.aboard):
            return "human-left", "alien"
        return "humans-away", "human"

    def leave(self) -> None:
        """Abandon the game without a result."""
        self.world.step = "over"
        self.desk.say({"action": "end", "cause": "abandoned"}, {"status": "ended", "cause": "abandoned", "winners": []})
        self.desk.over("abandoned", "nobody")
