"""Facts that no rule case and no text tells apart, and corrections of La Cosa as they are touched."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from companion.engine import facts as f
from companion.engine.actions import Action, Malformed
from companion.engine.game import Setup
from companion.engine.places import DISCARD, DRAW, PLAY, gap, hand
from companion.engine.state import Table, replay
from companion.games.la_cosa.effects import Effects
from companion.games.la_cosa.prompts import Prompts
from tests.games.play import seated

RULES = title("la-cosa")
GAME, BOX = RULES.game, RULES.decklist
FOUR = ("Ana", "Bea", "Cid", "Dot")


def opened(**options: f.Setting) -> Table:
    """Return a table at which Ana has drawn and is to act."""
    facts = RULES.game.open(BOX, Setup(FOUR, "Ana", options))
    return replay((*facts, f.CardsMoved(DRAW, hand("Ana")), f.StepBegan("act")))


def done(table: Table, verb: str, **said: object) -> list[f.Fact]:
    return list(GAME.carry_out(BOX, table, Action(verb, said)))


def after(table: Table, *facts: f.Fact) -> Table:
    return replay(facts, table)


def asked(about: str, by: str = "Ana", to: str = "Bea", **options: f.Setting) -> Table:
    """Return a table that waits for an answer; the card that asks lies on the table."""
    laid = () if about == "exchange" else (f.CardsMoved(hand(by), PLAY, 1, (about,)),)
    return after(opened(**options), *laid, f.StepBegan("respond"), f.Asked(about, by, to))


def test_seats_are_swapped() -> None:
    table = asked("mas-vale-que-corras", to="Cid")
    cleared = f.CardsMoved(PLAY, DISCARD, 1, ("mas-vale-que-corras",))
    assert done(table, "respond", player="Cid") == [
        f.Settled(), f.PlayersMoved(("Cid", "Bea", "Ana", "Dot")), cleared, f.Asked("exchange", "Ana", "Dot"),
    ]  # fmt: skip
    swapped = done(asked("mas-vale-que-corras", to="Cid", after_seat_swap="swapped-player"), "respond", player="Cid")
    assert swapped[2] == f.Noted("next", "Cid")


def test_an_empty_pile_is_shuffled_in_the_middle_of_a_draw() -> None:
    effects = Effects(BOX, after(opened(), f.CountsSet({"draw": 1, "discard": 5}, {})))
    effects.draw_away("Ana", 2, 1)
    assert effects.facts == [
        f.CardsMoved(DRAW, DISCARD, 1, ()), f.StackShuffled(DISCARD, DRAW), f.CardsMoved(DRAW, hand("Ana"), 2, ()),
    ]  # fmt: skip
    nothing = Effects(BOX, after(opened(), f.CountsSet({"draw": 0, "discard": 0}, {})))
    nothing.draw(hand("Ana"), 1)
    assert nothing.facts == []


def test_what_is_shown_to_all() -> None:
    effects = Effects(BOX, opened())
    effects.show_hand("Bea")
    effects.show_hand("Cid", "Ana", 1)
    assert effects.facts == [f.CardsShown("Bea"), f.CardsShown("Cid", "Ana", (), 1)]
    effects.lift_doors()
    effects.lift_quarantines()
    effects.clear_open()
    assert len(effects.facts) == 2, "there is nothing to lift"
    assert effects.option("quarantine_rounds") == 2 and effects.option("unheard-of") == ""
    assert Effects(BOX, opened(quarantine_rounds=4)).option("quarantine_rounds") == 4
    effects.give_up("Bea", count=9)
    assert effects.facts[-1] == f.CardsMoved(hand("Bea"), DISCARD, 4)


def corrected(table: Table, about: str, **typed: str) -> object:
    """Return the fields set by a filled in form of the correction."""
    filled = {name: [value] for name, value in typed.items()}
    return GAME.assemble(BOX, table, {"action": "override", "about": about}, filled)["set"]


def test_what_is_neither_in_the_counted_pile_nor_in_a_hand_nor_on_the_table_is_in_the_discards() -> None:
    """Four play with 35 cards: the pile has 18, three people hold 4 and Ana, who has drawn, 5."""
    assert corrected(opened(), "lost", draw_pile="10") == {
        "step": "draw",
        "draw_pile": 10,
        "discard_pile": 35 - 10 - 16,
    }
    door = after(opened(), f.CardsMoved(DRAW, gap(0), 1, ("puerta-atrancada",)))
    assert corrected(door, "lost", draw_pile="18") == {"step": "draw", "draw_pile": 18, "discard_pile": 0}


def test_an_abandoned_game_keeps_roles_only_if_all_were_said() -> None:
    roles = dict.fromkeys(FOUR, "human")
    assert done(opened(), "end", cause="abandoned", roles=roles) == [f.Ended("abandoned", (), roles)]
    assert done(opened(), "end", cause="abandoned", roles={"Ana": "human"}) == [f.Ended("abandoned", (), {})]


def test_a_door_goes_where_one_lay_and_what_was_under_way_is_dropped() -> None:
    two = after(
        opened(),
        f.PlayerOut("Cid", ""), f.PlayerOut("Dot", ""), f.Noted("next", "Bea"), f.Claimed("Bea", "no-human-left"),
        f.ObstaclesSet(((), ("puerta-atrancada",)), {}), f.CountsSet({"discard": 7}, {}),
    )  # fmt: skip
    doors = done(two, "override", set={"doors": [["Ana", "Bea"]]}, reason="")
    assert after(two, *doors).gaps == ((), ("puerta-atrancada",))
    dropped = after(two, *done(two, "override", set={"step": "draw"}, reason=""))
    assert not dropped.notes and dropped.claim is None and dropped.turn == "Ana"


def test_as_many_panics_are_met_as_twice_those_of_the_deck() -> None:
    """Each can be met twice in one draw, when the pile is shuffled anew in the middle of it; of six players eight."""
    at = seated("la-cosa", "draw Ana away", "discard Ana", players=["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"])
    field = Prompts(at.game, at.decklist, at.course.table, {}, at.words()).skipped_field()
    assert (field.least, field.most) == (0, 16)
    said = {"action": "respond", "player": "Beto", "card": "no-gracias"}
    with pytest.raises(Malformed):
        at.say(**said, skipped=17)
    assert at.say(**said, skipped=16) == "ok"
    assert at.state["hands"]["Beto"] == 4
