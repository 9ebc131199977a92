"""What is kept of this table: declared once each, in the order in which a correction sets them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from companion.engine import facts as f
from companion.engine.actions import list_of, number, one_of, optional, table_of, truth
from companion.engine.deck import Decklist
from companion.engine.kit import declare
from companion.engine.kit.corrections import Impossible
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.kit.public_state import COUNT, NAME, Reading, Shown
from companion.engine.kit.rooms import RoomNumber, Rooms
from companion.engine.state import Table
from companion.engine.view import Badge, Field
from companion.games.the_thing import base as b
from companion.games.the_thing import pack, queries
from companion.games.the_thing.box import deck_size
from companion.games.the_thing.effects import Effects

HELD: Mapping[str, tuple[str, str]] = {
    "weapons": ("weapon_pile", "weapon"), "objects": ("object_pile", "object"), "lab": ("lab_bag", "lab"),
}  # fmt: skip
"""What people hold: the pile it comes from, as a correction names it, and the back of its cards."""


@dataclass(frozen=True)
class Supplies(declare.Declared):
    """Cards, tokens and charges: those in hands and piles are no more than the box has for so many players. What
    somebody turns out to hold was drawn: where the pile is not counted too, it lies there no longer. `strength`: what
    the tokens and figures of the Alien are worth."""

    strength: int = b.STRENGTH_SUPPLY

    def concerns(self, said: Mapping[str, object]) -> bool:
        return any({*said} & keys for keys in self.fields_of().values())

    def fields_of(self) -> Mapping[str, set[str]]:
        """Return, for each supply, the fields of a correction that draw on it."""
        held = {kind: {kind, pile} for kind, (pile, _) in HELD.items()}
        return {**held, "charges": {"charges"}, "strength": {"strength", "pool"}}

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        for kind, keys in self.fields_of().items():
            if {*said} & keys:
                supply = self.supply(effects.decklist, effects.table, kind)
                if kind in HELD and HELD[kind][0] not in said:
                    left = effects.table.piles[kind]
                    drawn = min(self.lying(effects.table, kind) - supply, left)
                    if drawn > 0:
                        effects.do(f.CountsSet({kind: left - drawn}, {}))
                count = self.lying(effects.table, kind)
                if count > supply:
                    raise Impossible(f"supply-{kind}", count=count, supply=supply)

    def lying(self, table: Table, kind: str) -> int:
        """Return how much of a supply is on the table; what is in the waste may be a mistake, and is not counted."""
        if kind == "strength":
            return queries.strength(table)
        held = sum(n for (name, _), n in table.tracks.items() if name == kind)
        return held + (table.piles.get(kind, 0) if kind in HELD else 0)

    def supply(self, decklist: Decklist, table: Table, kind: str) -> int:
        """Return how much of it the box has for this table."""
        box, players = decklist.answered(table.options), len(table.players)
        if kind == "strength":
            return self.strength
        if kind == "charges":
            return b.CHARGES * sum(copy.slug == b.WEAPON_SLUG[b.FLAMETHROWER] for copy in box.in_play(players))
        return deck_size(box, players, HELD[kind][1])


@dataclass(frozen=True)
class Fuel(RoomNumber):
    """Fuel in a room, no more than it has spaces, as far as the board tells."""

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        for slug, count in cast("Mapping[str, int]", said[self.name]).items():
            space = queries.fuel_space(effects.table, slug) if slug in self.slugs else None
            if space is not None and count > space:
                raise Impossible("fuel", room=slug, most=space)
        super().set(effects, said)


@dataclass(frozen=True)
class OnTrack(declare.Number):
    """The space of a token on a track, not beyond its end where somebody has read it. `end`: which track of the
    board."""

    end: str = ""

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        most = self.length(effects.table)
        if most is not None and cast(int, said[self.name]) > most:
            raise Impossible("track", most=most)
        super().set(effects, said)

    def length(self, table: Table) -> int | None:
        """Return the last space of the track; None where nobody has read it."""
        return cast("int | None", getattr(queries.board(table), self.end))


DROPS = frozenset({"turn", "step", "seats", "out"})


class UnderWay(declare.Declared):
    """Declaration of what has begun; it is dropped before the table is corrected."""

    def concerns(self, said: Mapping[str, object]) -> bool:
        return bool(DROPS & set(said))

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        if effects.table.prompts:
            effects.do(f.Settled())
        effects.clear(b.OFFERS, b.LOOKS, b.VOTE, b.REFUSED, b.ABOARD, b.ESCAPE, b.ENDING)


@dataclass(frozen=True)
class Damage(RoomNumber):
    """Damage counters in a room, no more than it has spaces."""

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        for slug, count in cast("Mapping[str, int]", said[self.name]).items():
            if slug in b.MOST_DAMAGE and count > queries.most_damage(effects.table, slug):
                raise Impossible("damage", room=slug, most=queries.most_damage(effects.table, slug))
        super().set(effects, said)


@dataclass(frozen=True)
class Dogs(RoomNumber):
    """Declaration of the dogs' rooms; no more can be loose than the box has besides."""

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        super().set(effects, said)
        placed = sum(queries.here(effects.table, b.DOG, slug) for slug in self.slugs)
        effects.keep(b.LOOSE, "", min(queries.number(effects.table, b.LOOSE), b.DOGS - placed) or None)


