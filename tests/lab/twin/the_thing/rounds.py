"""A round from the weather to the planning, played at a desk."""

from __future__ import annotations

from tests.lab.harness.harness import Desk
from tests.lab.twin.the_thing.slips import Slips
from tests.lab.twin.the_thing.world import FACES, World

BURNERS = ("generator", "boiler")


class Rounds:
    """One game at a desk."""

    def __init__(self, desk: Desk, world: World) -> None:
        self.desk, self.world, self.dice = desk, world, world.dice
        self.slips = Slips(desk, world)

    def tell(self, verb: str, **said: object) -> None:
        """Say it, and see that the companion knows what everybody sees."""
        was_dark, was_lost = getattr(self, "_was", (False, False))
        now = (self.world.is_dark(), bool(self.world.freezing))
        if now[0] and not was_dark:
            self.desk.note("blackout")
        if now[1] and not was_lost:
            self.desk.note("boiler lost")
        self._was = now
        self.desk.say({"action": verb, **said}, self.world.seen())
        self.desk.note(f"step {self.world.step}")

    def chance(self, odds: float) -> bool:
        return self.dice.random() < odds

    def sheets(self) -> None:
        """Deal the sheets; a card says where the leader token begins."""
        world = self.world
        self.slips.before()
        world.token_at = self.dice.choice(world.green)
        world.step, world.round = "weather", 1
        self.tell("take-sheets", who=dict(world.sheet), token=world.token_at)

    # Phases 1 to 3

    def weather(self) -> None:
        """Roll the weather; the last roll may be kept if the die lay in the station."""
        world = self.world
        self.slips.now()
        world.step = "upkeep"
        if world.die_at_station and self.chance(0.5):
            world.die_at_station = False
            self.tell("weather", face=world.face, keep=True)
            return
        world.face, world.die_at_station = self.dice.choice(FACES), False
        self.tell("weather", face=world.face)

    def upkeep(self) -> None:
        """Burn fuel, with damage for the missing; freezing and the helicopter move on."""
        world = self.world
        self.slips.now()
        line = world.board.weather[world.face]
        said: dict[str, object] = {}
        burns = {"generator": not world.is_dark(), "boiler": not world.freezing}
        freezes, flies = bool(world.freezing), bool(world.sos) and not world.arrived and not world.gone
        for room in BURNERS:
            if burns[room] and room not in world.fires:
                said[room] = line[room]
                short = max(line[room] - world.fuel[room], 0)
                world.fuel[room] = max(world.fuel[room] - line[room], 0)
                world.hurt(room, short)
                if short:
                    self.desk.note("shortage")
        burnt = self._fuel_of_the_rescue()
        if flies:
            said["rescue"] = line["rescue"]
            world.sos += line["rescue"]
            if world.sos >= world.board.rescue:
                world.arrived, said["arrived"] = True, True
                self.desk.note("arrived")
                world.sos = min(world.sos, world.board.rescue) if world.is_read else world.sos
        if burnt:
            world.sos_fuel += 1
            if world.sos_fuel >= world.board.rescue_fuel:
                world.gone, said["gone"] = True, True
                self.desk.note("gone")
        frozen = False
        if freezes:
            said["freezing"] = line["freezing"]
            world.freezing += line["freezing"]
            frozen = world.freezing >= world.board.freezing
            if frozen:
                world.freezing = world.board.freezing if world.is_read else world.freezing
                said["frozen"] = True
        world.step = "ending" if frozen else self.after_upkeep()
        self.tell("upkeep", **({} if world.is_read else said))
        if frozen:
            self.end("frozen")

    def _fuel_of_the_rescue(self) -> bool:
        world = self.world
        if not world.sos or world.gone:
            return False
        rule = world.rule["rescue_fuel"]
        if world.arrived:
            return True
        return rule == "every-upkeep" or (rule == "not-sunny" and world.face != "sunny")

    def after_upkeep(self) -> str:
        return "alien" if self.world.exposed and self.world.pool else "draw"

    def alien(self) -> None:
        """Let the exposed Alien lay cards face down, with strength on each."""
        world = self.world
        self.slips.now()
        deck, left, laid = world.locations(), world.pool, list[int]()
        while left and len(laid) < min(len(self._cards(deck)), 3) and (not laid or self.chance(0.6)):
            laid.append(self.dice.randint(1, left))
            left -= laid[-1]
        self.hidden = self._cards(deck)[: len(laid)]
        world.pool, world.covered, world.step = left, laid, "draw"
        self.tell("hide", strengths=list(laid))

    def _cards(self, rooms: list[str]) -> list[str]:
        """Return cards drawn at random, as the rooms they are taken to show."""
        drawn = dict[str, str]()
        for room in self.dice.sample(rooms, len(rooms)):
            drawn.setdefault(self.world.card(room), room)
        return list(drawn.values())

    def draw(self) -> None:
        """Draw up to the limit for every player, the leader first, and one card more for the pile."""
        world = self.world
        self.slips.now()
        size = len(world.deck)
        for person in world.in_turn():
            while len(world.hand[person]) < world.limit() and (card := world.draw()):
                world.hand[person].append(card)
        if card := world.draw():
            world.active.append(card)
        garry = next((person for person in world.characters() if world.sheet[person] == "garry"), "")
        swaps = bool(garry and world.hand[garry]) and self.chance(0.3)
        if swaps:
            world.discards.append(world.hand[garry].pop(self.dice.randrange(len(world.hand[garry]))))
            if card := world.draw():
                world.hand[garry].append(card)
        if len(world.deck) > size:
            self.desk.note("discards shuffled")
        world.step = "plan"
        self.tell("draw", **({"swaps": True} if swaps else {}))

    # Planning

    def plan(self) -> None:
        """Move every player, from the leader's left on, the leader last."""
        world = self.world
        first, *others = world.in_turn()
        self.left = [*others, first]
        while self.left:
            self.slips.planning(self.left)
            self._move(self.left[0])

    def _move(self, person: str) -> None:
        world = self.world
        lamp = "linterna" in world.objects[person]
        light = lamp and world.is_dark() and self.chance(0.7)
        chooses = world.sheet[person] == "norris" or light or not world.is_dark()
        owner = person if chooses else world.next_to(person, -1)
        rooms = [
            r for r in world.green if r not in world.fires and sum(world.at[p] == r for p in world.characters()) < 3
        ]
        if self.chance(0.08):
            self._swap(person)
            return
        room = self.wish(person, rooms)
        world.at[person] = room
        said: dict[str, object] = {"player": person, "at": room}
        if not world.hand[owner] or self.chance(0.06):
            world.discards += world.hand[person]
            world.hand[person] = []
            lit = world.sheet[person] == "norris" or (lamp and self.chance(0.5))
            if lit and world.sheet[person] != "norris":
                said["light"] = True
            if card := world.draw():
                world.active.append(card)
            if lit and (card := world.draw()):
                world.discards.append(card)
            said["special"] = True
            self.desk.note("special")
        else:
            card = world.hand[owner].pop(self.dice.randrange(len(world.hand[owner])))
            world.active.append(card)
            if light:
                said["light"] = True
            if world.is_watched(person):
                said["card"] = card
                self.desk.note("face up")
            if owner != person:
                self.desk.note("in the dark")
        if world.token_at == room:
            world.token, world.token_at = person, ""
        self._moved(person)
        self.tell("place", **said)

    def wish(self, person: str, rooms: list[str]) -> str:
        """Return the room a person prefers: the shed with the keys, else company."""
        if "shed" in rooms and self.chance(0.6 if "llaves" in self.world.objects[person] else 0.1):
            return "shed"
        others = [room for room in rooms if self.world.upright(room)]
        return self.dice.choice(others if others and self.chance(0.4) else rooms)

    def _swap(self, person: str) -> None:
        world = self.world
        world.at[person] = "dormitory"
        world.lying.add(person)
        count = len(world.hand[person])
        world.discards += world.hand[person]
        chosen = sorted(world.deck)[: min(count, len(world.deck))]
        for card in chosen:
            world.deck.remove(card)
        world.hand[person] = chosen
        world.deck += world.discards
        world.discards = []
        self.dice.shuffle(world.deck)
        self.desk.note("swapped")
        self._moved(person)
        self.tell("swap", player=person)

    def _moved(self, person: str) -> None:
        self.left.remove(person)
        if not self.left:
            self.world.step = self.after_plan()

    def after_plan(self) -> str:
        """Return the step after the planning: the pack leader's move if it is loose, else the first encounter."""
        world = self.world
        runs = world.dogs_in and not world.pack_taken and world.pack != "kennel"
        return "pack" if runs else self.next_meeting()

    def next_meeting(self) -> str:
        """Return the step after planning or an encounter."""
        raise NotImplementedError

    def end(self, ending: str) -> None:
        """End the game with this ending."""
        raise NotImplementedError
