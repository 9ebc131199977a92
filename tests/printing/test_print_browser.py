"""The print studio in a real browser: the proof follows what is typed, and the PDF comes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House, browser, house
from tests.printing import drawing

__all__ = ["browser", "house"]

pytestmark = pytest.mark.long


def test_the_proof_follows_the_form_and_the_pdf_is_handed_over(house: House) -> None:
    tablet = house.tablet()
    tablet.open("/print?what=cards")
    page = tablet.page
    page.wait_for_load_state("networkidle")
    before = page.get_attribute("#picture", "src")
    page.fill("#p-only", "whisky.1, ups")  # a sheet has one back: a green and a pink one, and behind each its backs
    expect(page.locator("#count")).to_have_text("Página 1 de 4")
    assert page.get_attribute("#picture", "src") != before
    page.wait_for_url(re.compile("only=whisky.1"))  # a reload shows the same sheet
    page.click("#after")
    expect(page.locator("#count")).to_have_text("Página 2 de 4")
    with page.expect_download() as download:
        page.click("#make")
    made = download.value.path().read_bytes()
    assert download.value.suggested_filename == "la-cosa-cards.pdf"
    assert "whisky.1" in drawing.text(made) and drawing.page_count(made) == 4


def test_what_cannot_be_printed_is_said_beside_the_proof(house: House) -> None:
    tablet = house.tablet()
    tablet.open("/print?what=cards")
    tablet.page.fill("#p-only", "nadie")
    tablet.page.wait_for_selector("#trouble:not([hidden])")
    assert "nadie" in tablet.page.inner_text("#trouble")
    tablet.complaints.clear()  # the browser notes the refused picture
