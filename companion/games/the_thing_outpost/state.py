"""What is kept of this table beside what the board game keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from companion.engine.actions import list_of, number, one_of, optional, table_of
from companion.engine.kit import declare
from companion.engine.kit.board_view import Board as BoardView
from companion.engine.kit.corrections import Impossible
from companion.engine.kit.public_state import COUNT, NAME, Shown
from companion.engine.kit.rooms import RoomNumber, Rooms
from companion.engine.state import Table
from companion.engine.view import Badge, RoomView
from companion.games.the_thing import base as b
from companion.games.the_thing import queries, state
from companion.games.the_thing.effects import Effects
from companion.games.the_thing.state import OnTrack, Supplies
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost import queries as q


class UnderWay(state.UnderWay):
    """Declaration of what has begun; it is dropped before the table is corrected."""

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        super().set(effects, said)
        effects.clear(o.ELSEWHERE, o.LAST_ASKED, o.OWN_END)


class Board(Rooms):
    """The rooms of the base; in the last fight the sectors of the saucer instead."""

    def rooms(self, board: BoardView) -> Iterable[RoomView]:
        if not q.is_in_the_ufo(board.table):
            every = tuple(super().rooms(board))
            if not queries.has_second_snowcat(board.table):
                yield from (one for one in every if one.name != b.SECOND_SHED)
                return
            high = 4 / len(o.BESIDE)
            beside = {slug: (3.0, high * k, 1.0, high) for k, slug in enumerate(o.BESIDE)}
            yield from (replace(one, spot=beside.get(one.name, one.spot)) for one in every)
            return
        for sector in o.SECTORS:
            badges: list[Badge] = []
            if token := q.token(board.table, sector):
                badges.append(Badge("launch", board.words.say("scene.launch_token", count=token), "action", token))
            if n := q.strength(board.table, sector):
                badges.append(Badge("alien", board.words.say("scene.strength", count=n), "contagion", n))
            name, people = board.words.raw(f"rooms.{sector}"), q.in_sector(board.table, sector)
            yield RoomView(sector, name, people, tuple(badges))


@dataclass(frozen=True)
class Used(RoomNumber):
    """Vehicles of a room that have left: no more than stood there."""

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        for slug, count in cast("Mapping[str, int]", said[self.name]).items():
            if slug in o.PLACES and count > q.stood_there(effects.table, slug):
                raise Impossible("used", room=slug, most=q.stood_there(effects.table, slug))
        super().set(effects, said)


@dataclass(frozen=True)
class Run(OnTrack):
    """The space of the dog on the run."""

    def length(self, table: Table) -> int | None:
        return q.end_of_run(table)


class LaunchTokens(declare.Declared):
    """Launch tokens: those of a value that the Alien holds or that lie face up, and all there are."""

    def concerns(self, said: Mapping[str, object]) -> bool:
        return bool({"launch_stock", *(f"launch_{value}" for value in o.TOKENS)} & {*said})

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        table = effects.table
        lying = [token for sector in o.SECTORS if (token := q.token(table, sector))]
        held = q.held(table)
        counts = {f"launch_{value}": (held[value] + lying.count(value), most) for value, most in o.TOKENS.items()}
        every = queries.number(table, o.STOCK) + sum(held.values()) + len(lying)
        for kind, (count, most) in {**counts, "launch": (every, sum(o.TOKENS.values()))}.items():
            if count > most:
                raise Impossible(f"supply-{kind}", count=count, supply=most)


STATE = (
    UnderWay("under-way"),
    Board(slugs=b.ROOMS, lies=b.LYING, spots=(*b.OWN_SPOTS, b.OWN_SPOTS[b.ROOMS.index(b.SHED)])),
    *state.on_the_board(b.GREEN, b.VEHICLES),
    Used("used", track=o.USED, slugs=o.PLACES, most=2, icon="keys", kind="obstacle"),
    Run("dog_at", track=o.DOG_AT, most=99, blank=True),
    declare.Number("rifle", track=o.RIFLE, most=max(o.RIFLES), blank=True),
    declare.Number("launch_stock", track=o.STOCK, most=14, blank=True),
    declare.Number("launched", track=o.LAUNCHED, most=len(o.COSTS), blank=True),
    *(
        declare.Number(f"launch_{value}", track=o.HELD[value], most=count, blank=True)
        for value, count in o.TOKENS.items()
    ),
    Supplies("supplies", strength=b.STRENGTH_SUPPLY + 2),  # another figure of 2
    LaunchTokens("launch-tokens"),
)
_UFO = ("launch_stock", "launched", *(f"launch_{value}" for value in o.TOKENS))
FORMS = {"dogs": ("dogs",), "used": ("used",), "run": ("dog_at", "rifle"), "ufo": _UFO}
CAUSES = (*state.CAUSES, *o.OWN_ENDINGS, "left-behind")
NEW = ("used", "dog_at", "rifle", *_UFO)
PUBLIC = (
    Shown("escaped", lambda game, decklist, table: list(q.escaped(table)), list_of(NAME)),
    Shown("sectors", lambda game, decklist, table: {
        player: sector for player in queries.characters(table) if (sector := q.sector_of(table, player))},
        table_of(NAME)),
    Shown("sector_strength", lambda game, decklist, table: {
        sector: n for sector in o.SECTORS if (n := q.strength(table, sector))}, table_of(COUNT)),
    Shown("sector_tokens", lambda game, decklist, table: {
        sector: n for sector in o.SECTORS if (n := q.token(table, sector))}, table_of(number(1, 3))),
    Shown("tested", lambda game, decklist, table: q.tested(table) or None, optional(NAME)),
    Shown("cause", shape=optional(one_of(*CAUSES))),
)  # fmt: skip
