"""A plate of the ring: as much of a name as fits, its owner's figure as they chose it, numbers that have to be said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion.web
from companion.engine.scripts import text_width
from companion.web.pages.table.geometry import plate as plate_of
from companion.web.pages.table.geometry import shortened
from companion.web.pages.table.plates import (
    IN_THE_HAND,
    LARGEST,
    WIDER,
    both_names,
    plate_names,
    reads_otherwise,
    token_places,
    usual_count,
)
from tests.web.sitting import SIX, Sitting, seated

TWELVE = 152.0
"""The room for a name on the plates of twelve, in units of the drawing."""


def test_alike_first_names_are_told_apart() -> None:
    told = [one.text for one in plate_names(("Ana María", "Ana Lucía", "Anabel"), TWELVE)]
    assert told == ["Ana María", "Ana Lucía", "Anabel"]
    long = ("Guadalupe Monserrat", "Guadalupe Iturbide", "Guadalupe Ibarra")
    told = [one.text for one in plate_names(tuple(long), TWELVE)]
    assert len(set(told)) == 3, told
    told = [one.text for one in plate_names(("Ana de los Montes Helados", "Eva von der Base Polar"), TWELVE)]
    assert told == ["Ana M.", "Eva B."]
    told = [one.text for one in plate_names(tuple(long[:2]), TWELVE)]
    assert told == ["Guadalu. M.", "Guadalupe I."]
    alike = ("María Fernanda García", "María Fernanda López", "Iñaki")
    assert [one.text for one in plate_names(alike, TWELVE)] == ["M. F. G.", "M. F. L.", "Iñaki"]


@pytest.mark.parametrize(
    ("name", "fits", "short"),
    [
        ("Ana María", "Ana María", "Ana María"),
        ("Ana María", "Ana M.", "Ana M."),
        ("Ana María", "Ana", "Ana"),
        ("Berenguela", "Beren…", "Beren…"),
        ("Berenguela Ruiz", "Ber…", "Ber…"),
        ("王小 明月", "王小 明.", "王小"),
        ("", "Ana", ""),
    ],
)
def test_a_name_is_cut_to_its_room(name: str, fits: str, short: str) -> None:
    assert shortened(name, text_width(fits)) == short


def test_people_keep_one_short_name_on_the_plate_and_in_the_end_whoever_has_gone() -> None:
    alike, other = "María Fernanda García", "María Fernanda López"
    sitting = seated({"action": "draw", "player": alike, "back": "away"}, players=[alike, other, "Iñaki", "Ana", "Eva"])
    plate = re.compile(r'<text class="name whole fit"[^>]*>([^<]*)<')
    assert plate.findall(sitting.look().html)[:2] == ["M. F. G.", "M. F. L."]
    sitting.say(action="play", player=alike, card="lanzallamas", target=other)
    page = sitting.say(action="respond", player=other, card=None)
    assert {"M. F. G.", "M. F. L."} <= {*plate.findall(page.html)}, "the other one keeps it"
    roles = {**dict.fromkeys(("Iñaki", "Ana", "Eva", alike), "human"), other: "la-cosa"}
    page = sitting.say(action="end", cause="la-cosa-eliminated", roles=roles)
    assert {"M. F. G.", "M. F. L."} <= {*re.findall(r'<li id="role-\d+"[^>]*>([^<]*)<', page.html)}


def test_names_of_eleven_letters_stand_whole_on_a_phone_with_twelve_people() -> None:
    names = ("Maximiliano", "Constantino", "Encarnación", "Christopher", "Bernardette", "Inmaculada", "Montserrat")
    width, _, scale = plate_of(12)
    _, hand = both_names(names, width / scale)
    assert tuple(one.text for one in hand) == names
    assert min(one.size for one in hand) >= IN_THE_HAND.first
    drawn = (Path(companion.web.__file__).parent / "static/plates.css").read_text("utf-8")
    assert f"scaleX({WIDER})" in drawn, "the plate itself is that much wider"


@given(st.lists(st.text(min_size=1, max_size=40), min_size=1, max_size=12, unique=True))
def test_names_stay_on_their_plates(names: list[str]) -> None:
    for plate in plate_names(tuple(names), TWELVE):
        assert plate.size <= LARGEST
        assert plate.size * text_width(plate.text) <= TWELVE + 1 + 0.1 * text_width(plate.text)


@pytest.mark.parametrize(
    ("counts", "usual"), [([4] * 6, 4), ([4, 4, 4, 5], 4), ([3, 4, 5], None), ([4, 4, 3, 3], None), ([], None)]
)
def test_what_most_people_hold_is_usual(counts: list[int], usual: int | None) -> None:
    assert usual_count(counts) == usual


def test_numbers_that_are_others_upside_down_and_numbers_that_nobody_misreads() -> None:
    assert all(map(reads_otherwise, [6, 9, 16, 18, 66, 98, 91]))
    assert not any(map(reads_otherwise, [0, 1, 4, 8, 10, 11, 60, 69, 88, 96, 59]))


def test_a_number_that_could_be_misread_is_underlined(table: Sitting) -> None:
    table.say(action="override", set={"draw_pile": 21, "discard_pile": 9}, reason="")
    assert re.search(r'class="count sure"[^>]*>9<', table.get(f"/games/{table.game}").html)


@pytest.mark.parametrize("many", range(1, 9))
def test_tokens_stand_in_two_rows_before_they_get_too_small_and_never_leave_the_plate(many: int) -> None:
    widths, room = [52] + [76] * (many - 1), 210.0
    scale, places = token_places(widths, room)
    assert len({y for _, y in places}) == (1 if many <= 4 else 2)
    for (x, y), width in zip(places, widths, strict=True):
        assert -room / 2 <= x and x + scale * width <= room / 2 + 1
        assert y - scale * 26 > -8, "below the name"
        assert y + scale * 26 < 68, "above the edge"


def drawn(page: str, seat: int) -> tuple[str, str]:
    """Return the colour and the drawing on the plate of a seat."""
    plate = page.split(f'id="seat-{seat}"')[1]
    colour = re.search(r'class="figure (p\d+)"', plate)
    drawing = re.search(r"icons\.svg[^#]*#(p\d+)", plate)
    assert colour and drawing
    return colour[1], drawing[1]


def test_a_choice_is_drawn_everywhere_and_stays_for_the_next_game(table: Sitting) -> None:
    answer = table.client.post(
        f"/games/{table.game}/figures", data={"who": "1", "drawing": "p9", "colour": "p4"}, headers=table.headers
    )
    assert (answer.status_code, table.tables.hub.looks) == (303, 1), "every screen hears of it"
    for path in ("", "/film/1", "/room", "/fix"):
        assert drawn(table.get(f"/games/{table.game}{path}").html, 1) == ("p4", "p9"), path
    assert 'value="p9" aria-label="campana" checked' in table.get(f"/games/{table.game}/figures?who=1").html
    before = table.tables.seen(table.game).version
    table.sit_down([*reversed(SIX)])
    assert drawn(table.get(f"/games/{table.game}").html, 4) == ("p4", "p9")
    assert before == 1, "nothing of it stands in the log"
    table.client.post("/forget", data={"person": "Beto", "sure": "yes"}, headers=table.headers)
    assert drawn(table.get(f"/games/{table.game}").html, 4) == ("p4", "p4")


@pytest.mark.parametrize("said", [{}, {"who": "6"}, {"drawing": "p12"}, {"colour": "red"}, {"who": "-1"}])
def test_what_nobody_can_have_chosen_is_refused_in_a_sentence(said: dict[str, str], table: Sitting) -> None:
    form = {"who": "0", "drawing": "p1", "colour": "p1", **said} if said else {}
    answer = table.client.post(f"/games/{table.game}/figures", data=form, headers=table.headers)
    assert answer.status_code == 400
    assert "Esa figura o ese color no existen" in answer.get_data(as_text=True)


def test_they_are_chosen_from_the_form_of_a_new_game(sitting: Sitting) -> None:
    page = sitting.post("/new", {"name": SIX, "box": "la-cosa/la-cosa", "do": "figures"})
    assert page.status == 200
    assert page.html.count("own-figures") == 1


def test_a_choice_is_drawn_on_the_poster_of_a_game_that_is_over(table: Sitting) -> None:
    table.say(action="end", cause="abandoned")

    def poster() -> bytes:
        answer = table.client.get(f"/print/preview.png?what=poster&game={table.game}", headers=table.headers)
        assert answer.status_code == 200
        return answer.data

    before = poster()
    assert poster() == before, "the same poster is the same picture"
    form = {"who": "1", "drawing": "p9", "colour": "p4"}
    table.client.post(f"/games/{table.game}/figures", data=form, headers=table.headers)
    assert poster() != before
