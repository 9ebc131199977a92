"""The last fight, in the saucer, played at a desk."""

from __future__ import annotations

from collections import Counter

from tests.lab.twin.the_thing_outpost.leaving import Leaving
from tests.lab.twin.the_thing_outpost.world import COSTS, TOKENS, WORTH

LIKES = 0.5


class Saucer(Leaving):
    """Sectors, launch tokens, and the cards of the launch."""

    def saucer(self) -> None:
        world = self.world
        self.desk.note("in the saucer")
        self._odds = self.dice.choice((0.2, 0.7))
        self.slips.aloft()
        tokens = list(TOKENS)
        self.dice.shuffle(tokens)
        world.faces = dict(zip(WORTH, tokens, strict=False))
        world.stock = tokens[len(WORTH) :]
        others = [p for p in world.characters() if world.role[p] == "alien"]
        for person in others:
            world.expose(person)
        world.step = "ufo-hide" if world.characters() else "ending"
        self.tell("start-ufo", aliens=others, tokens=list(world.faces.values()))
        if world.step == "ending":
            self.end("taken")
        while world.is_aloft():
            self._turn_of_the_saucer()

    def _turn_of_the_saucer(self) -> None:
        world = self.world
        if world.step == "ufo-hide":
            self._hides()
        self._enters()
        if world.covered:
            self._uncovers()
        while world.step == "ufo-fight":
            self._fights()
        if world.step == "ufo-collect":
            self._collects()
        while world.step == "ufo-launch":
            self._launches()

    def _hides(self) -> None:
        """Lay cards for sectors, each with at least the strength it takes."""
        world = self.world
        self.slips.aloft()
        sectors, left = list(WORTH), world.pool
        if self._odds > 0.5:
            self.dice.shuffle(sectors)
        laid: dict[str, int] = {}
        for sector in sectors:
            if left >= WORTH[sector] and (not laid or self.chance(self._odds)):
                laid[sector] = self.dice.randint(WORTH[sector], left)
                left -= laid[sector]
        world.pool, world.covered, self.hidden = left, list(laid.values()), list(laid)
        world.step = "ufo-place"
        self.tell("hide", strengths=list(world.covered))

    def _enters(self) -> None:
        """Let every player enter a sector; many choose a taken one."""
        world = self.world
        people = world.characters()
        self.dice.shuffle(people)
        for k, person in enumerate(people, 1):
            taken = list(world.place.values())
            at = self.dice.choice(taken if taken and self.chance(LIKES) else list(WORTH))
            world.place[person] = at
            if k == len(people):
                world.step = "ufo-reveal" if world.covered else self._after_fights()
            self.tell("enter", player=person, at=at)
            if world.step == "ufo-place":
                self.slips.aloft()
        self._ends()

    def _uncovers(self) -> None:
        world = self.world
        self.slips.aloft()
        world.strength = dict(zip(self.hidden, world.covered, strict=True))
        world.covered = []
        world.step = "ufo-fight" if self._both() else self._after_fights()
        self.tell("uncover", at=list(self.hidden))
        self._ends()

    def _both(self) -> list[str]:
        """Return the sectors with both sides."""
        return [s for s in WORTH if self.world.strength.get(s) and self.world.in_sector(s)]

    def _fights(self) -> None:
        world = self.world
        self.slips.aloft()
        sector = self.dice.choice(self._both())
        people, strength = world.in_sector(sector), world.strength[sector]
        said: dict[str, object] = {"at": sector}
        fighters = [p for p in people if self.fire_of(p)]
        if fighters and self.chance(0.6):
            said |= {"fire": fighters[0], "with": self.fire_of(fighters[0])}
            if said["with"] == "flamethrower":
                world.charges[fighters[0]] -= 1
            else:
                world.weapons[fighters[0]].remove("granada")
            world.pool += strength - 1
            world.strength[sector] = 0
            self.desk.note("burnt in the saucer")
        elif strength < len(people):
            world.pool += strength
            world.strength[sector] = 0
            self.desk.note("flees in the saucer")
        elif strength == len(people):
            world.pool += strength
            world.strength[sector] = 0
            self._leave(people)
            self.desk.note("even in the saucer")
        else:
            self._leave(people)
            if self.chance(0.5):
                victim = self.dice.choice(people)
                said |= {"win": "assimilate", "victim": victim}
                world.kill(victim)
                world.pool += strength + 1
                world.strength[sector] = 0
                self.desk.note("taken in the saucer")
            else:
                said["win"] = "tokens"
                self.desk.note("tokens in the saucer")
        if not world.characters():
            world.step = "ending"
        elif not self._both():
            world.step = self._after_fights()
        self.tell("fight", **said)
        if world.step == "ending":
            self.end(world.cause or "taken")

    def _leave(self, people: list[str]) -> None:
        for person in people:
            self.world.place.pop(person, None)

    # Launch tokens

    def _worth(self) -> int:
        """Return how many tokens the Alien's sectors are worth."""
        world = self.world
        return sum(WORTH[s] for s in WORTH if world.strength.get(s) and not world.in_sector(s))

    def _after_fights(self) -> str:
        """Return the step after the fights; tokens are taken at once if none are to be drawn."""
        if min(self._worth(), len(self.world.stock)):
            return "ufo-collect"
        self._take([])
        return self._to_launch()

    def _take(self, drawn: list[int]) -> None:
        """Give the Alien its sectors' tokens and those `drawn`, and the Humans one for each sector of theirs."""
        world = self.world
        for sector in WORTH:
            if world.strength.get(sector) and not world.in_sector(sector):
                world.held += [world.faces[sector]] if world.faces[sector] else []
                world.faces[sector] = 0
        world.held += drawn
        for sector in WORTH:
            if not world.in_sector(sector) or world.strength.get(sector):
                continue
            if world.stock:
                world.stock.pop()
            else:
                if world.faces[sector]:
                    self.desk.note("stock runs out")
                world.faces[sector] = 0

    def _collects(self) -> None:
        world = self.world
        self.slips.aloft()
        drawn = [world.stock.pop() for _ in range(min(self._worth(), len(world.stock)))]
        self._take(drawn)
        world.step = self._to_launch()
        self.tell("collect", drawn=drawn)
        self._ends()

    # The launch

    def _can_pay(self) -> bool:
        return sum(self.world.held) >= COSTS[self.world.paid]

    def _to_launch(self) -> str:
        """Return the step of the launch, or of the next turn if the Alien cannot pay."""
        if self.world.paid_now < 2 and self._can_pay():
            return "ufo-launch"
        return self._next_turn()

    def _next_turn(self) -> str:
        world = self.world
        world.pool += sum(n for s, n in world.strength.items() if s in WORTH)
        world.strength, world.place, world.paid_now = {}, {}, 0
        if not world.stock and not any(world.faces.values()) and not self._can_pay():
            world.cause = "stopped"
            return "ending"
        return "ufo-hide" if world.pool else "ufo-place"

    def _launches(self) -> None:
        world = self.world
        self.slips.aloft()
        if self.chance(0.2):
            world.step = self._next_turn()
            self.tell("next")
            self._ends()
            return
        pay = self._payment()
        left = Counter(world.held) - Counter(pay)
        world.held = list(left.elements())
        world.paid += 1
        world.paid_now += 1
        self.desk.note("paid")
        if world.paid == len(COSTS):
            world.cause, world.step = "launched", "ending"
        else:
            world.step = self._to_launch()
        self.tell("launch", pay=pay)
        self._ends()

    def _payment(self) -> list[int]:
        """Return the smallest tokens that make up the cost, without superfluous ones."""
        pay: list[int] = []
        for token in sorted(self.world.held):
            pay.append(token)
            if sum(pay) >= COSTS[self.world.paid]:
                break
        for token in sorted(pay):
            if sum(pay) - token >= COSTS[self.world.paid]:
                pay.remove(token)
        return pay

    def _ends(self) -> None:
        if self.world.step == "ending":
            self.end(self.world.cause)
