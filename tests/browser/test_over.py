"""Layers over the table, seen whole: the face of a card, and pages of the evening turned to whoever must act."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title
from tests.browser.conftest import SIX, House
from tests.browser.sight import GAMES, SIDEWAYS, SIZES
from tests.browser.states import NAMES
from tests.browser.tablet import PHONE
from tests.length import later

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
            tablet.tap("#close-over")
    assert found == {(one, quarter): [turn, True] for one in ("log", "fix") for quarter, turn in QUARTERS.items()}


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
