"""A whole game, told to the companion: the deal, four phases a round, and the end."""

from __future__ import annotations

from tests.lab.twin.dos_barajas import glances, people
from tests.lab.twin.dos_barajas.fights import Fights, fight
from tests.lab.twin.dos_barajas.world import Over, suited

MOST_ROUNDS = 40
FRUITLESS = 2
"""Clubs thrown before a table notices that nothing else is left."""


class Rounds(Fights):
    """The phases, each a method by its name."""

    # The phases

    def deal(self) -> None:
        """Throw the clubs of the first hands."""
        self.desk.note("phase deal")
        glances.before_the_deal(self)
        for player in self.world.order():
            self.pause()
            mine = self.world.clubs(player)
            while mine and people.throws_openly(self.world, player):
                self.world.drop(player, mine)
                self.world.thrown += len(mine)
                if self.world.is_set("initial_clubs", "replaced"):
                    self.world.draw(player, len(mine))
                self.say({"action": "clubs", "player": player, "count": len(mine)})
                mine = self.world.clubs(player) if self.world.is_set("initial_clubs", "replaced") else []
        self.enter("accuse")
        self.say({"action": "skip"})

    def accuse(self) -> None:
        """Let each player with a trio of coins accuse, once around."""
        for player in self.world.order():
            while player in self.world.ring and self._accuses(player):
                self.pause()
                if self._accusation(player):
                    return
        self.pause()
        self.enter("supply")
        self.say({"action": "skip"})

    def _accuses(self, player: str) -> list[str]:
        trio = self.world.trio(player, "oros")
        return trio if trio and people.wants_to_accuse(self.world, player) else []

    def _accusation(self, player: str) -> bool:
        """Accuse a player, and return True if the phase is over."""
        world = self.world
        target = self.dice.choice([p for p in world.ring if p != player])
        trio = world.trio(player, "oros")
        said = {"action": "accuse", "player": player, "target": target, **self.world.named(trio)}
        shown = list(world.hands[target])
        if self.dice.random() < 0.5 and shown:
            said["shown"] = shown
        world.drop(player, trio)
        if target in world.things:
            world.shown.add(target)
            self.desk.note("accused a Thing")
            fight(self, {**said, "result": "thing"}, "accuse")
            return True
        world.cleared.add(target)
        for one in (player, target):
            hand = world.hands[one]
            if len(hand) < 2:
                self.desk.note("fewer than two")
            many = 2 if len(hand) >= 2 else 0 if world.is_set("short_hand", "none") else len(hand)
            world.drop(one, self.dice.sample(hand, many))
        self.turn = player
        self.desk.note("accused a human")
        over = world.is_set("accusations", "one")
        if over:
            self.enter("supply")
        self.say({**said, "result": "human"})
        return over

    def supply(self) -> None:
        """Let every player draw."""
        line = self.world.order()
        for k, player in enumerate(line):
            self.pause()
            said, short = self._draws(player)
            if k + 1 < len(line):
                self.turn = line[k + 1]
            else:
                self.enter("leave")
            if short and self.world.is_set("nothing_left", "end"):
                self.phase = "count"
                self.say(said, status="declared")
                self.count()
            self.say(said)
            if player not in self.world.things and self.world.clubs(player):
                self._nothing_but_clubs(player)

    def _draws(self, player: str) -> tuple[dict[str, object], int]:
        """Return the action by which `player` draws and throws, and the number of cards that the pile was short of."""
        world = self.world
        before = world.shuffles
        said: dict[str, object] = {"action": "supply", "player": player}
        trio = world.trio(player, "copas")
        wanted = 2
        if trio and self.dice.random() < 0.6:
            said.update(cups=True, **self.world.named(trio))
            world.drop(player, trio)
            wanted = 8 if world.is_set("cups", "six-more") else 6
            self.desk.note("trio of cups")
        short = world.draw(player, wanted)
        thrown = 0
        human = player not in world.things
        while world.clubs(player) and (human or people.throws_openly(world, player)):
            if thrown > FRUITLESS and all(suited(card) == "bastos" for card in (*world.deck, *world.discard)):
                break
            world.drop(player, world.clubs(player)[:1])
            world.thrown += 1
            thrown += 1
            short += world.draw(player, 1)
        if thrown:
            said["clubs"] = thrown
            self.desk.note("clubs replaced")
        if short:
            self.desk.note("nothing left to draw")
        if world.shuffles > before:
            self.desk.note("reshuffled")
        return said, short

    def _nothing_but_clubs(self, player: str) -> None:
        """Correct the count of a human's hand where only clubs are left to draw."""
        world = self.world
        world.drop(player, world.clubs(player))
        world.took |= set(world.ring)  # a corrected table proves nothing of before
        world.cleared.clear()
        self.desk.note("nothing but clubs")
        said = {"action": "override", "set": {"hands": {player: len(world.hands[player])}}, "reason": "only clubs"}
        self.say(said)

    def give_up(self) -> None:
        """End the game without a result."""
        self.desk.say({"action": "end", "cause": "abandoned"})
        self.desk.over("abandoned", "nobody")
        raise Over

    def leave(self) -> None:
        """Let every player leave three cards, or starve."""
        line = self.world.order()
        for k, player in enumerate(line):
            self.pause()
            follows = line[k + 1] if k + 1 < len(line) else ""
            if len(self.world.hands[player]) < 3:
                self._starves(player, follows)
            else:
                gone, given = people.leaves(self.world, player)
                self.world.drop(player, [gone])
                for card in given:
                    self.world.hands[player].remove(card)
                    self.world.middle.append(card)
                seen = {"cards": given} if self.world.is_set("middle", "face-up") and self.dice.random() < 0.5 else {}
                self._next(follows, "take")
                self.say({"action": "leave", "player": player, **seen})

    def _next(self, follows: str, phase: str) -> None:
        if follows:
            self.turn = follows
        else:
            self.enter(phase)

    def _starves(self, player: str, follows: str) -> None:
        world = self.world
        thing = player in world.things
        others = bool(world.things & set(world.ring) - {player})
        said: dict[str, object] = {"action": "starve", "player": player, "role": "thing" if thing else "human"}
        said["others"] = others if thing else None
        if self.dice.random() < 0.3 and world.hands[player]:
            said["shown"] = list(world.hands[player])
        if player == world.first:
            self.desk.note("the first player dies")
        world.kill(player)
        self.desk.note("starved Thing" if thing else "starved human")
        if thing and not others:
            self.desk.say(said)
            self.end("no-things", list(world.ring), "humans")
        if len(world.ring) == 1:
            self.desk.say(said)
            self.count()
        self._next(follows, "take")
        self.say(said)

    def take(self) -> None:
        """Let every player take one or two cards; a human who takes a club becomes a Thing."""
        line = self.world.order()
        for k, player in enumerate(line):
            self.pause()
            world, many = self.world, min(people.takes(self.world), len(self.world.middle))
            cards = self.dice.sample(world.middle, many)
            for card in cards:
                world.middle.remove(card)
                world.hands[player].append(card)
            if any(suited(card) == "bastos" for card in cards) and player not in world.things:
                world.things.add(player)
                self.desk.note("infected")
            world.took.add(player)
            world.cleared.discard(player)
            if k + 1 == len(line):
                self._leftovers()
            self._next(line[k + 1] if k + 1 < len(line) else "", "invade")
            self.say({"action": "take", "player": player, "count": many})

    def _leftovers(self) -> None:
        if self.world.middle:
            self.desk.note("leftovers")
        if not self.world.is_set("leftovers", "stay"):
            self.world.discard += self.world.middle
            self.world.middle = []

    def invade(self) -> None:
        """Let a Thing call the others, or end the game if no humans are left."""
        world = self.world
        self.pause()
        caller = people.calls(world)
        if not world.humans() and self.dice.random() < 0.3:
            roles = dict.fromkeys(world.ring, "thing")
            self.desk.say({"action": "end", "cause": "no-humans", "roles": roles})
            self.end("no-humans", list(world.ring), "things")
        if not caller:
            self.new_round()
            self.say({"action": "skip"})
            return
        world.shown.add(caller)
        if not world.humans():
            world.shown |= set(world.ring)
            self.desk.say({"action": "invade", "player": caller, "all": True})
            self.end("all-things", list(world.ring), "things")
        self.desk.note("invasion")
        fight(self, {"action": "invade", "player": caller}, "invade")
