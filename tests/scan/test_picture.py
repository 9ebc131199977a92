"""Pictures are looked at before they are unpacked; every bad one gives a sentence in both languages."""

from __future__ import annotations

import struct

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.i18n.scan_sentences import Refused
from companion.scan.picture import Header, acceptable, decode, header_of, is_picture
from tests.length import examples
from tests.scan.scenery import bomb, looking, packed, png

SMALL = np.arange(48 * 64, dtype=np.uint8).reshape(48, 64)


@pytest.mark.parametrize(("kind", "name"), [(".png", "PNG"), (".jpg", "JPEG"), (".webp", "WebP")])
def test_the_three_kinds_are_measured_and_read(kind: str, name: str) -> None:
    data = packed(SMALL, kind)
    assert header_of(data) == Header(name, 64, 48)
    assert decode(data).shape == (48, 64)


def test_what_stands_before_the_size_of_a_jpeg_is_passed_over() -> None:
    whole = packed(SMALL, ".jpg")
    for between in (b"\xff", b"\xff\xff", b"\xff\x01", b"\xff\xd0\xff\xd7"):  # fill bytes, and marks without a length
        assert header_of(whole[:2] + between + whole[2:]) == Header("JPEG", 64, 48)


def test_a_webp_with_room_for_more_is_measured_by_its_canvas() -> None:
    canvas = (1919).to_bytes(3, "little") + (1079).to_bytes(3, "little")  # one less than each side
    data = b"RIFF" + bytes(4) + b"WEBPVP8X" + bytes(8) + canvas
    assert header_of(data) == Header("WebP", 1920, 1080)
    assert header_of(cv2.imencode(".webp", SMALL, [cv2.IMWRITE_WEBP_QUALITY, 80])[1].tobytes()) == Header(
        "WebP", 64, 48
    )


def test_how_heavy_a_picture_may_be_is_said_in_megabytes() -> None:
    with pytest.raises(Refused) as refused:
        acceptable(bytes(25 * 2**20), "a.png")
    assert "25.0" in refused.value.say("en") and "24 MB" in refused.value.say("en")


@pytest.mark.parametrize("brand", [b"heic", b"heix", b"hevc", b"heif", b"mif1", b"msf1"])
def test_what_an_iphone_keeps_is_named_so(brand: bytes) -> None:
    for named in (brand + bytes(4), b"avif" + bytes(4) + brand):  # its first brand, or one it says it fits
        data = (8 + len(named)).to_bytes(4, "big") + b"ftyp" + named + bytes(40)
        with pytest.raises(Refused) as refused:
            header_of(data)
        assert refused.value.key == "picture.heic" and is_picture(data)
    assert not is_picture(b"\0\0\0\x10ftypisom" + bytes(40))


def test_a_lossless_webp_is_measured_too() -> None:
    data = cv2.imencode(".webp", SMALL, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()
    assert data[12:16] == b"VP8L"
    assert header_of(data) == Header("WebP", 64, 48)


def test_the_orientation_a_phone_notes_down_is_applied() -> None:
    jpeg = packed(SMALL, ".jpg")
    exif = b"Exif\0\0" + b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    turned = jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]
    assert header_of(turned) == Header("JPEG", 64, 48)
    assert decode(turned).shape == (64, 48)


