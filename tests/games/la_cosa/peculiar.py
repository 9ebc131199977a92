"""La Cosa: its table in one line, its cards all there, and the hand-derived scenarios as cases."""

from __future__ import annotations

from typing import Any

from companion.engine.deck import Decklist
from companion.engine.state import Table
from companion.games.la_cosa.queries import conserved
from tests.games.la_cosa.scenarios import scenario_cases

MORE = scenario_cases()
EACH_MOVE = True
"""True if the cases notice a rule that is dropped from one move alone."""
OTHER_BLANKS = {"setup.steps.pile"}
"""Sentences whose blanks differ between the languages, and rightly."""


def line(state: dict[str, Any]) -> str:
    """Return the table in one line: seats with hands, doors as ‖, quarantine rounds in brackets, piles, the open
    question."""
    doors = [frozenset(pair) for pair in state["doors"]]
    seats = state["seats"]
    ring = ""
    for k, player in enumerate(seats):
        rounds = state["quarantine"].get(player)
        ring += player + str(state["hands"][player]) + (f"[{rounds}]" if rounds else "")
        between = frozenset((player, seats[(k + 1) % len(seats)]))
        ring += "‖" * doors.count(between) if doors.count(between) else " "
    arrow = "→" if state["direction"] == "clockwise" else "←"
    wait = f"{state['waiting_for']}:{state['step']}" + (f"({state['against']})" if state["against"] else "")
    card = f" <{state['card']}>" if state["card"] else ""
    return f"{arrow} {ring.strip()} | mazo {state['draw_pile']} desc {state['discard_pile']}{card} | {wait}"


def holds(decklist: Decklist, table: Table) -> None:
    """Assert that every card is somewhere, and that the ring is consistent."""
    assert conserved(decklist, table)
    assert len(table.seats) == len(table.gaps) >= 1
    assert set(table.hands) == set(table.seats)
    assert min(table.hands.values()) >= 0
    assert {*table.seats} | {*table.eliminated} == {*table.players}
    assert table.turn in table.seats or table.ended or table.claim
    assert (table.prompt is not None) == (table.step == "respond") or table.ended
