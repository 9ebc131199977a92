"""The Thing, the board game: its table in one line; its cards, counters and tokens all there."""

from __future__ import annotations

from typing import Any

from companion.engine.deck import Decklist
from companion.engine.state import Table
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.service.transfer.cases import Case

MORE: list[Case] = []
EACH_MOVE = False
"""True if the cases notice a rule that is dropped from one move alone."""
OTHER_BLANKS: set[str] = set()


def line(state: dict[str, Any]) -> str:
    """Return the table in one line: hands with suspicion (★ leader, _ lying), what lies where, tracks, who is next."""
    seats = " ".join(_seat(state, player) for player in state["seats"])
    here, tracks, flags = lying(state, "rescue", "freezing")
    piles = f"acción {state['draw_pile']}/{state['discard_pile']}/{state['active_pile']}"
    return " | ".join(part for part in (seats, here, piles, tracks, flags, _next(state)) if part)


def _seat(state: dict[str, Any], player: str) -> str:
    marks = ("★" if state["leader"] == player else "") + ("_" if player in state["lying"] else "")
    if player in state["exposed"]:
        return f"{player}!{state['pool']}"
    where = state["rooms"].get(player) or "-"
    return f"{player}{marks}{state['hands'][player]}·{state['suspicion'].get(player, 0)}@{where}"


def _counts(counts: dict[str, int]) -> str:
    return ",".join(f"{slug} {count}" for slug, count in counts.items())


def _next(state: dict[str, Any]) -> str:
    asked = f"({', '.join(state['asked'])})" if state["asked"] else ""
    return f"{state['round']}:{state['step']}:{state['waiting_for'] or '*'}{asked}"


def holds(decklist: Decklist, table: Table) -> None:
    """Assert that action cards, counters, dogs and food are as many as there are, and no room holds too many."""
    piles = table.piles
    assert piles["draw"] + piles["discard"] + piles["active"] + sum(table.hands.values()) == b.ACTIONS
    assert all(0 <= queries.suspicion(table, player) <= len(table.players) for player in table.seats)
    counters_hold(table)
    asked = table.step in ("meeting", "rescue", "escape")
    assert asked or not table.prompts or table.ended


def counters_hold(table: Table) -> None:
    """Assert that the rooms of every mode hold no more than there is, and no player is lost."""
    assert all(count >= 0 for count in table.piles.values())
    damage = {slug: queries.here(table, b.DAMAGE, slug) for slug in b.MOST_DAMAGE}
    assert all(0 <= count <= b.MOST_DAMAGE[slug] for slug, count in damage.items())
    assert sum(damage.values()) <= b.DAMAGE_SUPPLY
    assert sum(queries.here(table, b.FUEL, slug) for slug in b.ROOMS) <= b.FUEL_SUPPLY
    assert sum(queries.here(table, b.DOG, slug) for slug in b.ROOMS) + queries.number(table, b.LOOSE) <= b.DOGS
    assert sum(queries.here(table, b.FOOD_HERE, slug) for slug in b.ROOMS) <= b.FOOD
    assert {*table.seats} | {*table.eliminated} == {*table.players}


def lying(state: dict[str, Any], *tracks: str) -> tuple[str, str, str]:
    """Return parts of the line of every mode: what lies where, the tracks, and the state of the whole base."""
    here = "; ".join(f"{name} {_counts(state[name])}" for name in ("fuel", "damage", "food", "dogs") if state[name])
    told = " ".join(f"{name}={state[name]}" for name in tracks if state[name] is not None)
    return here, told, " ".join(name for name in ("dark", "hungry") if state[name])
