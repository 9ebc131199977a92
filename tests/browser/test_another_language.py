"""Pages in every language that is shipped, and in one 40 % longer than English made from the docs alone: nothing is cut
off, covered or too small."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.i18n import catalog
from companion.web.server.context import LANGUAGE_COOKIE
from tests.browser.conftest import House
from tests.browser.sight import GAMES, LEAST, SIDEWAYS, out_of_sight, steps
from tests.browser.states import NAMES, at_the_table, beside_the_table, moments, opened, over
from tests.browser.tablet import LAPTOP, PHONE, PORTRAIT, TABLET, Tablet
from tests.browser.touch import CUT, SMALL, sweep
from tests.i18n import pretend

pytestmark = pytest.mark.sight
LONG = pytest.mark.long

DESK = ("the-print", "the-take-in", "record", "seats", "the-devices")
"""Pages that are not for the table: smaller in every language. Nothing may lie beside the screen there either."""
PILES = """() => {
  const boxes = [...document.querySelectorAll(".pile .label")].map((one) => one.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.filter((box, k) => box.width && boxes.slice(0, k).some((other) => meet(box, other))).length;
}"""
"""Number of names of piles that run into another."""


UNDER = """() => [...document.querySelectorAll(".bar a, .bar button")].filter((one) => {
  const box = one.getBoundingClientRect(), dock = document.querySelector(".round > .dock").getBoundingClientRect();
  return box.width && box.left < dock.right && dock.left < box.right && box.top < dock.bottom && dock.top < box.bottom;
}).map((one) => one.textContent.trim())"""
"""The links of the bar that meet what can be taken back."""
SIDES = """() => [...document.querySelectorAll('.dice .segment span')].map((side) => {
  const box = side.getBoundingClientRect(), word = document.createRange();
  word.selectNodeContents(side);
  const inside = [...word.getClientRects()].every((it) =>
    it.left > box.left && it.right < box.right && it.bottom < box.bottom);
  return box.right > innerWidth ? "off the screen" : inside ? "" : side.textContent;
})"""
"""What is wrong with each side of each die: it lies beside the screen, or its word runs over its edge."""
BROKEN = """() => [...document.querySelectorAll(".face h3")].flatMap((name) => {
  const text = name.firstChild, range = document.createRange();
  return [...text.data.matchAll(/[^ -]+/g)].filter((word) => {
    range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
  }).map((word) => word[0]);
})"""
"""Words in the names of cards that stand in two lines."""


@pytest.fixture(scope="module", autouse=True)
def longer_words(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = pretend.made(tmp_path_factory.mktemp("data")).parent
    catalog.look_in(folder)
    yield
    catalog.look_in(folder / "none")


def _longest_first() -> list[str]:
    """Return the shipped languages besides those that every page is looked at in, by the letters of their screens."""
    files = {lang: path for lang, path in catalog.files_of("screens").items() if lang not in catalog.LADDER}
    return sorted(files, key=lambda lang: -len(files[lang].read_text("utf-8")))


def _speaking(house: House, size: tuple[int, int] = TABLET, lang: str = pretend.TAG) -> Tablet:
    tablet = house.tablet(size=size)
    tablet.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": lang, "url": house.base}])
    tablet.page.emulate_media(reduced_motion="reduce")
    return tablet


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_choice_lies_out_of_sight_in_any_step(house: House, game: str) -> None:
    # Not the corrections: with longer words those of many fields are sheets to be read too.
    tablet = _speaking(house)
    faults = out_of_sight(tablet, house, game, steps(game, asides=False))
    assert tablet.page.locator("html").get_attribute("lang") == pretend.TAG
    assert faults == [], "\n".join(faults)


@pytest.mark.long
def test_no_choice_of_a_correction_lies_out_of_sight(house: House) -> None:
    """The card game with most corrections, with seven people. Not the list of agreements, which is to be read."""
    every = moments("la-criatura", 7, asides=True)
    found = [one for one in every if one.half.get("action") == "override" and one.half.get("about") != "options"]
    assert len(found) >= 10
    faults = out_of_sight(_speaking(house), house, "la-criatura", found, LEAST)
    assert faults == [], "\n".join(faults)


def _pages(house: House) -> Iterator[tuple[str, str]]:
    """Yield the table on its way round the ring, the pages beside it, its end, and what is told then."""
    game = opened(house)
    yield from at_the_table(house, game)
    yield from beside_the_table(game)
    yield "over", over(house, game)
    for page in ("story", "known"):
        yield f"over-{page}", f"/games/{game}/{page}"


def test_on_a_phone_on_its_side_no_link_lies_under_what_can_be_taken_back(house: House) -> None:
    game = house.game(NAMES, {"action": "draw", "back": "away", "player": NAMES[0]})
    phone = _speaking(house, SIDEWAYS)
    phone.open(f"/games/{game}")
    phone.page.evaluate("document.fonts.ready.then(() => true)")
    assert phone.page.evaluate(UNDER) == []


@pytest.mark.long
def test_every_side_of_the_dice_is_on_the_screen_and_holds_its_word(house: House) -> None:
    question = next(one for one in moments("the-thing-coop", 3) if one.name == "actions-fields")
    path = question.open(house, "the-thing-coop")
    for lang in (*catalog.LADDER, *_longest_first()):
        for size in (PHONE, TABLET, (1024, 768), (800, 1280)):
            device = _speaking(house, size, lang)
            device.open(path)
            sides = device.page.evaluate(SIDES)
            assert sides == [""] * 12, (lang, size)


IN_HAND_AND_ON_THE_TABLE = (TABLET, PHONE)
OTHER_SIZES = (LAPTOP, PORTRAIT, SMALL, (1366, 1024), (1280, 800))


@pytest.mark.parametrize(
    ("lang", "sizes"),
    [
        ("es", IN_HAND_AND_ON_THE_TABLE),
        pytest.param("es", OTHER_SIZES, marks=LONG),
        *((one, IN_HAND_AND_ON_THE_TABLE) for one in _longest_first()[:2]),
        *(
            pytest.param(one, IN_HAND_AND_ON_THE_TABLE, marks=LONG)
            for one in ("en", *_longest_first()[2:], pretend.TAG)
        ),
    ],
)
def test_every_page_fits_and_can_be_touched(house: House, lang: str, sizes: tuple[tuple[int, int], ...]) -> None:
    devices = [_speaking(house, size, lang) for size in sizes]
    faults: list[str] = []
    for state, path in _pages(house):
        for tablet, size in zip(devices, sizes, strict=True):
            tablet.open(path)
            assert tablet.page.locator("html").get_attribute("lang") == lang
            found = sweep(tablet, f"{lang} {state}", lights=size == TABLET)  # the colours are those of every size
            faults += [one for one in found if state not in DESK or "beside" in one]
            faults += [f"{state} at {size}: piles"] * tablet.page.evaluate(PILES)
            if lang == "es":
                faults += [f"{state} at {size}: {one}" for one in tablet.page.evaluate(CUT)]
            if lang != pretend.TAG:  # its words are none
                faults += [f"{state} at {size}: {one} is broken" for one in tablet.page.evaluate(BROKEN)]
    assert faults == [], "\n".join(faults)
