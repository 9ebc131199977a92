"""Many frames, one answer."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.deck import Copy
from companion.scan.reader import Corners, Reading
from companion.scan.temporal import Steady

HACHA, WHISKY = Copy("hacha", 1), Copy("whisky", 2)
KNOWN = {"H": HACHA, "W": WHISKY}


def square(x: float, y: float = 0, side: float = 20) -> Corners:
    """Return the corners of an upright square."""
    return (x, y), (x + side, y), (x + side, y + side), (x, y + side)


def read(payload: str, x: float = 0) -> Reading:
    """Return a tag that was read."""
    return Reading(square(x), "zxing", payload, KNOWN.get(payload))


def seen(x: float, *evidence: float) -> Reading:
    """Return a tag that was only seen."""
    return Reading(square(x), "seen", evidence=evidence or (1.0,))


def watch(steady: Steady, *frames: Sequence[Reading]) -> Steady:
    """Return the watch after all these frames."""
    for frame in frames:
        steady = steady.after(frame)
    return steady


def total(evidence: Sequence[Sequence[float]]) -> str | None:
    """Clear once three frames' worth has come together."""
    return "W" if sum(look[0] for look in evidence) >= 3 else None


def test_a_card_counts_once_it_was_read_often_enough() -> None:
    twice = Steady(KNOWN, needed=2, of=4)
    assert watch(twice, [read("H")]).cards() == []
    assert [r.copy for r in watch(twice, [read("H")], [], [read("H")]).cards()] == [HACHA]


def test_what_is_too_long_ago_is_forgotten() -> None:
    steady = watch(Steady(KNOWN, of=3), [read("H")], [], [])
    assert [r.copy for r in steady.cards()] == [HACHA]
    assert steady.after([]).cards() == []


def test_a_card_is_where_it_was_last_read() -> None:
    (card,) = watch(Steady(KNOWN), [read("H", 0)], [read("H", 50)]).cards()
    assert card.centre == (60, 10)


def test_the_same_tag_twice_in_one_frame_stays_twice() -> None:
    assert len(watch(Steady(KNOWN), [read("H", 0), read("H", 90)]).cards()) == 2


def test_frames_that_none_can_read_are_judged_together() -> None:
    """Also where the tag is moved on a little from frame to frame."""
    steady = watch(Steady(KNOWN, settle=total), [seen(0)], [seen(6)])
    assert steady.cards() == []
    assert len(steady.unread()) == 1
    steady = steady.after([seen(12)])
    assert [r.copy for r in steady.cards()] == [WHISKY]
    assert steady.unread() == []


def test_what_frames_show_together_is_no_second_card_where_one_of_them_read_it() -> None:
    steady = watch(Steady(KNOWN, settle=total), [read("W", 200), seen(0)], [seen(0)], [seen(0)])
    assert [card.centre for card in steady.cards()] == [(210, 10)]


def test_evidence_of_different_places_is_not_added_up() -> None:
    steady = watch(Steady(KNOWN, settle=total), [seen(0)], [seen(100)], [seen(200)])
    assert steady.cards() == []
    assert [tag.centre for tag in steady.unread()] == [(210, 10)]


def test_one_frame_alone_is_never_settled() -> None:
    assert watch(Steady(KNOWN, settle=total), [seen(0, 5.0)]).cards() == []


def test_an_unread_tag_where_a_card_was_read_is_that_card() -> None:
    steady = watch(Steady(KNOWN), [read("H", 0)], [seen(2)])
    assert [r.copy for r in steady.cards()] == [HACHA]
    assert steady.unread() == []


def test_nothing_is_changed_in_place() -> None:
    before = Steady(KNOWN)
    before.after([read("H")])
    assert before.frames == ()
