"""Actions that the Norwegian base must refuse, tried now and then; teeth, keys and grenades before the referee."""

from __future__ import annotations

from tests.lab.twin.the_thing import slips as base
from tests.lab.twin.the_thing_outpost.world import COSTS, VEHICLES, WORTH, World

HERE = (
    "end.exposed", "enter.twice", "escape.gone", "escape.no-keys", "escape.not-full", "escape.not-ready", "rifle.twice",
    "test.no-card", "test.no-light", "test.other", "test.result", "test.teeth", "ufo.drawn", "ufo.nobody", "ufo.pay",
    "ufo.sector", "ufo.tokens", "weapon.none", "evade.elsewhere", "fire.weapon", "clash.wins", "clash.victim",
    "alien.cards", "alien.heaps",
)  # fmt: skip
RULES = (*base.RULES, *HERE)
"""Rules that people break without meaning to."""


class Slips(base.Slips):
    """Near misses at a desk."""

    world: World

    def acting(self, turned: int) -> None:
        super().acting(turned)
        if not self.tries():
            return
        world = self.world
        for person in world.characters():
            room = world.at[person]
            if room not in VEHICLES or person in world.lying or room in world.fires or not world.active:
                continue
            leave = {"player": person, "card": "usar", "escape": True}
            if not world.left_at(room):
                self.no("escape.gone", "carry-out", **leave)
            elif world.damage.get(room):
                self.no("escape.not-ready", "carry-out", **leave)
            elif not world.objects[person]:
                self.no("escape.no-keys", "carry-out", **leave)
            elif world.is_empty(room):
                self.no("escape.not-full", "carry-out", **leave)

    def shooting(self) -> None:
        """Try a rifle that the player lacks, or a second one."""
        if not self.tries():
            return
        world = self.world
        for person in world.characters():
            if world.rifle:
                self.no("rifle.twice", "rifle", player=person, spaces=2)
            elif not world.weapons[person]:
                self.no("weapon.none", "rifle", player=person, spaces=2)

    def lights(self) -> None:
        """Try tests of teeth without a flashlight, of a wrong player, or without a result."""
        if not self.tries():
            return
        world = self.world
        here = world.characters()
        for person in here:
            said = {"player": person, "kind": "b", "target": here[0], "teeth": "healthy"}
            if not world.objects[person]:
                self.no("test.no-light", "test", **said)
            elif not world.hand[person]:
                self.no("test.no-card", "test", **said)
            elif world.looked_at and world.looked_at != here[0]:
                self.no("test.other", "test", **said)
            elif world.looked_at:
                was = "healthy" if world.teeth[here[0]] == "fillings" else "fillings"
                self.no("test.teeth", "test", **{**said, "teeth": was})
            else:
                self.no("test.result", "test", player=person, kind="b", target=here[0])
                before = world.looked_at_before.get(here[0])
                if before:
                    self.desk.note("teeth of an earlier round")
                    other = "healthy" if before == "fillings" else "fillings"
                    self.no("test.teeth", "test", **{**said, "teeth": other})
            if world.looked_at and world.teeth[world.looked_at] == "fillings" and world.lab[person]:
                most = max(world.suspicion[p] for p in here)
                if world.suspicion[world.looked_at] == most and not world.blood:
                    self.no("test.teeth", "test", player=person, kind="a", target=world.looked_at, alien=True)

    def showing(self, person: str) -> None:
        """Check a flashlight, which proves a test, and keys, which do not."""
        proof = {"action": "check", "what": "proof", "player": person, "use": "test-b"}
        self.desk.check({**proof, "cards": ["linterna"]}, "legal")
        self.desk.check({**proof, "cards": ["llaves"]}, "illegal")

    def hidden_left(self) -> None:
        """Try to end a game in which an Alien plays openly."""
        if self.world.exposed and self.tries():
            self.no("end.exposed", "end", cause="hidden-left")

    # The saucer

    def aloft(self) -> None:
        """Try actions that do not fit the turn in the saucer."""
        if not self.tries():
            return
        world, step = self.world, self.world.step
        if step == "ufo-setup":
            self.no("ufo.tokens", "start-ufo", tokens=[1, 2])
            self.no("ufo.tokens", "start-ufo", tokens=[3] * 8)
            self.no("step.wrong", "next")
        elif step == "ufo-hide":
            self.no("alien.strength", "hide", strengths=[world.pool + 1])
            if world.pool > 4:
                self.no("ufo.sector", "hide", strengths=[1] * 5)
            if world.pool > 8:
                self.no("alien.cards", "hide", strengths=[1] * 9)
        elif step == "ufo-place":
            inside = [p for p in world.characters() if p in world.place]
            if inside:
                self.no("enter.twice", "enter", player=inside[0], at="sector-1")
        elif step == "ufo-reveal":
            self.no("alien.heaps", "uncover", at=[])
            if len(world.covered) > 1:
                self.no("ufo.sector", "uncover", at=["sector-1"] * len(world.covered))
            elif world.covered[0] < 4:
                self.no("ufo.sector", "uncover", at=["sector-8"])
        elif step == "ufo-fight":
            self._fighting()
        elif step == "ufo-collect":
            self.no("ufo.drawn", "collect", drawn=[])
        elif step == "ufo-launch":
            self.no("ufo.pay", "launch", pay=[3] * (world.held.count(3) + 1))
            small = sorted(world.held)[:1]
            if small and small[0] < COSTS[world.paid]:
                self.no("ufo.pay", "launch", pay=small)

    def _fighting(self) -> None:
        world = self.world
        empty = next((s for s in WORTH if not world.in_sector(s)), "")
        if empty:
            self.no("ufo.nobody", "fight", at=empty)
        for sector in WORTH:
            people, strength = world.in_sector(sector), world.strength.get(sector, 0)
            if not people or not strength:
                continue
            away = [p for p in world.characters() if p not in people]
            if away:
                self.no("evade.elsewhere", "fight", at=sector, fire=away[0], **{"with": "explosive"})
            self.no("fire.weapon", "fight", at=sector, fire=people[0])
            if strength > len(people):
                self.no("clash.wins", "fight", at=sector)
                if away:
                    self.no("clash.victim", "fight", at=sector, win="assimilate", victim=away[0])
            else:
                self.no("clash.wins", "fight", at=sector, win="tokens")
            if not world.charges[people[0]]:
                self.no("weapon.no-charge", "fight", at=sector, fire=people[0], **{"with": "flamethrower"})
