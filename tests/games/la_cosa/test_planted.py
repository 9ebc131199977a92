"""Bugs planted in the rules about doors, thirds and swaps: a short case finds each, and no random game is needed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine import facts as f
from companion.engine.kit.game import Game
from companion.engine.rules import Moment, Violation
from companion.engine.state import Table
from companion.games.la_cosa import plays, queries, rules
from companion.games.la_cosa.cards import Reach
from companion.games.la_cosa.effects import Effects
from tests.games.every import cases_of
from tests.games.test_rules import differs
from tests.planting import Patch, plant


def a_door_behind_stops(table: Table, row: Reach, a: str, b: str) -> bool:
    """A change of seats is stopped by a door on either side of the one it is aimed at."""
    if row.moves and row.target == "adjacent":
        return any(table.gaps[k] for k in table.gaps_beside(b))
    return RIGHT_STOPS(table, row, a, b)


def doors_move_along(self: Effects, a: str, b: str) -> None:
    """The doors behind two who change seats go with them."""
    RIGHT_SWAP(self, a, b)
    i, j = sorted((self.table.seats.index(a), self.table.seats.index(b)))
    if j == i + 1:
        gaps = list(self.table.gaps)
        gaps[i - 1], gaps[j] = gaps[j], gaps[i - 1]
        self.do(f.ObstaclesSet(tuple(gaps), self.table.fronts))


def passes_over_the_quarantined(self: Table, player: str) -> str:
    """¡Fallaste! asks the next player who is not in quarantine."""
    following = RIGHT_NEXT(self, player)
    if self.prompt is None or player != self.prompt.to:
        return following
    while queries.quarantined(self, following) and following != player:
        following = RIGHT_NEXT(self, following)
    return following


def any_quarantine_stops(table: Table, asked: str, by: str) -> str:
    """¡Fallaste! passes nothing on while anybody else at all is in quarantine."""
    other = any(queries.quarantined(table, p) for p in table.seats if p != asked)
    return "quarantine" if other else RIGHT_MISSED(table, asked, by)


def any_door_named(m: Moment, who: str, aimed: str) -> bool:
    """An axe reaches past a door as soon as it is to take a door."""
    return isinstance(m.action.table("remove").get("door"), list)


def no_door_stops_an_axe(m: Moment) -> Violation | None:
    return None if m.action.text("card") == "hacha" else RIGHT_DOOR(m)


def thirds_among_the_free(table: Table, player: str) -> tuple[str, ...]:
    """The third of those who are not in quarantine."""
    free = [p for p in table.seats if p == player or not queries.quarantined(table, p)]
    i = free.index(player)
    return tuple(dict.fromkeys((free[(i + 3) % len(free)], free[(i - 3) % len(free)])))


def thirds_in_quarantine_move(effects: Effects, action: Any) -> None:
    if action.text("target"):
        effects.change_seats(action.player, action.text("target"))
    effects.clear_open()
    effects.offer_exchange()


def only_swaps(effects: Effects, action: Any) -> None:
    """¡Sal de aquí! that forgets who plays next."""
    if action.text("target") and not queries.quarantined(effects.table, action.player):
        effects.swap(action.player, action.text("target"))
    effects.clear_open()
    effects.offer_exchange()


def the_swapped_plays_though_nobody_moved(effects: Effects, action: Any) -> None:
    if action.text("target") and effects.option("after_seat_swap") == "swapped-player":
        effects.do(f.Noted(queries.NEXT, action.text("target")))
    RIGHT_OUT(effects, action)


RIGHT_STOPS, RIGHT_SWAP, RIGHT_NEXT = queries.door_stops, Effects.swap, Table.next_after
RIGHT_MISSED, RIGHT_DOOR = queries.missed, rules.target_door
RIGHT_OUT = plays.PANICS["sal-de-aqui"]

PLANTED: dict[str, Patch] = {
    "a door behind stops Cambio de lugar": (queries, "door_stops", a_door_behind_stops),
    "doors move along": (Effects, "swap", doors_move_along),
    "Fallaste passes over the quarantined": (Table, "next_after", passes_over_the_quarantined),
    "any quarantine stops Fallaste": (queries, "missed", any_quarantine_stops),
    "an axe takes any door": (rules, "_names_door_between", any_door_named),
    "thirds are counted among the free": (queries, "thirds", thirds_among_the_free),
    "thirds in quarantine move": (plays.PANICS, "uno-dos", thirds_in_quarantine_move),
    "Sal de aquí forgets who plays next": (plays.PANICS, "sal-de-aqui", only_swaps),
    "who was not swapped plays next": (plays.PANICS, "sal-de-aqui", the_swapped_plays_though_nobody_moved),
}


def red(game: Game | None = None) -> list[str]:
    """The cases that come out otherwise."""
    here = title("la-cosa")
    other = replace(here, game=game or here.game)
    return [name for name, case in cases_of("la-cosa") if differs(case, other)]


@pytest.mark.parametrize("name", PLANTED)
def test_a_short_case_finds_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert red() == []
    plant(monkeypatch, PLANTED[name])
    assert [case for case in red() if case.startswith("doors-thirds-and-swaps")]


def test_an_axe_that_no_door_stops_is_found() -> None:
    here = title("la-cosa")
    play = here.game.moves["play"]
    spoiled = (replace(r, check=no_door_stops_an_axe) if r.check is RIGHT_DOOR else r for r in play.rules)
    game = here.game.derive(moves={"play": replace(play, rules=tuple(spoiled))})
    assert [case for case in red(game) if case.startswith("doors-thirds-and-swaps")]
