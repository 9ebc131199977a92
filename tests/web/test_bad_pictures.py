"""Pictures that are none, too small, cut off or of a wrong sort, sent wherever one may be: a sentence, never a fault.

Also the one limit of size: what the page says, the pages and the interface all hold to.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from companion.scan.picture import MEGABYTE, MOST_BYTES
from tests.length import examples, later
from tests.scan.scenery import png
from tests.web.showing import picture
from tests.web.sitting import Page, Sitting, seated

HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"
PATHS = ("/api/scan", "/games/{game}/scan/deck", "/games/{game}/scan/play", "/games/{game}/scan/seen", "/take-in")


@cache
def host() -> Sitting:
    return seated()


def sent(path: str, data: bytes, name: str = "p.jpg") -> TestResponse:
    """Send a picture to a page or to the interface."""
    field = "image" if path.startswith("/api") else "picture"
    return host().client.post(
        path.format(game=host().game),
        data={field: (BytesIO(data), name)},
        headers=host().headers,
        content_type="multipart/form-data",
    )


def sentence(answer: TestResponse) -> str:
    """Return the message of the interface, or the notice of a page."""
    return str(answer.get_json()["message"]) if answer.is_json else Page(answer).text


SIDES = st.integers(1, 40) | st.sampled_from([1, 12, 13, 4000])
KINDS = st.sampled_from([".png", ".jpg", ".webp"])


@st.composite
def thin(draw: st.DrawFn) -> bytes:
    """Draw whole pictures of odd sizes, down to one pixel."""
    height, width = draw(SIDES), draw(SIDES)
    frame = np.random.default_rng(draw(st.integers(0, 9))).integers(0, 255, (height, width)).astype(np.uint8)
    return bytes(cv2.imencode(draw(KINDS), frame)[1])


@st.composite
def cut(draw: st.DrawFn) -> bytes:
    """Draw the beginning of a good picture."""
    whole = picture("hacha.1")
    return whole[: draw(st.integers(0, len(whole) - 1))]


SIZES = st.integers(0, 2**31 - 1) | st.sampled_from([1, 12_000, 12_001, 40_000])
BAD = st.one_of(thin(), cut(), st.builds(png, SIZES, SIZES), st.binary(max_size=80), st.just(HEIC), st.just(b"{}"))


@settings(max_examples=examples(150))
@given(st.sampled_from(PATHS), BAD)
def test_any_bad_picture_is_answered_with_a_sentence(path: str, data: bytes) -> None:
    answer = sent(path, data)
    assert answer.status_code in (200, 400, 422), answer.status_code
    if answer.status_code == 400:
        assert len(sentence(answer)) > 10


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("shape", [(1, 300), (300, 1), (12, 400)])
def test_a_picture_with_a_side_of_a_few_pixels(path: str, shape: tuple[int, int]) -> None:
    answer = sent(path, cv2.imencode(".png", np.zeros(shape, np.uint8))[1].tobytes(), "tira.png")
    assert answer.status_code in (200, 400)
    assert f"tira.png mide {shape[1]}×{shape[0]} píxeles" in sentence(answer)


@pytest.mark.parametrize("path", PATHS)
def test_a_photo_of_an_iphone_gets_a_sentence_that_helps(path: str) -> None:
    assert "IMG_1.HEIC es una foto HEIC" in sentence(sent(path, HEIC + bytes(5000), "IMG_1.HEIC"))


# -- one limit -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [PATHS[0], *later(*PATHS[1:])])
def test_what_is_as_large_as_can_be_is_looked_at_and_a_little_more_is_refused(path: str) -> None:
    good = picture("hacha.1")
    most = sent(path, good + bytes(MOST_BYTES - len(good)))
    assert most.status_code in (200, 302, 303, 400) and "MB" not in sentence_or_none(most)
    for more in (1, 3 * MEGABYTE):
        over = sent(path, good + bytes(MOST_BYTES - len(good) + more))
        assert over.status_code in (200, 400, 413)
        assert f"{MOST_BYTES // MEGABYTE} MB" in sentence(over)


def sentence_or_none(answer: TestResponse) -> str:
    """Return the sentence about the picture itself: the page around it names the limit too."""
    if answer.is_json:
        return str(answer.get_json().get("message", ""))
    html = answer.get_data(as_text=True)
    return "".join(part.partition("</div>")[0] for part in html.split('class="notice error"')[1:])
