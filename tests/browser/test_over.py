"""Layers over the table that keep the question: the face of a card, the log, corrections."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title
from tests.browser.conftest import SIX, House
from tests.browser.sight import GAMES, SIDEWAYS, SIZES
from tests.browser.states import NAMES
from tests.browser.tablet import OTHERS, PHONE, TABLET, Tablet
from tests.length import later

AWAY = {"action": "draw", "back": "away"}
HELD_UP = "#over[open] .face"
HERE = """() => [location.href, ...["#prompt", "#table"].map((one) => document.querySelector(one))
  .map((one) => one.dataset.version ?? one.textContent)]"""


def _table(house: House, *actions: dict[str, object], **more: Any) -> Tablet:
    tablet = house.tablet(**more)
    tablet.page.emulate_media(reduced_motion="reduce")
    tablet.open(f"/games/{house.game(SIX, *actions)}")
    tablet.page.wait_for_selector("#live.on")
    return tablet


def _closes(tablet: Tablet) -> None:
    tablet.tap("#close-over")
    assert not tablet.page.locator("#over[open]").count()


def test_a_card_is_held_up_from_a_choice_and_nothing_is_chosen(house: House) -> None:
    tablet = _table(house, {**AWAY, "player": "Ana"})
    before = tablet.page.evaluate(HERE)
    choice = tablet.page.locator("#question .choice[data-card=whisky]")
    tablet.tap("#corner-look")
    assert tablet.page.locator("#corner-look").get_attribute("aria-pressed") == "true"
    tablet.tap(choice)
    face = tablet.page.locator(HELD_UP)
    face.wait_for()
    assert face.locator("h2").inner_text() == "Whisky"
    assert tablet.page.evaluate(HERE) == before
    _closes(tablet)
    # The next touch chooses again.
    tablet.tap("#question .choice[data-card=whisky]")
    tablet.page.wait_for_function(
        "version => document.getElementById('table').dataset.version !== version", arg=before[2]
    )
    assert not tablet.page.locator("#over[open]").count()


def test_a_finger_that_rests_on_a_choice_holds_its_card_up(house: House) -> None:
    tablet = _table(house, {**AWAY, "player": "Ana"})
    before = tablet.page.evaluate(HERE)
    box = tablet.page.locator("#question .choice[data-card=sospecha]").bounding_box()
    assert box
    tablet.page.mouse.move(box["x"] + 20, box["y"] + 20)
    tablet.page.mouse.down()
    tablet.page.locator(HELD_UP).wait_for()
    tablet.page.mouse.up()
    assert tablet.page.locator(f"{HELD_UP} h2").inner_text() == "Sospecha"
    assert tablet.page.evaluate(HERE) == before
    tablet.tap(HELD_UP)
    assert not tablet.page.locator("#over[open]").count()


@pytest.mark.short
def test_a_door_on_the_ring_and_a_name_in_a_sentence_hold_their_card_up(house: House) -> None:
    play = {"action": "play", "player": "Ana", "card": "puerta-atrancada", "target": "Beto"}
    shown = {"action": "show", "player": "Eva", "cards": ["whisky"], "to": "all"}
    tablet = _table(house, {**AWAY, "player": "Ana"}, play, shown)
    tablet.tap(".gap .mark")
    tablet.page.locator(HELD_UP).wait_for()
    assert tablet.page.locator(f"{HELD_UP} h2").inner_text() == "Puerta atrancada"
    _closes(tablet)
    tablet.tap("#known a[href$=whisky]")
    tablet.page.locator(HELD_UP).wait_for()
    assert tablet.page.locator(f"{HELD_UP} h2").inner_text() == "Whisky"


def test_no_request_tells_which_card_is_looked_at(house: House) -> None:
    tablet = _table(house, {**AWAY, "player": "Ana"})
    tablet.tap("#corner-look")
    tablet.tap("#question .choice[data-card=whisky]")
    tablet.page.locator(HELD_UP).wait_for()
    _closes(tablet)
    asked: list[str] = []
    tablet.page.on("request", lambda one: asked.append(one.url))
    for card in ("analisis", "sospecha", "seduccion"):
        tablet.tap("#corner-look")
        tablet.tap(f"#question .choice[data-card={card}]")
        tablet.page.locator(HELD_UP).wait_for()
        _closes(tablet)
    assert not [url for url in asked if "card" in url or "faces" in url or "rules" in url]


TURNED = """() => {
  const box = document.querySelector("#over > div"), seen = box.getBoundingClientRect();
  return [getComputedStyle(box).rotate,
    seen.left >= 0 && seen.top >= 0 && seen.right <= innerWidth + 1 && seen.bottom <= innerHeight + 1];
}"""
QUARTERS = {"0": "none", "1": "90deg", "2": "180deg", "3": "270deg"}


def test_sheets_face_whoever_must_act(house: House) -> None:
    game, tablet = house.game(NAMES), house.tablet()
    found = dict[tuple[str, str], Any]()
    for name in NAMES[::3]:
        house.tables.say(game, {"action": "override", "set": {"turn": name, "step": "act"}, "reason": ""})
        tablet.open(f"/games/{game}")
        quarter = tablet.page.locator("#actor").get_attribute("data-quarter") or ""
        for corner in ("log", "fix"):
            tablet.tap(f"#corner-{corner}")
            tablet.page.locator("#over[open] h1").wait_for()
            found[corner, quarter] = tablet.page.evaluate(TURNED)
            assert tablet.page.url.endswith(f"/games/{game}")
            _closes(tablet)
    assert found == {(one, quarter): [turn, True] for one in ("log", "fix") for quarter, turn in QUARTERS.items()}


@pytest.mark.short
def test_a_correction_is_chosen_on_the_sheet(house: House) -> None:
    tablet = _table(house, {**AWAY, "player": "Ana"})
    tablet.tap("#corner-fix")
    tablet.tap(tablet.page.locator("#over .fixes .choice").first)
    tablet.page.wait_for_url("**said=**")
    assert tablet.page.locator("#question .step-back").is_visible()


def test_a_number_of_many_is_touched_on_a_grid_and_three_lost_turns_take_three_taps(house: House) -> None:
    tablet = _table(house, {**AWAY, "player": "Ana"}, {"action": "discard", "player": "Ana"})
    tablet.click(OTHERS)
    tablet.do("override", about="lost")
    tablet.tap("[name='f.draw_pile']")
    tablet.tap("#over .several button[value='26']")
    tablet.touch("Dani")
    state = house.tables.seen(house.tables.headings()[0].id).state
    assert (state["turn"], state["step"], state["draw_pile"]) == ("Dani", "draw", 26)


TOO_LONG = """(quarters) => window.faces.flatMap((shown) => quarters.flatMap((quarter) => {
  const over = document.getElementById("over"), faults = [];
  over.querySelector(".face").replaceWith(shown);
  over.dataset.turned = quarter;
  const face = over.querySelector(".face"), seen = over.firstChild.getBoundingClientRect();
  if (face.scrollHeight > face.clientHeight + 1) faults.push(`${face.scrollHeight - face.clientHeight} px below`);
  if (face.scrollWidth > face.clientWidth + 1) faults.push("too wide");
  if (seen.left < 0 || seen.right > innerWidth + 1) faults.push("beside the screen");
  if (seen.top < 0 || seen.bottom > innerHeight + 1) faults.push("above or below the screen");
  return faults.map((fault) => `${shown.id}, turned ${quarter}: ${fault}`);
}))"""
"""Of all faces, one after the other, each turned to these edges."""
FILL = """async (game) => {
  const page = new DOMParser().parseFromString(await (await fetch(`/games/${game}/faces`)).text(), "text/html");
  window.faces = [...page.querySelectorAll(".face")].map((one) => document.importNode(one, true));
  return window.faces.length;
}"""


@pytest.mark.parametrize("game", [GAMES[0], *later(*GAMES[1:])])
def test_every_face_is_seen_whole_at_every_size(house: House, game: str) -> None:
    decks = title(game).decklist
    ident = house.tables.open({"playthrough": 1, "game": game, "players": SIX[: decks.most], "options": {}}).id
    tablet, faults = house.tablet(), []
    tablet.open(f"/games/{ident}")
    tablet.tap("#corner-log")
    tablet.page.locator("#over[open]").wait_for()
    many = tablet.page.evaluate(FILL, ident)
    assert many == len(decks.cards)
    tablet.page.evaluate("""() => {
      const over = document.getElementById("over");
      over.dataset.of = "face";
      over.firstChild.innerHTML = "<button id=close-over></button><p class=face></p>";
    }""")
    for size in [*SIZES, PHONE]:
        tablet.resize(*size)
        quarters = ["0", "1"] if size not in (SIDEWAYS, PHONE) else ["0"]
        faults += [f"at {size}: {one}" for one in tablet.page.evaluate(TOO_LONG, quarters)]
    assert faults == [], "\n".join(faults)


def test_corners_are_wide_enough_for_a_thumb(house: House) -> None:
    for size, least in ((TABLET, 64), (SIDEWAYS, 44), (PHONE, 44)):
        tablet = _table(house, size=size)
        boxes = tablet.page.eval_on_selector_all(
            ".corner .reach",
            "all => all.map((one) => one.getBoundingClientRect()).map((box) => [box.width, box.height])",
        )
        assert len(boxes) == 3
        assert min(side for box in boxes for side in box) >= least, size
