"""Figures are chosen at a table, and drawn wherever its ring is: on the table, in the film, on the room's screen."""

from __future__ import annotations

import re

import pytest

from tests.web.sitting import SIX, Sitting, seated


def drawn(page: str, seat: int) -> tuple[str, str]:
    """Return the colour and the drawing on the plate of a seat."""
    plate = page.split(f'id="seat-{seat}"')[1]
    colour = re.search(r'class="figure (p\d+)"', plate)
    drawing = re.search(r"icons\.svg[^#]*#(p\d+)", plate)
    assert colour and drawing
    return colour[1], drawing[1]


def test_a_choice_is_drawn_everywhere_and_stays_for_the_next_game() -> None:
    sitting = seated()
    answer = sitting.client.post(
        f"/games/{sitting.game}/figures", data={"who": "1", "drawing": "p9", "colour": "p4"}, headers=sitting.headers
    )
    assert answer.status_code == 303
    for path in ("", "/film/1", "/room", "/fix"):
        assert drawn(sitting.get(f"/games/{sitting.game}{path}").html, 1) == ("p4", "p9"), path
    assert 'value="p9" aria-label="campana" checked' in sitting.get(f"/games/{sitting.game}/figures?who=1").html
    before = sitting.tables.seen(sitting.game).version
    sitting.sit_down([*reversed(SIX)])
    assert drawn(sitting.get(f"/games/{sitting.game}").html, 4) == ("p4", "p9")
    assert before == 1, "nothing of it stands in the log"
    sitting.client.post("/forget", data={"person": "Beto", "sure": "yes"}, headers=sitting.headers)
    assert drawn(sitting.get(f"/games/{sitting.game}").html, 4) == ("p4", "p4")


@pytest.mark.parametrize("said", [{}, {"who": "9"}, {"drawing": "p12"}, {"colour": "red"}, {"who": "-1"}])
def test_what_nobody_can_have_chosen_is_refused_in_a_sentence(said: dict[str, str]) -> None:
    sitting = seated()
    form = {"who": "0", "drawing": "p1", "colour": "p1", **said} if said else {}
    answer = sitting.client.post(f"/games/{sitting.game}/figures", data=form, headers=sitting.headers)
    assert answer.status_code == 400
    assert "Esa figura o ese color no existen" in answer.get_data(as_text=True)


def test_they_are_chosen_from_the_form_of_a_new_game() -> None:
    sitting = Sitting()
    page = sitting.post("/new", {"name": SIX, "box": "la-cosa/la-cosa", "do": "figures"})
    assert page.status == 200
    assert page.html.count("own-figures") == 1


def test_a_choice_is_drawn_on_the_poster_of_a_game_that_is_over() -> None:
    sitting = seated()
    sitting.say(action="end", cause="abandoned")

    def poster() -> bytes:
        answer = sitting.client.get(f"/print/preview.png?what=poster&game={sitting.game}", headers=sitting.headers)
        assert answer.status_code == 200
        return answer.data

    before = poster()
    assert poster() == before, "the same poster is the same picture"
    form = {"who": "1", "drawing": "p9", "colour": "p4"}
    sitting.client.post(f"/games/{sitting.game}/figures", data=form, headers=sitting.headers)
    assert poster() != before
