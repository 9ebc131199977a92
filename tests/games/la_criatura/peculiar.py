"""La Criatura: its table in one line, its cards and tokens all there."""

from __future__ import annotations

from typing import Any

from companion.engine.deck import Decklist
from companion.engine.state import Table
from companion.games.la_criatura import queries
from companion.games.la_criatura.queries import EVENT, WEAPON, how_many
from companion.service.transfer.cases import Case

MORE: list[Case] = []
EACH_MOVE = True
"""True if the cases notice a rule that is dropped from one move alone."""
OTHER_BLANKS: set[str] = set()


def line(state: dict[str, Any]) -> str:
    """Return the table in one line: hands, ★ chief, z sedated, t triumphs, w weapons, v votes; piles, clock, who is
    next."""
    seats = " ".join(_seat(state, player) for player in state["seats"])
    piles = f"eventos {state['draw_pile']} desc {state['discard_pile']} armas {state['weapon_pile']}"
    wait = f"{state['waiting_for']}:{state['step']}" + (f"({state['against']})" if state["against"] else "")
    return f"{seats} | {piles} | reloj {state['clock']} | {wait}"


def _seat(state: dict[str, Any], player: str) -> str:
    marks = "★" if state["chief"] == player else ""
    marks += "z" if player in state["sedated"] else ""
    for key, sign in (("triumph", "t"), ("weapons", "w"), ("votes", "v")):
        count = state[key].get(player, 0)
        marks += f"{sign}{count}" if count else ""
    shown = "".join(f" <{card}>" for card in state["shown_weapons"].get(player, ()))
    return f"{player}{state['hands'][player]}{f'[{marks}]' if marks else ''}{shown}"


def holds(decklist: Decklist, table: Table) -> None:
    """Assert that events, weapons, characters and tokens are as many as there are."""
    assert table.piles["draw"] + table.piles["discard"] + sum(table.hands.values()) == how_many(decklist, EVENT)
    carried = sum(queries.carried(table, player) for player in table.seats)
    assert table.piles["weapons"] + carried <= how_many(decklist, WEAPON)
    assert table.piles["characters"] == 0
    assert all(0 <= held <= queries.HAND for held in table.hands.values())
    assert all(queries.tokens(table, player) <= queries.MOST_TOKENS for player in table.players)
    assert {*table.seats} | {*table.eliminated} == {*table.players}
    assert (table.prompt is not None) == (table.step == "respond") or table.ended
