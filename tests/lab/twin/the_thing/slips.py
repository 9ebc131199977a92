"""Actions that must be refused, tried now and then; and hands shown to the referee."""

from __future__ import annotations

from tests.lab.harness.harness import Desk
from tests.lab.twin.the_thing.world import World

OFTEN = 0.3
RULES = (
    "alien.strength", "board.order", "clash.nobody", "end.last", "end.roles", "fire.burnt", "game.over",
    "location.not-in-deck", "meet.alien-first", "meet.nobody", "plan.face-down", "plan.face-up", "plan.light",
    "plan.order", "player.unknown", "repair.boiler", "repair.whole", "respond.not-asked", "room.closed", "room.full",
    "sabotage.full", "step.wrong", "stop.first", "target.missing", "test.no-sample", "test.not-most", "trade.self",
    "turn.lying", "upkeep.boiler", "upkeep.dark", "upkeep.no-sos", "use.radio", "use.sent", "vote.proven", "vote.self",
    "vote.twice", "weapon.no-charge", "weather.face", "weather.kept",
)  # fmt: skip
"""Rules that people break without meaning to."""


class Slips:
    """Near misses at a desk."""

    def __init__(self, desk: Desk, world: World) -> None:
        self.desk, self.world = desk, world

    def no(self, rule: str, verb: str, **said: object) -> None:
        """Tell an action that must be refused by `rule`."""
        self.desk.near_miss({"action": verb, **said}, rule)
        self.desk.note(f"rule {rule}")

    def tries(self) -> bool:
        return self.world.dice.random() < OFTEN

    def before(self) -> None:
        """Try to roll before the sheets are dealt."""
        self.no("step.wrong", "weather", face="sunny")

    def now(self) -> None:
        """Try an action that does not fit the phase, and check a hand."""
        if not self.tries():
            return
        world, step = self.world, self.world.step
        here = world.characters()
        if step == "weather":
            self.no("weather.face", "weather", face="rain")
            if not world.die_at_station and world.face:
                self.no("weather.kept", "weather", face=world.face, keep=True)
        elif step == "upkeep":
            if world.is_dark():
                self.no("upkeep.dark", "upkeep", generator=1)
            elif world.freezing:
                self.no("upkeep.boiler", "upkeep", boiler=1)
            elif not world.sos:
                self.no("upkeep.no-sos", "upkeep", rescue=1)
        elif step == "alien":
            self.no("alien.strength", "hide", strengths=[world.pool + 1])
        elif step == "encounters":
            empty = next(room for room in world.green if not world.upright(room) and not world.strength.get(room))
            self.no("clash.nobody", "clash", at=empty)
            if world.covered or any(world.strength.values()):
                room = next((room for room in world.green if len(world.upright(room)) > 1), "")
                if room and not world.strength.get(room):
                    self.no("meet.alien-first", "meet", at=room)
            else:
                self.no("meet.nobody", "meet", at=empty)
        elif step == "meeting":
            away = [p for p in here if world.at[p] == "dormitory" or not world.upright(world.at[p])]
            if away:
                self.no("respond.not-asked", "look-at-token", player=away[0], at=here[0])
        if step in ("draw", "food"):
            self._show()

    def _show(self) -> None:
        """Check a true hand, which is legal, and one with a card too many, which is not."""
        world = self.world
        person = world.dice.choice(world.characters())
        cards = list(world.hand[person])
        self.desk.check({"action": "check", "what": "hand", "player": person, "cards": cards}, "legal")
        self.desk.check({"action": "check", "what": "hand", "player": person, "cards": [*cards, "usar"]}, "illegal")

    def planning(self, left: list[str]) -> None:
        """Try wrong players, rooms and cards in the planning."""
        if not self.tries():
            return
        world, person = self.world, left[0]
        said = {"player": person, "at": world.dice.choice(world.green)}
        if len(left) > 1:
            self.no("plan.order", "place", **{**said, "player": left[1]})
        full = [room for room in world.green if sum(world.at[p] == room for p in world.characters()) == 3]
        self.no("room.closed", "place", **{**said, "at": "kennel"})
        if world.fires:
            self.no("room.closed", "place", **{**said, "at": sorted(world.fires)[0]})
        if full:
            if full[0] not in world.fires and world.at[person] != full[0]:
                self.no("room.full", "place", **{**said, "at": full[0]})
            return
        if said["at"] in world.fires:
            return
        if not world.is_dark():
            self.no("plan.light", "place", **said, light=True)
        if world.hand[person] and (not world.is_dark() or world.sheet[person] == "norris"):
            if world.is_watched(person):
                self.no("plan.face-up", "place", **said)
            else:
                self.no("plan.face-down", "place", **said, card=world.hand[person][0])

    def acting(self, turned: int) -> None:
        """Try cards where they cannot be carried out."""
        if not self.tries():
            return
        world = self.world
        if not turned and world.active and any(p not in world.lying for p in world.characters()):
            self.no("stop.first", "stop")
        if not world.active:
            return
        for person in world.characters():
            room = world.at[person]
            if person in world.lying:
                self.no("turn.lying", "carry-out", player=person, card="usar")
            elif room in world.fires or room not in world.green:
                continue
            elif room == "radio" and (world.damage.get("radio") or world.sos):
                self.no(
                    "use.radio" if world.damage.get("radio") else "use.sent", "carry-out", player=person, card="usar"
                )
            elif room == "boiler" and world.freezing:
                self.no("repair.boiler", "carry-out", player=person, card="reparar")
            elif not world.damage.get(room):
                self.no("repair.whole", "carry-out", player=person, card="reparar")
            elif room == "shed":
                self.no("sabotage.full", "carry-out", player=person, card="sabotaje")
            if not turned and not world.charges[person] and not world.fires:
                self.no("weapon.no-charge", "burn", player=person, at="shed", **{"with": "flamethrower"})
        if world.fires and not turned:
            self.no(
                "fire.burnt", "burn", player=world.characters()[0], at=sorted(world.fires)[0], **{"with": "explosive"}
            )

    def voting(self) -> None:
        """Try votes for oneself, for a proven player, and a second one."""
        if not self.tries():
            return
        world = self.world
        person = world.dice.choice(world.characters())
        self.no("trade.self", "trade", player=person, to=person, kind="objects")
        if world.suspicion[person]:
            self.no("vote.self", "votes", votes={person: person})
        self.no("player.unknown", "votes", votes={person: "Nobody"})
        proven = [p for p in world.characters() if not world.suspicion[p] and p != person]
        if proven:
            self.no("vote.proven", "vote", player=person, at=proven[0])

    def voted(self, person: str) -> None:
        """Try to vote twice."""
        if self.tries():
            self.no("vote.twice", "vote", player=person)

    def testing(self) -> None:
        """Try tests that no player can make."""
        if not self.tries():
            return
        world = self.world
        most = max(world.suspicion[p] for p in world.characters())
        for person in world.characters():
            said = {"player": person, "kind": "a", "alien": False}
            if not world.lab[person]:
                self.no("test.no-sample", "test", **said, target=person)
                continue
            self.no("target.missing", "test", **said, target="")
            if world.suspicion[person] < most:
                self.no("test.not-most", "test", **said, target=person)

    def locating(self) -> None:
        """Try a location card that is out of the deck or came up before."""
        world = self.world
        gone = [*sorted(world.fires), *sorted(world.drawn)]
        if gone and self.tries():
            self.no("location.not-in-deck", "locate", at=gone[0])

    def boarding(self, order: list[str]) -> None:
        """Try to get aboard ahead of the order."""
        if len(order) > 1 and self.tries():
            self.no("board.order", "get-aboard", player=order[1], boards=True)

    def ending(self) -> None:
        """Try an end whose roles leave a player out, or contradict a shown one."""
        world = self.world
        wrong = {p: role for p, role in world.role.items() if p != world.people[0]}
        self.no("end.roles", "end", cause="roles", roles=wrong)

    def ending_without_the_last(self) -> None:
        """Try an end with all Aliens that does not name the last to become one."""
        self.no("end.last", "end", cause="roles", roles=dict(self.world.role))

    def after(self) -> None:
        self.no("game.over", "draw")
