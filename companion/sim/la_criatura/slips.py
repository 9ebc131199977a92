"""What must be refused, tried now and then; and cards shown to the referee, of which the truth is known."""

from __future__ import annotations

from companion.sim.desk import Desk
from companion.sim.la_criatura.world import World

OFTEN = 0.35
LOOKS = 0.08
INFECTED = "infectado"


class Slips:
    """Near misses and checks at a desk."""

    def __init__(self, desk: Desk, world: World) -> None:
        self.desk, self.world = desk, world

    def now(self) -> None:
        """Something that this table must not accept, and cards that are shown."""
        world, dice = self.world, self.world.dice
        if world.step in ("over", "landed", "respond"):
            return
        if dice.random() < OFTEN:
            self._try()
        if dice.random() < LOOKS:
            self._look()

    def _try(self) -> None:
        world, dice = self.world, self.world.dice
        person = dice.choice(world.standing)
        other = dice.choice([p for p in world.standing if p != person])
        tries = [self._event, self._step_of_others, self._weapon, self._token, self._nobody]
        tries += {"vote": [self._vote], "discard": [self._discard], "move": [self._move], "chief": [self._chief]}.get(
            world.step, []
        )
        if world.step in ("helicopter", "combat"):
            tries.append(self._attack)
        dice.choice(tries)(person, other)

    def _nobody(self, person: str, other: str) -> None:
        self.desk.near_miss({"action": "arm", "player": "Nadie"}, "player.unknown")
        if self.world.fallen:
            self.desk.near_miss({"action": "arm", "player": self.world.fallen[0]}, "player.out")

    def _event(self, person: str, other: str) -> None:
        world = self.world
        said = {"action": "event", "player": person, "card": "evento"}
        if world.step == "combat":
            self.desk.near_miss(said, "event.too-late")
        elif world.step in ("discard", "chief"):
            self.desk.near_miss(said, "step.wrong")
        elif person in world.sedated:
            self.desk.near_miss(said, "event.sedated")
        elif world.played[person]:
            self.desk.near_miss(said, "event.limit")
        elif not world.triumph[person]:
            self.desk.near_miss({**said, "spend": True}, "token.none")
        elif not world.hand[person]:
            self.desk.near_miss(said, "hand.empty")
        elif other not in world.sedated:
            self.desk.near_miss({**said, "card": "despierto", "target": other}, "event.awake")

    def _step_of_others(self, person: str, other: str) -> None:
        """What belongs to another step of the turn."""
        step = self.world.step
        belongs: dict[str, tuple[dict[str, object], str]] = {
            "pass": ({"player": person}, "events"),
            "tie": ({"dice": [1]}, "tie"),
            "declare": ({"player": person, "creature": False}, "verdict"),
            "move": ({"dice": [2]}, "move"),
            "elect": ({"dice": [2]}, "chief"),
            "chief": ({"player": person}, "first"),
        }
        for verb, (said, when) in belongs.items():
            if step != when:
                self.desk.near_miss({"action": verb, **said}, "step.wrong")
        if step not in ("helicopter", "combat"):
            self.desk.near_miss({"action": "attack", "player": person, "target": other, "dice": [5]}, "step.wrong")
            self.desk.near_miss({"action": "reveal", "player": person, "infected": []}, "reveal.when")
            self.desk.near_miss({"action": "respond", "player": person}, "step.wrong")

    def _weapon(self, person: str, other: str) -> None:
        world = self.world
        said = {"action": "uncover", "player": person, "card": "cuchillo"}
        if world.step not in ("helicopter", "combat"):
            self.desk.near_miss(said, "weapon.face-down")
        elif not world.weapons[person]:
            self.desk.near_miss(said, "weapon.none")

    def _token(self, person: str, other: str) -> None:
        world = self.world
        if world.triumph[person] == 0 and world.step not in ("tie", "verdict"):
            self.desk.near_miss({"action": "arm", "player": person}, "token.none")
        over = {"action": "override", "set": {"tokens": {person: 3}}, "reason": "r"}
        self.desk.near_miss(over, "token.limit")
        self.desk.near_miss({**over, "set": {"hands": {person: 4}}}, "hand.limit")

    def _vote(self, person: str, other: str) -> None:
        world = self.world
        two = person == world.chief
        said = {"action": "vote", "player": person, "votes": [other, other] if two else [other]}
        if person in world.sedated:
            self.desk.near_miss(said, "vote.sedated")
        elif person != world.at:
            self.desk.near_miss(said, "vote.order")
        elif not two:
            self.desk.near_miss({**said, "votes": [other, other]}, "vote.count")
        if person == world.at and not two and world.rule["self_vote"] is not True:
            self.desk.near_miss({**said, "votes": [person]}, "vote.self")

    def _discard(self, person: str, other: str) -> None:
        world = self.world
        said = {"action": "discard", "player": person, "count": 0}
        if person in world.sedated:
            self.desk.near_miss(said, "discard.sedated")
        elif person != world.at:
            self.desk.near_miss(said, "turn.not-yours")
        else:
            self.desk.near_miss({**said, "count": len(world.hand[person]) + 1}, "discard.too-many")

    def _move(self, person: str, other: str) -> None:
        world = self.world
        self.desk.near_miss({"action": "move", "dice": [5], "handed": [person]}, "move.still")
        if person in world.sedated:
            self.desk.near_miss({"action": "move", "dice": [1], "handed": world.standing}, "move.sedated")
        else:
            others = [p for p in world.awake() if p != person]
            self.desk.near_miss({"action": "move", "dice": [1], "handed": others}, "move.missing")

    def _chief(self, person: str, other: str) -> None:
        world = self.world
        said = {"action": "elect", "dice": [1], "player": person}
        if person in world.sedated:
            self.desk.near_miss(said, "chief.sedated")
        elif person == world.chief and len(world.awake()) > 1:
            self.desk.near_miss(said, "chief.count")
        self.desk.near_miss({"action": "elect", "dice": [1, 2]}, "dice.count")

    def _attack(self, person: str, other: str) -> None:
        world = self.world
        human = bool(world.revealed) and person not in world.revealed
        dice = [3, 3] if human else [3]
        said = {"action": "attack", "player": person, "target": other, "dice": dice}
        if person != world.at:
            self.desk.near_miss(said, "attack.order")
            return
        self.desk.near_miss({**said, "target": person}, "target.self")
        self.desk.near_miss({**said, "dice": [*dice, 3][:2] if not human else [3]}, "dice.count", "target.own-side")
        self.desk.near_miss({**said, "hit": True}, "attack.no-hit", "target.own-side")
        if world.found >= 2:
            self.desk.near_miss({"action": "reveal", "player": person, "infected": []}, "creature.gone")

    def a_shield(self, creature: str) -> None:
        """The Creature takes no blow while an infected stands."""
        self.desk.near_miss({"action": "respond", "player": creature, "target": creature}, "shield.name")

    # The referee

    def _look(self) -> None:
        """A hand or weapons, shown truly or not."""
        world, dice = self.world, self.world.dice
        person = dice.choice(world.standing)
        true = list(world.hand[person])
        if dice.random() < 0.5:
            true = [card.rpartition(".")[0] for card in true]
        said = {"action": "check", "what": "hand", "player": person}
        self.desk.check({**said, "cards": true}, "legal")
        if dice.random() < 0.5:
            self.desk.check({**said, "cards": [*true, "evento"]}, "illegal")
        thrown = sorted(world.openly)
        if thrown and true:
            lie = [*true[1:], thrown[0].rpartition(".")[0]]
            single = not thrown[0].startswith("evento")
            self.desk.check({**said, "cards": lie}, "illegal" if single else "legal")
        self.desk.check({**said, "what": "weapons", "cards": list(world.weapons[person])}, "legal")
        self.desk.check({**said, "what": "weapons", "cards": [*world.weapons[person], "arma"]}, "illegal")

    def a_discard(self, person: str, cards: list[str]) -> None:
        """A discard, before it happens."""
        if cards and self.world.dice.random() < LOOKS:
            said = {"action": "check", "what": "discard", "player": person}
            self.desk.check({**said, "cards": cards}, "legal")
            self.desk.check({**said, "cards": [*cards, "cuchillo"]}, "illegal")
            self.desk.check({**said, "cards": ["evento"] * 4}, "illegal")

    def cards_handed_in(self) -> None:
        """The cards of a movement, before they are shuffled."""
        world, dice = self.world, self.world.dice
        if dice.random() > 0.2:
            return
        if world.step == "first":
            active = list(world.standing)
        else:
            active = [p for p in world.standing if p not in world.sedated]
        gives = {p: world.character[p] for p in active}
        said = {"action": "check", "what": "round"}
        clean = INFECTED not in gives.values()
        self.desk.check({**said, "gives": gives}, "legal" if clean else "undetermined")
        if len(gives) > 1:
            first, *rest = gives
            part = {p: gives[p] for p in rest}
            self.desk.check({**said, "gives": part}, "undetermined")
            if world.found < 2:
                self.desk.check({**said, "gives": {**gives, first: INFECTED}}, "illegal")
            sleeper = next((p for p in world.standing if p in world.sedated), "")
            if sleeper and clean:
                self.desk.check({**said, "gives": {**gives, sleeper: "cientifico"}}, "illegal")