@dataclass(frozen=True)
class Freezing(OnTrack):
    """The space of the freezing token. It lies there as soon as the boiler is destroyed, and not off the track then."""

    def concerns(self, said: Mapping[str, object]) -> bool:
        return bool({self.name, "damage", "fires"} & set(said))

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        if self.name in said:
            super().set(effects, said)
        lies = queries.kept(effects.table, b.FREEZING)
        effects.begin_to_freeze()
        if self.name in said and not lies and queries.is_destroyed(effects.table):
            raise Impossible("freezing")


@dataclass(frozen=True)
class Suspicion(declare.Counter):
    """The space of everybody's suspicion token; no more than the red one."""

    def badges(self, board: Any, player: str) -> Iterable[Badge]:
        if queries.is_exposed(board.table, player):
            return
        now = self.now(board.table, player)
        if now:
            yield from super().badges(board, player)
        else:
            yield Badge("human", board.words.raw("scene.proven"), "action")


@dataclass(frozen=True)
class Leader(declare.Marker):
    """Declaration of the leader, a Character."""

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        effects.lead(declare.living(effects, str(said[self.name])))


@dataclass(frozen=True)
class Turn(declare.Turn):
    """Declaration of the turn player and the phase; of the pack leader's where the table plays with one."""

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        whose, step = super().fields(prompts)
        plays = queries.has_pack_leader(prompts.table)
        return whose, replace(step, options=tuple(one for one in step.options if plays or one[0] != b.PACK))

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        step = str(said.get(self.step) or self.now(effects.game, effects.table))
        if step == b.PACK and not queries.has_pack_leader(effects.table):
            raise Impossible("pack")
        who = str(said.get(self.name) or effects.whose(step))
        effects.turn(declare.living(effects, who))
        if effects.table.step != step:
            effects.do(f.StepBegan(step))


@dataclass(frozen=True)
class Counted(declare.Declared):
    """Action cards: what is neither in hands, nor handed in, nor in the draw pile, lies in the discards."""

    def concerns(self, said: Mapping[str, object]) -> bool:
        return bool({"hands", "draw_pile", "active_pile"} & set(said))

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        table = effects.table
        hands = dict(table.hands)
        for player, held in cast("Mapping[str, int]", said.get("hands", {})).items():
            hands[declare.living(effects, player)] = held
        active = cast(int, said.get("active_pile", table.piles["active"]))
        rest = b.ACTIONS - sum(hands.values()) - active
        draw = cast(int, said.get("draw_pile", min(table.piles["draw"], max(rest, 0))))
        left = rest - draw
        if left < 0:
            raise Impossible("sum", draw=draw, active=active, hands=sum(hands.values()), size=b.ACTIONS)
        effects.do(f.CountsSet({"draw": draw, "active": active, "discard": left}, hands))


def _pile(name: str, pile: str) -> declare.Pile:
    return declare.Pile(name, pile=pile, field=name, label=f"fix.{name}", most=lambda decklist, table: 60)


