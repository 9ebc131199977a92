"""Mistakes put right, each with its taps counted: none takes more than eight, none starts over."""

from __future__ import annotations

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.tablet import Tablet


class Finger:
    """Touches things and counts."""

    def __init__(self, tablet: Tablet) -> None:
        self.tablet = tablet
        self.taps = 0

    def press(self, *labels: str) -> None:
        """Press each of these."""
        for label in labels:
            self.tablet.press(label)
            self.taps += 1

    def others(self) -> None:
        """Open what stands beside the course of play."""
        self.tablet.page.locator("details.quiet summary", has_text="Otras cosas").click()
        self.taps += 1

    def fix(self, what: str) -> None:
        """Open the page of corrections, and one of them."""
        self.tablet.page.get_by_role("link", name="Arreglar la mesa").click()
        self.tablet.page.locator(".fixes a", has_text=what).first.click()
        self.tablet.page.wait_for_selector("#question")
        self.taps += 2

    def sure(self) -> str:
        """See what would change, and say so; gives back the changes."""
        self.tablet.page.get_by_role("button", name="Ver antes qué cambia").click()
        self.tablet.page.wait_for_selector("#changes")
        said = self.tablet.page.inner_text("#changes")
        assert self.tablet.page.locator(".side .ring").count() == 2
        self.tablet.page.get_by_role("button", name="Así está la mesa").click()
        self.tablet.page.wait_for_selector("#question")
        self.taps += 2
        return said


@pytest.fixture
def finger(house: House) -> Finger:
    game = house.game(None, {"action": "draw", "player": "Ana", "back": "away"}, {"action": "discard", "player": "Ana"})
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    return Finger(tablet)


def now(house: House) -> dict[str, object]:
    """The state of the only game."""
    return house.tables.seen(house.tables.headings()[0].id).state


def test_nobody_tapped_for_three_turns(house: House, finger: Finger) -> None:
    finger.others()
    finger.press("Varios turnos sin anotar")
    finger.tablet.page.get_by_label("Cartas en el mazo").fill("26")
    finger.tablet.touch("Dani")
    finger.taps += 1
    assert (now(house)["turn"], now(house)["step"], now(house)["draw_pile"]) == ("Dani", "draw", 26)
    assert finger.taps == 3  # the other things, what it is, whose turn
    assert "turnos sin anotar" in finger.tablet.page.inner_text("main")


def test_wrong_seats_are_dragged_and_seen_before(house: House, finger: Finger) -> None:
    finger.fix("Los asientos")
    page = finger.tablet.page
    chairs = page.locator("#question .chair")
    start, end = chairs.nth(5).bounding_box(), chairs.nth(1).bounding_box()
    assert start and end
    page.mouse.move(start["x"] + 20, start["y"] + 15)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 15, steps=6)
    page.mouse.up()
    finger.taps += 1
    finger.tablet.shot("evening-seats")
    assert now(house)["seats"] == SIX
    said = finger.sure()
    assert "Ana, Fede, Beto, Carla, Dani y Eva" in said
    assert now(house)["seats"] == ["Ana", "Fede", "Beto", "Carla", "Dani", "Eva"]
    assert finger.taps <= 5


def test_a_correction_left_alone_changes_nothing(house: House, finger: Finger) -> None:
    finger.fix("Las puertas")
    finger.tablet.page.locator("select").first.select_option(index=1)
    finger.tablet.page.get_by_role("button", name="Ver antes qué cambia").click()
    finger.tablet.page.wait_for_selector("#changes")
    assert "Entre Ana y Beto: Puerta atrancada" in finger.tablet.page.inner_text("#changes")
    finger.tablet.shot("evening-compare")
    finger.tablet.page.get_by_role("link", name="Dejarlo como estaba").click()
    finger.tablet.page.wait_for_selector("#question")
    assert now(house)["doors"] == []


def test_what_is_impossible_is_refused_before(house: House, finger: Finger) -> None:
    finger.fix("Los asientos")
    finger.tablet.page.locator("select").first.select_option("Beto")
    finger.tablet.page.get_by_role("button", name="Ver antes qué cambia").click()
    finger.tablet.page.wait_for_selector("#notice")
    finger.tablet.complaints.clear()  # the browser notes the 422 itself
    assert now(house)["seats"] == SIX


def test_a_name_mistyped(house: House, finger: Finger) -> None:
    finger.others()
    finger.press("Cambiar un nombre", "Beto")
    finger.tablet.page.fill("#question input[type=text]", "Berto")
    finger.press("Cambiar")
    assert "Berto" in str(now(house)["seats"])
    assert finger.taps <= 5


def test_a_stray_tap_and_one_seen_late(house: House, finger: Finger) -> None:
    finger.press("Intercambio hecho")
    finger.tablet.press("↶ Deshacer")
    assert now(house)["waiting_for"] == "Beto"
    for label in ("Intercambio hecho", "Roba verde y descarta", "Intercambio hecho"):
        finger.tablet.press(label)
    finger.tablet.page.locator("#line-3 form button").click()  # one tap for any line of the log
    finger.tablet.page.wait_for_selector("#hands")
    assert now(house)["waiting_for"] == "Beto"


def test_a_player_leaves(house: House, finger: Finger) -> None:
    finger.fix("Quién está fuera")
    finger.tablet.page.get_by_label("Eva", exact=True).check()
    finger.taps += 1
    assert "Fuera de la partida: Eva" in finger.sure()
    assert now(house)["eliminated"] == ["Eva"]
    assert finger.taps <= 6


def test_the_count_differs(house: House, finger: Finger) -> None:
    finger.others()
    finger.press("Las cartas contadas")
    text = finger.tablet.page.inner_text("#ask")
    assert "una mano de 3 o de 5" in text
    assert finger.tablet.page.locator("select[name='f.hand.1'], input[name='f.hand.1']").input_value() == "4"
    assert finger.taps == 2


def test_stop_without_a_result(house: House, finger: Finger) -> None:
    finger.others()
    finger.press("Dejar la partida sin resultado", "Dejarla así")
    assert now(house)["status"] == "ended"
    assert finger.taps == 3
