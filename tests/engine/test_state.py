"""Effect of each fact on a table, derived by hand; and tables as values."""

from __future__ import annotations

import dataclasses
import json

import pytest

from companion.engine import facts as f
from companion.engine.codec import dump, load
from companion.engine.history import REDO, UNDO, Course, Entry
from companion.engine.places import DISCARD, DRAW, PLAY, Place, front, gap, hand, room
from companion.engine.state import Passing, Prompt, Table, evolve, replay

OPENED = f.TableOpened("toy", ("ana", "bea", "cid", "dot"), "bea", {"long": True}, 4, 20, "draw")
START = evolve(Table(), OPENED)


def after(*facts: f.Fact, start: Table = START) -> Table:
    return replay(facts, start)


def test_a_table_that_was_opened() -> None:
    assert (
        Table(
            game="toy",
            players=("ana", "bea", "cid", "dot"),
            seats=("ana", "bea", "cid", "dot"),
            gaps=((), (), (), ()),
            hands={"ana": 4, "bea": 4, "cid": 4, "dot": 4},
            piles={"draw": 20, "discard": 0, "play": 0},
            options={"long": True},
            turn="bea",
            step="draw",
        )
        == START
    )
    assert replay(()) == Table()


def test_a_table_is_a_value_that_nothing_changes() -> None:
    changed = after(f.StepBegan("act"))
    assert START.step == "draw" and changed == dataclasses.replace(START, step="act")
    assert changed != START
    with pytest.raises(dataclasses.FrozenInstanceError):
        changed.step = "draw"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("fact", "changes"),
    [
        (f.TurnBegan("cid"), {"turn": "cid"}),
        (f.DirectionTurned(False), {"clockwise": False}),
        (f.PlayersMoved(("bea", "ana", "cid", "dot")), {"seats": ("bea", "ana", "cid", "dot")}),
        (f.Asked("whisky", "ana", "bea"), {"prompts": (Prompt("whisky", "ana", "bea"),)}),
        (f.TrackSet("rounds", "ana", 2), {"tracks": {("rounds", "ana"): 2}}),
        (f.TrackSet("rounds", "ana", None), {}),
        (f.TrackSet("damage", "", 2, room("boiler")), {"numbers": {("damage", Place("room", "boiler")): 2}}),
        (f.TrackSet("damage", "", None, room("boiler")), {}),
        (f.Settled("ana"), {}),
        (f.CardsMoved(DRAW, hand("ana"), 2, (), "token"), {
            "piles": {"draw": 18, "discard": 0, "play": 0}, "hands": {"ana": 6, "bea": 4, "cid": 4, "dot": 4},
            "kinds": {("ana", "token"): 2}}),
        (f.CountsSet({}, {"ana": 3}, (("ana", "token", 1),)), {
            "hands": {"ana": 3, "bea": 4, "cid": 4, "dot": 4}, "kinds": {("ana", "token"): 1}}),
        (f.DiceRolled("", "weather", (3,), ("storm",)), {}),
        (f.Noted("key", "ana"), {"notes": {"key": "ana"}}),
        (f.RoleShown("ana", "human"), {"roles": {"ana": "human"}}),
        (f.Claimed("ana", "won"), {"claim": f.Claimed("ana", "won")}),
        (f.Claimed("ana", ""), {"claim": None}),
        (f.OptionsSet({"short": 1}), {"options": {"long": True, "short": 1}}),
        (f.CountsSet({"draw": 5}, {"ana": 3}), {
            "piles": {"draw": 5, "discard": 0, "play": 0}, "hands": {"ana": 3, "bea": 4, "cid": 4, "dot": 4}}),
        (f.ObstaclesSet((("door",), (), (), ()), {"ana": ("wall",), "bea": ()}), {
            "gaps": (("door",), (), (), ()), "fronts": {"ana": ("wall",)}}),
        (f.CardsPassed((("ana", "bea"),)), {"passed": (Passing((("ana", "bea"),), "bea"),)}),
        (f.CardsShown("ana"), {}),
        (f.DiceRolled("ana", "luck", (6,)), {}),
        (f.Overruled("rule", "because"), {}),
        (f.StackShuffled(DRAW, DISCARD), {"piles": {"draw": 0, "discard": 20, "play": 0}}),
        (f.CardsMoved(DRAW, hand("ana")), {
            "piles": {"draw": 19, "discard": 0, "play": 0}, "hands": {"ana": 5, "bea": 4, "cid": 4, "dot": 4}}),
        (f.CardsMoved(hand("ana"), PLAY, 1, ("axe",)), {
            "piles": {"draw": 20, "discard": 0, "play": 1}, "open": ("axe",),
            "hands": {"ana": 3, "bea": 4, "cid": 4, "dot": 4}}),
        (f.CardsMoved(hand("ana"), gap(2), 1, ("door",)), {
            "gaps": ((), (), ("door",), ()), "hands": {"ana": 3, "bea": 4, "cid": 4, "dot": 4}}),
        (f.CardsMoved(hand("ana"), front("bea"), 1, ("wall",)), {
            "fronts": {"bea": ("wall",)}, "hands": {"ana": 3, "bea": 4, "cid": 4, "dot": 4}}),
    ],
)  # fmt: skip
def test_what_a_fact_changes(fact: f.Fact, changes: dict[str, object]) -> None:
    assert after(fact) == dataclasses.replace(START, **changes)  # type: ignore[arg-type]
    assert load(json.loads(json.dumps(dump(fact)))) == fact


