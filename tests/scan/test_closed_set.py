"""Tags too small for a decoder: read when they are of the deck, and only then."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
import pytest

from companion.engine.tags import payloads
from companion.scan.closedset import CLOSE, ClosedSet, symbols_at_finders
from companion.scan.covered import Covered, alongside
from companion.scan.locate import squares
from companion.scan.maps import corners_of, evened
from companion.scan.reader import Reading
from companion.scan.symbol import modules
from companion.scan.templates import BLURS, Book
from tests.length import is_long, later
from tests.scan.scenery import Grey, deck, looking, symbol, table, tag_of

SOME = 1 if is_long() else 5
"""Of the tags of a deck, each so many: all four sides are covered in turn."""


@pytest.fixture(scope="module")
def closed() -> ClosedSet:
    return ClosedSet(payloads(deck()))


def turned(panel: Grey, degrees: float) -> Grey:
    """Return a panel turned on a dark ground of its own."""
    side = round(panel.shape[0] * 1.5)
    turn = cv2.getRotationMatrix2D((panel.shape[1] / 2, panel.shape[0] / 2), degrees, 1)
    turn[:, 2] += (side - panel.shape[0]) / 2
    return cv2.warpAffine(panel, turn, (side, side), flags=cv2.INTER_AREA, borderValue=90).astype(np.uint8)


@pytest.mark.parametrize("pixels", [0.9, 1.2, 1.6, 2.5])
@pytest.mark.parametrize("degrees", [0, 90, 180, 33, -70])
def test_a_small_tag_is_read_any_way_up(closed: ClosedSet, pixels: float, degrees: float) -> None:
    frame = table((turned(symbol(tag_of("infectado.9"), pixels), degrees), 200, 150))
    assert [(r.copy.id, r.how, r.mirrored) for r in closed.read(frame) if r.copy] == [
        ("infectado.9", "closed set", False)
    ]


def test_the_corners_are_the_symbols_own(closed: ClosedSet) -> None:
    upright = symbol(tag_of("whisky.1"), 1.5)
    near = round(4 * 1.5)
    expected = np.array([[0, 0], [31.5, 0], [31.5, 31.5], [0, 31.5]]) + np.array([200 + near, 150 + near])
    for quarters in range(4):
        (reading,) = closed.read(table((np.rot90(upright, -quarters).copy(), 200, 150)))
        assert np.abs(np.array(reading.corners) - np.roll(expected, -quarters, 0)).max() < 1.5, quarters


@pytest.mark.long
def test_no_tag_of_another_deck_is_accepted(closed: ClosedSet) -> None:
    foreign = [payload for letters in ("AB", "7Z") for payload in payloads(deck(), letters)]
    seen = 0
    for start in range(0, len(foreign), 48):
        lot = foreign[start : start + 48]
        panels = [(symbol(p, 1.3), 12 + 52 * (k % 12), 12 + 52 * (k // 12)) for k, p in enumerate(lot)]
        readings = closed.read(table(*panels, height=230))
        assert [reading for reading in readings if reading.copy] == []
        seen += len(readings)
    assert seen > 0.9 * len(foreign), "they were hardly looked at"


def test_a_frame_with_nothing_in_it_shows_nothing(closed: ClosedSet) -> None:
    rng = np.random.default_rng(3)
    assert closed.read(table()) == []
    assert closed.read(np.zeros((480, 640), np.uint8)) == []
    assert closed.read(np.full((480, 640), 255, np.uint8)) == []
    assert closed.read(rng.integers(0, 255, (480, 640)).astype(np.uint8)) == []
    assert closed.read(np.zeros((3, 3), np.uint8)) == []


def test_a_half_covered_tag_is_never_another_card(closed: ClosedSet) -> None:
    for k, (payload, copy) in list(enumerate(payloads(deck()).items()))[::SOME]:
        panel = symbol(payload, 1.5)
        half = panel.shape[0] // 2
        cover = [np.s_[:half], np.s_[half:], np.s_[:, :half], np.s_[:, half:]][k % 4]
        panel[cover] = 60
        assert {r.copy for r in closed.read(table((panel, 60, 60), width=200, height=180)) if r.copy} <= {copy}


def under(payload: str, pixels: float, over: str, quarters: int, grey: int) -> Grey:
    """Return a panel with something `over` a corner (6 % of the symbol) or one side's margin, `quarters` from the top
    left one."""
    panel = np.rot90(symbol(payload, pixels), quarters).copy()
    far = round((4 + (21 * 0.06**0.5 if over == "corner" else 0)) * pixels)
    panel[:far, : far if over == "corner" else None] = grey
    return np.rot90(panel, -quarters).copy()


@pytest.mark.parametrize("grey", [110, *later(60, 170)])
@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("over", ["corner", "margin"])
@pytest.mark.parametrize("pixels", [1.4, 3.2])
def test_a_tag_under_a_thumb_or_a_card_is_read(
    closed: ClosedSet, pixels: float, over: str, quarters: int, grey: int
) -> None:
    panel = under(tag_of("infectado.9"), pixels, over, quarters, grey)
    readings = closed.read(table((panel, 200, 150), ground=grey))
    assert [(r.copy.id, r.mirrored) for r in readings if r.copy] == [("infectado.9", False)]


def test_a_covered_tag_is_read_in_a_mirror_too(closed: ClosedSet) -> None:
    frame = table((under(tag_of("hacha.1"), 1.5, "corner", 1, 110), 200, 150), ground=110)[:, ::-1].copy()
    assert [(r.copy.id, r.mirrored) for r in closed.read(frame) if r.copy] == [("hacha.1", True)]


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_spoilt_outline_is_mended_by_how_the_tags_read_lie(closed: ClosedSet, mirrored: bool) -> None:
    pixels, copies = 1.5, payloads(deck())
    frame = table((under(tag_of("hacha.1"), pixels, "corner", 1, 110), 200, 150), ground=110)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * 21 * pixels
    spoilt = (square * [1, 0.6] + [203, 159])[None].astype(np.float32)
    read = []
    for at, (text, copy) in zip((20, 400), copies.items(), strict=False):
        a, b, c, d = ((float(x), float(y)) for x, y in square + at)
        read.append(Reading((d, c, b, a) if mirrored else (a, b, c, d), "closed set", text, copy, mirrored))
    covered = Covered(np.mean([modules(text) for text in copies], axis=0), CLOSE)
    off = [
        float(
            np.abs(corners_of(covered.fit(frame, quads).maps) - (square + np.array([206, 156])))
            .max((1, 2))
            .min(initial=99)
        )
        for quads in (spoilt, alongside(spoilt, read))
    ]
    assert off[0] > 1.5 * pixels > off[1], off


@pytest.mark.parametrize("over", ["corner", "margin"])
def test_no_covered_tag_of_another_deck_is_accepted(closed: ClosedSet, over: str) -> None:
    for k, payload in list(enumerate(payloads(deck(), "AB")))[::SOME]:
        frame = table((under(payload, 1.4, over, k % 4, 110), 60, 60), width=180, height=160, ground=110)
        assert [reading for reading in closed.read(frame) if reading.copy] == [], payload


def looks_at(closed: ClosedSet, payload: str, blur: float, grain: float, frames: int) -> list[Reading]:
    """Return the readings of a tag in bad light, frame after frame."""
    rng = np.random.default_rng(5)
    clean = cv2.GaussianBlur(table((symbol(payload, 1.2), 60, 60), width=180, height=160).astype(float), (0, 0), blur)
    noisy = [(clean + rng.normal(0, grain, clean.shape)).clip(0, 255).astype(np.uint8) for _ in range(frames)]
    return [reading for frame in noisy for reading in closed.read(frame)]


def test_several_looks_settle_what_one_cannot(closed: ClosedSet) -> None:
    looks = [r.evidence for r in looks_at(closed, tag_of("hacha.1"), 1.7, 12, 14) if r.evidence]
    assert len(looks) >= 3, "too clear to be a test"
    assert all(max(Counter(look).values()) < 10 for look in looks), "nothing covers it: no part of it is left out"
    assert closed.settle(looks[:1]) is None
    assert closed.settle(looks[:3]) == tag_of("hacha.1")


def test_evidence_of_a_strangers_tag_settles_nothing(closed: ClosedSet) -> None:
    for payload in list(payloads(deck(), "AB"))[:8]:
        readings = looks_at(closed, payload, 1.3, 6, 4)
        assert len(readings) >= 3
        assert not any(reading.copy for reading in readings)
        assert closed.settle([reading.evidence for reading in readings]) is None


def test_several_looks_are_judged_as_strictly_as_a_covered_tag() -> None:
    book = Book([tag_of("hacha.1"), tag_of("hacha.2")], CLOSE)
    mine, other = (page[0] for page in np.split(book._pages, len(BLURS) * 2)[:2])
    for share in np.linspace(0, 1, 400):
        ink = evened((share * mine + (1 - share) * other)[None])[0]
        if book.judge(ink).enough and not book.judge(ink, part=1).enough:
            assert not book.judge_all([ink, ink]).enough
            return
    raise AssertionError("nothing lies between the two bars")


def test_no_tag_is_read_where_there_is_hardly_a_symbol() -> None:
    book = Book([tag_of("hacha.1"), tag_of("hacha.2")], CLOSE)
    (mine,) = book._pages[:1]
    assert [book.judge(mine, symbol).enough for symbol in (0.79, 0.81)] == [False, True]


def test_two_decks_are_told_apart() -> None:
    frame = table((symbol(tag_of("hacha.1", "AA"), 1.4), 100, 100), (symbol(tag_of("hacha.1", "BB"), 1.4), 300, 100))
    sight = looking("AA", "BB").at_frame(frame)
    assert sorted(r.payload[:2] for r in sight.cards if r.payload) == ["AA", "BB"]
    assert sight.repeated() == []


def test_a_symbol_is_guessed_from_the_finder_that_glare_has_left() -> None:
    side, quiet = 3 * 21, 12
    whole = np.array([[0, 0], [side, 0], [side, side], [0, side]]) + np.array([100 + quiet, 80 + quiet])
    for corner, at in (("top left", (0, 0)), ("top right", (14, 0)), ("bottom left", (0, 14))):
        panel = symbol(tag_of("hacha.1"), 3)
        left = panel.copy()
        left[:] = 235
        x, y = (quiet + 3 * step for step in at)
        left[y - 3 : y + 24, x - 3 : x + 24] = panel[y - 3 : y + 24, x - 3 : x + 24]
        frame = table((left, 100, 80))
        guesses = symbols_at_finders(frame, squares(frame))
        assert len(guesses), corner
        assert np.abs(guesses - np.asarray(whole)).max((1, 2)).min() < 3 * 3, "no further off than fitting mends"


def test_a_plain_dark_square_is_no_tag(closed: ClosedSet) -> None:
    for side in (24, 36, 60):
        panel = np.full((2 * side, 2 * side), 235, np.uint8)
        panel[side // 2 : -side // 2, side // 2 : -side // 2] = 30
        frame = table((panel, 100, 80))
        assert len(squares(frame)) > 0
        assert closed.read(frame) == []


def test_dark_in_white_is_looked_into_and_white_in_dark_is_not() -> None:
    frame = np.full((200, 300), 220, np.uint8)
    frame[40:80, 40:80] = 30
    (found,) = {tuple(np.round(quad.mean(0), -1)) for quad in squares(frame)}
    assert found == (60, 60)
    for side in (14, 160):  # too small for the coarser of the two looks, and too large for the finer
        alone = np.full((400, 400), 220, np.uint8)
        alone[100 : 100 + side, 100 : 100 + side] = 30
        assert len(squares(alone)) > 0, side
    inverse = np.where(frame > 128, np.uint8(40), np.uint8(220)).astype(np.uint8)
    assert [quad for quad in squares(inverse) if np.abs(np.ptp(quad, axis=0) - 40).max() < 4] == []
