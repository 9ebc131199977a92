"""A picture to an answer: what was read, what is not ours, and what a person is told; also of tags as they are really
printed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
import segno

from companion.engine.deck import Copy
from companion.engine.tags import payloads
from companion.i18n.scan_sentences import Refused
from companion.scan import tag_reader
from companion.scan.look import Decks, Sight, as_json
from companion.scan.reader import Reading
from companion.scan.tag_reader import TagReader
from companion.scan.zxing import texts_in
from tests.printing import drawing
from tests.printing.ordering import printed
from tests.scan.scenery import Grey, deck, grey, looking, packed, scene, symbol, table, tag_of


@pytest.mark.parametrize(
    ("layout", "camera", "weather", "least"),
    [
        ("fan5", "720", "typical", 1.0),
        pytest.param("fan5", "720", "hard", 0.8, marks=pytest.mark.long),
        pytest.param("spread24", "1080", "typical", 0.95, marks=pytest.mark.long),
        ("spread24", "720", "typical", 0.9),
        pytest.param("grid9", "720", "hard", 0.75, marks=pytest.mark.long),
    ],
)
def test_a_table_is_read_and_nothing_is_read_wrongly(layout: str, camera: str, weather: str, least: float) -> None:
    made = scene(layout, camera, weather)
    got = {r.payload for r in looking().at_frame(grey(made.picture)).cards}
    whole = {tag.payload for tag in made.tags if tag.whole}
    assert got <= {tag.payload for tag in made.tags}
    assert len(got & whole) >= least * len(whole)


def test_the_corners_lie_where_the_tags_are() -> None:
    made = scene("spread24", "1080", "typical")
    at = {tag.payload: tag for tag in made.tags}
    for reading in looking().at_frame(grey(made.picture)).cards:
        tag = at[reading.payload or ""]
        assert np.abs(np.array(reading.corners) - tag.corners).max() < 1.5 * tag.pixels + 1


def test_a_big_photograph_is_read_at_half_size_with_corners_of_the_whole() -> None:
    panels = [(symbol(tag_of(f"infectado.{k}"), 1.5), 120 + 400 * k, 900) for k in range(1, 5)]
    sight = looking().at_frame(table(*panels, width=2400, height=1800))
    assert {r.copy.id for r in sight.cards if r.copy} == {f"infectado.{k}" for k in range(1, 5)}
    assert "closed set" in {reading.how for reading in sight.cards}
    for reading in sight.cards:
        k = int(reading.copy.id.split(".")[1]) if reading.copy else 0
        assert abs(reading.centre[0] - (120 + 400 * k + panels[0][0].shape[1] / 2)) < 4


@pytest.mark.long
def test_a_telephones_48_megapixels_are_read_with_corners_of_the_whole() -> None:
    panels = [(symbol(tag_of(f"infectado.{k}"), 6), 900 + 1500 * k, 3600) for k in range(1, 5)]
    panels[3] = (panels[3][0].copy(), *panels[3][1:])
    panels[3][0][:50, :50] = 110  # under a thumb, which only the second look bears
    sight = looking().at_bytes(packed(table(*panels, width=8064, height=6048, ground=110), ".jpg"))
    assert {r.copy.id: r.how for r in sight.cards if r.copy} == {
        **{f"infectado.{k}": "zxing" for k in range(1, 4)},
        "infectado.4": "closed set",
    }
    covered = next(r for r in sight.cards if r.how == "closed set")
    expected = np.array([[0, 0], [126, 0], [126, 126], [0, 126]]) + np.array([900 + 6000 + 24, 3600 + 24])
    assert np.abs(np.array(covered.corners) - expected).max() < 12


def test_codes_of_other_worlds_are_listed_and_nothing_more() -> None:
    url = np.array([[not bit for bit in row] for row in segno.make("https://example.org/?q=1").matrix_iter(border=4)])
    link = np.kron(np.where(url, 235, 30).astype(np.uint8), np.ones((5, 5), np.uint8))
    sight = looking().at_frame(table((link, 20, 20), (symbol(tag_of("hacha.1"), 5), 300, 100)))
    assert [r.copy.id for r in sight.cards if r.copy] == ["hacha.1"]
    assert sight.unknown == ("https://example.org/?q=1",)
    assert "Un código que no es de este mazo." in sight.notes("es")
    alone = looking().at_frame(table((link, 20, 20)))
    assert alone.notes("es") == ["Un código que no es de este mazo."], "something is seen"


@pytest.mark.parametrize("pixels", [1.4, 5])
def test_a_mirrored_picture_is_read_and_said(pixels: float) -> None:
    panels = [(symbol(tag_of(f"sospecha.{k}"), pixels), 20 + 150 * (k - 1), 100) for k in range(1, 5)]
    plain = table(*panels)
    sight = looking().at_frame(np.ascontiguousarray(plain[:, ::-1]))
    assert {r.copy.id for r in sight.cards if r.copy} == {f"sospecha.{k}" for k in range(1, 5)}
    assert all(r.mirrored for r in sight.cards)
    assert "The picture is mirrored, but it was read anyway." in sight.notes("en")
    for reading in sight.cards:
        (x, _), (u, _) = reading.corners[:2]
        assert x > u, "its own top left lies on the right in a mirror"
    assert not any(r.mirrored for r in looking().at_frame(plain).cards)


def test_a_tag_that_is_seen_and_not_read_is_counted_never_guessed() -> None:
    panels = [(symbol(p, 1.3), 40 + 90 * k, 60) for k, p in enumerate(list(payloads(deck(), "ZZ"))[:3])]
    sight = looking().at_frame(table(*panels, (symbol(tag_of("hacha.1"), 1.3), 40, 200)))
    assert [r.copy.id for r in sight.cards if r.copy] == ["hacha.1"]
    assert len(sight.unread) == 3
    notes = sight.notes("es")
    assert notes[0] == "Una carta leída."
    assert notes[1].startswith("Se ven 3 cartas más que no se pueden leer")


def test_a_film_that_comes_now_and_then_is_three_frames_long() -> None:
    eyes, frame = looking(), table((symbol(tag_of("hacha.1"), 2), 40, 60), width=200, height=160)
    film, sight = eyes.at_film(eyes.film(), frame)
    for cards in (1, 1, 1, 0):
        assert len(sight.cards) == cards
        film, sight = eyes.at_film(film, np.full((160, 200), 90, np.uint8))


def test_two_hundred_codes_in_view_are_read() -> None:
    known = list(payloads(deck()))
    panels = [(symbol(known[k % 108], 2.4, quiet=3), 8 + 78 * (k % 20), 8 + 78 * (k // 20)) for k in range(200)]
    sight = looking().at_frame(table(*panels, width=1600, height=820))
    assert len(sight.cards) == 200
    assert len(sight.copies) == 108
    assert len(sight.repeated()) == 92


@pytest.mark.parametrize(("level", "word"), [(2, "casi negra"), (253, "casi blanca"), (120, "No se ve ninguna carta")])
def test_an_empty_picture_says_what_may_be_wrong(level: int, word: str) -> None:
    (note,) = looking().at_frame(np.full((480, 640), level, np.uint8)).notes("es")
    assert word in note


@pytest.mark.parametrize("letters", ["a", "aa", "ABC", "A ", ""])
def test_letters_no_deck_can_have_are_refused(letters: str) -> None:
    with pytest.raises(Refused) as refused:
        Decks(deck(), [letters])
    assert refused.value.key == "deck.letters"


def test_the_letters_of_a_printing_that_was_not_asked_for() -> None:
    decks, other = Decks(deck(), ["AA", "BB", "AA"]), tag_of("hacha.1", "C3")
    assert decks.letters == ("AA", "BB") and Decks(deck()).letters == ("00",)
    assert len(decks.known) == 2 * 108 and decks.known[tag_of("hacha.1", "BB")] == Copy("hacha", 1)
    assert decks.letters_of(other) == "C3"
    no_tags = (other[:9], other + "0", "D4" + other[2:], other.lower(), "C " + other[2:], other[:9] + "ñ")
    assert [decks.letters_of(text) for text in no_tags] == [None] * 6


@pytest.mark.parametrize(("side", "apart"), [(20, 6.9), (20, 7.1), (40, 13.9), (40, 14.1)])
def test_two_readings_are_of_one_tag_where_the_middle_of_one_lies_well_inside_the_other(
    side: float, apart: float
) -> None:
    def at(x: float, y: float, side: float) -> Reading:
        half = side / 2
        return Reading(((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)), "seen")

    for x, y in ((apart, 0), (0, -apart), (-apart, apart)):
        one, other = at(100, 50, side), at(100 + x, 50 + y, 20)
        assert (one.side, one.centre, other.centre) == (side, (100, 50), (100 + x, 50 + y))
        assert one.beside(other) == other.beside(one) == (apart < 0.35 * side)


@pytest.mark.parametrize(("huge", "by"), [(32_000_000, 2), (4_000_000, 4)])
def test_of_a_huge_picture_the_second_look_is_at_a_quarter(monkeypatch: pytest.MonkeyPatch, huge: int, by: int) -> None:
    """Corners are those of the whole picture: pixels are counted from their middles."""
    monkeypatch.setattr(tag_reader, "HUGE", huge)
    eyes, seen, ends = (
        TagReader({tag_of("hacha.1"): Copy("hacha", 1)}),
        list[tuple[int, ...]](),
        ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)),
    )
    monkeypatch.setattr(eyes._first, "read", lambda frame: [Reading(ends, "zxing", "url")])
    monkeypatch.setattr(
        eyes._second, "read", lambda frame, done: seen.append(frame.shape) or [Reading(done[0].corners, "seen")]
    )
    first, second = eyes.read(np.zeros((2000, 2400), np.uint8))
    assert seen == [(2000 // by, 2400 // by)] and first.corners == ends
    assert [*map(tuple, second.corners)] == [pytest.approx(end) for end in ends]
    assert eyes.read(np.zeros((2000, 2400), np.uint8), thorough=False) == [first] and len(seen) == 1
    eyes.read(np.zeros((2000, 2000), np.uint8))
    assert seen[1:] == [(2000, 2000)], "four million are read whole"


def test_what_the_longer_look_reads_takes_the_place_of_what_was_only_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def at(x: float, how: Any, copy: Copy | None) -> Reading:
        return Reading(((x, 0), (x + 50, 0), (x + 50, 50), (x, 50)), how, copy and "00X", copy)

    hacha, whisky = Copy("hacha", 1), Copy("whisky", 1)
    eyes, frame = TagReader({tag_of("hacha.1"): hacha}), np.zeros((60, 500), np.uint8)
    read, seen, other = at(0, "zxing", hacha), at(100, "seen", None), at(300, "seen", None)
    again = [at(1, "zxing", hacha), at(101, "zxing", whisky)]
    monkeypatch.setattr(eyes._first, "read_again", lambda frame: again)
    monkeypatch.setattr(eyes, "_facing", lambda frame, found: found)
    assert eyes._again(frame, [read, seen, other]) == [read, other, again[1]]


@pytest.mark.parametrize(("pixels", "across", "texts"), [(3, 600, ["00HOLA"]), (1.2, 600, []), (3, 1600, ["00HOLA"])])
def test_the_texts_of_any_codes(pixels: float, across: int, texts: list[str]) -> None:
    rows = np.array([[not bit for bit in row] for row in segno.make("00HOLA", version=1).matrix_iter(border=4)])
    side = round(29 * pixels)
    drawn = np.kron(np.where(rows, 235, 30).astype(np.uint8), np.ones((12, 12), np.uint8))
    code = cv2.resize(drawn, (side, side), interpolation=cv2.INTER_AREA).astype(np.uint8)
    assert texts_in(packed(table((code, 20, 20), width=across, height=300))) == texts


def test_without_zxing_our_own_tags_are_still_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.scan.zxing.available", lambda: False)
    panels = [(symbol(tag_of(f"analisis.{k}"), pixels), 20 + 200 * (k - 1), 60) for k, pixels in ((1, 1.4), (2, 5))]
    sight = looking().at_frame(table(*panels))
    assert {(r.copy.id, r.how) for r in sight.cards if r.copy} == {
        ("analisis.1", "closed set"),
        ("analisis.2", "closed set"),
    }


def slanted(page: Grey, width: int, height: int) -> Grey:
    """Return the page on a dark table, seen from one side, in weak and uneven light, a little out of focus."""
    tall, wide = page.shape
    corners = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    seen = np.array([[0.14, 0.05], [0.88, 0.03], [0.97, 0.95], [0.02, 0.97]], np.float32)
    seen *= np.array([width, height], np.float32)
    fine = cv2.warpPerspective(
        page,
        cv2.getPerspectiveTransform(corners, seen * 2),
        (2 * width, 2 * height),
        flags=cv2.INTER_AREA,
        borderValue=60,
    )
    small = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA).astype(float)
    light = np.linspace(0.55, 0.95, width)[None, :]
    grain = np.random.default_rng(1).normal(0, 3, small.shape)
    return (cv2.GaussianBlur(small * light, (0, 0), 0.8) + grain).clip(0, 255).astype(np.uint8)


def test_a_sheet_of_stickers_from_the_printer_is_read_at_a_slant() -> None:
    page = drawing.grey(printed("tags", label="herma-4211", paper="a4"), 0, 300)
    sight = looking().at_frame(slanted(page, 1300, 1800))
    on_page = {tag.payload for tag in drawing.tags_zxing(page, 300)}
    assert len(on_page) > 100
    read = {reading.payload for reading in sight.cards}
    assert read <= on_page
    assert len(read) > 0.97 * len(on_page)
    assert sight.unknown == ()
    assert set(payloads(deck())) >= read


ENDS = ((0.04, 0.0), (10.26, 0.0), (10.0, 20.0), (0.0, 20.0))
READ = Reading(ENDS, "zxing", "00PAYLOAD1", Copy("hacha", 1))


def test_everything_a_person_and_a_program_are_told_of_a_picture() -> None:
    mirrored = replace(READ, payload="00PAYLOAD2", copy=Copy("whisky", 3), mirrored=True)
    sight = Sight((READ, READ, mirrored), ("x", "y"), (Reading(ENDS, "seen"),), ("BB",), 100.0, 1.5)
    assert sight.notes("en") == [
        "3 cards read.",
        "1 more card is visible but cannot be read: try less glare, more light, or closer.",
        "The same tag appears 2 times: hacha.1.",
        "There are cards from another printed deck: BB. Add that deck if it is in use too.",
        "2 codes are not from this deck.",
        "The picture is mirrored, but it was read anyway.",
    ]
    corners = [[0.0, 0.0], [10.3, 0.0], [10.0, 20.0], [0.0, 20.0]]
    cards = [
        ("hacha.1", "hacha", "00PAYLOAD1"),
        ("hacha.1", "hacha", "00PAYLOAD1"),
        ("whisky.3", "whisky", "00PAYLOAD2"),
    ]
    assert as_json("a.png", sight, "en") == {
        "image": "a.png",
        "cards": [{"copy": c, "slug": s, "payload": p, "corners": corners} for c, s, p in cards],
        "unknown": ["x", "y"],
        "unread": [corners],
        "notes": sight.notes("en"),
        "ms": 1.5,
    }
    assert sight.copies == {Copy("hacha", 1), Copy("whisky", 3)}


@pytest.mark.parametrize(("light", "word"), [(11, "black"), (12, "No card"), (245, "No card"), (246, "white")])
def test_of_a_picture_in_which_nothing_is_seen_its_light_is_told(light: float, word: str) -> None:
    (note,) = Sight((), (), (), (), light, 1.0).notes("en")
    assert word in note
