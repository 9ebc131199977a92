"""The helicopter phase, fought out: who strikes whom, who is saved, who flies."""

from __future__ import annotations

from tests.lab.harness.harness import Desk
from tests.lab.twin.la_criatura.slips import Slips
from tests.lab.twin.la_criatura.turns import Turns
from tests.lab.twin.la_criatura.world import World

MOST_BLOWS = 600
BONUS = {"cuchillo": 1}
GUARD = {"tapa-de-basura": (5, 6)}


class Fights:
    """One game's combat at a desk."""

    def __init__(self, desk: Desk, world: World, turns: Turns, slips: Slips) -> None:
        self.desk, self.world, self.turns, self.slips = desk, world, turns, slips
        self.order = world.awake_first()
        self.had: set[str] = set()
        self.ended = False
        self.side: list[str] = []

    def tell(self, verb: str, **said: object) -> None:
        self.turns.tell(verb, **said)

    def all(self) -> None:
        """Play last events, then blow after blow until the end."""
        world = self.world
        for p in list(world.standing):
            if world.dice.random() < 0.3 and world.hand[p] and p not in world.sedated and not world.played[p]:
                self.turns.play(p, False)
        for p in list(world.sedated):
            awake = next((c for c in world.hand[p] if c.startswith("despierto")), None)
            if awake and world.triumph[p]:
                rest, world.hand[p] = [c for c in world.hand[p] if c != awake], [awake]
                self._wake(p, rest)
        for _ in range(MOST_BLOWS):
            if self.ended or world.step == "landed":
                break
            self._maybe_show()
            if not self.ended:
                self._blow(world.at)
        self._finish()

    def _wake(self, person: str, rest: list[str]) -> None:
        """Play Despierto for a token, as a sedated player."""
        world = self.world
        card = world.hand[person].pop()
        world.hand[person] = rest
        world.discards.append(card)
        world.openly.add(card)
        world.triumph[person] -= 1
        del world.sedated[person]
        self.desk.note("woken for the combat")
        self.tell("event", player=person, card="despierto", spend=True)

    # The Creature shows itself

    def _maybe_show(self) -> None:
        world = self.world
        creature = next((p for p in world.standing if world.role(p) == "creature"), "")
        if not creature or world.revealed or world.rule["seats_aboard"] == 2 or world.dice.random() > 0.04:
            return
        infected = [p for p in world.people if world.role(p) == "infected"]
        world.revealed = {creature: "creature", **dict.fromkeys(infected, "infected")}
        self.desk.note("the Creature shows itself")
        self._over()
        self.tell("reveal", player=creature, infected=infected)

    # One blow

    def _blow(self, person: str) -> None:
        world = self.world
        target = self._target(person)
        if not target:
            world.rule["own_side"] = True
            self.desk.say(
                {"action": "override", "set": {"options": {"own_side": True}}, "reason": "nobody else is left"}
            )
            target = self._target(person)
        said: dict[str, object] = {"player": person, "target": target}
        world.step = "combat"
        if world.triumph[person] and world.dice.random() < 0.3:
            world.triumph[person] -= 1
            said["triumph"] = True
            hit = True
            self.desk.note("a sure hit")
        else:
            hit = self._rolled(person, said)
        if world.dice.random() < 0.3:
            said["hit"] = hit
        self.had.add(person)
        if not hit:
            self._next()
            self.desk.note("a miss")
            self.tell("attack", **said)
            return
        world.step, world.at = "respond", person
        self.tell("attack", **said)
        self._struck(target)

    def _target(self, person: str) -> str:
        world = self.world
        others = [p for p in world.standing if p != person]
        if world.revealed and world.rule["own_side"] is not True:
            mine = person in world.revealed
            others = [p for p in others if (p in world.revealed) != mine]
        return world.dice.choice(others) if others else ""

    def _rolled(self, person: str, said: dict[str, object]) -> bool:
        world = self.world
        human = bool(world.revealed) and person not in world.revealed
        dice = [world.dice.randint(1, 6) for _ in range(2 if human else 1)]
        said["dice"] = dice
        bonus = self._weapon(person, said)
        best = max(dice)
        if person not in world.sedated:
            return best + bonus >= 5
        if world.rule["sedated_bonus"] == "only-six":
            return best == 6
        return best + bonus >= 6

    def _weapon(self, person: str, said: dict[str, object]) -> int:
        """Return the bonus of a weapon that `person` attacks with, or 0 for none; a face-down weapon is turned up."""
        world = self.world
        able = [w for w in world.shown[person] + world.weapons[person] if w not in GUARD]
        if not able or world.dice.random() < 0.3:
            return 0
        weapon = able[0]
        said["weapon"] = weapon
        self._turn_up(person, weapon)
        if weapon in BONUS:
            return BONUS[weapon]
        said["bonus"] = world.dice.choice([1, 2, 3])
        self.desk.note("an unknown weapon")
        return int(str(said["bonus"]))

    def _turn_up(self, person: str, weapon: str) -> None:
        world = self.world
        if weapon not in world.shown[person]:
            world.weapons[person].remove(weapon)
            world.shown[person].append(weapon)

    def _struck(self, target: str) -> None:
        """Strike `target`: the Creature names a shield if it has one, and the struck player parries, pays or falls."""
        world = self.world
        shields = [p for p in world.standing if world.revealed.get(p) == "infected"]
        if world.revealed.get(target) == "creature" and shields:
            self.desk.expect({"against": "shield", "waiting_for": target})
            other = world.dice.choice(shields)
            self.slips.a_shield(target)
            self.desk.note("a shield")
            self.tell("respond", player=target, target=other)
            target = other
        self.desk.expect({"against": "blow", "waiting_for": target})
        if self._parried(target) or self._paid(target):
            return
        if self.fallen != target:
            self._fall(target)
            self.tell("respond", player=target)

    fallen = ""

    def _parried(self, person: str) -> bool:
        world = self.world
        self.fallen = ""
        able = [w for w in world.shown[person] + world.weapons[person] if w not in BONUS]
        if not able or world.dice.random() < 0.3:
            return False
        weapon = able[0]
        said: dict[str, object] = {"player": person, "card": weapon}
        guard: tuple[int, ...] = GUARD.get(weapon, ())
        if not guard:
            least = world.dice.choice([4, 5])
            said["from"], guard = least, tuple(range(least, 7))
        self._turn_up(person, weapon)
        die = world.dice.randint(1, 6)
        said["dice"] = [die]
        saved = die in guard
        if saved:
            self._next()
        elif world.rule["defence_and_triumph"] == "one" or not world.triumph[person]:
            self._fall(person)
        self.desk.note("parried" if saved else "not parried")
        self.tell("respond", **said)
        return saved

    def _paid(self, person: str) -> bool:
        world = self.world
        if self.fallen or not world.triumph[person] or world.dice.random() < 0.3:
            return False
        world.triumph[person] -= 1
        self._next()
        self.desk.note("saved by a token")
        self.tell("respond", player=person, triumph=True)
        return True

    def _fall(self, person: str) -> None:
        world = self.world
        self.fallen = person
        world.discards += world.hand[person]
        world.hand[person] = []
        world.standing.remove(person)
        world.fallen.append(person)
        world.sedated.pop(person, None)
        self._over()
        if world.step not in ("over", "landed"):
            self._next()

    def _next(self) -> None:
        """Find the next player to strike: down the order, then from its beginning."""
        world = self.world
        order = [p for p in self.order if p in world.standing]
        if world.rule["combat_order"] == "resorted":
            order = world.awake_first()
        left = [p for p in order if p not in self.had]
        if not left:
            self.had, left = set(), order
        world.step, world.at = "combat", left[0]

    # The end

    def _over(self) -> None:
        world = self.world
        if world.revealed:
            sides = {p in world.revealed for p in world.standing}
            self.ended = len(sides) == 1
            if self.ended:
                world.step = "over"
                self.side = [p for p in world.people if p in world.revealed]
                world.revealed.update({p: "human" for p in world.people if p not in world.revealed})
        elif len(world.standing) <= int(world.rule["seats_aboard"]):
            world.step, world.at = "landed", world.standing[0]

    def _finish(self) -> None:
        world, desk = self.world, self.desk
        if self.ended:
            human = world.standing[0] not in self.side
            cause = "humans-left" if human else "creature-left"
            winners = list(world.standing) if human else self.side
        elif world.step == "landed":
            roles = {p: world.role(p) for p in world.people}
            desk.say({"action": "end", "cause": "landed", "roles": roles})
            aboard = {roles[p] for p in world.standing}
            cause = "humans-fly" if aboard == {"human"} else "creature-flies"
            side = [p for p in world.people if roles[p] != "human"]
            winners = list(world.standing) if cause == "humans-fly" else side
        else:
            desk.say({"action": "end", "cause": "abandoned"})
            cause, winners = "abandoned", []
        desk.expect({"winners": winners, "cause": cause, "status": "ended"})
        self.slips.after_the_end()
        desk.over(cause, "humans" if cause.startswith("humans") else "the Creature" if winners else "nobody")
