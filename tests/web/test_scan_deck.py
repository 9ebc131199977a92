"""The deck counted: photos and a live camera by one count, which lets no card too many and no tag unread pass."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest

from companion.service.referee.scan_service import Tally, tally_of
from tests.length import later
from tests.scan.scenery import Grey, deck, packed, symbol, table, tag_of
from tests.web.showing import Showing, picture
from tests.web.test_scan_pages import carried

IDS = [copy.id for copy in deck().in_play(4)]
FOREIGN = next(copy.id for copy in deck().copies if not deck().plays(copy, 4))
WAYS = ["photo", "live"]


def far_off(copy: str) -> Grey:
    """Return a tag too small to be decoded, and of no deck in use, so that it cannot be told by likeness either."""
    return symbol(tag_of(copy, "ZZ"), 1.3)


class Count:
    """A deck being counted, photo by photo or frame by frame, as the page does it."""

    def __init__(self, here: Showing, way: str) -> None:
        self.here, self.way = here, way
        self.so_far, self.html, self.films = "{}", "", 0

    def sees(self, data: bytes, frames: int = 3) -> dict[str, Any]:
        """Look once more: at a photo, or at some frames of a film in which the same lies still."""
        answer: dict[str, Any] = {}
        if self.way == "photo":
            self.html = self.here.show("/deck", data, **{"so-far": self.so_far}).html
            self.so_far = carried(self.html)
            return answer
        self.films += 1
        for _ in range(frames):
            form = {"image": (BytesIO(data), "f.jpg"), "film": f"{self.films}", "so-far": self.so_far}
            path, client = self.here.at("/deck/frame"), self.here.sitting.client
            answer = client.post(path, data=form, headers=self.here.sitting.headers).get_json()
            self.so_far, self.html = answer["carried"], answer["html"]
        return answer

    def sees_all(self, ids: list[str]) -> None:
        """Show these copies, fifteen at a time."""
        for k in range(0, len(ids), 15):
            self.sees(picture(*ids[k : k + 15]), frames=1)


@pytest.mark.parametrize("way", WAYS)
def test_a_deck_that_is_right(here: Showing, way: str) -> None:
    count = Count(here, way)
    count.sees_all(IDS)
    assert f"El mazo está completo: {len(IDS)} cartas" in count.html


@pytest.mark.parametrize("way", ["photo", *later("live")])
@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("foreign", "Sobran: vuelven a la caja"),
        ("twice", "La misma etiqueta dos veces"),
        ("strange", "Códigos que no son de este mazo: 1"),
        ("other deck", "otro mazo impreso: ZZ"),
        ("unread", "Etiquetas vistas y no leídas: 1"),
    ],
)
def test_a_wrong_deck_does_not_pass(here: Showing, way: str, what: str, words: str) -> None:
    count = Count(here, way)
    count.sees_all(IDS)
    panels = {
        "foreign": [symbol(tag_of(FOREIGN), 4)],
        "twice": [symbol(tag_of("hacha.1"), 4)] * 2,
        "strange": [symbol("HTTPS://A.", 4)],
        "other deck": [symbol(tag_of("whisky.1", "ZZ"), 4)],
        "unread": [far_off("whisky.1")],
    }[what]
    count.sees(packed(table(*((panel, 40 + 250 * k, 100) for k, panel in enumerate(panels)))))
    assert words in count.html
    assert "El mazo está completo" not in count.html
    count.sees(picture("hacha.1"))
    assert words in count.html, "it does not go away because something else is looked at"


def test_what_one_way_saw_the_other_goes_on_with(here: Showing) -> None:
    live = Count(here, "live")
    answer = live.sees(picture(*IDS[:10], FOREIGN))
    assert answer["said"] == f"10 de {len(IDS)}"
    assert answer["copies"] == sorted([*IDS[:10], FOREIGN])
    photos = Count(here, "photo")
    photos.so_far = live.so_far
    photos.sees_all(IDS[10:])
    assert "Sobran: vuelven a la caja" in photos.html
    assert "El mazo está completo" not in photos.html


def test_a_tag_read_at_last_is_no_longer_unread(here: Showing) -> None:
    """It moved past too fast in one frame, or shone in one photo: once its card is read nothing is amiss."""
    for way in WAYS:
        count = Count(here, way)
        count.sees_all([one for one in IDS if one != "whisky.1"])
        count.sees(packed(table((far_off("whisky.1"), 100, 100))))
        assert json.loads(count.so_far)["unread"] == 1
        count.sees(picture("whisky.1"))
        assert "El mazo está completo" in count.html, way


def test_a_frame_in_which_something_only_moved_leaves_nothing_unread(here: Showing) -> None:
    count = Count(here, "live")
    count.sees_all(IDS)
    for k in range(4):
        form = {
            "image": (BytesIO(packed(table((far_off("whisky.1"), 20 + 110 * k, 20 + 80 * k)))), "f.jpg"),
            "film": "m",
        }
        form["so-far"] = count.so_far  # type: ignore[assignment]
        answer = here.sitting.client.post(here.at("/deck/frame"), data=form, headers=here.sitting.headers).get_json()
        count.so_far, count.html = answer["carried"], answer["html"]
    assert "El mazo está completo" in count.html


@pytest.mark.parametrize("left", [-3, "x", None, 10**9, True, 2.5, [1]])
def test_whatever_a_page_says_is_unread(left: object) -> None:
    assert 0 <= tally_of({"unread": left}, deck()).unread <= 60


def test_a_count_as_a_page_carries_it() -> None:
    tally = Tally(frozenset({"hacha.1"}), frozenset(), frozenset({"?"}), frozenset({"ZZ"}), 2)
    assert tally_of(json.loads(json.dumps(tally.json())), deck()) == tally
