"""What is kept of this table: declared once each, in the order in which a correction sets them.

A correction sets what it names; the events must still add up to the deck's. Naming `turn`, `step`, `seats` or `out`
drops what is under way: votes, ties, blows, whoever had their move already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from companion.engine import facts as f
from companion.engine.actions import list_of, one_of, optional, table_of
from companion.engine.deck import Decklist
from companion.engine.kit import declare
from companion.engine.kit.corrections import Impossible, names
from companion.engine.kit.public_state import COUNT, NAME, Reading, Shown
from companion.engine.state import Table
from companion.games.la_criatura import queries, turns
from companion.games.la_criatura.effects import Effects
from companion.games.la_criatura.queries import EVENT, WEAPON, how_many

DROPS = frozenset({"turn", "step", "seats", "out"})
ARMOURY = str(queries.ARMOURY.name)


class UnderWay(declare.Declared):
    """Declaration of what has begun; it is dropped before the table is corrected."""

    def concerns(self, said: Mapping[str, object]) -> bool:
        return bool(DROPS & set(said))

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        effects.settle()
        effects.note(queries.ACCUSED, None)
        effects.clear(queries.VOTES, queries.TIED, queries.DONE)


class Out(declare.Out):
    """Declaration of the fallen; a player who is back sits where the names were entered."""

    def bring_back(self, effects: Effects, out: tuple[str, ...]) -> None:
        for player in effects.table.eliminated:
            if player not in out:
                players, seats = effects.table.players, effects.table.seats
                before = [p for p in players[: players.index(player)] if p in seats]
                effects.do(f.PlayerBack(player, (before or seats)[-1]))


class Seats(declare.Seats):
    """Declaration of the seats; a wrong name is told."""

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        declare.at_table(effects, names(said[self.name]), self.name)
        super().set(effects, said)


class Sedated(declare.Flagged):
    """Declaration of the sedated players, and since which turn."""

    def since(self, effects: Effects, player: str) -> int:
        return queries.number(effects.table, (self.track, player)) or queries.number(effects.table, queries.TURN)


class Chief(declare.Marker):
    """Declaration of the chief, who is not sedated."""

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        player = declare.living(effects, str(said[self.name]), "player")
        if queries.is_sedated(effects.table, player):
            raise Impossible("text", "chief.sedated", player=player)
        effects.note(self.note, player)


class Found(declare.Number):
    """Declaration of how often the Creature was found; before the second time nobody is without a card."""

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        super().set(effects, said)
        if not queries.is_gone(effects.table):
            effects.note(queries.BEREFT, None)


FIRST: Mapping[str, Callable[[Table], str]] = {
    "first": lambda table: table.turn if table.turn in table.seats else table.seats[0],
    "events": lambda table: next(iter(queries.event_order(table)), queries.chief(table)),
    "vote": lambda table: next(iter(queries.vote_order(table)), queries.chief(table)),
    "discard": lambda table: next(iter(queries.discard_order(table)), queries.chief(table)),
    "helicopter": lambda table: queries.from_the_chief(table)[0],
    "combat": lambda table: queries.from_the_chief(table)[0],
}
"""Whose move it is when a step begins; at any other the chief's."""


@dataclass(frozen=True)
class Turn(declare.Turn):
    """Declaration of the turn player and the step; if one of them is missing, what fits the other."""

    def now(self, game: Any, table: Table) -> str:
        return "combat" if table.step in queries.STRUGGLE else super().now(game, table)

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        table = effects.table
        chief, at = queries.chief(table), str(said.get(self.step) or self.now(effects.game, table))
        if at != "first" and not chief:
            raise Impossible("no-chief")
        if chief and at not in queries.IN_FLIGHT:
            declare.living(effects, chief, "player")
        who = declare.living(effects, str(said.get(self.name) or FIRST.get(at, queries.chief)(table)), "player")
        if at in queries.IN_FLIGHT and not any(track == queries.ORDER for track, _ in table.tracks):
            effects.keep(*queries.CLOCK, 0)
            turns.begin_flight(effects)
        effects.step(at, who)


class Counted(declare.Counted):
    """Hands and piles; together the events are the deck's, weapons never more than there are."""

    def concerns(self, said: Mapping[str, object]) -> bool:
        return True

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        table, size = effects.table, how_many(effects.decklist, EVENT)
        hands = dict(table.hands)
        for player, held in cast("Mapping[str, int]", said.get("hands", {})).items():
            hands[declare.living(effects, player, "player")] = held
            if held > queries.HAND:
                raise Impossible("text", "hand.limit", player=player)
        keys = {"draw": "draw_pile", "discard": "discard_pile", ARMOURY: "weapon_pile"}
        piles = {pile: cast(int, said.get(key, table.piles[pile])) for pile, key in keys.items()}
        held = sum(hands.values())
        if {"draw_pile", "hands"} & set(said) and "discard_pile" not in said:
            piles["discard"] = size - piles["draw"] - held
        draw, discard = piles["draw"], piles["discard"]
        if discard < 0 or draw + discard + held != size:
            raise Impossible("sum", draw=draw, discard=max(discard, 0), hands=held, size=size)
        weapons = how_many(effects.decklist, WEAPON)
        if piles[ARMOURY] + sum(queries.carried(table, p) for p in table.seats) > weapons:
            raise Impossible("weapons", count=weapons)
        if hands != table.hands or any(table.piles[pile] != count for pile, count in piles.items()):
            effects.do(f.CountsSet(piles, hands))


