"""Board with rooms, unlike any card game: rooms on the screen, several questions at once, corrected figures."""

from __future__ import annotations

from tests.games.play import Sitting, seated

FOUR = ["Ana", "Berto", "Ciro", "Dora"]
AROUND = '{"Ana": "radio", "Berto": "radio", "Ciro": "kitchen", "Dora": "shed"}'


def table(step: str, *lines: str, rooms: str = AROUND) -> Sitting:
    """Return a table of four people at a step and in their rooms, after these lines."""
    begun = f'override {{"step": "{step}", "active_pile": 5, "rooms": {rooms}}}'
    return seated("the-thing", "take-sheets", begun, *lines, players=FOUR)


def test_the_rooms_are_on_the_screen() -> None:
    at = table("actions")
    view = at.game.view(at.decklist, at.course.table, at.words("en"))
    seen = {one.name: (one.label, one.people, [(b.icon, b.count) for b in one.badges]) for one in view.rooms}
    assert seen["radio"] == ("Radio Room", ("Ana", "Berto"), [("damage", 4)])
    assert seen["kitchen"] == ("Kitchen", ("Ciro",), [])
    assert seen["boiler"] == ("Boiler Room", (), [("fuel", 4)])


def test_all_who_are_asked_are_marked_and_one_after_the_other_finds_their_own_choices() -> None:
    together = '{"Ana": "kitchen", "Berto": "kitchen", "Ciro": "kitchen", "Dora": "radio"}'
    at = table("encounters", "meet at=kitchen", rooms=together)
    view = at.game.view(at.decklist, at.course.table, at.words())
    assert [seat.name for seat in view.seats if seat.is_asked] == ["Ana", "Berto", "Ciro"]
    assert view.links == (("Ana", "Ana"), ("Ana", "Berto"), ("Ana", "Ciro"))
    own, _, others, *_ = at.ask().groups
    assert at.ask().text == "¿De quién mira una ficha Ana?"
    assert [choice.said["at"] for choice in own.choices] == ["Berto", "Ciro"]
    assert [choice.said["player"] for choice in others.choices] == ["Berto", "Ciro"]
    at.do("look-at-token Berto at=Ciro")
    view = at.game.view(at.decklist, at.course.table, at.words())
    assert [seat.name for seat in view.seats if seat.is_asked] == ["Ana", "Ciro"]


def test_who_holds_a_weapon_evades_in_sight_and_what_cannot_be_done_is_not_asked() -> None:
    together = '{"Ana": "kitchen", "Berto": "kitchen", "Ciro": "shed", "Dora": "shed"}'
    groups = table("encounters", 'override {"weapons": {"Dora": 1}}', rooms=together).ask().groups
    said = [(one.said.get("at"), group.quiet) for group in groups for one in group.choices if not one.done]
    assert [(at, is_quiet) for at, is_quiet in said if at] == [("shed", False), ("kitchen", True)]
    using = {"action": "carry-out", "card": "usar", "player": "Ciro"}
    groups = table("actions", rooms=together).ask().groups
    [fuel] = [one for group in groups for one in group.choices if dict(one.said) == using]
    assert fuel.done, "the snow plough cannot leave: what it is used for is no question"


def test_what_the_tablet_does_not_keep_shows_no_number_and_no_leader() -> None:
    at, seen = table("weather"), []
    for depth in ("complete", "sums", "phases"):
        at.do(f"depth to={depth}")
        view = at.game.view(at.decklist, at.course.table, at.words())
        leads = any(one.icon == "leader" for seat in view.seats for one in seat.badges)
        counts = (len(view.piles), any(room.badges for room in view.rooms))
        seen.append((*counts, any(seat.is_turn for seat in view.seats), leads, view.heading.split(" tira ")[0]))
    assert seen == [
        (6, True, True, True, "Ana"),
        (0, True, False, False, "El Líder"),
        (0, False, False, False, "El Líder"),
    ]
