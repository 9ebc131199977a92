"""The turns before the helicopter, played out: votes, dice, discards; every action told at the desk."""

from __future__ import annotations

from tests.lab.twin.la_criatura.events import Events
from tests.lab.twin.la_criatura.world import CREATURE, NONE


class Turns(Events):
    """One game's turns at a desk."""

    def first(self) -> None:
        """Choose a chief by lot, move the cards and advance the clock."""
        world = self.world
        self.slips.before_the_first_turn()
        self.slips.cards_handed_in()
        person = world.dice.choice(world.people)
        world.make_chief(person)
        if world.rule["first_hand"] == "first-turn":
            world.fill_all()
        world.deal_anew()
        self._end_turn()
        self.tell("chief", player=person)

    def whole(self) -> None:
        """Play one turn from the second on."""
        self._events()
        self._votes()
        if self.world.step == "move":
            self._move()
        self._discards()
        self._new_chief()

    # Votes

    def _ask_vote(self) -> None:
        """Ask the next voter, the chief's right neighbour first and the chief last; count when all have voted."""
        world = self.world
        chief, *others = world.rightward(world.chief)
        left = [p for p in (*others, chief) if p not in world.sedated and p not in self.asked]
        if left:
            world.at = left[0]
            return
        self.asked = set()
        top = max(world.votes.values(), default=0)
        hit = [p for p in world.standing if top and world.votes.get(p) == top]
        self.tied = hit if len(hit) > 1 else []
        if not hit:
            self._to_movement()
        elif self.tied:
            world.step, world.at = "tie", world.chief
        else:
            self._accuse(hit[0])

    def _votes(self) -> None:
        world = self.world
        while world.step == "vote":
            if world.dice.random() < 0.03:
                self._reaction()
            self._vote(world.at)
        while world.step == "tie":
            dice = [world.dice.randint(1, 6) for _ in self.tied]
            low = [p for p, eyes in zip(self.tied, dice, strict=True) if eyes == min(dice)]
            if len(low) == 1:
                self._accuse(low[0])
            elif world.rule["tie_again"] == "lowest":
                self.tied = low
            self.desk.note("a tie" if len(low) == 1 else "a tie again")
            self.tell("tie", dice=dice)
        if world.step == "verdict":
            self._verdict(world.at)

    def _vote(self, person: str) -> None:
        world = self.world
        others = [p for p in world.standing if p != person or world.rule["self_vote"] is True]
        votes = [world.dice.choice(others) for _ in range(2 if person == world.chief else 1)]
        if len(votes) == 2 and world.rule["chief_splits"] is not True:
            votes[1] = votes[0]
        if world.rule["abstention"] is True and world.dice.random() < 0.3:
            votes.pop()
        for target in votes:
            world.votes[target] = world.votes.get(target, 0) + 1
        self.asked.add(person)
        self._ask_vote()
        self.tell("vote", player=person, votes=votes)

    def _accuse(self, person: str) -> None:
        world = self.world
        if world.found >= 2:
            world.sedate(person)
            self._to_movement()
        else:
            world.step, world.at = "verdict", person

    def _verdict(self, person: str) -> None:
        """Declare truthfully as the player hit by the vote."""
        world = self.world
        is_creature = world.character[person] == CREATURE
        if is_creature:
            world.found += 1
            self.desk.note(f"found {world.found}")
            if world.found == 1:
                world.deal_anew()
                self._to_movement()
                if world.rule["redeal_is_movement"] is True:
                    self._ask_discard()
            else:
                world.character[person] = NONE
                world.infected.add(person)
                if world.rule["second_find"] == "sedated":
                    world.sedate(person)
                self._to_movement()
        else:
            world.sedate(person)
            self._to_movement()
        self.tell("declare", player=person, creature=is_creature)

    def _to_movement(self) -> None:
        world = self.world
        world.votes = {}
        if world.rule["sedation"] == "next-movement":
            world.sedated = {p: since for p, since in world.sedated.items() if since == world.round}
        world.step, world.at = "move", world.chief

    # Movement, discards, the new chief

    def _move(self) -> None:
        world = self.world
        self.slips.cards_handed_in()
        die = world.dice.randint(1, 6)
        said: dict[str, object] = {"dice": [die]}
        if world.dice.random() < 0.3:
            said["handed"] = [p for p in world.awake() if world.character[p] != NONE] if die <= 4 else []
        if die <= 4:
            world.deal_anew()
        self.desk.note("moved" if die <= 4 else "not moved")
        self._ask_discard()
        self.tell("move", **said)

    def _ask_discard(self) -> None:
        world = self.world
        left = [p for p in world.awake() if p not in self.asked and world.hand[p]]
        if left:
            world.step, world.at = "discard", left[0]
            return
        self.asked = set()
        world.fill_all()
        world.step, world.at = "chief", world.chief

    def _discards(self) -> None:
        world = self.world
        while world.step == "discard":
            person = world.at
            count = world.dice.choice([0, 0, 1, 1, 2, 3])
            count = min(count, len(world.hand[person]))
            self.slips.a_discard(person, world.hand[person][:count])
            for _ in range(count):
                world.discards.append(world.hand[person].pop(0))
            self.asked.add(person)
            self._ask_discard()
            self.tell("discard", player=person, count=count)

    def _new_chief(self) -> None:
        world = self.world
        die = world.dice.randint(1, 6)
        chief, *others = world.rightward(world.chief)
        able = [p for p in (*others, chief) if p not in world.sedated] or [chief]
        person = able[(die - 1) % len(able)]
        said: dict[str, object] = {"dice": [die]}
        if world.dice.random() < 0.3:
            said["player"] = person
        self.desk.note("chief again" if person == world.chief else "new chief")
        world.make_chief(person)
        self._end_turn()
        self.tell("elect", **said)

    def _end_turn(self) -> None:
        world = self.world
        if world.rule["sedation"] == "this-turn":
            world.sedated = {}
        world.clock -= 1
        world.round += 1
        world.played = dict.fromkeys(world.people, 0)
        self.asked, self.tied = set(), []
        if world.clock:
            world.step = "events"
            self._ask_events()
        else:
            world.step, world.at = "helicopter", world.awake_first()[0]
