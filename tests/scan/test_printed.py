"""Tags as they are really printed: rasterised at 300 dpi, photographed at a slant, and read."""

from __future__ import annotations

import cv2
import numpy as np

from companion.engine.tags import payloads
from tests.printing import drawing
from tests.printing.ordering import printed
from tests.scan.scenery import Grey, deck, looking


def slanted(page: Grey, width: int, height: int) -> Grey:
    """Return the page on a dark table, seen from one side, in weak and uneven light, a little out of focus."""
    tall, wide = page.shape
    corners = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    seen = np.array([[0.14, 0.05], [0.88, 0.03], [0.97, 0.95], [0.02, 0.97]], np.float32)
    seen *= np.array([width, height], np.float32)
    fine = cv2.warpPerspective(
        page,
        cv2.getPerspectiveTransform(corners, seen * 2),
        (2 * width, 2 * height),
        flags=cv2.INTER_AREA,
        borderValue=60,
    )
    small = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA).astype(float)
    light = np.linspace(0.55, 0.95, width)[None, :]
    grain = np.random.default_rng(1).normal(0, 3, small.shape)
    return (cv2.GaussianBlur(small * light, (0, 0), 0.8) + grain).clip(0, 255).astype(np.uint8)


def test_a_sheet_of_stickers_from_the_printer_is_read_at_a_slant() -> None:
    page = drawing.grey(printed("tags", label="herma-4211", paper="a4"), 0, 300)
    sight = looking().at_frame(slanted(page, 1300, 1800))
    on_page = {tag.payload for tag in drawing.tags_zxing(page, 300)}
    assert len(on_page) > 100
    read = {reading.payload for reading in sight.cards}
    assert read <= on_page
    assert len(read) > 0.97 * len(on_page)
    assert sight.unknown == ()
    assert set(payloads(deck())) >= read
