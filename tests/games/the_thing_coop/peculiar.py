"""The Thing for 1 to 3: its table in one line; its counters, tokens and dice all there."""

from __future__ import annotations

from typing import Any

from companion.engine.deck import Decklist
from companion.engine.state import Table
from companion.games.the_thing import queries
from companion.games.the_thing_coop import base as c
from companion.service.transfer.cases import Case
from tests.games.the_thing import peculiar as base

MORE: list[Case] = []
EACH_MOVE = False
"""True if the cases notice a rule that is dropped from one move alone."""
OTHER_BLANKS: set[str] = set()


def line(state: dict[str, Any]) -> str:
    """Return the table in one line: Characters with suspicion (★ leader, _ lying), what lies where, dice, who is
    next."""
    seats = " ".join(_seat(state, player) for player in state["seats"])
    here, tracks, flags = base.lying(state, "threat", "rescue", "freezing")
    dice = f"dados {' '.join(state['dice'])} {state['assigned'] or ''}".strip() if state["dice"] else ""
    end = f"{state['round']}:{state['step']}:{state['waiting_for'] or '*'}"
    return " | ".join(part for part in (seats, here, tracks, dice, flags, end) if part)


def _seat(state: dict[str, Any], player: str) -> str:
    marks = ("★" if state["leader"] == player else "") + ("_" if player in state["lying"] else "")
    if player in state["exposed"]:
        return f"{player}!{state['pool']}"
    return f"{player}{marks}·{state['suspicion'].get(player, 0)}@{state['rooms'].get(player) or '-'}"


def holds(decklist: Decklist, table: Table) -> None:
    """Assert that rooms hold no more than there is, threat and suspicion lie on the track, and no player has an action
    card."""
    assert not any(table.hands.values())
    base.counters_hold(table)
    assert 0 <= queries.number(table, c.THREAT) <= c.FIRST_THREAT
    assert all(0 <= queries.suspicion(table, player) <= c.FIRST_THREAT for player in table.seats)
    assert len(table.players) == c.CHARACTERS
    assert table.step in ("rescue", "escape") or not table.prompts or table.ended