@dataclass(frozen=True)
class LoosePile(declare.Pile):
    """A pile that is counted by itself."""

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        effects.do(f.CountsSet({self.pile: cast(int, said[self.name])}, {}))


def _loose(name: str, pile: str, most: int) -> LoosePile:
    return LoosePile(name, pile=pile, field=name, label=f"fix.{name}", most=lambda decklist, table: most)


def on_the_board(green: tuple[str, ...], vehicles: tuple[str, ...]) -> tuple[declare.Declared, ...]:
    """Return what is counted in the rooms of a board with these green rooms, and these that have a vehicle."""
    return (
        Fuel("fuel", track=b.FUEL, slugs=(b.GENERATOR, b.BOILER, b.WAREHOUSE, b.RESERVE, *vehicles), most=18,
             supply=b.FUEL_SUPPLY - 1, icon="fuel", kind="action"),  # one of them lies on the rescue helicopter's track
        Damage("damage", track=b.DAMAGE, slugs=(b.BOILER, b.GENERATOR, b.RADIO, *vehicles), most=8,
               supply=b.DAMAGE_SUPPLY, icon="damage", kind="danger"),
        RoomNumber("food", track=b.FOOD_HERE, slugs=(b.PANTRY, b.KITCHEN), most=b.FOOD, supply=b.FOOD, icon="food",
                   kind="action"),
        Dogs("dogs", track=b.DOG, slugs=(*green, b.KENNEL), most=b.DOGS, supply=b.DOGS, icon="dog", kind="panic"),
        RoomNumber("fires", track=b.FIRE, slugs=green, most=1, supply=b.FIRES, icon="fire", kind="danger"),
        RoomNumber("strength", track=b.STRENGTH, slugs=(*green, b.KENNEL), most=20, icon="alien", kind="contagion"),
        RoomNumber("leader_token", track=b.TOKEN_HERE, slugs=green, most=1, supply=1, icon="token", kind="obstacle"),
    )  # fmt: skip


PEOPLE = Rooms(slugs=b.OWN_ROOMS, lies=b.LYING, spots=b.OWN_SPOTS)
STATE = (
    UnderWay("under-way"),
    declare.HouseOptions(),
    declare.Out("out"),
    declare.Seats(),
    Leader("leader", note=b.LEADER, label="fix.leader", badge=("leader", "scene.leader", "obstacle")),
    declare.Marker("token", note=b.TOKEN, badge=("token", "scene.token", "obstacle")),
    PEOPLE,
    declare.Flagged("lying", track=b.LYING, label="fix.lying", badge=("lying", "scene.lying", "panic")),
    Suspicion(
        "suspicion", track=b.SUSPICION, field="suspicion", most=8, rule="override.invalid",
        limit=lambda table, player: queries.most_suspicion(table), badge=("suspicion", "scene.suspicion", "danger"),
    ),
    declare.Flagged("exposed", track=b.EXPOSED, badge=("alien", "scene.exposed", "contagion")),
    declare.Counter("weapons", track=b.WEAPONS, field="weapon", most=12, badge=("weapons", "scene.weapons", "defence")),
    declare.Counter("objects", track=b.OBJECTS, field="object", most=15, badge=("objects", "scene.objects", "action")),
    declare.Counter("lab", track=b.LAB, field="lab", most=40, badge=("lab", "scene.lab", "action")),
    declare.Counter("charges", track=b.CHARGE, field="charge", most=12, badge=("fire", "scene.charges", "danger")),
    *on_the_board(b.OWN_GREEN, b.OWN_VEHICLES),
    pack.WHERE,
    declare.Number("round", track=b.ROUND),
    declare.Number("pool", track=b.POOL, blank=True),
    OnTrack("rescue", track=b.SOS, most=99, blank=True, end="rescue"),
    OnTrack("rescue_fuel", track=b.RESCUE_FUEL, most=99, blank=True, end="rescue_fuel"),
    Freezing("freezing", track=b.FREEZING, most=99, blank=True, end="freezing"),
    declare.Number("hungry", track=b.HUNGRY, most=1, blank=True, choices=True),
    declare.Number("rescue_there", track=b.ARRIVED, most=1, blank=True, choices=True),
    declare.Number("rescue_gone", track=b.GONE, most=1, blank=True, choices=True),
    Turn(usual="plan", after=DROPS),
    declare.Hands(most=b.LIMIT + 1),
    _pile("draw_pile", "draw"),
    _pile("active_pile", "active"),
    _loose("weapon_pile", "weapons", 12),
    _loose("object_pile", "objects", 15),
    _loose("lab_bag", "lab", 40),
    Counted("counted"),
    Supplies("supplies"),
)  # fmt: skip

