"""The two decks: their table in one line, and every card of the main deck somewhere."""

from __future__ import annotations

from typing import Any

from companion.engine.deck import Decklist
from companion.engine.state import Table
from companion.games.dos_barajas.queries import conserved
from companion.service.transfer.cases import Case

MORE: list[Case] = []
EACH_MOVE = False
"""True if the cases notice a rule that is dropped from one move alone."""
OTHER_BLANKS: set[str] = set()


def line(state: dict[str, Any]) -> str:
    """Return the table in one line: seats with hands, revealed Things with !, piles, phase and turn."""
    ring = " ".join(f"{p}{state['hands'][p]}{'!' if p in state['revealed'] else ''}" for p in state["seats"])
    piles = f"mazo {state['draw_pile']} desc {state['discard_pile']} centro {state['middle']}"
    return f"{ring} | {piles} | ronda {state['round']} {state['phase']} {state['waiting_for'] or '—'}"


def holds(decklist: Decklist, table: Table) -> None:
    """Assert that piles, middle and hands are the main deck, and that every seat has a hand."""
    assert conserved(decklist, table)
    assert {*table.seats} | {*table.eliminated} == {*table.players}
