"""La Criatura with one seat more: eleven people and the cards they take, whole games played by tapping at random."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.decks.catalog import Title, title
from companion.games.la_criatura import queries
from companion.games.la_criatura.cards import EVENT, WEAPON, how_many
from tests.games.play import Sitting
from tests.games.walk import NAMES, walk

OURS = title("la-criatura")
MORE = {"cientifico": 10, "infectado": 11}
SEATS = 11


def eleven() -> Title:
    """The same game for eleven alone, with a scientist and an infected more in the box and a clock that goes to 11."""
    cards = tuple(replace(card, copies=MORE.get(card.slug, card.copies)) for card in OURS.decklist.cards)
    game = OURS.game.derive(slug="la-criatura-11", declarations=(replace(OURS.game.declared("clock"), limit=SEATS),))
    return Title(game, replace(OURS.decklist, fewest=SEATS, most=SEATS, cards=cards), OURS.words)


@pytest.mark.parametrize("seed", range(6))
def test_eleven_play_to_the_end_and_every_card_stays(seed: int) -> None:
    here = eleven()
    sitting = walk(here, seed, 2500, quiet=0)
    table = sitting.course.table
    assert table.ended is not None and table.ended.winners and len(table.players) == SEATS
    for _, table in sitting.course.standing:
        piles = table.piles
        assert piles["draw"] + piles["discard"] + sum(table.hands.values()) == how_many(here.decklist, EVENT)
        carried = sum(queries.carried(table, player) for player in table.seats)
        assert piles["weapons"] + carried <= how_many(here.decklist, WEAPON)
        assert {*table.seats, *table.eliminated} == {*table.players}
    turns = [entry.verb for entry in sitting.course.entries].count("elect") + 1
    assert turns == SEATS - 1, "one turn fewer than people, the first of them without a vote"


def test_the_figures_of_the_set_up_follow() -> None:
    here, words = eleven(), OURS.words["en"]
    told = here.game.plan(here.decklist, SEATS, words).figures
    assert (told["clock"], told["vote_tokens"], told["draw_pile"]) == (10, 12, 63 - 3 * SEATS)
    copies = {row["slug"]: row["copies"] for row in told["cards"]}
    assert (copies["criatura"], copies["cientifico"], copies["infectado"]) == (1, 10, 11)


def test_ten_is_the_most_everywhere_else() -> None:
    setup = {"players": list(NAMES[:SEATS])}
    refused = Sitting(OURS.game, OURS.decklist, setup).refused
    assert refused is not None and refused.rule == "setup.player-count"
    sitting, before = Sitting(eleven().game, eleven().decklist, setup), Sitting(OURS.game, eleven().decklist, setup)
    assert sitting.state["clock"] == before.state["clock"] == 10
    assert sitting.say(action="override", set={"clock": SEATS}) == "ok"
    assert before.say(action="override", set={"clock": SEATS}) == "override.invalid"