FORMS = {
    **{name: (name,) for name in ("turn", "leader")},
    **{name: (name,) for name in ("rooms", "lying")},
    "dogs": ("dogs", "pack"),
    **{name: (name,) for name in ("suspicion", "fuel", "damage", "food", "fires", "strength", "leader_token")},
    "tracks": ("round", "rescue", "rescue_fuel", "rescue_there", "rescue_gone", "freezing", "hungry", "pool"),
    "hands": ("hands", "draw_pile", "active_pile"),
    **{name: (name,) for name in ("weapons", "objects", "lab", "charges")},
    "decks": ("weapon_pile", "object_pile", "lab_bag"),
    **{name: (name,) for name in ("seats", "out", "options")},
}


def _kept(name: str) -> Reading:
    return lambda game, decklist, table: queries.kept(table, name)


def _names(check: Callable[[Table], Iterable[str]]) -> Reading:
    return lambda game, decklist, table: list(check(table))


COUNTS = table_of(COUNT)
CAUSES = ("frozen", "alien-aboard", "assimilated", "human-left", "humans-away", "abandoned")

PUBLIC = (
    "game",
    Shown("status", shape=one_of("playing", "ended")),
    *("seats", "eliminated", "step", "turn", "waiting_for", "asked", "round"),
    Shown("leader", shape=NAME),
    Shown("token", shape=optional(NAME)),
    Shown("depth", lambda game, decklist, table: queries.depth(table), one_of(*b.DEPTHS)),
    Shown("weather", lambda game, decklist, table: queries.face(table) or None, optional(NAME)),
    *("rooms", "lying"),
    Shown("suspicion", lambda game, decklist, table: {
        player: queries.suspicion(table, player) for player in queries.characters(table)}, COUNTS),
    *("fuel", "damage", "food", "dogs", "pack", "fires", "leader_token", "hungry"),
    Shown("dark", lambda game, decklist, table: queries.is_dark(table), truth),
    Shown("freezing", lambda game, decklist, table: table.tracks.get((b.FREEZING, "")), optional(number(0, 99))),
    Shown("rescue", lambda game, decklist, table: table.tracks.get((b.SOS, "")), optional(number(0, 99))),
    *("rescue_fuel", "exposed"),
    Shown("rescue_there", _kept(b.ARRIVED), truth),
    Shown("rescue_gone", _kept(b.GONE), truth),
    *("pool", "strength"),
    Shown("covered", lambda game, decklist, table: [
        strength for _, strength in queries.heaps(table)], list_of(number(0, 99))),
    Shown("encounters", _names(lambda table: (*queries.hunted(table), *queries.meetings(table))), list_of(NAME)),
    Shown("to_place", lambda game, decklist, table: queries.number(table, b.LOOSE), COUNT),
    Shown("aboard", _names(queries.aboard), list_of(NAME)),
    *("weapons", "objects", "lab", "charges", "hands", "draw_pile", "discard_pile", "active_pile", "weapon_pile"),
    *("object_pile", "lab_bag"),
    Shown("voted", _names(queries.voted), list_of(NAME)),
    Shown("late", _names(lambda table: [n.removeprefix("late-") for n, _ in table.tracks if n.startswith("late-")]),
          list_of(NAME)),
    Shown("roles", shape=table_of(one_of(b.HUMAN_ROLE, b.ALIEN_ROLE))),
    "options",
    "winners",
    Shown("cause", shape=optional(one_of(*CAUSES))),
)  # fmt: skip
