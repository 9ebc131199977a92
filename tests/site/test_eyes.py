"""Codes that a browser read in a picture, judged: the same cards, counts and refusals as other eyes give."""

from __future__ import annotations

import json

import pytest

from companion.i18n.scan_sentences import Refused
from companion.service.referee.held_out import held_out
from companion.service.referee.scan_service import Tally
from companion.site import eyes
from companion.site.eyes import HEAD, BrowserEyes
from tests.scan.scenery import deck, packed, table, tag_of

SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1))


def code(
    text: str | None, x: float = 100, y: float = 100, side: float = 60, mirrored: bool = False
) -> dict[str, object]:
    """Return a code in the browser's form."""
    return {"text": text, "isMirrored": mirrored, "corners": [[x + side * u, y + side * v] for u, v in SQUARE]}


def told(*codes: dict[str, object], src: str = "", **more: object) -> bytes:
    """Return the bytes that stand for a picture."""
    said = {"width": 1280, "height": 720, "light": 120.0, "src": src, "codes": codes, **more}
    return HEAD + json.dumps(said).encode()


def test_other_decks_and_other_codes_are_told_apart() -> None:
    both = told(code(tag_of("hacha.1", "K7")), code("https://mesa.example", 400))
    sight = BrowserEyes().read(deck(), (), both, "mesa.jpg")
    assert sight.cards == ()
    assert sight.unknown == (tag_of("hacha.1", "K7"), "https://mesa.example")
    assert sight.other_decks == ("K7",)
    both_decks = BrowserEyes().read(deck(), ("00", "K7"), both, "mesa.jpg")
    assert [one.copy.id for one in both_decks.cards if one.copy] == ["hacha.1"]


def test_a_tag_seen_and_not_read_is_counted_and_never_named() -> None:
    looked = BrowserEyes().look(deck(), (), told(code(tag_of("hacha.1")), code(None, 400)), "mesa.jpg")
    assert looked.stubborn == 1
    assert len(looked.sight.unread) == 1
    tally = Tally().with_photo(looked)
    assert (tally.copies, tally.unread) == (frozenset({"hacha.1"}), 1)


def test_frames_of_a_film_are_judged_together_and_films_apart() -> None:
    looking = BrowserEyes()
    first = told(code(tag_of("hacha.1")), code(None, 400))
    second = told(code(None), code(tag_of("whisky.1"), 400))
    looking.look_at_film(deck(), (), first, "a", "film")
    seen = looking.look_at_film(deck(), (), second, "b", "film")
    assert {one.copy.id for one in seen.sight.cards if one.copy} == {"hacha.1", "whisky.1"}
    assert seen.sight.unread == ()
    other = looking.look_at_film(deck(), (), second, "b", "another")
    assert {one.copy.id for one in other.sight.cards if one.copy} == {"whisky.1"}


def test_of_many_films_the_one_longest_unused_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.service.referee.scan_service.MOST_FILMS", 2)
    looking = BrowserEyes()

    def seen(film: str, card: str) -> int:
        return len(looking.look_at_film(deck(), (), told(code(tag_of(card))), "a", film).sight.cards)

    assert [seen("one", "hacha.1"), seen("two", "hacha.1"), seen("one", "whisky.1"), seen("three", "hacha.1")] == [
        1,
        1,
        2,
        1,
    ]
    assert [seen("one", "sospecha.1"), seen("two", "whisky.1")] == [3, 1]


def test_what_lies_unread_in_every_frame_is_stubborn() -> None:
    looking = BrowserEyes()
    frame = told(code(None, 400))
    counts = [looking.look_at_film(deck(), (), frame, "a", "film").stubborn for _ in range(3)]
    assert counts == [0, 0, 1]


def test_the_card_held_out_is_the_one_close_by() -> None:
    near, far = code(tag_of("hacha.1"), side=80), code(tag_of("whisky.1"), 600, side=20)
    held = held_out(BrowserEyes().look(deck(), (), told(near, far), "mesa.jpg"))
    assert held.where == "held"
    assert held.copy is not None
    assert held.copy.id == "hacha.1"


def test_a_mirrored_picture_is_said_of_cards_alone() -> None:
    sight = BrowserEyes().read(deck(), (), told(code(tag_of("hacha.1"), mirrored=True)), "a")
    assert any("espejo" in note for note in sight.notes())
    other = BrowserEyes().read(deck(), (), told(code("else", mirrored=True)), "a")
    assert not any("espejo" in note for note in other.notes())


def test_only_a_picture_is_shown_again() -> None:
    shown = BrowserEyes().look(deck(), (), told(src="data:image/jpeg;base64,AAAA"), "a")
    assert shown.src == "data:image/jpeg;base64,AAAA"
    assert BrowserEyes().look(deck(), (), told(src="https://mesa.example/x"), "a").src == ""


def test_what_no_browser_opens_is_refused_as_elsewhere() -> None:
    for data, key in (
        (b"", "picture.empty"),
        (b"no picture", "picture.format"),
        (b"\0\0\0\x18ftypheic", "picture.heic"),
        (packed(table())[:400], "picture.damaged"),
    ):
        with pytest.raises(Refused) as refused:
            BrowserEyes().look(deck(), (), data, "mesa")
        assert refused.value.key == key


def test_a_decoder_that_was_not_fetched_is_said() -> None:
    with pytest.raises(Refused) as refused:
        BrowserEyes().look(deck(), (), HEAD + b'{"fault": "decoder"}', "mesa")
    assert refused.value.key == "library.not-fetched"


def test_codes_of_any_kind_are_texts() -> None:
    looking = BrowserEyes()
    assert looking.texts(told(code("one"), code(None, 300), code("two", 600)), "a") == ["one", "two"]
    assert looking.is_picture(told())
    assert looking.is_picture(packed(table()))
    assert not looking.is_picture(b'{"format": "la-cosa-companion"}')
    assert eyes.BrowserEyes().reads_codes
