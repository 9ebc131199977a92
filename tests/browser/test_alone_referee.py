"""The referee on the tablet alone: cards shown by touch, in private, in a browser whose server is gone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from tests.browser.alone import LONG, cut_off, device, opened, record, table
from tests.browser.waiting import reading

pytestmark = pytest.mark.alone

TABLET, PHONE = (1180, 820), (390, 844)
ILLEGAL = ("la-cosa", "whisky", "la-cosa", "hacha")


@pytest.fixture(scope="module")
def away(
    browser: Browser, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[BrowserContext, str]]:
    with cut_off(browser, tmp_path_factory.mktemp("site"), getattr(request, "param", TABLET)) as one:
        yield one


def touched(page: Page, frame: Frame, where: str) -> None:
    """Touch the first match, once it can be touched."""
    found = frame.locator(where).first
    expect(found).to_be_visible(timeout=LONG)
    reading(page)
    found.tap()


def shows(page: Page, frame: Frame, cards: tuple[str, ...]) -> None:
    """Show these cards as their player: take the tablet, touch each and end."""
    touched(page, frame, ".stage button[value=on]")
    for card in cards:
        frame.locator(f'.box-cards button[data-card="{card}"]').tap()
    expect(frame.locator(".taken li:not(:empty)")).to_have_count(len(cards))
    expect(frame.locator("#read")).to_contain_text(str(len(cards)))
    touched(page, frame, ".stage button[value=done]")


def read(page: Page, frame: Frame) -> str:
    """Return the text that shows while it is held, and assert that it is hidden else."""
    hold = frame.locator(".hold")
    expect(hold).to_be_visible(timeout=LONG)
    expect(frame.locator(".secret .word")).to_be_hidden()
    hold.scroll_into_view_if_needed()
    box = hold.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    expect(frame.locator(".secret .word")).to_be_visible()
    said = frame.locator(".secret").inner_text()
    page.mouse.up()
    expect(frame.locator(".secret .word")).to_be_hidden()
    touched(page, frame, ".seen-it")
    return said


@pytest.mark.parametrize("away", [TABLET, PHONE], ids=str, indirect=True)
def test_a_hand_an_exchange_and_a_discard_by_touch(away: tuple[BrowserContext, str]) -> None:
    context, base = away
    with device(context) as page:
        complaints: list[str] = []
        page.on("pageerror", lambda fault: complaints.append(str(fault)))
        page.goto(base)
        frame = table(page)
        game = opened(frame)
        before = record(frame, game)
        frame.goto(f"{base}/games/{game}")
        nav = frame.locator(f"a[href='/games/{game}/scan/judge']:visible").first
        nav.tap()
        frame.wait_for_url("**/scan/judge")

        touched(page, frame, "#what-hand button[value=hand]")
        shows(page, frame, ILLEGAL)
        assert "No está permitido" in read(page, frame)
        expect(frame.locator("#public")).to_contain_text("la mano de Ana")
        touched(page, frame, ".stage button[value=on]")
        frame.wait_for_selector("#table")

        frame.goto(f"{base}/games/{game}/scan/judge")
        touched(page, frame, "#what-exchange button[value=exchange]")
        shows(page, frame, ("whisky",))
        shows(page, frame, ("infectado",))
        reads = [read(page, frame)]
        touched(page, frame, ".stage button[value=on]")
        reads.append(read(page, frame))
        assert all("Está permitido" in one or "No se puede saber" in one or "No está" in one for one in reads)
        expect(frame.locator("#public")).to_contain_text("Lo que tenga que decir lo dirá a solas")
        touched(page, frame, ".stage button[value=on]")
        frame.wait_for_selector("#table")

        frame.goto(f"{base}/games/{game}/scan/judge")
        touched(page, frame, "#what-discard button[value=discard]")
        shows(page, frame, ("whisky",))
        assert "Está permitido" in read(page, frame)
        touched(page, frame, ".stage button[value=on]")
        frame.wait_for_selector("#table")
        assert record(frame, game) == before  # a check is in no record
        assert complaints == []
