"""The set-up of La Criatura for every number of people: scientists, turns, votes, events dealt and left."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title


@pytest.mark.parametrize("players", range(3, 11))
def test_the_table_of_the_worked_out_figures(players: int) -> None:
    here = title("la-criatura")
    figures: Any = here.game.plan(here.decklist, players, here.words["es"]).figures
    rows = {row["slug"]: row["copies"] for row in figures["cards"]}
    assert (rows["cientifico"], rows["criatura"], rows["infectado"]) == (players - 1, 1, players)
    assert (figures["turns"], figures["vote_tokens"]) == (players - 1, players + 1)
    assert figures["draw_pile"] == 63 - 3 * players
    assert figures["weapon_pile"] == 10
    box = {row["slug"]: row["copies"] for row in figures["box"]}
    assert box.get("cientifico", 0) == 10 - players and box.get("infectado", 0) == 10 - players
