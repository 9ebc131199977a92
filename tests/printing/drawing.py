"""Contents of a printed page: boxes, ink, words and tags, read from the PDF and from nothing else.

Millimetres from the top left corner of the page throughout.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

import cv2
import numpy as np
import pypdfium2
import zxingcpp
from numpy.typing import NDArray
from pypdf import PdfReader

MM = 72 / 25.4
Grey = NDArray[np.uint8]
Colour = NDArray[np.uint8]


class Box(NamedTuple):
    """A rectangle on a page."""

    x0: float
    y0: float
    x1: float
    y1: float

    def holds(self, other: Box, slack: float = 0.0) -> bool:
        """Return True if another rectangle lies inside this one."""
        return (
            other.x0 >= self.x0 - slack
            and other.y0 >= self.y0 - slack
            and other.x1 <= self.x1 + slack
            and other.y1 <= self.y1 + slack
        )

    @property
    def middle(self) -> tuple[float, float]:
        """Centre of the box."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2


class Tag(NamedTuple):
    """A tag that was read, and where."""

    payload: str
    box: Box


def reader(pdf: bytes) -> PdfReader:
    return PdfReader(BytesIO(pdf))


def sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Return width and height of every page in mm."""
    return [(float(p.mediabox.width) / MM, float(p.mediabox.height) / MM) for p in reader(pdf).pages]


def page_count(pdf: bytes) -> int:
    return len(_document(pdf))


@lru_cache(maxsize=64)
def _document(pdf: bytes) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(pdf)


@lru_cache(maxsize=64)
def _page(pdf: bytes, page: int) -> pypdfium2.PdfPage:
    return _document(pdf)[page]


@lru_cache(maxsize=64)
def _words(pdf: bytes, page: int) -> pypdfium2.PdfTextPage:
    return _page(pdf, page).get_textpage()


@lru_cache(maxsize=24)
def colours(pdf: bytes, page: int, dpi: int) -> Colour:
    """Return a page as BGR pixels."""
    return np.ascontiguousarray(_page(pdf, page).render(scale=dpi / 72).to_numpy())


def grey(pdf: bytes, page: int, dpi: int) -> Grey:
    """Return a page as grey pixels."""
    return np.asarray(cv2.cvtColor(colours(pdf, page, dpi), cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def part(image: Grey, box: Box, dpi: int) -> Grey:
    """Return the pixels of a rectangle."""
    k = dpi / 25.4
    return image[round(box.y0 * k) : round(box.y1 * k), round(box.x0 * k) : round(box.x1 * k)]


def ink(image: Grey, dpi: int, below: int = 250) -> Box | None:
    """Return the rectangle around everything that is not white, in millimetres, or None."""
    ys, xs = np.nonzero(image < below)
    if not len(xs):
        return None
    k = dpi / 25.4
    return Box(xs.min() / k, ys.min() / k, (xs.max() + 1) / k, (ys.max() + 1) / k)


def tags_zxing(image: Grey, dpi: int) -> list[Tag]:
    """Return every QR symbol zxing-cpp reads; its place is measured on its ink, which is finer than the reader's
    guess."""
    found = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)
    return [Tag(code.text, _symbol(image, _box([(c.x, c.y) for c in _corners(code)], dpi), dpi)) for code in found]


def _symbol(image: Grey, guess: Box, dpi: int) -> Box:
    """Return the rectangle of the black modules near a guess."""
    around = Box(guess.x0 - 0.9, guess.y0 - 0.9, guess.x1 + 0.9, guess.y1 + 0.9)
    found = ink(part(image, around, dpi), dpi, below=128)
    assert found is not None
    k = dpi / 25.4
    x, y = round(around.x0 * k) / k, round(around.y0 * k) / k
    return Box(x + found.x0, y + found.y0, x + found.x1, y + found.y1)


def _corners(code: zxingcpp.Barcode) -> Iterator[zxingcpp.Point]:
    at = code.position
    return iter((at.top_left, at.top_right, at.bottom_right, at.bottom_left))


def tag_opencv(image: Grey) -> str:
    """Return the text that OpenCV's detector reads in a picture of one tag, or ""."""
    return str(cv2.QRCodeDetector().detectAndDecode(image)[0])


def _box(points: list[tuple[float, float]], dpi: int) -> Box:
    k = dpi / 25.4
    xs, ys = [x / k for x, _ in points], [y / k for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def lines(pdf: bytes, page: int) -> list[Box]:
    """Return the strokes and shapes of a page along their middle line: crop marks, rulers, outlines."""
    sheet = _page(pdf, page)
    height, out = sheet.get_height(), []
    for thing in sheet.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_PATH], max_depth=2):
        left, bottom, right, top = thing.get_bounds()
        pen = _pen(thing)
        box = (left + pen, height - top + pen, right - pen, height - bottom - pen)
        out.append(Box(*(side / MM for side in box)))
    return out


def _pen(thing: pypdfium2.PdfObject) -> float:
    """Return how far the reader's rectangle lies outside a stroke's middle line: a pen's width, 0 for a bare shape."""
    fill, stroke, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
    pypdfium2.raw.FPDFPath_GetDrawMode(thing.raw, fill, stroke)
    pypdfium2.raw.FPDFPageObj_GetStrokeWidth(thing.raw, width)
    return float(width.value) if stroke.value else 0.0


def text(pdf: bytes) -> str:
    """Return all words of the document, as a screen reader gets them, with single spaces."""
    return " ".join(page_text(pdf, k) for k in range(page_count(pdf)))


@lru_cache(maxsize=128)
def page_text(pdf: bytes, page: int) -> str:
    return _plain(_words(pdf, page).get_text_range())


def page_text_pypdf(pdf: bytes, page: int) -> str:
    """Return the words of one page as another, slower reader finds them."""
    return _plain(reader(pdf).pages[page].extract_text())


def _plain(words: str) -> str:
    return re.sub(r"\s+", " ", words.replace("\ufffe", "")).strip()


def text_in(pdf: bytes, page: int, box: Box) -> str:
    """Return the words inside a rectangle."""
    sheet = _page(pdf, page)
    height = sheet.get_height()
    words = _words(pdf, page).get_text_bounded(
        left=box.x0 * MM, bottom=height - box.y1 * MM, right=box.x1 * MM, top=height - box.y0 * MM
    )
    return _plain(words)


def fonts(pdf: bytes) -> dict[str, bool]:
    """Return every font of the document, with True if it is embedded."""
    out: dict[str, bool] = {}
    for page in reader(pdf).pages:
        _fonts(page.get("/Resources"), out)
    return out


def _fonts(resources: object, out: dict[str, bool]) -> None:
    if resources is None:
        return
    held = resources.get_object()  # type: ignore[attr-defined]
    for font in (held.get("/Font") or {}).values():
        made = font.get_object()
        for inner in made.get("/DescendantFonts", [made]):
            descriptor = inner.get_object().get("/FontDescriptor", {})
            descriptor = descriptor.get_object() if hasattr(descriptor, "get_object") else descriptor
            embedded = any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
            out[str(made["/BaseFont"])] = embedded
    for thing in (held.get("/XObject") or {}).values():
        _fonts(thing.get_object().get("/Resources"), out)
