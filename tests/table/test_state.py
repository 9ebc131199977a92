"""What each fact does to a table, told by hand; and that a table is a value."""

from __future__ import annotations

import dataclasses
import json

import pytest

from companion.table import facts as f
from companion.table.codec import dump, load
from companion.table.history import REDO, UNDO, Course, Entry
from companion.table.places import DISCARD, DRAW, PLAY, Place, front, gap, hand
from companion.table.state import Prompt, Table, evolve, replay

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
        (f.Asked("whisky", "ana", "bea"), {"prompt": Prompt("whisky", "ana", "bea")}),
        (f.TrackSet("rounds", "ana", 2), {"tracks": {("rounds", "ana"): 2}}),
        (f.TrackSet("rounds", "ana", None), {}),
        (f.Noted("key", "ana"), {"notes": {"key": "ana"}}),
        (f.RoleShown("ana", "human"), {"roles": {"ana": "human"}}),
        (f.Claimed("ana", "won"), {"claim": f.Claimed("ana", "won")}),
        (f.Claimed("ana", ""), {"claim": None}),
        (f.OptionsSet({"short": 1}), {"options": {"long": True, "short": 1}}),
        (f.CountsSet({"draw": 5}, {"ana": 3}), {
            "piles": {"draw": 5, "discard": 0, "play": 0}, "hands": {"ana": 3, "bea": 4, "cid": 4, "dot": 4}}),
        (f.ObstaclesSet((("door",), (), (), ()), {"ana": ("wall",), "bea": ()}), {
            "gaps": (("door",), (), (), ()), "fronts": {"ana": ("wall",)}}),
        (f.CardsPassed((("ana", "bea"),)), {}),
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
        f.RoleShown("ana", "human"),
        f.Asked("whisky", "ana", "bea"),
        f.Ended("fire", ("ana",), {"bea": "thing"}),
    )
    assert over.prompt is None and over.roles == {"ana": "human", "bea": "thing"}
    assert over.ended == f.Ended("fire", ("ana",), {"bea": "thing"})
    assert after(f.Asked("whisky", "ana", "bea"), f.Settled()).prompt is None


def test_a_new_name_stands_everywhere() -> None:
    """Every place where a player is named, and nobody else."""
    before = after(
        f.ObstaclesSet(((), (), (), ()), {"bea": ("wall",), "cid": ("fence",)}),
        f.TrackSet("rounds", "bea", 1), f.TrackSet("rounds", "cid", 2),
        f.Asked("whisky", "bea", "cid"), f.Noted("heir", "bea"), f.Noted("other", "cid"),
        f.Claimed("bea", "won"), f.RoleShown("bea", "human"), f.RoleShown("cid", "thing"),
        f.PlayerOut("dot", "fire"), f.PlayerOut("ana", "fire"),
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
        prompt=Prompt("whisky", "eva", "cid"),
        notes={"heir": "eva", "other": "cid"},
        claim=f.Claimed("eva", "won"),
        roles={"eva": "human", "cid": "thing"},
    )
    assert evolve(before, f.Renamed("cid", "eva")).out == (("dot", "eva"), ("ana", "eva"))
    assert evolve(over, f.Renamed("bea", "eva")).ended == f.Ended("fire", ("eva", "cid"), {"eva": "human"})
    assert evolve(before, f.Renamed("cid", "eva")).prompt == Prompt("whisky", "bea", "eva")
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
    assert [course.table_at(k).step for k in range(1, 7)] == ["draw", "act", "draw", "act", "draw", "panic"]
    assert course.entries[0].verb == "" and course.entries[2].verb == "undo"
