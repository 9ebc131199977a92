"""Actions that must be refused, tried now and then."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lab.twin.la_criatura.shown import LOOKS, Shown
from tests.lab.twin.la_criatura.world import NONE

OFTEN = 0.35


class Slips(Shown):
    """Near misses at a desk, and checks."""

    def now(self) -> None:
        """Try an action that this table must refuse, and check cards."""
        world, dice = self.world, self.world.dice
        if world.step in ("over", "landed", "respond"):
            self._at_the_end()
            return
        if dice.random() < OFTEN:
            self._try()
        if dice.random() < LOOKS:
            self._look()

    def no(self, said: Mapping[str, object], *rules: str) -> None:
        """Tell an action that must be refused by one of `rules`, and note which it was."""
        before = dict(self.desk.tale.refused)
        self.desk.near_miss(said, *rules)
        found = next(rule for rule, times in self.desk.tale.refused.items() if before.get(rule) != times)
        self.desk.note(f"rule {found}")

    def before_the_first_turn(self) -> None:
        """Try to play and to vote before there is a chief."""
        for said in ({"action": "event", "card": "evento"}, {"action": "pass"}, {"action": "vote", "votes": []}):
            self.no({**said, "player": self.world.people[0]}, "turn.first")

    def _at_the_end(self) -> None:
        """Try actions while a player must answer, or when all fights are over."""
        world = self.world
        person = world.dice.choice(world.standing)
        if world.step == "landed":
            self.no({"action": "attack", "player": person, "target": person, "dice": [6]}, "combat.over")
            human = dict.fromkeys(world.people, "human")
            self.no({"action": "end", "cause": "landed", "roles": {person: "human"}}, "end.roles")
            if world.found < 2:
                self.no({"action": "end", "cause": "landed", "roles": human}, "end.roles")
        elif world.step == "respond":
            asked = str(self.desk.state()["waiting_for"])
            other = next(p for p in world.standing if p != asked)
            self.no({"action": "respond", "player": other}, "respond.not-asked")
            if self.desk.state()["against"] == "blow":
                self.no({"action": "respond", "player": asked, "dice": [3]}, "dice.count")
                if not world.triumph[asked]:
                    self.no({"action": "respond", "player": asked, "triumph": True}, "token.none")

    def after_the_end(self) -> None:
        """Try an action after the end."""
        self.no({"action": "arm", "player": self.world.people[0]}, "game.over")

    def _cards(self, person: str, other: str) -> None:
        """Try cards that do not exist, or of another kind."""
        world = self.world
        if world.step in ("events", "vote", "tie", "verdict", "move", "helicopter"):
            said: dict[str, object] = {"action": "event", "player": person}
            self.no({**said, "card": "ninguna"}, "card.unknown")
            self.no({**said, "card": "cuchillo"}, "card.not-event")
        if world.step in ("helicopter", "combat"):
            said = {"action": "uncover", "player": person}
            self.no({**said, "card": "ninguna"}, "card.unknown")
            self.no({**said, "card": "evento"}, "card.not-weapon")
            lying = [p for p in world.standing if "cuchillo" in world.shown[p]]
            if lying and world.weapons[person]:
                self.no({**said, "card": "cuchillo"}, "weapon.all-shown")
            lid = {"action": "attack", "player": person, "target": other, "weapon": "tapa-de-basura", "dice": [3]}
            if person == world.at and "tapa-de-basura" in world.shown[person]:
                self.no(lid, "weapon.no-bonus", "target.own-side")

    def _corrections(self, person: str, other: str) -> None:
        """Try corrections that describe no table."""
        world = self.world
        over: dict[str, object] = {"action": "override", "reason": "r"}
        self.no({**over, "set": {"clock": 11}}, "override.invalid")
        self.no({**over, "set": {"weapons": {person: 3}}}, "weapon.limit")
        if world.sedated and next(iter(world.sedated)) in world.standing:
            self.no({**over, "set": {"chief": next(iter(world.sedated))}}, "chief.sedated")
        if not world.armoury and world.triumph[person] and world.step not in ("tie", "verdict"):
            self.no({"action": "arm", "player": person}, "weapon.none-left")
        if world.step not in ("first", "verdict", "move"):
            self._no_check(person)

    def _no_check(self, person: str) -> None:
        """Try a check of character cards when none are handed in."""
        referee, table = self.desk.game.referee, self.desk.course.table
        assert referee is not None
        check = referee.read({"action": "check", "what": "round", "gives": {person: "cientifico"}})
        found = referee.refuse(self.desk.decklist, table, check)
        if found is not None and found.rule == "check.when":
            self.desk.note("rule check.when")

    def _reveal(self, person: str, other: str) -> None:
        """Try to reveal the Creature a second time, for two seats, or as its own infected."""
        world = self.world
        said: dict[str, object] = {"action": "reveal", "player": person, "infected": []}
        if world.found >= 2:
            self.no(said, "creature.gone")
        elif world.revealed:
            self.no(said, "reveal.twice")
        elif world.rule["seats_aboard"] == 2:
            self.no(said, "reveal.two-seats")
        else:
            self.no({**said, "infected": [person]}, "reveal.self")

    def _try(self) -> None:
        world, dice = self.world, self.world.dice
        person = dice.choice(world.standing)
        other = dice.choice([p for p in world.standing if p != person])
        tries = [self._event, self._step_of_others, self._weapon, self._token, self._nobody, self._cards]
        tries.append(self._corrections)
        tries += {"vote": [self._vote], "discard": [self._discard], "move": [self._move], "chief": [self._chief]}.get(
            world.step, []
        )
        if world.step in ("helicopter", "combat"):
            tries += [self._attack, self._reveal]
        dice.choice(tries)(person, other)

    def _nobody(self, person: str, other: str) -> None:
        self.no({"action": "arm", "player": "Nadie"}, "player.unknown")
        if self.world.fallen:
            self.no({"action": "arm", "player": self.world.fallen[0]}, "player.out")

    def _event(self, person: str, other: str) -> None:
        world = self.world
        said = {"action": "event", "player": person, "card": "evento"}
        if world.step == "combat":
            self.no(said, "event.too-late")
        elif world.step in ("discard", "chief"):
            self.no(said, "step.wrong")
        elif person in world.sedated:
            self.no(said, "event.sedated")
        elif world.played[person]:
            self.no(said, "event.limit")
        elif not world.triumph[person]:
            self.no({**said, "spend": True}, "token.none")
        elif not world.hand[person]:
            self.no(said, "hand.empty")
        elif other not in world.sedated:
            self.no({**said, "card": "despierto", "target": other}, "event.awake")

    def _step_of_others(self, person: str, other: str) -> None:
        """Try actions that belong to another step of the turn."""
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
                self.no({"action": verb, **said}, "step.wrong")
        if step not in ("helicopter", "combat"):
            self.no({"action": "attack", "player": person, "target": other, "dice": [5]}, "step.wrong")
            self.no({"action": "reveal", "player": person, "infected": []}, "reveal.when")
            self.no({"action": "respond", "player": person}, "step.wrong")

    def _weapon(self, person: str, other: str) -> None:
        world = self.world
        said = {"action": "uncover", "player": person, "card": "cuchillo"}
        if world.step not in ("helicopter", "combat"):
            self.no(said, "weapon.face-down")
        elif not world.weapons[person]:
            self.no(said, "weapon.none")

    def _token(self, person: str, other: str) -> None:
        world = self.world
        if world.triumph[person] == 0 and world.step not in ("tie", "verdict"):
            self.no({"action": "arm", "player": person}, "token.none")
        over = {"action": "override", "set": {"tokens": {person: 3}}, "reason": "r"}
        self.no(over, "token.limit")
        self.no({**over, "set": {"hands": {person: 4}}}, "hand.limit")

    def _vote(self, person: str, other: str) -> None:
        world = self.world
        two = person == world.chief
        said = {"action": "vote", "player": person, "votes": [other, other] if two else [other]}
        if person in world.sedated:
            self.no(said, "vote.sedated")
        elif person != world.at:
            self.no(said, "vote.order")
        elif not two:
            self.no({**said, "votes": [other, other]}, "vote.count")
        if person == world.at and two and len(world.standing) > 2 and world.rule["chief_splits"] is not True:
            third = next(p for p in world.standing if p not in (person, other))
            self.no({**said, "votes": [other, third]}, "vote.together")
        if person == world.at and not two and world.rule["self_vote"] is not True:
            self.no({**said, "votes": [person]}, "vote.self")

    def _discard(self, person: str, other: str) -> None:
        world = self.world
        said = {"action": "discard", "player": person, "count": 0}
        if person in world.sedated:
            self.no(said, "discard.sedated")
        elif person != world.at:
            self.no(said, "turn.not-yours")
        else:
            self.no({**said, "count": len(world.hand[person]) + 1}, "discard.too-many")

    def _move(self, person: str, other: str) -> None:
        world = self.world
        self.no({"action": "move", "dice": [5], "handed": [person]}, "move.still")
        if person in world.sedated:
            self.no({"action": "move", "dice": [1], "handed": world.standing}, "move.sedated")
        elif world.character[person] == NONE:
            self.no({"action": "move", "dice": [1], "handed": world.awake()}, "move.bereft")
        else:
            others = [p for p in world.awake() if p != person and world.character[p] != NONE]
            self.no({"action": "move", "dice": [1], "handed": others}, "move.missing")

    def _chief(self, person: str, other: str) -> None:
        world = self.world
        said = {"action": "elect", "dice": [1], "player": person}
        if person in world.sedated:
            self.no(said, "chief.sedated")
        elif person == world.chief and len(world.awake()) > 1:
            self.no(said, "chief.count")
        self.no({"action": "elect", "dice": [1, 2]}, "dice.count")

    def _attack(self, person: str, other: str) -> None:
        world = self.world
        human = bool(world.revealed) and person not in world.revealed
        dice = [3, 3] if human else [3]
        said = {"action": "attack", "player": person, "target": other, "dice": dice}
        if person != world.at:
            self.no(said, "attack.order")
            return
        self.no({**said, "target": person}, "target.self")
        same = bool(world.revealed) and (person in world.revealed) == (other in world.revealed)
        if same and world.rule["own_side"] is not True:
            self.no(said, "target.own-side")
            return
        self.no({**said, "dice": [*dice, 3][:2] if not human else [3]}, "dice.count")
        self.no({**said, "hit": True}, "attack.no-hit")
        self.no({"action": "attack", "player": person, "dice": dice}, "target.missing")

    def a_shield(self, creature: str) -> None:
        """Try to let the Creature take a blow while an infected stands."""
        self.no({"action": "respond", "player": creature, "target": creature}, "shield.name")
