"""The Thing for 1 to 3: its table in one line; its counters, tokens and dice all there."""

from __future__ import annotations

from typing import Any

from companion.engine.deck import Decklist
from companion.engine.state import Table
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing_coop import base as c
from companion.service.transfer.cases import Case

MORE: list[Case] = []
EACH_MOVE = False
"""Whether the cases notice a rule that is dropped from one move alone."""
OTHER_BLANKS: set[str] = set()


def line(state: dict[str, Any]) -> str:
    """The table in one line: Characters with suspicion (★ leader, _ lying), what lies where, dice, who is next."""
    seats = " ".join(_seat(state, player) for player in state["seats"])
    here = "; ".join(f"{name} {_counts(state[name])}" for name in ("fuel", "damage", "food", "dogs") if state[name])
    tracks = " ".join(f"{name}={state[name]}" for name in ("threat", "rescue", "freezing") if state[name] is not None)
    dice = f"dados {' '.join(state['dice'])} {state['assigned'] or ''}".strip() if state["dice"] else ""
    flags = " ".join(name for name in ("dark", "hungry") if state[name])
    end = f"{state['round']}:{state['step']}:{state['waiting_for'] or '*'}"
    return " | ".join(part for part in (seats, here, tracks, dice, flags, end) if part)


def _seat(state: dict[str, Any], player: str) -> str:
    marks = ("★" if state["leader"] == player else "") + ("_" if player in state["lying"] else "")
    if player in state["exposed"]:
        return f"{player}!{state['pool']}"
    return f"{player}{marks}·{state['suspicion'].get(player, 0)}@{state['rooms'].get(player) or '-'}"


def _counts(counts: dict[str, int]) -> str:
    return ",".join(f"{slug} {count}" for slug, count in counts.items())


def holds(decklist: Decklist, table: Table) -> None:
    """Counters, dogs and food are as many as there are, in no room more than fit; threat and suspicion lie on the
    track; nobody holds an action card."""
    assert not any(table.hands.values()) and all(count >= 0 for count in table.piles.values())
    damage = {slug: queries.here(table, b.DAMAGE, slug) for slug in b.MOST_DAMAGE}
    assert all(0 <= count <= b.MOST_DAMAGE[slug] for slug, count in damage.items())
    assert sum(damage.values()) <= b.DAMAGE_SUPPLY
    assert sum(queries.here(table, b.FUEL, slug) for slug in b.ROOMS) <= b.FUEL_SUPPLY
    assert sum(queries.here(table, b.DOG, slug) for slug in b.ROOMS) + queries.number(table, b.LOOSE) <= b.DOGS
    assert sum(queries.here(table, b.FOOD_HERE, slug) for slug in b.ROOMS) <= b.FOOD
    assert 0 <= queries.number(table, c.THREAT) <= c.FIRST_THREAT
    assert all(0 <= queries.suspicion(table, player) <= c.FIRST_THREAT for player in table.seats)
    assert {*table.seats} | {*table.eliminated} == {*table.players} and len(table.players) == c.CHARACTERS
    assert table.step in ("rescue", "escape") or not table.prompts or table.ended
