"""What holds of every game, played at random through the questions a table is asked."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.la_criatura import looks
from companion.games.la_criatura.cards import EVENT, WEAPON, how_many
from companion.table import codec
from companion.table.state import Table
from tests.games.la_criatura.walking import here, walk

FEW = settings(max_examples=25, deadline=None, derandomize=True)
SEEDS = st.integers(0, 10**6)


def _events(table: Table) -> int:
    return table.piles["draw"] + table.piles["discard"] + sum(table.hands.values())


@FEW
@given(SEEDS)
def test_cards_and_tokens_are_conserved(seed: int) -> None:
    sitting = walk(seed)
    for _, table in sitting.course.standing:
        assert _events(table) == how_many(here().decklist, EVENT)
        carried = sum(looks.carried(table, player) for player in table.seats)
        assert table.piles["weapons"] + carried <= how_many(here().decklist, WEAPON)
        assert table.piles["characters"] == 0
        assert all(0 <= held <= looks.HAND for held in table.hands.values())
        assert all(looks.tokens(table, player) <= looks.MOST_TOKENS for player in table.players)
        assert {*table.seats} | {*table.eliminated} == {*table.players}
        assert (table.prompt is not None) == (table.step == "respond") or table.ended


@FEW
@given(SEEDS)
def test_undoing_everything_returns_to_the_start_and_redoing_to_the_end(seed: int) -> None:
    sitting = walk(seed)
    end, start = sitting.state, sitting.game.state(sitting.decklist, sitting.course.standing[0][1])
    undone = 0
    while sitting.say(action="undo") == "ok":
        undone += 1
    assert sitting.state == start
    for _ in range(undone):
        assert sitting.say(action="redo") == "ok"
    assert sitting.state == end


@FEW
@given(SEEDS)
def test_facts_survive_being_written_down(seed: int) -> None:
    for entry in walk(seed, quiet=0.2).course.entries:
        assert tuple(codec.load(codec.dump(fact)) for fact in entry.facts) == entry.facts


@FEW
@given(SEEDS)
def test_a_game_tapped_to_its_end_ends(seed: int) -> None:
    """Never stuck: whatever the questions offer leads on."""
    sitting = walk(seed, 900, quiet=0)
    assert sitting.course.table.ended is not None


@pytest.mark.parametrize("players", range(3, 11))
def test_the_set_up_of_every_number_of_players(players: int) -> None:
    """The table of the worked-out figures: scientists, turns, votes, events dealt and left."""
    plan = here().game.plan(here().decklist, players, here().words["es"])
    rows = {row["slug"]: row["copies"] for row in plan.figures["cards"]}  # type: ignore[attr-defined]
    assert (rows["cientifico"], rows["criatura"], rows["infectado"]) == (players - 1, 1, players)
    assert (plan.figures["turns"], plan.figures["vote_tokens"]) == (players - 1, players + 1)
    assert plan.figures["draw_pile"] == 63 - 3 * players
    assert plan.figures["weapon_pile"] == 10
    box = {row["slug"]: row["copies"] for row in plan.figures["box"]}  # type: ignore[attr-defined]
    assert box.get("cientifico", 0) == 10 - players and box.get("infectado", 0) == 10 - players
