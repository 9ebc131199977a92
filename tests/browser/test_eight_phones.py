"""Eight phones, each from the square to its seat by one touch of its own, with one touch of the host's in all."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

import numpy as np
import pytest
import zxingcpp
from PIL import Image

from tests.browser.conftest import House
from tests.browser.tablet import PHONE, Tablet

EIGHT = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gala", "Hugo"]


class Table:
    """A host's tablet, eight phones, and the touches of each."""

    def __init__(self, house: House) -> None:
        self.house, self.touches = house, Counter[Tablet]()
        self.host = house.tablet()
        self.phones = [house.tablet(host=False, size=PHONE) for _ in EIGHT]

    def touch(self, device: Tablet, selector: str) -> None:
        """Touch what stands there with a finger."""
        device.page.tap(selector)
        self.touches[device] += 1

    def scan(self) -> None:
        """Open on every phone what its camera reads in the square on the host's screen."""
        shown = self.host.page.locator("#for-all img.qr").screenshot()
        (square,) = zxingcpp.read_barcodes(np.asarray(Image.open(io.BytesIO(shown)).convert("L")))
        for phone in self.phones:
            phone.page.goto(square.text)

    def pick(self) -> None:
        """Touch on every phone the name of who holds it, and wait until it says who that is."""
        for seat, phone in enumerate(self.phones):
            self.touch(phone, f"form.pick-seat button[value='{seat}']")
        for name, phone in zip(EIGHT, self.phones, strict=True):
            assert name in phone.page.wait_for_selector("#seat-of").inner_text()


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print how long something took; nothing asserts it."""
    began = perf_counter()
    yield
    print(f"{what}: {perf_counter() - began:.1f} s")


@pytest.fixture
def table(house: House) -> Table:
    return Table(house)


def all_sit(table: Table, game: str) -> None:
    sessions = table.house.door.access.sessions
    assert all(sessions.of_seat(game, seat) for seat in range(8))
    assert table.touches == {table.host: 1, **dict.fromkeys(table.phones, 1)}


@pytest.mark.long
def test_from_the_square_on_phones_to_their_seats(table: Table) -> None:
    game = table.house.game(EIGHT)
    table.host.open(f"/games/{game}")
    with timed("eight phones from the square to their seats"):
        table.touch(table.host, "header a[href*='/seats']")
        table.host.page.wait_for_selector("#for-all img.qr")
        table.scan()
        table.pick()
    all_sit(table, game)
    table.host.open(f"/games/{game}/seats")
    assert table.host.page.locator(".devices .tag").count() >= 8
    table.host.shot("phones-eight")


@pytest.mark.long
def test_from_the_square_before_the_names_are_known(table: Table) -> None:
    table.host.open("/")
    with timed("eight phones from the square to waiting"):
        table.touch(table.host, "main a[href='/phones']")
        table.host.page.wait_for_selector("#for-all img.qr")
        table.scan()
    for phone in table.phones:
        assert "elige aquí el tuyo" in phone.page.inner_text("#waiting")
    table.phones[0].shot("phones-waiting")
    table.host.page.wait_for_function("() => /8/.test(document.querySelector('#waiting')?.textContent)")
    table.host.shot("phones-before-the-game")
    game = table.house.game(EIGHT)
    with timed("from the names to their seats"):
        table.pick()
    all_sit(table, game)