def test_cards_lie_on_each_other_and_go_one_by_one() -> None:
    laid = after(
        f.CardsMoved(hand("ana"), PLAY, 1, ("axe",)),
        f.CardsMoved(hand("ana"), PLAY, 1, ("rope",)),
        f.CardsMoved(hand("bea"), gap(1), 1, ("door",)),
        f.CardsMoved(hand("bea"), gap(1), 1, ("gate",)),
        f.CardsMoved(hand("cid"), front("dot"), 1, ("wall",)),
        f.CardsMoved(hand("cid"), front("dot"), 1, ("fence",)),
    )
    assert (laid.open, laid.gaps[1], laid.fronts) == (("axe", "rope"), ("door", "gate"), {"dot": ("wall", "fence")})
    less = after(
        f.CardsMoved(PLAY, DISCARD, 1, ("axe",)),
        f.CardsMoved(gap(1), DISCARD, 1, ("gate",)),
        f.CardsMoved(front("dot"), DISCARD, 1, ("wall",)),
        start=laid,
    )
    assert (less.open, less.gaps, less.fronts) == (("rope",), ((), ("door",), (), ()), {"dot": ("fence",)})
    assert less.piles == {"draw": 20, "discard": 3, "play": 1}
    gone = after(
        f.CardsMoved(front("dot"), DISCARD, 1, ("fence",)), f.CardsMoved(PLAY, DISCARD, 1, ("axe",)), start=less
    )
    assert gone.fronts == {} and gone.open == ("rope",), "a card that does not lie there leaves what lies there"


def test_a_seat_closes_and_opens_again() -> None:
    full = after(
        f.ObstaclesSet((("a",), ("b",), ("c",), ("d",)), {"bea": ("wall",), "cid": ("fence",)}),
        f.TrackSet("rounds", "bea", 1),
        f.TrackSet("rounds", "cid", 2),
        f.PlayerOut("bea", "fire"),
    )
    assert (full.seats, full.gaps) == (("ana", "cid", "dot"), (("a", "b"), ("c",), ("d",)))
    assert full.out == (("bea", "ana"),) and full.eliminated == ("bea",)
    assert full.hands == {"ana": 4, "cid": 4, "dot": 4}
    assert (full.fronts, full.tracks) == ({"cid": ("fence",)}, {("rounds", "cid"): 2})
    first = after(f.PlayerOut("ana", "fire"), start=full)
    assert (first.seats, first.gaps) == (("cid", "dot"), (("c",), ("d", "a", "b")))
    assert first.out == (("bea", "ana"), ("ana", "dot"))
    back = after(f.PlayerBack("bea", "dot"), start=first)
    assert (back.seats, back.gaps) == (("cid", "dot", "bea"), (("c",), (), ("d", "a", "b")))
    assert back.out == (("ana", "dot"),) and back.hands == {"cid": 4, "dot": 4, "bea": 0}
    alone = after(f.PlayerOut("cid", ""), f.PlayerOut("dot", ""), f.PlayerOut("bea", ""), start=back)
    assert (alone.seats, alone.gaps) == ((), ())


def test_the_end_settles_everything() -> None:
    over = after(
        f.RoleShown("ana", "human"), f.Asked("whisky", "ana", "bea"), f.Ended("fire", ("ana",), {"bea": "thing"})
    )
    assert over.prompt is None and over.roles == {"ana": "human", "bea": "thing"}
    assert over.ended == f.Ended("fire", ("ana",), {"bea": "thing"})
    assert after(f.Asked("whisky", "ana", "bea"), f.Settled()).prompt is None


def test_several_are_asked_at_once_and_answer_in_any_order() -> None:
    asked = after(
        f.Asked("meeting", "ana", "ana"), f.Asked("meeting", "ana", "bea", True), f.Asked("meeting", "ana", "cid", True)
    )
    assert [prompt.to for prompt in asked.prompts] == ["ana", "bea", "cid"]
    assert asked.prompt == asked.asked("ana") == Prompt("meeting", "ana", "ana") and asked.asked("dot") is None
    left = after(f.Settled("bea"), start=asked)
    assert [prompt.to for prompt in left.prompts] == ["ana", "cid"]
    assert [prompt.to for prompt in after(f.Renamed("cid", "eva"), start=left).prompts] == ["ana", "eva"]
    assert after(f.Asked("whisky", "ana", "dot"), start=left).prompts == (Prompt("whisky", "ana", "dot"),)
    assert after(f.Settled(), start=left).prompts == ()


