"""Names in any script: what a reader takes for one letter is never divided, joiners stay, directions stand apart."""

from __future__ import annotations

import pytest

from companion.engine.scripts import FSI, PDI, isolated, letters, text_width
from companion.engine.words import Wording
from companion.service.live.parsing import clean_text
from companion.web.pages.table.geometry import cut
from companion.web.pages.table.plates import MARGIN, WIDER, both_names

ZWNJ, ZWJ = "\u200c", "\u200d"
ASTRONAUT = f"\U0001f469{ZWJ}\U0001f680"
HEART_ON_FIRE = f"\u2764\ufe0f{ZWJ}\U0001f525"
WAVING = "\U0001f44b\U0001f3fd"
SPAIN, SCOTLAND = "\U0001f1ea\U0001f1f8", "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
TWELVE = 164.0
"""The width of the plates of twelve, in units of the drawing."""


@pytest.mark.parametrize(
    "name",
    [
        f"علی{ZWNJ}رضا",
        f"{ASTRONAUT} Eva",
        f"क्{ZWJ}ष",
        f"क्{ZWNJ}ष",
        f"Ana {HEART_ON_FIRE}",
        f"{WAVING} Ana",
        f"Ewan {SCOTLAND}",
    ],
)
def test_joiners_stay_where_they_change_how_letters_are_drawn(name: str) -> None:
    assert clean_text(name) == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (f"A{ZWNJ}na", "Ana"),
        (f"Ana{ZWJ}", "Ana"),
        (f"{ZWNJ}علی", "علی"),
        (f"علی{ZWNJ}", "علی"),
        (f"Ana{ZWJ}\U0001f680", "Ana\U0001f680"),
        (f"\U0001f680{ZWJ} Ana", "\U0001f680 Ana"),
        ("Ana\U000e0067", "Ana"),
        ("Ana\u200b", "Ana"),
        ("\u202eana", "ana"),
        (f"{FSI}Ana{PDI}", "Ana"),
    ],
)
def test_what_nobody_sees_makes_no_other_name(typed: str, kept: str) -> None:
    assert clean_text(typed) == kept


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Ana", 3),
        ("Zoe\u0308", 3),
        (ASTRONAUT, 1),
        (HEART_ON_FIRE, 1),
        (WAVING, 1),
        (SPAIN * 2, 2),
        (SCOTLAND, 1),
        ("क्षितिज", 3),
        ("王小明", 3),
        ("שָׁלוֹם", 4),
    ],
)
def test_letters_as_a_reader_counts_them(text: str, count: int) -> None:
    found = letters(text)
    assert "".join(found) == text
    assert len(found) == count


def test_a_name_is_cut_between_letters() -> None:
    assert cut(ASTRONAUT * 6, 3.5) == f"{ASTRONAUT * 2}…"
    assert cut("क्षितिजकुमार", 3.4) == "क्षिति…"


def test_a_sentence_holds_names_of_both_directions() -> None:
    words = Wording("es", {"gives": "{a} da {count} cartas a {b}.", "words.and": "y", "words.and_before_i": "e"})
    assert words.say("gives", a="Ana", b="Beto", count=2) == "Ana da 2 cartas a Beto."
    said = words.say("gives", a="محمد", b="Ana", count=2)
    assert said == f"{FSI}محمد{PDI} da 2 cartas a Ana."
    assert words.listed(["محمد", "علی", "Ana"]) == f"{FSI}محمد{PDI}, {FSI}علی{PDI} y Ana"
    assert isolated(isolated("שרה")) == isolated("שרה") == f"{FSI}שרה{PDI}"


OF_ALL_PEOPLES = (
    "Владислав Константинопольский",
    "Σταυρούλα Παπαδοπούλου",
    "محمد بن عبد الله",
    f"علی{ZWNJ}رضا",
    "שרה בן־דוד",
    "क्षितिज शर्मा",
    "王小明",
    f"{ASTRONAUT} Eva",
    "Maximiliano-Bartolomé de los Montes Hela",
    "山田 花子",
    "김민준",
    "Щербакова",
)


def test_names_of_all_peoples_are_taken_as_they_are() -> None:
    assert tuple(map(clean_text, OF_ALL_PEOPLES)) == OF_ALL_PEOPLES


def test_first_names_of_all_peoples_stand_on_the_plates_of_twelve() -> None:
    told = ["Владислав", "Σταυρούλα", "محمد", f"علی{ZWNJ}رضا", "שרה", "क्षितिज", "王小明", f"{ASTRONAUT} Eva"]
    for plates, wider in zip(both_names(OF_ALL_PEOPLES, TWELVE), (1, WIDER), strict=True):
        assert [one.text for one in plates][:8] == told
        assert all(one.size * text_width(one.text) <= TWELVE * wider - MARGIN + 5 for one in plates)
