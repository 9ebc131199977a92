"""No choice of the moment lies out of sight: every size, every edge of the table, every step of the games."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from tests.browser.conftest import House
from tests.browser.sight import GAMES, LEAST, SIDEWAYS, SIGHT, SIZES, out_of_sight, steps
from tests.browser.states import LONG, NAMES, fullest
from tests.browser.tablet import LAPTOP, PHONE, PORTRAIT, TABLET, Tablet
from tests.length import is_long, later

pytestmark = pytest.mark.sight

TWELVE = [
    "Maximiliano", "Beto", "Concepción", "Guadalupe", "Íñigo", "Wilhelmina", "Xóchitl", "José Luis", "Federico",
    "Alejandra", "Constantino", "Inés",
]  # fmt: skip
SIDES = """() => [[...document.querySelectorAll('#actor[data-turned]')].map((one) => one.dataset.turned).join(),
  document.getElementById('actor').dataset.quarter]"""


def _lying(house: House) -> Tablet:
    tablet = house.tablet()
    tablet.page.emulate_media(reduced_motion="reduce")
    return tablet


@pytest.mark.parametrize("game", ["la-cosa", "la-criatura", "the-thing", *later("dos-barajas", *GAMES[4:])])
def test_no_choice_lies_out_of_sight(house: House, game: str) -> None:
    """The fullest steps of the largest table. The short run looks at them where there is least room: at all of the
    game that asks most, and at the fullest three of each other game."""
    found, sizes = fullest(game, title(game).decklist.most), SIZES
    if not is_long():
        found, sizes = found if game == GAMES[0] else found[:3], LEAST
    faults = out_of_sight(_lying(house), house, game, found, sizes)
    assert faults == [], "\n".join(faults)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_choice_lies_out_of_sight_in_any_step(house: House, game: str) -> None:
    faults = out_of_sight(_lying(house), house, game, steps(game))
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize("people", [TWELVE, LONG], ids=["names", "long names"])
def test_who_was_what_and_what_comes_next_are_seen_at_once_in_the_end(house: House, people: list[str]) -> None:
    """Twelve people, one of them out: the sides with their reasons, another game, film, story, poster, the ring, and
    after it the question who infected whom. A phone held upright shows the last of the reasons without scrolling."""
    game, tablet = house.game(people), _lying(house)
    for action in ("draw", "play", "respond"):
        burned = {"card": "lanzallamas", "target": people[1]}
        more = {"draw": {"back": "away"}, "play": burned, "respond": {"card": None}}
        house.tables.say(game, {"action": action, "player": people[action == "respond"], **more[action]})
    roles = {**dict.fromkeys(people, "human"), people[2]: "la-cosa", **dict.fromkeys(people[4:8], "infected")}
    house.tables.say(game, {"action": "end", "cause": "la-cosa-caught", "roles": roles})
    tablet.open(f"/games/{game}")
    tablet.page.evaluate("document.fonts.ready.then(() => true)")
    for size in SIZES:
        tablet.resize(*size)
        assert tablet.page.evaluate(SIGHT) == [], size
        assert tablet.page.locator(".afterwards .choice").count() == 4
        box = tablet.page.locator(".round .ring").bounding_box()
        assert box and 0 <= box["y"] < box["y"] + box["height"] <= size[1], size
    tablet.resize(*PHONE)
    reasons, again, asked = (tablet.page.locator(one).bounding_box() for one in (".fates", ".afterwards", "#question"))
    assert reasons and again and asked and reasons["y"] < again["y"] < asked["y"]
    assert reasons["y"] + reasons["height"] <= PHONE[1]
    assert tablet.prompt == "¡Ganan los humanos!"
    assert tablet.page.locator(".fates > li").count() == 4
    first = [name.split()[0] for name in people]  # what tells everybody apart here is the first word
    assert sorted(name.split()[0] for name in tablet.page.locator(".who li").all_inner_texts()) == sorted(first)


def test_every_seat_is_asked_from_its_own_edge_in_sight(house: House) -> None:
    """Twelve people, one after another (in the short run one at each edge): the question turns to each where it fits,
    and all of it can be seen."""
    game, tablet = house.game(NAMES), _lying(house)
    turned = set()
    for name in NAMES if is_long() else NAMES[1::3]:
        house.tables.say(game, {"action": "override", "set": {"turn": name, "step": "act"}, "reason": ""})
        tablet.open(f"/games/{game}")
        tablet.page.evaluate("document.fonts.ready.then(() => true)")
        assert tablet.page.evaluate(SIGHT) == [], name
        turned.add(tuple(tablet.page.evaluate(SIDES)))
    assert turned == {("", "0"), ("1", "1"), ("2", "2"), ("3", "3")}


def test_a_phone_on_its_side_has_the_ring_and_what_is_asked_on_one_screen(house: House) -> None:
    _, phone = house.at(players=NAMES, size=SIDEWAYS)
    for part in ("#prompt", "#choice-1", ".round .ring", "#undo"):
        box = phone.page.locator(part).bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= SIDEWAYS[1] + 1, part
    seats = phone.page.eval_on_selector_all(
        ".seat .reach",
        "all => all.map((one) => one.getBoundingClientRect()).map((box) => Math.min(box.width, box.height))",
    )
    assert min(seats) >= 44
    phone.do("draw", back="away")
    phone.do("discard")
    assert "intercambian" in phone.prompt


LETTERS = """() => [0, 1, 2, 3].map((quarter) => {
  document.getElementById("actor").dataset.quarter = quarter;
  dispatchEvent(new Event("resize"));
  const seen = [...document.querySelectorAll("#actor .choice[data-key]")].filter((one) => one.offsetParent);
  return seen.map((one) => parseFloat(getComputedStyle(one.querySelector(":scope > span") ?? one).fontSize));
})"""
"""Of what can be chosen now, asked from each edge."""


def test_twelve_people_read_what_can_be_played_from_across_the_table(house: House) -> None:
    """80 cm away: letters of 28 px whichever edge is asked; upright and beside the ring no word is smaller."""
    game, tablet = house.game(TWELVE, {"action": "draw", "player": "Maximiliano", "back": "away"}), _lying(house)
    tablet.open(f"/games/{game}")
    tablet.page.evaluate("document.fonts.ready.then(() => true)")
    for size in (TABLET, LAPTOP, PORTRAIT):
        tablet.resize(*size)
        letters = tablet.page.evaluate(LETTERS)
        assert min(map(len, letters)) > 10, size
        assert min(sorted(each)[2] for each in letters) >= 28, (size, letters)  # two words too long are smaller
        if size != PORTRAIT:
            assert min(letters[0]) >= 28, (size, letters)


COVERED = """() => [...document.querySelectorAll('#actor .choice[data-key]')].flatMap((choice) => {
  const box = choice.getBoundingClientRect(), key = getComputedStyle(choice, '::after');
  const px = (name) => parseFloat(key[name]) || 0;
  const right = box.right - px('borderRightWidth') - px('right'), top = box.top + px('top');
  const left = right - px('width') - px('paddingLeft') - px('paddingRight');
  const bottom = top + px('height') + px('paddingTop') + px('paddingBottom');
  const walk = document.createTreeWalker(choice, NodeFilter.SHOW_TEXT), range = document.createRange(), faults = [];
  while (walk.nextNode()) {
    range.selectNodeContents(walk.currentNode);
    for (const word of range.getClientRects())
      if (word.right > left + 2 && word.left < right - 2 && word.top < bottom - 2 && word.bottom > top + 2)
        faults.push(`${choice.dataset.key} over ${walk.currentNode.textContent.trim()}`);
  }
  return faults;
})"""
UPRIGHT = f"""() => {{
  document.getElementById("actor").dataset.quarter = 0;
  dispatchEvent(new Event("resize"));
  return ({COVERED})();
}}"""
"""The same of a question laid out upright, where left and right are the page's."""


@pytest.mark.long
@pytest.mark.parametrize("lang", ["es", "en"])
def test_no_key_lies_over_the_name_of_its_card(house: House, lang: str) -> None:
    """Each choice shows its key where a keyboard is used, clear of the card's name, even with twelve people at the
    table."""
    tablet, shown = _lying(house), 0
    faults: list[str] = []
    for moment in fullest("la-cosa", 12):
        address = moment.open(house, "la-cosa")
        tablet.open(f"{address}{'&' if '?' in address else '?'}lang={lang}")
        tablet.page.evaluate("document.body.classList.add('keys')")
        shown += tablet.page.locator("#actor .choice[data-key]").count()
        for size in (TABLET, (1024, 768), LAPTOP, (1366, 1024)):
            tablet.resize(*size)
            faults += [f"{moment.name} at {size[0]}x{size[1]}: {fault}" for fault in tablet.page.evaluate(UPRIGHT)]
    assert shown and faults == []