def test_what_is_kept_for_a_place_stays_there_and_goes_with_its_owner() -> None:
    kept = after(
        f.TrackSet("damage", "", 2, room("bea")),
        f.TrackSet("strength", "", 3, front("bea")),
        f.CardsMoved(DRAW, hand("bea"), 1, (), "weapon"),
    )
    named = after(f.Renamed("bea", "eva"), start=kept)
    assert named.numbers == {("damage", room("bea")): 2, ("strength", front("eva")): 3}
    assert named.kinds == {("eva", "weapon"): 1} and named.hands["eva"] == 5
    gone = after(f.PlayerOut("bea", "fire"), start=kept)
    assert gone.numbers == {("damage", room("bea")): 2} and gone.kinds == {}
    assert after(f.CardsMoved(hand("bea"), DISCARD, 1, (), "weapon"), start=kept).kinds == {("bea", "weapon"): 0}


def test_what_is_seldom_said_is_not_written() -> None:
    """Games that do not know it are kept as they always were."""
    assert list(dump(f.TrackSet("rounds", "ana", 2))) == ["fact", "track", "player", "value"]
    assert list(dump(f.Asked("whisky", "ana", "bea"))) == ["fact", "about", "by", "to"]
    assert dump(f.Settled()) == {"fact": "Settled"} and dump(f.Settled("ana")) == {"fact": "Settled", "who": "ana"}
    assert list(dump(f.CardsMoved(DRAW, DISCARD))) == ["fact", "source", "target", "count", "faces"]
    assert dump(f.TrackSet("damage", "", 1, room("boiler")))["at"] == ["room", "boiler"]
    assert list(dump(f.CountsSet({}, {}))) == ["fact", "piles", "hands"]
    assert list(dump(f.DiceRolled("ana", "fire", (6,)))) == ["fact", "player", "about", "values"]


def test_a_new_name_stands_everywhere() -> None:
    """The new name stands in every place where the player is named, and in no other."""
    before = after(
        f.ObstaclesSet(((), (), (), ()), {"bea": ("wall",), "cid": ("fence",)}),
        f.TrackSet("rounds", "bea", 1), f.TrackSet("rounds", "cid", 2),
        f.Asked("whisky", "bea", "cid"), f.Noted("heir", "bea"), f.Noted("other", "cid"),
        f.Claimed("bea", "won"), f.RoleShown("bea", "human"), f.RoleShown("cid", "thing"),
        f.PlayerOut("dot", "fire"), f.PlayerOut("ana", "fire"), f.CardsPassed((("bea", "cid"),)),
    )  # fmt: skip
    over = evolve(before, f.Ended("fire", ("bea", "cid"), {"bea": "human"}))
    named = evolve(before, f.Renamed("bea", "eva"))
    assert named == dataclasses.replace(
        before,
        players=("ana", "eva", "cid", "dot"),
        seats=("eva", "cid"),
        fronts={"eva": ("wall",), "cid": ("fence",)},
        hands={"eva": 4, "cid": 4},
        tracks={("rounds", "eva"): 1, ("rounds", "cid"): 2},
        out=(("dot", "cid"), ("ana", "cid")),
        turn="eva",
        prompts=(Prompt("whisky", "eva", "cid"),),
        notes={"heir": "eva", "other": "cid"},
        claim=f.Claimed("eva", "won"),
        roles={"eva": "human", "cid": "thing"},
        passed=(Passing((("eva", "cid"),), "eva"),),
    )
    assert evolve(before, f.Renamed("cid", "eva")).out == (("dot", "eva"), ("ana", "eva"))
    assert evolve(over, f.Renamed("bea", "eva")).ended == f.Ended("fire", ("eva", "cid"), {"eva": "human"})
    assert evolve(before, f.Renamed("cid", "eva")).prompt == Prompt("whisky", "bea", "eva")
    assert evolve(after(f.PlayerOut("bea", f.ESCAPED)), f.Renamed("bea", "eva")).safe == ("eva",)
    assert evolve(START, f.Renamed("bea", "eva")).prompt is None
    assert evolve(START, f.Renamed("bea", "eva")).claim is None


