"""The camera at the table: it acts on one card held out to it, and on everybody's screen says nothing of any other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

import numpy as np
import pytest

from companion.decks.catalog import title
from companion.scan.webcam import Found
from companion.service.live.session import words_of
from companion.service.referee.held_out import CLOSE
from companion.service.referee.scan_service import ScanService
from companion.service.referee.webcam import Watching
from tests.lab.scan_scenes.render import Recipe, render
from tests.scan.scenery import Grey, Recording, deck, grey, packed, symbol, table, tag_of
from tests.web.showing import Showing, picture
from tests.web.sitting import Sitting


@pytest.fixture
def here(host: Sitting) -> Iterator[Showing]:
    host.sit_down(["Ana", "Beto", "Carla", "Dani"])
    host.say(action="draw", player="Ana", back="away")
    yield Showing(host)
    host.host = True


def at_width(share: float, *copies: str) -> bytes:
    """Return a picture of 1,920 pixels in which each tag takes this share of the width."""
    pixels = share * 1920 / 21
    panels = [(symbol(tag_of(copy), pixels), 40 + k * 460, 200) for k, copy in enumerate(copies)]
    return packed(table(*panels, width=1920, height=1080))


@cache
def seen() -> Grey:
    """Return a hand held as a fan that tips into view."""
    tags = sorted(tag_of(copy.id) for copy in deck().copies)
    return grey(render("a fan that tips", Recipe("fan5", "1080", "typical"), tags).picture)


def fan() -> bytes:
    return packed(seen(), ".jpg")


def framed(here: Showing, data: bytes, path: str = "/play/frame", film: str = "") -> Any:
    """Return the answer to a frame."""
    form = {"image": (BytesIO(data), "frame.jpg"), **({"film": film} if film else {})}
    return here.sitting.client.post(here.at(path), data=form, headers=here.sitting.headers)


def told(data: bytes) -> list[str]:
    """Return the cards, by slug or by name, that occur in `data`."""
    text = data.decode("utf-8")
    names = {words_of(title("la-cosa"), "es").card(card.slug) for card in deck().cards}
    known = [*(card.slug for card in deck().cards), *sorted(names)]
    return [name for name in known if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)]


def test_a_fan_in_view_is_named_nowhere(here: Showing) -> None:
    sight = ScanService().look(deck(), (), fan(), "fan").sight
    assert len(sight.cards) == 5, "the camera can read it"
    answer = framed(here, fan())
    assert len(answer.get_json()["outlines"]) == 5
    assert answer.get_json()["card"] == ""
    assert told(answer.data) == []
    before = here.sitting.get(here.at("/play"))
    page = here.show("/play", fan())
    assert "acerca solo la que se juega" in page.text
    assert told(page.html.encode()) == told(before.html.encode())
    assert "data:image" not in page.html
    assert "<polygon" not in page.html
    assert here.sitting.state()["version"] == 2


@pytest.mark.parametrize(
    ("share", "acts"), [(0.012, False), (CLOSE - 0.004, False), (CLOSE + 0.004, True), (0.1, True)]
)
def test_one_card_is_acted_on_only_from_close_by(here: Showing, share: float, acts: bool) -> None:
    data = at_width(share, "whisky.1")
    assert [copy.slug for copy in ScanService().look(deck(), (), data, "one").sight.copies] == ["whisky"]
    answer = framed(here, data)
    assert (answer.get_json()["card"], answer.get_json()["held"]) == (("whisky", True) if acts else ("", False))
    assert told(answer.data) == (["whisky"] if acts else [])
    page = here.show("/play", data)
    assert here.sitting.state()["version"] == (3 if acts else 2)
    assert ("Acerca la carta" in page.text) != acts


def test_others_far_behind_it_do_not_matter_and_others_as_near_do(here: Showing) -> None:
    near, far = symbol(tag_of("whisky.1"), 5), symbol(tag_of("hacha.1"), 2)
    behind = packed(table((near, 100, 100), (far, 900, 100), width=1920, height=1080))
    assert told(framed(here, behind).data) == ["whisky"]
    beside = packed(table((near, 100, 100), (symbol(tag_of("hacha.1"), 4), 900, 100), width=1920, height=1080))
    assert told(framed(here, beside).data) == []


@pytest.mark.parametrize("copy", ["infectado.1", "la-cosa.1", "no-gracias.1"])
def test_a_card_that_cannot_be_played_is_not_named(here: Showing, copy: str) -> None:
    """Held out by mistake, it stays its owner's secret: every such card is answered with the same bytes."""
    data = picture(copy)
    answer, other = framed(here, data), framed(here, picture("fallaste.1"))
    assert told(answer.data) == []
    assert {**answer.get_json(), "outlines": []} == {**other.get_json(), "outlines": []}
    page = here.show("/play", data)
    assert "no se puede jugar ahora" in page.text
    assert told(page.html.encode()) == told(here.sitting.get(here.at("/play")).html.encode())


def test_the_page_of_a_dispute_shows_where_tags_are_and_never_which(here: Showing) -> None:
    page = here.go_on(here.begin("hand", **{"hand-player": "Beto"}))
    frames = re.findall(r'data-frames="([^"]+)"', page.html)[0]
    form = {"image": (BytesIO(fan()), "frame.jpg")}
    answer = here.sitting.client.post(frames, data=form, headers=here.sitting.headers).get_json()
    assert len(answer["copies"]) == 5, "what the form of whoever holds the tablet is filled with"
    assert told(" ".join(str(answer[key]) for key in answer if key != "copies").encode()) == []
    page = here.go_on(page, picture("hacha.1", "hacha.1", "whisky.1"), do="look")
    figure = re.search(r"<figure.*</figure>", page.html, re.DOTALL)
    assert figure
    assert figure[0].count("<polygon") == 3
    assert told(figure[0].encode()) == []
    assert "data:image" not in page.html
    here.go_on(page, do="leave")


def test_cards_everybody_sees_are_outlined_too(here: Showing) -> None:
    page = here.show("/seen", fan(), player="Nadie")
    figure = re.search(r"<figure.*</figure>", page.html, re.DOTALL)
    assert figure
    assert told(figure[0].encode()) == []
    assert "data:image" not in page.html


def test_the_hosts_webcam_shows_no_card_that_could_be_told(here: Showing) -> None:
    """Only where the deck is checked is its picture finer than a card."""
    shown = Recording([seen(), seen() // 2], again=True, pace=0.05)
    own = Watching(lambda: lambda setting: shown, lambda: [Found(0, "Mesa")])
    here.sitting.app.extensions["companion.webcam"] = own
    try:
        here.sitting.post(here.at("/camera"), {"camera": "0"})
        for path, most in (("/camera.jpg", 32), ("/camera.jpg?for=deck", 960)):
            data = here.sitting.client.get(here.at(path), headers=here.sitting.headers).data
            assert wide(data) <= most
        for path in ("/play", "/seen"):
            assert "camera.jpg" not in here.sitting.get(here.at(path)).html
    finally:
        own.rest()
        del here.sitting.app.extensions["companion.webcam"]


def wide(data: bytes) -> int:
    """Return the pixels across of a JPEG file."""
    import cv2

    return int(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE).shape[1])