BAD = {
    "empty": (b"", "picture.empty"),
    "text named .jpg": (b"Hola, esto no es una foto.\n" * 40, "picture.format"),
    "GIF": (b"GIF89a" + bytes(100), "picture.format"),
    "RIFF but no WebP": (b"RIFF" + bytes(4) + b"WAVE" + bytes(50), "picture.format"),
    "PNG cut in its header": (packed(SMALL)[:20], "picture.header"),
    "JPEG cut in its header": (packed(SMALL, ".jpg")[:20], "picture.header"),
    "WebP cut in its header": (packed(SMALL, ".webp")[:20], "picture.header"),
    "no width": (png(0, 10), "picture.header"),
    "PNG without pixels": (png(64, 48), "picture.damaged"),
    "too long": (png(13_000, 10), "picture.large"),
    "too many pixels": (png(9_000, 9_000), "picture.large"),
    "too heavy": (packed(SMALL) + bytes(25 * 2**20), "picture.heavy"),
    "one pixel wide": (packed(np.zeros((40, 1), np.uint8)), "picture.small"),
    "one pixel high": (packed(np.zeros((1, 640), np.uint8), ".jpg"), "picture.small"),
    "twelve pixels": (packed(np.zeros((12, 12), np.uint8), ".webp"), "picture.small"),
    "an iPhone's": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(200), "picture.heic"),
    "HEIF by its second brand": (b"\0\0\0\x1cftypXXXX\0\0\0\0mif1miafheix" + bytes(200), "picture.heic"),
    "a film, not a photo": (b"\0\0\0\x18ftypisom\0\0\0\0isommp42" + bytes(200), "picture.format"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_picture_is_refused_with_a_sentence_that_names_it(case: str) -> None:
    data, key = BAD[case]
    with pytest.raises(Refused) as refused:
        decode(data, "mesa.jpg")
    assert refused.value.key == key
    for lang in ("es", "en"):
        sentence = refused.value.say(lang)
        assert "mesa.jpg" in sentence
        assert "{" not in sentence
    assert refused.value.say("es") != refused.value.say("en")


@pytest.mark.parametrize(
    ("size", "key"),
    [
        *[(size, "") for size in ((8064, 6048), (6120, 8160), (8192, 6144), (12_000, 13), (13, 12_000), (8500, 6000))],
        *[(size, "large") for size in ((12_001, 13), (13, 12_001), (8501, 6000))],
        *[(size, "small") for size in ((12, 800), (800, 12))],
    ],
)  # fmt: skip
def test_from_thirteen_pixels_to_what_telephones_of_48_and_50_megapixels_take(size: tuple[int, int], key: str) -> None:
    try:
        assert (acceptable(png(*size), "IMG_1.jpg"), key) == (Header("PNG", *size), "")
    except Refused as refused:
        assert refused.key == f"picture.{key}"


@pytest.mark.parametrize("shape", [(13, 13), (13, 12_000), (1, 1), (1, 5000), (7, 13), (12, 12)])
def test_the_eyes_look_at_a_frame_of_any_size(shape: tuple[int, int]) -> None:
    for frame in (np.zeros(shape, np.uint8), np.random.default_rng(1).integers(0, 255, shape).astype(np.uint8)):
        assert looking().at_frame(frame).cards == ()


def test_a_bomb_is_refused_before_it_unfolds(monkeypatch: pytest.MonkeyPatch) -> None:
    data = bomb(20_000, 20_000)
    assert len(data) < 100_000
    unfolded: list[object] = []
    monkeypatch.setattr(cv2, "imdecode", lambda *given: unfolded.append(given))
    with pytest.raises(Refused) as refused:
        decode(data, "bomb.png")
    assert unfolded == []
    assert "20000×20000" in refused.value.say("en")


def test_a_jpeg_that_hides_its_size_behind_a_false_one_is_not_unpacked_past_it() -> None:
    small, large = packed(SMALL, ".jpg"), packed(np.zeros((480, 640), np.uint8), ".jpg")
    at = small.index(b"\xff\xc0")
    frame = small[at : at + 2 + int.from_bytes(small[at + 2 : at + 4], "big")]
    lying = large[:2] + frame + large[2:]
    assert header_of(lying) == Header("JPEG", 64, 48)
    try:
        assert decode(lying).shape == (48, 64)
    except Refused as refused:
        assert refused.key == "picture.damaged"


@settings(max_examples=examples(150))
@given(st.data())
def test_damaged_pictures_are_read_or_refused_and_nothing_else(data: st.DataObject) -> None:
    whole = bytearray(packed(SMALL, data.draw(st.sampled_from([".png", ".jpg", ".webp"]))))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    damaged = bytes(whole[: data.draw(st.integers(0, len(whole)))])
    try:
        header = header_of(damaged)
        assert sorted(decode(damaged).shape) == sorted((header.width, header.height))
    except Refused as refused:
        assert refused.key.startswith("picture.")


def test_the_libraries_write_nothing_to_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Refused):
        decode(packed(SMALL, ".jpg")[:300], "x")
    with pytest.raises(Refused):
        decode(png(64, 48, body=b"nonsense"), "x")
    assert capfd.readouterr().err == ""
