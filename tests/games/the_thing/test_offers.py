"""Offers of the board game beside the course of play: only what a player at this table can do."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.view import Question
from tests.games.play import Sitting

FOUR = ["Ana", "Beto", "Carla", "Dani"]
HERE = title("the-thing")


def table(**set_: object) -> Sitting:
    """Return a table of four people with these fields set."""
    sitting = Sitting(HERE.game, HERE.decklist, {"players": FOUR})
    assert sitting.say(action="take-sheets") == "ok"
    assert sitting.say(action="override", set=set_, reason="t") == "ok"
    return sitting


def asked(sitting: Sitting, **said: Any) -> Question:
    return HERE.game.ask(HERE.decklist, sitting.course.table, said, HERE.words["es"])


def said_by(question: Question) -> list[dict[str, object]]:
    return [dict(one.said) for group in question.groups for one in group.choices]


def test_only_who_holds_something_gives_it_away_and_of_one_kind_it_needs_no_question() -> None:
    assert {"action": "trade"} not in said_by(asked(table(step="rec-room")))
    some = table(step="rec-room", objects={"Ana": 1}, weapons={"Beto": 1}, lab={"Carla": 1})
    assert {"action": "trade"} in said_by(asked(some))
    assert said_by(asked(some, action="trade")) == [
        {"action": "trade", "player": "Ana", "kind": "objects"},
        {"action": "trade", "player": "Beto", "kind": "weapons"},
    ]
    both = table(step="rec-room", objects={"Ana": 1}, weapons={"Ana": 1})
    given = said_by(asked(both, action="trade"))
    assert given == [{"action": "trade", "player": "Ana"}]
    assert [one["kind"] for one in said_by(asked(both, **given[0]))] == ["weapons", "objects"]


def test_only_who_holds_what_burns_sets_a_room_on_fire() -> None:
    assert {"action": "burn"} not in said_by(asked(table(step="actions", active_pile=3)))
    armed = table(step="actions", active_pile=3, weapons={"Ana": 1, "Beto": 1}, charges={"Beto": 6})
    assert {"action": "burn"} in said_by(asked(armed))
    who = [(one["player"], one["with"]) for one in said_by(asked(armed, action="burn"))]
    assert who == [("Ana", "explosive"), ("Beto", "flamethrower"), ("Beto", "explosive")]


def test_an_object_that_fits_nowhere_is_grey_and_says_why() -> None:
    idle = table(step="actions", active_pile=3, objects={"Ana": 1}, rooms={"Ana": "dormitory"})
    [extra] = [one for group in asked(idle).groups for one in group.choices if dict(one.said) == {"action": "extra"}]
    assert extra.refusal is not None and extra.refusal.rule == "extra.elsewhere"


def test_an_exposed_alien_stands_in_no_room() -> None:
    sitting = table(step="rec-room")
    assert sitting.say(action="expose", player="Beto") == "ok"
    assert set(sitting.state["rooms"]) == {"Ana", "Carla", "Dani"}


@pytest.mark.parametrize("game", ["the-thing", "the-thing-coop", "the-thing-outpost"])
def test_where_a_correction_leaves_nobody_to_meet_the_phase_is_left_with_one_touch(game: str) -> None:
    here = title(game)
    people = FOUR[:2] if game == "the-thing-coop" else FOUR
    sitting = Sitting(here.game, here.decklist, {"players": people})
    assert sitting.say(action="take-sheets") == "ok"
    assert sitting.say(action="override", set={"step": "encounters"}, reason="t") == "ok"
    question = here.game.ask(here.decklist, sitting.course.table, {}, here.words["es"])
    assert [dict(one.said) for one in question.groups[0].choices] == [{"action": "next"}]
    assert sitting.say(action="next") == "ok"
    assert sitting.state["step"] == "actions"


def test_a_room_with_nobody_says_so_in_a_word() -> None:
    sitting = table(step="rec-room")
    assert sitting.say(action="expose", player="Beto") == "ok"
    assert (
        sitting.say(action="override", set={"step": "encounters", "strength": {"armoury": 1, "kitchen": 2}}, reason="t")
        == "ok"
    )
    assert [one.label for one in asked(sitting).groups[0].choices] == ["Armería: nadie", "Cocina: nadie"]


def test_beside_a_name_rooms_have_their_short_names() -> None:
    sitting = table(step="actions", active_pile=3, rooms={"Ana": "radio", "Beto": "radio", "Carla": "kitchen"})
    (use,) = asked(sitting, action="carry-out", card="usar").groups
    told = {one.label: one.detail for one in use.choices}
    assert told == {"Ana": "Radio ×2", "Beto": "Radio ×2", "Carla": "Cocina", "Dani": "Recreativos"}


def test_who_holds_a_weapon_evades_in_sight_and_what_cannot_be_done_is_not_asked() -> None:
    together: dict[str, Any] = {"Ana": "kitchen", "Beto": "kitchen", "Carla": "shed", "Dani": "shed"}
    meeting = asked(table(step="encounters", rooms=together, weapons={"Dani": 1}))
    evading = {
        one.said["at"]: group.quiet
        for group in meeting.groups
        for one in group.choices
        if not one.done and "at" in one.said
    }
    assert evading == {"shed": False, "kitchen": True}
    at_work = table(step="actions", active_pile=3, rooms=together)
    using = {"action": "carry-out", "card": "usar", "player": "Carla"}
    [fuel] = [one for group in asked(at_work).groups for one in group.choices if dict(one.said) == using]
    assert fuel.done  # the snow plough cannot leave: what it is used for is no question
    lying = table(step="actions", active_pile=3, rooms=together, lying=list(FOUR))
    assert asked(lying).text == "Ya no queda nadie de pie"


def test_the_strength_of_the_alien_counts_wherever_it_lies() -> None:
    sitting, words = table(step="rec-room"), HERE.words["es"]
    assert sitting.say(action="expose", player="Beto") == "ok"
    assert sitting.say(action="override", set={"step": "alien"}, reason="t") == "ok"
    assert sitting.say(action="hide", strengths=[2]) == "ok"
    hidden = sitting.course.table
    assert "Fuerza del Alienígena: 2." in HERE.game.view(HERE.decklist, hidden, words).detail
    assert sitting.say(action="override", set={"pool": 1}, reason="t") == "ok"
    told = HERE.game.undo_hints(hidden, sitting.course.entries[-1].facts, words)
    assert "La reserva del Alienígena vuelve a 0." in told


def test_one_strength_that_is_left_is_one() -> None:
    sitting = table(step="rec-room")
    assert sitting.say(action="expose", player="Dani") == "ok"
    assert sitting.say(action="override", set={"step": "alien"}, reason="t") == "ok"
    assert asked(sitting, action="hide", strengths=[1]).text == "Queda 1 de Fuerza. ¿Otra carta?"


def test_the_aliens_cards_lie_in_as_many_rooms() -> None:
    sitting = table(step="rec-room", pool=3)
    assert sitting.say(action="expose", player="Beto") == "ok"
    assert sitting.say(action="override", set={"step": "alien", "pool": 3}, reason="t") == "ok"
    assert sitting.say(action="hide", strengths=[1, 1, 1]) == "ok"
    assert sitting.say(action="override", set={"step": "encounters"}, reason="t") == "ok"
    second = asked(sitting, action="reveal", at=["shed"])
    assert [one.room for one in second.groups[0].choices if one.refusal] == ["shed"]


def test_what_the_tablet_does_not_keep_shows_no_number() -> None:
    sitting, seen = table(step="actions"), []
    for depth in ("complete", "sums", "phases"):
        assert sitting.say(action="depth", to=depth) == "ok"
        view = HERE.game.view(HERE.decklist, sitting.course.table, HERE.words["es"])
        seen.append((len(view.piles), any(room.badges for room in view.rooms)))
    assert seen == [(6, True), (0, True), (0, False)]


def test_who_leads_is_said_only_where_the_tablet_is_told() -> None:
    sitting, seen = table(step="weather"), []
    for depth in ("complete", "sums", "phases"):
        assert sitting.say(action="depth", to=depth) == "ok"
        view = HERE.game.view(HERE.decklist, sitting.course.table, HERE.words["es"])
        leads = [one.icon == "leader" for seat in view.seats for one in seat.badges]
        seen.append((any(seat.is_turn for seat in view.seats), any(leads), view.heading.split(" tira ")[0]))
    assert seen == [(True, True, "Ana"), (False, False, "El Líder"), (False, False, "El Líder")]
