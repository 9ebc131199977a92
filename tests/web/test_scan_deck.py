"""The deck counted: photos and a live camera by one count, which lets no card too many and no tag unread pass; a box of
several decks deck by deck."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from companion.decks.catalog import Title, title
from companion.service.referee.scan_service import Tally, tally_of
from companion.web.pages.scan.deck import counted
from tests.length import later
from tests.scan.scenery import Grey, deck, packed, symbol, table, tag_of
from tests.web.showing import Showing, picture
from tests.web.sitting import Sitting
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
    live, out = Count(here, "live"), {"set": {"eliminated": ["Dani"]}, "reason": "r"}
    here.sitting.tables.say(here.sitting.game, {"action": "override", **out})  # the box is counted for those who began
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


HERE = title("the-thing")
DECK = HERE.decklist


@pytest.fixture(scope="module")
def app() -> Flask:
    return Sitting().app


def looked(app: Flask, players: int, *slugs: str, lang: str = "es", here: Title = HERE) -> tuple[str, bool]:
    """Return the text about a spread of these cards, the first copies of each, and True if all is right."""
    held: dict[str, int] = {}
    for slug in slugs:
        held[slug] = held.get(slug, 0) + 1
    ids = frozenset(f"{slug}.{k}" for slug, count in held.items() for k in range(1, count + 1))
    with app.test_request_context(headers={"Accept-Language": lang}):
        found = counted(here.decklist, players, Tally(ids), here.words[lang])
    return " ".join(one.text for one in found.decks), found.is_right


OBJECTS = ("llaves", "llaves", "linterna", "linterna", "linterna", "herramientas", "herramientas", "combustible",
           "combustible")  # fmt: skip


FIRE = ("lanzallamas", "lanzallamas")
TOO_MANY = {
    # by the rulebook's set-ups; the first is TB-6. Decks of which nothing is seen are not asked for.
    (6, (*OBJECTS, "cable", "cable")): "Objeto: hay 11; para 6 jugadores son 10: sobra 1 Cable.",
    (7, (*OBJECTS, "cable", "cable")): "Objeto: hay 11; para 7 jugadores son 13: faltan 1 Herramientas, 1 Combustible.",
    (7, FIRE): "Arma: hay 2; para 7 jugadores son 10: sobra 1 Lanzallamas; faltan 3 Dinamita o cóctel Molotov, 2 "
    "Pistola, 4 Arma de cuerpo a cuerpo.",
    (6, ()): "",
}


@pytest.mark.parametrize(("players", "cards"), TOO_MANY)
def test_what_is_too_many_and_what_is_missing_is_told(app: Flask, players: int, cards: tuple[str, ...]) -> None:
    assert looked(app, players, *cards) == (TOO_MANY[players, cards], False)


def test_the_deck_of_six_is_right(app: Flask) -> None:
    assert looked(app, 6, *OBJECTS, "cable") == ("Objeto: hay 10; para 6 jugadores son 10.", True)
    assert looked(app, 6, *OBJECTS, "cable", lang="en")[0] == "Object: 10 cards; with 6 players there should be 10."


def test_any_copy_of_a_card_is_as_good_as_another(app: Flask) -> None:
    ids = frozenset(copy.id for copy in DECK.in_play(6) if DECK.by_slug[copy.slug].back == "object")
    other = (ids - {"combustible.2"}) | {"combustible.4"}
    with app.test_request_context():
        assert counted(DECK, 6, Tally(other), HERE.words["es"]).is_right


def test_the_wire_a_house_leaves_in_the_box_is_one_too_many(app: Flask) -> None:
    ids = frozenset(copy.id for copy in DECK.in_play(7) if DECK.by_slug[copy.slug].back == "object")
    with app.test_request_context():
        found = counted(DECK.answered({"wires": 1}), 7, Tally(ids), HERE.words["es"])
    assert [(one.expected, one.more) for one in found.decks] == [(12, 1)] and not found.is_right


def test_dynamite_has_no_place_in_the_norwegian_base(app: Flask) -> None:
    """NO-1, from the set-up of the expansion: with seven 1, 3, 4, 3 and 2, and the dynamite goes back to the box."""
    counts = {"lanzallamas": 1, "granada": 3, "arma-cuerpo-a-cuerpo": 4, "rifle-de-francotirador": 3, "pistola": 2}
    deck = [slug for slug, count in counts.items() for _ in range(count)]
    here = title("the-thing-outpost")
    assert looked(app, 7, *deck, here=here) == ("Arma: hay 13; para 7 jugadores son 13.", True)
    said, is_right = looked(app, 7, *deck, "dinamita", here=here)
    assert said == "Arma: hay 14; para 7 jugadores son 13: sobra 1 Dinamita o cóctel Molotov." and not is_right
