"""Which of a device's cameras looks, and its light: chosen, remembered, and a telephone's wide lens avoided."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.tablet import ARGUMENTS, PHONE, Tablet, executable
from tests.browser.waiting import until

CAMERA, LENS, LIGHT = ".live-own", ".lenses select", ".lenses button"
LOOKS = "document.querySelector('video').srcObject.getVideoTracks()[0].getSettings().deviceId"


@pytest.fixture
def two_lenses(house: House) -> Iterator[House]:
    """Yield the house with a browser that has two cameras."""
    words = [*ARGUMENTS, "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream=device-count=2"]
    browser = house.browser.browser_type.launch(executable_path=executable(), args=words)
    house.browser = browser
    yield house
    for one in house.devices:
        one.close()
    house.devices.clear()
    browser.close()


def looking(house: House, before: str = "") -> Tablet:
    """Return a telephone with its camera on, in a page that begins with a script."""
    _, phone = house.at(players=["Ana", "Beto", "Carla", "Dani"], page="/scan/seen", size=PHONE)
    if before:
        phone.page.add_init_script(before)
        phone.page.reload()
    phone.click(CAMERA)
    expect(phone.page.locator(".lenses")).to_be_visible()
    return phone


def test_a_lens_is_chosen_and_remembered(two_lenses: House) -> None:
    phone = looking(two_lenses)
    first, second = phone.page.locator(LENS).locator("option").evaluate_all("all => all.map((one) => one.value)")
    assert phone.page.evaluate(LOOKS) == first
    expect(phone.page.locator(LIGHT)).to_be_hidden()
    phone.page.select_option(LENS, second)
    until(phone.page, lambda: phone.page.evaluate(LOOKS) == second)
    phone.shot("scan-lens")
    phone.page.reload()
    phone.click(CAMERA)
    chosen = phone.page.locator(LENS).locator("option:checked")
    expect(chosen).to_have_text("fake_device_1")
    assert phone.page.evaluate(LOOKS) == phone.page.locator(LENS).input_value()
    phone.click(".live-stop")
    expect(phone.page.locator(".lenses")).to_be_hidden()


def test_a_lens_that_is_not_there_leaves_the_usual_one(two_lenses: House) -> None:
    phone = looking(two_lenses, "localStorage.setItem('camera.lens', 'gone')")
    assert phone.page.evaluate(LOOKS) == phone.page.locator(LENS).locator("option").first.get_attribute("value")


TORCH = """
MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
MediaStreamTrack.prototype.applyConstraints = async (wanted) => { window.lit = wanted.advanced[0].torch; };
"""


@pytest.mark.short
def test_the_light_is_offered_where_there_is_one_and_remembered(two_lenses: House) -> None:
    phone = looking(two_lenses, TORCH)
    assert not phone.page.evaluate("window.lit")
    phone.click(LIGHT)
    expect(phone.page.locator(LIGHT)).to_have_attribute("aria-pressed", "true")
    assert phone.page.evaluate("window.lit")
    phone.shot("scan-light")
    phone.page.reload()
    phone.click(CAMERA)
    expect(phone.page.locator(LIGHT)).to_have_attribute("aria-pressed", "true")
    assert phone.page.evaluate("window.lit")
    phone.click(LIGHT)
    expect(phone.page.locator(LIGHT)).to_have_attribute("aria-pressed", "false")
    assert not phone.page.evaluate("window.lit")


MAIN, WIDE, FRONT = ({"id": name, "back": back, "pixels": n} for name, back, n in (
    ("main", True, 12_000_000), ("wide", True, 8_000_000), ("front", False, 16_000_000)
))  # fmt: skip
UNKNOWN = {"id": "unknown", "back": True, "pixels": 0}


def test_the_wide_lens_is_avoided_where_the_pixels_tell(house: House) -> None:
    _, tablet = house.at(players=["Ana", "Beto", "Carla", "Dani"], page="/scan/seen")
    for cameras, used, best in (
        ([WIDE, FRONT, MAIN], "wide", "main"),
        ([WIDE, FRONT, MAIN], "main", "main"),
        ([WIDE, FRONT, MAIN], "front", "front"),
        ([WIDE, FRONT], "wide", "wide"),
        ([UNKNOWN, MAIN], "unknown", "unknown"),
        ([MAIN, {**MAIN, "id": "other"}], "other", "other"),
        ([], "gone", "gone"),
    ):
        module = "new URL('lens.js', document.querySelector('script[src*=\"scan.js\"]').src)"
        answer = tablet.page.evaluate(
            f"async ([cameras, used]) => (await import({module})).best(cameras, used)", [cameras, used]
        )
        assert answer == best, (cameras, used)