LEADS, ASLEEP = ("chief", "scene.chief", "obstacle"), ("sedated", "scene.sedated", "panic")
VOTES, TRIUMPHS = ("votes", "scene.votes", "danger"), ("tokens", "scene.tokens", "action")
ARMS = ("weapons", "scene.weapons", "defence")
"""What lies before a player: its drawing, its label, its colour."""


def _all(back: str) -> Callable[[Decklist, Table], int]:
    return lambda decklist, table: how_many(decklist, back)


STATE = (
    UnderWay("under-way"),
    declare.HouseOptions(),
    Out("out"),
    Seats(),
    declare.Number("clock", track=queries.CLOCK[0], limit=10),
    Sedated("sedated", track=queries.SEDATED, label="fix.sedated", unknown="sedated", badge=ASLEEP),
    Chief("chief", note=queries.CHIEF, label="fix.chief", badge=LEADS),
    declare.Counter("votes", track=queries.VOTES, badge=VOTES),
    declare.Counter(
        "tokens", track=queries.TOKENS, field="token", most=queries.MOST_TOKENS, rule="token.limit", badge=TRIUMPHS
    ),
    declare.Flagged("two_weapons", track=queries.TWO_WEAPONS, label="fix.two", unknown="out"),
    declare.Counter(
        "weapons",
        track=queries.WEAPONS,
        field="weapon",
        most=2,
        rule="weapon.limit",
        limit=lambda table, player: queries.weapon_limit(table, player) - len(table.fronts.get(player, ())),
        badge=ARMS,
    ),
    declare.Counter("played", track=queries.PLAYED),
    Found("found", track=queries.FOUND[0], most=2, blank=True, choices=True),
    Turn(usual="vote", after=DROPS),
    declare.Hands(most=queries.HAND, choices=True),
    declare.Pile("draw_pile", pile="draw", field="draw_pile", label="fix.draw", most=_all(EVENT), help="fix.draw-help"),
    declare.Pile("discard_pile", pile="discard"),
    declare.Pile("weapon_pile", pile=ARMOURY, field="weapon_pile", label="fix.weapon-pile", most=_all(WEAPON)),
    Counted(),
)

FORMS = {
    **{name: (name,) for name in ("turn", "clock", "chief")},
    "sedated": ("sedated", "found"),
    "tokens": ("tokens",),
    "weapons": ("weapons", "two_weapons", "weapon_pile"),
    "hands": ("hands", "draw_pile"),
    **{name: (name,) for name in ("seats", "out", "options")},
}


def _kept(track: str) -> Reading:
    return lambda game, decklist, table: {p: value for (name, p), value in table.tracks.items() if name == track}


COUNTS = table_of(COUNT)
CAUSES = ("humans-fly", "creature-flies", "humans-left", "creature-left", "abandoned")

PUBLIC = (
    "game",
    Shown("status", shape=one_of("playing", "ended")),
    *("seats", "eliminated"),
    Shown("direction", shape=one_of("counterclockwise")),
    *("turn", "step", "waiting_for"),
    Shown("against", shape=optional(one_of(queries.BLOW, queries.SHIELD))),
    Shown("partner", lambda game, decklist, table: table.prompt.by if table.prompt else None, optional(NAME)),
    Shown("round", lambda game, decklist, table: queries.number(table, queries.TURN), COUNT),
    "clock",
    Shown("chief", shape=optional(NAME)),
    Shown("sedated", _kept(queries.SEDATED), COUNTS),
    *("found", "votes"),
    Shown("tied", lambda game, decklist, table: list(queries.tied(table)), list_of(NAME)),
    Shown("triumph", _kept(queries.TOKENS), COUNTS),
    *("weapons", "two_weapons"),
    Shown(
        "shown_weapons",
        lambda game, decklist, table: {player: list(cards) for player, cards in table.fronts.items()},
        table_of(list_of(NAME)),
    ),
    "played",
    Shown("roles", shape=table_of(one_of(queries.CREATURE_ROLE, queries.INFECTED_ROLE, queries.HUMAN_ROLE))),
    *("draw_pile", "discard_pile", "weapon_pile", "hands", "options", "winners"),
    Shown("cause", shape=optional(one_of(*CAUSES))),
)
