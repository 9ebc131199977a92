"""The combat of the twin: one roll each, round after round, until one side is gone."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lab.twin.dos_barajas import glances, slips
from tests.lab.twin.dos_barajas.evening import Evening
from tests.lab.twin.dos_barajas.world import Over, World, worth


class Fights(Evening):
    """An evening with what may come between two actions, and its ends."""

    def pause(self) -> None:
        """Try an unlawful action between two others, or show cards to the referee."""
        if self.dice.random() < 0.5:
            slips.try_one(self)
        if self.dice.random() < 0.12:
            glances.look(self)

    def end(self, ending: str, winners: list[str], side: str) -> None:
        self.desk.expect({"status": "ended", "ending": ending, "winners": winners})
        self.phase = "over"
        slips.try_one(self)
        self.desk.over(ending, side)
        raise Over

    def count(self) -> None:
        """Count the sides when three or fewer are left: all show their roles, the majority wins."""
        world = self.world
        self.phase = "count"
        self.desk.note("phase count")
        self.desk.expect({"status": "declared", "phase": "count"})
        self.pause()
        roles = {p: "thing" if p in world.things else "human" for p in world.ring}
        self.desk.say({"action": "end", "cause": "majority", "roles": roles})
        things = [p for p in world.ring if p in world.things]
        humans = world.humans()
        side = "things" if len(things) > len(humans) else "humans"
        if len(things) == len(humans):
            self.desk.note("tie")
            side = str(world.options.get("tie", "things"))
        self.end("majority", {"things": things, "humans": humans}.get(side, []), side)


def fight(evening: Fights, said: Mapping[str, object], phase: str) -> None:
    """Play the whole combat, from the action `said` that begins it."""
    world = evening.world
    world.clockwise = world.is_set("combat_order", "clockwise")
    evening.rolled.clear()
    evening.enter("combat")
    if _is_over(world):
        evening.desk.say(said)
        _close(evening, phase)
        return
    evening.say(said, direction="clockwise" if world.clockwise else "counterclockwise")
    rounds = 1
    while True:
        line = [p for p in world.order() if p not in evening.rolled]
        if not line:
            evening.rolled.clear()
            rounds += 1
            evening.desk.note("second combat round")
            continue
        evening.turn = line[0]
        evening.pause()
        if _maybe_revealed(evening):
            if _is_over(world):
                _close(evening, phase)
                return
            continue
        if _turn(evening, line[0]):
            _close(evening, phase)
            return


def _is_over(world: World) -> bool:
    seen = [p for p in world.ring if p in world.shown]
    return not seen or len(seen) == len(world.ring)


def _maybe_revealed(evening: Fights) -> bool:
    """Reveal a hidden Thing now and then, and return True if one was revealed."""
    world = evening.world
    hidden = [p for p in world.ring if p in world.things and p not in world.shown]
    sure = not world.humans()
    if not hidden or evening.dice.random() > (0.5 if sure else 0.06):
        return False
    player = evening.dice.choice(hidden)
    world.shown.add(player)
    evening.desk.note("hidden Thing revealed")
    said = {"action": "reveal", "player": player}
    if _is_over(world):
        evening.desk.say(said)
    else:
        evening.say(said)
    return True


def _turn(evening: Fights, player: str) -> bool:
    """Let `player` roll or pass, and return True if the combat is over."""
    world = evening.world
    said = _attack(evening, player) or {"action": "pass", "player": player}
    evening.rolled.add(player)
    if _is_over(world):
        evening.desk.say(said)
        return True
    line = [p for p in world.order() if p not in evening.rolled]
    evening.turn = line[0] if line else world.order()[0]
    evening.say(said)
    return False


def _attack(evening: Fights, player: str) -> dict[str, object]:
    """Choose whom `player` attacks, roll, carry the attack out in the world and return its fields; empty for no
    attack."""
    world, dice = evening.world, evening.dice
    as_thing = player in world.shown
    claims = (
        not as_thing and player in world.things and world.is_set("hidden_thing", "as-thing") and dice.random() < 0.3
    )
    enemies = [p for p in world.ring if p != player and (p in world.shown) != (as_thing or claims)]
    if world.is_set("humans_fight", True) and not as_thing and dice.random() < 0.1:
        enemies = [p for p in world.ring if p != player]
    if not enemies or dice.random() < 0.1:
        return {}
    target = dice.choice(enemies)
    eyes = [dice.randint(1, 6), dice.randint(1, 6)]
    said: dict[str, object] = {"action": "attack", "player": player, "target": target, "dice": eyes}
    if claims:
        said["as"] = "thing"
        evening.desk.note("attacked as a Thing")
    thing = as_thing or claims
    total = sum(eyes) + _swords(evening, player, said) * (1 if thing else 3)
    if claims:
        world.shown.add(player)
    if total >= (10 if thing else 12):
        evening.desk.note("Thing killed somebody" if thing else "human killed a Thing")
        if target == world.first:
            evening.desk.note("the first player dies")
        evening.rolled.discard(target)
        world.kill(target)
    return said


def _swords(evening: Fights, player: str, said: dict[str, object]) -> int:
    """Spend trios of swords on a roll: none, one, or all."""
    world = evening.world
    spent: list[str] = []
    trios = 0
    while (trio := world.trio(player, "espadas")) and evening.dice.random() < 0.6:
        world.drop(player, trio)
        aces = sum(map(worth, trio)) - len(trio)
        if trios and (aces == 2 or sum(map(worth, trio)) > 3):
            # Two aces in one trio waste half of one: with several trios only whole ones are named.
            world.hands[player] += trio
            del world.discard[-len(trio) :]
            break
        spent += trio
        trios += 1
        if sum(map(worth, trio)) > 3:
            break
    if trios:
        evening.desk.note("swords")
        said["trios"] = trios
        said["cards"] = spent
    return trios


def _close(evening: Fights, phase: str) -> None:
    """End the combat: the Things have won, few players are left, or play waits for the answer about further Things."""
    world = evening.world
    world.clockwise = False
    evening.rolled.clear()
    if all(p in world.shown for p in world.ring):
        evening.end("things-won", list(world.ring), "things")
    if len(world.ring) <= 3:
        evening.count()
    evening.phase = "answer"
    evening.desk.note("phase answer")
    evening.desk.expect(world.state(phase="answer", status="playing", direction="counterclockwise"))
    evening.pause()
    others = any(p in world.things for p in world.ring)
    evening.desk.note("others are left" if others else "none is left")
    if not others:
        evening.desk.say({"action": "answer", "others": False})
        evening.end("no-things", list(world.ring), "humans")
    evening.after_combat(phase)
    evening.say({"action": "answer", "others": True})