def test_who_sits_where() -> None:
    assert [START.step_from("dot", n) for n in (-1, 0, 1, 2)] == ["cid", "dot", "ana", "bea"]
    assert START.next_after("ana") == "bea"
    assert after(f.DirectionTurned(False)).next_after("ana") == "dot"
    assert [START.adjacent("ana", p) for p in START.seats] == [False, True, False, True]
    assert START.adjacent("dot", "ana") and not START.adjacent("bea", "dot")
    assert [START.gaps_between("ana", p) for p in START.seats] == [(), (0,), (), (3,)]
    assert START.gaps_beside("ana") == (0, 3) and START.gaps_beside("cid") == (1, 2)
    two = after(f.PlayerOut("bea", ""), f.PlayerOut("dot", ""))
    assert two.gaps_between("ana", "cid") == (0, 1) and two.adjacent("ana", "cid")
    one = after(f.PlayerOut("cid", ""), start=two)
    assert one.gaps_beside("ana") == (0,) and one.gaps_between("ana", "ana") == ()
    assert after(f.TrackSet("rounds", "ana", 2)).track("rounds", "ana") == 2
    assert START.track("rounds", "ana") is None
    taken = after(f.TrackSet("rounds", "ana", 2), f.TrackSet("rounds", "bea", 1), f.TrackSet("rounds", "ana", None))
    assert taken.tracks == {("rounds", "bea"): 1}


def test_places() -> None:
    assert [Place("pile", "draw"), Place("pile", "discard"), Place("pile", "play")] == [DRAW, DISCARD, PLAY]
    assert [hand("ana"), front("ana"), gap(2)] == [Place("hand", "ana"), Place("front", "ana"), Place("gap", 2)]


@pytest.mark.parametrize(
    "thing",
    [{}, {"fact": "Nothing"}, {"fact": "TurnBegan"}, {"fact": "CardsMoved", "source": 3, "target": ["pile", "draw"]}],
)
def test_what_is_no_fact_is_refused(thing: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not a fact"):
        load(thing)


def test_facts_are_written_as_plain_values() -> None:
    assert dump(f.CardsMoved(DRAW, gap(1), 1, ("door",))) == {
        "fact": "CardsMoved", "source": ["pile", "draw"], "target": ["gap", 1], "count": 1, "faces": ["door"],
    }  # fmt: skip
    assert load({"fact": "CardsShown", "owner": "ana"}) == f.CardsShown("ana")
    ended = f.Ended("fire", ("ana",), {"ana": "human"})
    assert dump(ended)["roles"] == {"ana": "human"} and load(dump(ended)) == ended


def entry(number: int, verb: str, *facts: f.Fact) -> Entry:
    return Entry(number, {"action": verb} if verb else {}, facts)


def test_what_stands_after_undo_and_redo() -> None:
    course = Course()
    assert course.table == Table() and not course.can_undo and course.version == 0
    course.record(entry(1, "", OPENED))
    assert not course.can_undo
    course.record(entry(2, "draw", f.StepBegan("act")))
    assert course.can_undo and not course.can_redo
    course.record(entry(3, UNDO))
    assert course.table.step == "draw" and course.can_redo and course.version == 3
    assert course.stands() == {1}
    course.record(entry(4, REDO))
    assert course.table.step == "act" and not course.can_redo and course.stands() == {1, 2}
    course.record(entry(5, UNDO))
    course.record(entry(6, "draw", f.StepBegan("panic")))
    assert not course.can_redo, "what is said anew takes the place of what was undone"
    assert [table.step for table in course.after] == ["draw", "act", "draw", "act", "draw", "panic"]
    assert course.entries[0].verb == "" and course.entries[2].verb == "undo"


def test_what_stands_from_an_entry_on() -> None:
    course = Course()
    for number, verb in enumerate(("", "a", "b", UNDO, UNDO, REDO, "c", "d", UNDO, REDO, UNDO, "e"), 1):
        course.record(Entry(number, {"action": verb} if verb else {}, ()))
    assert course.stands() == {1, 2, 7, 12}
    assert [course.stands(first) for first in (2, 3, 8, 12, 13)] == [{2, 7, 12}, {7, 12}, {12}, {12}, frozenset()]


def test_the_tree_that_the_entries_form() -> None:
    course = Course()
    for number, verb in enumerate(("", "a", "b", UNDO, UNDO, REDO, "c", "d", UNDO, REDO, UNDO, "e"), 1):
        course.record(Entry(number, {"action": verb} if verb else {}, ()))
    assert course.parents == {1: 0, 2: 1, 3: 2, 7: 2, 8: 7, 12: 7}
    assert course.tops == [1, 2, 3, 2, 1, 2, 7, 8, 7, 8, 7, 12]
    assert [course.stood(number) for number in (1, 3, 5, 6, 10, 12)] == [
        [1], [1, 2, 3], [1], [1, 2], [1, 2, 7, 8], [1, 2, 7, 12],
    ]  # fmt: skip
    turned = {number: course.turned(number) for number in range(1, 13)}
    assert {number: about for number, about in turned.items() if about} == {4: 3, 5: 2, 6: 2, 9: 8, 10: 8, 11: 8}
