"""Games derived from others: what is different is replaced, and whole games are played by tapping at random."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.decks.catalog import Title, title
from companion.engine.actions import Action, Malformed, one_of, read
from companion.engine.kit.declare import Number
from companion.engine.kit.game import Game
from companion.engine.kit.moves import Move, Phase
from companion.engine.view import Group, Question
from companion.games.dos_barajas import queries
from companion.games.dos_barajas.effects import Effects
from companion.games.dos_barajas.prompts import Prompts
from companion.games.dos_barajas.queries import conserved
from companion.games.la_cosa.queries import conserved as all_there
from tests.games.play import Sitting
from tests.games.walk import walk

TWO_DECKS = title("dos-barajas")


# The two decks without accusations, and with a storm that the table counts


def blows(effects: Effects, action: Action) -> None:
    """Let the storm grow, and go on with supplies."""
    effects.keep("storm", "", queries.number(effects.table, "storm") + 1)
    effects.begin(queries.SUPPLY)


def weather(ask: Prompts) -> Question:
    return ask.start(Group("", (ask.plain("accuse.nobody", {"action": "blow"}),)))


def storm() -> Game:
    return TWO_DECKS.game.derive(
        slug="storm",
        moves={
            "accuse": None,
            "blow": Move(rules=TWO_DECKS.game.moves["skip"].rules[:-1], does=blows, tells=lambda log: "Sopla."),
        },
        phases={queries.ACCUSE: replace(TWO_DECKS.game.phases[queries.ACCUSE], asks=weather)},
        declarations=(Number("storm", track="storm", most=99),),
        without=("commander",),
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_storm_is_played_to_the_end(seed: int) -> None:
    here = Title(TWO_DECKS.decklist, TWO_DECKS.words, storm())
    sitting = walk(here, seed, 250, quiet=0.02)
    assert conserved(here.decklist, sitting.course.table)
    said = {entry.verb for entry in sitting.course.entries}
    assert "blow" in said and "accuse" not in said
    assert sitting.state["storm"] == len([entry for entry in sitting.course.entries if entry.verb == "blow"])
    assert "commander" not in sitting.state


def test_what_is_declared_is_corrected_asked_for_and_told() -> None:
    game = storm()
    sitting = Sitting(game, TWO_DECKS.decklist, {"players": ["Ana", "Beto", "Carla", "Dani"]})
    said = {"action": "override", "about": "storm"}
    question = game.ask(TWO_DECKS.decklist, sitting.course.table, said, TWO_DECKS.words["es"])
    (storms,) = question.groups[0].choices
    assert storms.detail == "0"
    near = game.ask(TWO_DECKS.decklist, sitting.course.table, storms.said, TWO_DECKS.words["es"]).groups[0].choices
    assert [choice.label for choice in near] == [str(k) for k in range(1, 11)]
    assert sitting.say(**near[6].said) == "ok" and sitting.state["storm"] == 7


def test_the_game_it_comes_from_is_as_it_was() -> None:
    before = dict(TWO_DECKS.game.moves)
    storm()
    assert TWO_DECKS.game.moves == before and "storm" not in {one.name for one in TWO_DECKS.game.declarations}
    assert {"accuse", "blow"} & set(storm().verbs) == {"blow"}


def test_a_move_that_is_taken_away_is_offered_nowhere() -> None:
    gone = ("clubs", "override", "rename", "end")
    game = TWO_DECKS.game.derive(moves=dict.fromkeys(gone))
    sitting = Sitting(game, TWO_DECKS.decklist, {"players": ["Ana", "Beto", "Carla", "Dani"]})
    table, words = sitting.course.table, TWO_DECKS.words["es"]

    def offered(of: Game) -> list[set[object]]:
        groups = of.ask(TWO_DECKS.decklist, table, {}, words).groups
        return [{choice.said["action"] for choice in group.choices} for group in groups]

    assert offered(TWO_DECKS.game) == [{"skip", "commander"}, {"clubs"}, {"override", "show", "rename", "end"}]
    assert offered(game) == [{"skip", "commander"}, {"show"}], "and no heading stands over nothing"


def test_a_phase_that_is_taken_away_is_in_no_correction() -> None:
    game = TWO_DECKS.game.derive(phases={queries.TAKE: None, "rest": Phase(weather, settable=True)})
    sitting = Sitting(game, TWO_DECKS.decklist, {"players": ["Ana", "Beto", "Carla", "Dani"]})
    said = {"action": "override", "about": "turn:phase"}
    (steps,) = game.ask(TWO_DECKS.decklist, sitting.course.table, said, TWO_DECKS.words["es"]).groups
    found = [choice.said["set"] for choice in steps.choices]
    phases = ["accuse", "supply", "leave", "invade", "rest"]
    assert found == [{"phase": one} for one in phases], "and it is at the deal"


# La Cosa without panics: their cards, their phase and what is said of them are gone


def calm() -> Title:
    here = title("la-cosa")
    draw = here.game.moves["draw"]
    fields = {**draw.fields, "back": one_of("away")}
    game = here.game.derive(
        slug="calm", moves={"next": None, "draw": replace(draw, fields=fields, malformed=None)}, phases={"panic": None}
    )
    cards = tuple(card for card in here.decklist.cards if card.back != "panic")
    return Title(replace(here.decklist, cards=cards), here.words, game)


@pytest.mark.parametrize("seed", range(8))
def test_without_panics_whole_games_are_played_to_their_end(seed: int) -> None:
    here = calm()
    sitting = walk(here, seed, 250, quiet=0)
    assert all(all_there(here.decklist, table) for _, table in sitting.course.standing)
    assert {table.step for _, table in sitting.course.standing} == {"draw", "act", "respond"}
    if sitting.course.table.ended:  # stopped as soon as it might: a burned player is La Cosa
        assert sitting.say(action="undo") == "ok"
    table = sitting.course.table
    thing = table.claim.player if table.claim else table.seats[0]
    assert table.claim or sitting.say(action="declare", player=thing) == "ok"
    roles = {**dict.fromkeys(table.players, "human"), thing: "la-cosa"}
    cause = "la-cosa-declared" if thing in table.seats else "la-cosa-eliminated"
    assert sitting.say(action="end", cause=cause, roles=roles) == "ok"
    assert sitting.state["step"] == "over"
    assert sitting.state["winners"] == [player for player in table.seats if player != thing]


def test_without_panics_nobody_is_asked_about_one() -> None:
    here = calm()
    sitting = Sitting(here.game, here.decklist, {"players": ["Ana", "Beto", "Carla", "Dani"]})
    question = here.game.ask(here.decklist, sitting.course.table, {}, here.words["es"])
    said = [choice.said for group in question.groups for choice in group.choices]
    assert {one["back"] for one in said if one["action"] == "draw"} == {"away"}
    assert "next" not in {one["action"] for one in said} and "next" not in here.game.verbs
    with pytest.raises(Malformed):
        read(here.game.verbs, {"action": "draw", "player": "Ana", "back": "panic", "card": "ups"})
    assert sitting.state["step"] == "draw" and "panic" not in here.game.phases
    assert "'panic': 0" in str(here.game.plan(here.decklist, 4, here.words["es"]).figures["set_aside"])
    assert "panic" in title("la-cosa").game.phases and title("la-cosa").decklist.by_slug["ups"]
