"""Photos in a real browser: made smaller before they are sent, one request each, from the camera or the gallery."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Request, expect

from companion.scan import MOST_PIXELS
from companion.scan.picture import LONGEST_SIDE
from tests.browser.conftest import House
from tests.browser.tablet import PHONE, TABLET, Tablet
from tests.length import later
from tests.scan.scenery import packed, symbol, table, tag_of
from tests.web.showing import picture

LARGE = (6120, 9000)
"""Fifty-five megapixels, more than the server unpacks."""


def large(*copies: str, kind: str = ".png") -> bytes:
    """Return a picture of fifty-five megapixels with these cards, of more megabytes than fit twice in one go."""
    panels = [(symbol(tag_of(copy), 12), 200 + k * 700, 300) for k, copy in enumerate(copies)]
    top = table(*panels, width=LARGE[1], height=1200)
    whole = np.full(LARGE, 90, np.uint8)
    whole[:1200] = top
    whole[2500:4000] = np.random.default_rng(1).integers(60, 120, (1500, LARGE[1])).astype(np.uint8)
    return packed(whole, kind)


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("photos")
    files = [folder / f"{k}.png" for k in range(3)]
    for file, copies in zip(files, (("hacha.1", "whisky.1"), ("sospecha.1",), ("la-cosa.1",)), strict=True):
        file.write_bytes(large(*copies))
    return files


def sent_by(tablet: Tablet) -> list[Request]:
    """Return a list that fills with the requests that send pictures."""
    posts: list[Request] = []
    tablet.page.on("request", lambda asked: posts.append(asked) if asked.method == "POST" else None)
    return posts


@pytest.mark.long
def test_large_photos_are_made_smaller_and_sent_one_by_one(house: House, photos: list[Path]) -> None:
    assert LARGE[0] * LARGE[1] > MOST_PIXELS and max(LARGE) <= LONGEST_SIDE
    _, tablet = house.at(players=["Ana", "Beto", "Carla", "Dani"], page="/scan/deck")
    posts = sent_by(tablet)
    tablet.page.set_input_files("#pictures", photos)
    tablet.click("button[value=look]")
    expect(tablet.page.locator("#tally")).to_contain_text("4 de ", timeout=60_000)
    assert len(posts) == 3
    assert tablet.complaints == []
    sizes = [int(asked.all_headers()["content-length"]) for asked in posts]
    assert max(sizes) < min(file.stat().st_size for file in photos) / 3, sizes


@pytest.mark.short
def test_a_photo_that_cannot_be_read_is_named_though_another_came_after_it(house: House, tmp_path: Path) -> None:
    _, tablet = house.at(players=["Ana", "Beto", "Carla", "Dani"], page="/scan/deck", size=PHONE)
    iphone, good = tmp_path / "IMG_1.HEIC", tmp_path / "b.png"
    iphone.write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(3000))
    good.write_bytes(picture("hacha.1"))
    tablet.page.set_input_files("#pictures", good)
    expect(tablet.page.locator(".file.chosen")).to_have_count(1)
    tablet.page.set_input_files("#pictures", [iphone, good])
    tablet.click("button[value=look]")
    expect(tablet.page.locator("#tally")).to_contain_text("1 de ")
    expect(tablet.page.locator(".notice.error")).to_contain_text("IMG_1.HEIC es una foto HEIC")


def test_camera_and_gallery_are_both_offered_on_a_phone(house: House, tmp_path: Path) -> None:
    _, phone = house.at(players=["Ana", "Beto", "Carla", "Dani"], page="/scan/deck", size=PHONE)
    for name, camera in (("shot", "environment"), ("pictures", None)):
        field = phone.page.locator(f"#{name}")
        expect(field).to_be_visible()
        expect(phone.page.locator(f"label[for={name}]")).to_be_visible()
        assert field.get_attribute("capture") == camera
    shot = tmp_path / "shot.jpg"
    shot.write_bytes(cv2.imencode(".jpg", cv2.imdecode(np.frombuffer(picture("hacha.1"), np.uint8), 0))[1].tobytes())
    phone.page.locator("#shot").set_input_files(shot)
    phone.click("button[value=look]")
    expect(phone.page.locator("#tally")).to_contain_text("1 de ")


# The sizes between the narrowest and the lowest.
@pytest.mark.parametrize("size", [PHONE, (844, 390), *later(TABLET, (800, 1280))], ids=str)
def test_the_page_of_photos_fits(house: House, size: tuple[int, int]) -> None:
    _, tablet = house.at(players=["Ana", "Beto", "Carla", "Dani"], page="/scan/deck", size=size)
    box = tablet.page.locator(".source").first
    expect(box).to_contain_text("24 MB")
    assert tablet.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for field in ("#shot", "#pictures"):
        found = tablet.page.locator(field).bounding_box()
        assert found and found["height"] >= 44 and found["x"] + found["width"] <= size[0]
