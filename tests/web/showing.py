"""Cards before the camera of a test: pictures with known tags, and the screens of a showing gone through."""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO

from tests.web.sitting import Page, Sitting


@lru_cache(maxsize=64)
def picture(*copies: str, letters: str = "00", game: str = "la-cosa") -> bytes:
    """Return a picture in which these copies lie side by side."""
    from tests.scan.scenery import packed, symbol, table, tag_of  # cv2, which most pages do without

    tags = [tag_of(copy, letters, game) for copy in copies]
    panels = [(symbol(tag, 4), 10 + k % 5 * 125, 20 + k // 5 * 130) for k, tag in enumerate(tags)]
    return packed(table(*panels))


class Showing:
    """A host who shows cards to the pages of one game."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting

    def at(self, path: str) -> str:
        """Return the address of a page with a camera."""
        return f"/games/{self.sitting.game}/scan{path}"

    def show(self, path: str, *photos: bytes, **fields: object) -> Page:
        """Post pictures to a page."""
        data = {**fields, "picture": [(BytesIO(photo), f"photo-{k}.png") for k, photo in enumerate(photos)]}
        return self.sitting.post(self.at(path), data, content_type="multipart/form-data")

    def begin(self, what: str, **fields: str) -> Page:
        """Begin to show something in private."""
        return self.sitting.post(self.at("/judge"), {"what": what, **fields})

    def go_on(self, page: Page, *photos: bytes, do: str = "on", **fields: str) -> Page:
        """Press the button of the screen a showing is at."""
        found = re.search(r'action="(/games/[^"]*/scan/judge/[^"]+)"', page.html)
        step = re.search(r'name="step" value="(\d+)"', page.html)
        assert found
        assert step
        data = {"step": step[1], "do": do, **fields}
        if photos:
            data["picture"] = [(BytesIO(photo), "photo.png") for photo in photos]  # type: ignore[assignment]
        return self.sitting.post(found[1], data, content_type="multipart/form-data")

    def hand(self, page: Page, *cards: str) -> Page:
        """Take the tablet and pick these cards by hand."""
        page = self.go_on(page)
        return self.go_on(page, do="done", **{f"card.{k}": card for k, card in enumerate(cards)})


def secret(page: Page) -> str:
    """Return the text that is only shown while it is held."""
    found = re.search(r'id="secret">(.*?)</div>', page.html, re.DOTALL)
    return re.sub(r"<[^>]+>", " ", found[1]).strip() if found else ""


def aloud(page: Page) -> str:
    """Return the text for the table."""
    found = re.search(r'id="public">(.*?)</p>', page.html, re.DOTALL)
    return found[1] if found else ""
