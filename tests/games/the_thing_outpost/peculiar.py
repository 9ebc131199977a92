"""The Norwegian base: its table in one line; its cards, counters and tokens all there.

The cases of the board game are its cases too, but for those that say what is otherwise here.
"""

from __future__ import annotations

import re
from pathlib import Path

from companion.decks.catalog import title
from companion.engine.deck import Decklist
from companion.engine.state import Table
from companion.games.the_thing import queries
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost import queries as q
from companion.service.transfer.cases import Case, read_cases
from tests.games.the_thing import peculiar as base
from tests.games.the_thing.peculiar import line as line

EACH_MOVE = False
OTHER_BLANKS: set[str] = set()

RULES = Path(__file__).parents[2] / "rules"


NOT_HERE = (
    *(
        "weapon_pile: 7",
        'encounters: ["shed", "kitchen"]',
        "player.unknown take-sheets",
        '"Berto": 3, "Ciro": 2, "Dora": 3',
    ),
    *("wires", "kind=b", "escape=true", "weapon_pile: 6", "round: 2", "pack_leader"),
    *('take-sheets who={"Ana": "windows"}', "last_food=stays", "dark_card=down", "swaps=true"),
    *("last_infected", "end cause=frozen", '"step": "pack"', 'step: "weather"'),
    *("few_cards=shuffled", '"fires": {"helicopter": 1, "shed": 1}'),
)
"""Subjects of the board game's cases that do not hold here: its Characters where they matter, its wires and its test B,
vehicles with which all have to leave, its decks, a round that ends without the dog, a dog that leads a pack, an end
that leaves only hidden Aliens, one snowcat."""


def of_the_board_game() -> list[Case]:
    """Return the cases of the board game at a table of this one: with the damage of its snowcat, and a dog that
    runs."""
    made = []
    for path in sorted((RULES / "the-thing").glob("*.txt")):
        for block in path.read_text("utf-8").split("\n\n"):
            if "\nthe-thing " in f"\n{block}" and not any(word in block for word in NOT_HERE):
                text = re.sub(r"(?m)^the-thing ", "the-thing-outpost ", block)
                text = re.sub(r" who=\{[^}]*\}", "", text)
                text = re.sub(r"(?m)^(ok +take-sheets.*)$", r"\1\nok override {'damage': {'shed': 1}} reason=r", text)
                text = re.sub(r"(?m)^(ok +locate .*)\n(ok +weather)", r"\1\nok dog\n\2", text).replace("'", '"')
                made += read_cases(str(path), text.encode(), title)
    return made


def holds(decklist: Decklist, table: Table) -> None:
    """Assert that the counts of the board game hold, and that vehicles and launch tokens are no more than the box
    has."""
    asked = table.step in ("meeting", "rescue", "escape")
    assert asked or not table.prompts or table.ended
    base.holds(decklist, table)
    assert all(0 <= q.left_there(table, slug) <= 1 for slug in o.PLACES)
    lying = sum(1 for sector in o.SECTORS if q.token(table, sector))
    held = q.held(table)
    assert all(0 <= held[value] <= count for value, count in o.TOKENS.items())
    assert queries.number(table, o.STOCK) + lying + sum(held.values()) <= sum(o.TOKENS.values())
    assert 0 <= queries.number(table, o.LAUNCHED) <= len(o.COSTS)


MORE: list[Case] = of_the_board_game()
