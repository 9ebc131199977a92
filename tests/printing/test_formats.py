"""Cards of other sizes, one by one as pictures, with pictures of one's own, and everything for an evening in one file.

One rule holds for all of them: every tag is read back from the printed picture, in the cell of the copy it stands for.
"""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.decks.catalog import title
from companion.engine.tags import payloads
from companion.printing import press, sheets
from companion.printing.art import art
from companion.printing.faults import Unprintable
from companion.printing.order import FORMATS, Order, card_format
from companion.printing.press import singles
from companion.printing.source import Source, sheet_words, source_of
from tests.cli.running import run
from tests.length import later
from tests.printing import drawing
from tests.printing.drawing import Box
from tests.printing.ordering import la_cosa
from tests.printing.test_cards import places
from tests.printing.test_print_page import app, client  # noqa: F401
from tests.web.sitting import HOST

KNOWN = payloads(la_cosa().decklist)
EACH = tuple(f"{card.slug}.1" for card in la_cosa().decklist.cards)
FEW = ("lanzallamas.2", "no-podemos-ser-amigos.1", "cuarentena.1", "fallaste.1")


@pytest.mark.parametrize("paper", ["a4", *later("letter")])
@pytest.mark.parametrize("card", ["41,0 x 61,0 mm", *later(*FORMATS, "100 × 150")])
def test_every_tag_is_read_in_the_cell_of_its_copy(card: str, paper: str) -> None:
    order = Order("cards", card=card, paper=paper, only=EACH if paper == "a4" else FEW, sides="fronts")
    made = sheets.data(order, la_cosa())
    pdf = sheets.typeset(order, la_cosa(), made)
    wide, high = card_format(card)
    seen = []
    for number, page in enumerate(made["pages"]):
        image = drawing.grey(pdf, number, 150)
        cells = {c["copy"]: Box(c["x"], c["y"], c["x"] + wide, c["y"] + high) for c in page["cells"]}
        for box in cells.values():
            assert Box(7.4, 7.4, order.sheet.w - 7.4, order.sheet.h - 7.4).holds(box)
        for tag in drawing.tags_zxing(image, 150):
            copy = KNOWN[tag.payload]
            assert cells[copy.id].holds(tag.box)
            assert copy.id in drawing.text_in(pdf, number, cells[copy.id])
            assert tag.box.x1 - tag.box.x0 == pytest.approx(12, abs=0.25)
            seen.append(copy.id)
    assert sorted(seen) == sorted(order.only)


def test_the_name_the_text_and_the_number_of_a_small_card_lie_apart() -> None:
    pdf = sheets.build(Order("cards", card="mini", size="shop", only=("no-podemos-ser-amigos.1",)), la_cosa())
    identity, number = places(pdf, 0, "no-podemos-ser-amigos.1", "7+")
    assert identity.x1 < number.x0


@pytest.mark.parametrize(
    ("card", "named"),
    [("domino", "mini"), ("30x40", "41"), ("70x400", "200"), ("x", "standard"), ("70x", "70x"), ("-70x90", "-70x90")],
)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_format_that_makes_no_sense_is_refused(card: str, named: str, lang: str) -> None:
    with pytest.raises(Unprintable) as caught:
        Order("cards", card=card)
    assert named in sheet_words(lang).say(caught.value.key, **caught.value.blanks)


def test_a_card_too_large_to_fold_on_its_paper_is_refused() -> None:
    with pytest.raises(Unprintable) as caught:
        sheets.build(Order("cards", card="tarot", layout="fold"), la_cosa())
    assert caught.value.blanks["format"] == "70 × 120"


@pytest.mark.parametrize(("name", "inches"), [("poker", (2.5, 3.5)), ("bridge", (2.25, 3.5)), ("jumbo", (3.5, 5))])
def test_what_is_sold_by_the_inch_has_those_inches(name: str, inches: tuple[float, float]) -> None:
    assert card_format(name.upper()) == pytest.approx([25.4 * side for side in inches], abs=0.2)


def test_a_smaller_card_for_sleeves_and_a_page_for_the_shop() -> None:
    assert Order("cards", card="poker", size="sleeve").trimmed == pytest.approx((61.5, 86.9))
    pdf = sheets.build(Order("cards", card="tarot", size="shop", only=("hacha.1",)), la_cosa())
    trim = drawing.reader(pdf).pages[0].trimbox
    assert (float(trim.width) / drawing.MM, float(trim.height) / drawing.MM) == pytest.approx((70, 120), abs=0.01)


def unpacked(data: bytes) -> dict[str, bytes]:
    """Return the files of a ZIP."""
    with ZipFile(BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.long
@pytest.mark.parametrize("card", ["standard", "mini", "tarot"])
def test_a_picture_of_every_card_with_its_bleed(card: str) -> None:
    order = Order("cards", png=True, card=card, only=FEW)
    files = unpacked(singles(order, la_cosa()))
    assert list(files) == ["001-lanzallamas.2.png", "back-away.png", "002-no-podemos-ser-amigos.1.png",
                           "back-panic.png", "003-cuarentena.1.png", "004-fallaste.1.png"]  # fmt: skip
    wide, high = card_format(card)
    for name, data in files.items():
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        assert (picture.shape[1], picture.shape[0]) == pytest.approx(
            ((wide + 6) / 25.4 * 300, (high + 6) / 25.4 * 300), abs=1.5
        )
        grey = np.ascontiguousarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        tags = drawing.tags_zxing(grey, 300)
        if name.startswith("back"):
            assert tags == [] and picture[2, 2].tolist() == picture[-3, -3].tolist() != [255, 255, 255]
        else:
            (tag,) = tags
            copy = KNOWN[tag.payload]
            assert name.endswith(f"-{copy.id}.png")
            assert drawing.tag_opencv(drawing.part(grey, Box(3, 3, 25, 25), 300)) == tag.payload
            assert tag.box.x1 - tag.box.x0 == pytest.approx(12, abs=0.2)


def test_the_same_pictures_twice_are_the_same_bytes_and_numbered_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.printing.press.TOGETHER", 1)
    order = Order("cards", png=True, only=("cuarentena.1", "hacha.1"), dpi=150)
    made = singles(order, la_cosa())
    assert made == singles(order, la_cosa())
    assert list(unpacked(made)) == ["001-cuarentena.1.png", "back-away.png", "002-hacha.1.png"]


def painted(folder: Path, **pictures: tuple[int, int, int]) -> Path:
    """Write a folder of pictures of one colour each (blue, green, red), by name."""
    folder.mkdir(exist_ok=True)
    for name, colour in pictures.items():
        file = name.replace("__", "-").replace("_", ".")
        cv2.imwrite(str(folder / file), np.full((300, 200, 3), colour, np.uint8))
    return folder


def with_art(folder: Path) -> Source:
    source = la_cosa()
    return replace(source, art=art(folder, source.decklist.by_slug, source.backs()))


def test_pictures_of_ones_own_stand_on_their_cards_and_backs(tmp_path: Path) -> None:
    folder = painted(tmp_path / "art", lanzallamas_jpg=(200, 10, 250), back__away_png=(250, 200, 10))
    for ink in ("full", "eco"):
        order = Order("cards", only=("lanzallamas.2", "hacha.1", "ups.1"), ink=ink)  # type: ignore[arg-type]
        pdf = sheets.build(order, with_art(folder))
        front, back, panic = (drawing.colours(pdf, page, 50).astype(int) for page in (0, 1, 3))
        at = lambda image, x, y: image[round(y * 50 / 25.4), round(x * 50 / 25.4)]  # noqa: E731
        assert np.abs(at(front, 10.5 + 8, 16.5 + 30) - (200, 10, 250)).max() < 25, "in the window of the first card"
        assert np.abs(at(front, 10.5 + 63 + 8, 16.5 + 30) - (200, 10, 250)).max() > 25, "and on no other"
        for x, y in ((199.5 + 2, 16.5 - 2), (105, 60), (74, 104.5 + 2)):
            assert np.abs(at(back, x, y) - (250, 200, 10)).max() < 25, "over the whole back and its bleed"
        assert np.abs(at(panic, 180, 60) - (250, 200, 10)).max() > 25
        read = {KNOWN[tag.payload].id for tag in drawing.tags_zxing(drawing.grey(pdf, 0, 150), 150)}
        assert read == {"lanzallamas.2", "hacha.1"}


def test_one_back_for_all(tmp_path: Path) -> None:
    source = with_art(painted(tmp_path / "art", back_png=(9, 9, 200)))
    files = unpacked(singles(Order("cards", png=True, only=("hacha.1", "ups.1"), sides="backs", dpi=150), source))
    for data in files.values():
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert np.abs(picture.reshape(-1, 3).astype(int) - (9, 9, 200)).max() < 12


@pytest.mark.parametrize(
    ("file", "data", "key"),
    [
        ("lanzalamas.png", None, "art-name"),
        ("lanzallamas.gif", None, "art-name"),
        ("hacha.png", b"\x89PNG\r\n\x1a\nbroken", "art-picture"),
        ("hacha.png", b"GIF89a", "art-picture"),
        ("hacha.png", b"", "art-picture"),
        ("hacha.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF", "art-picture"),
        ("hacha.jpg", b"\xff\xd8\xff\xe0\x00\x00" + bytes(80) + b"\xff\xd9", "art-picture"),
        ("hacha.png", bytes(20_000_001), "art-size"),
    ],
)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_picture_that_will_not_do_is_named(
    tmp_path: Path, file: str, data: bytes | None, key: str, lang: str
) -> None:
    folder = painted(tmp_path / "art", lanzallamas_png=(1, 2, 3))
    whole = (folder / "lanzallamas.png").read_bytes()
    (folder / file).write_bytes(whole if data is None else data)
    with pytest.raises(Unprintable) as caught:
        with_art(folder)
    assert caught.value.key == f"cannot.{key}"
    said = sheet_words(lang).say(caught.value.key, **caught.value.blanks)
    assert file in said and ("20 MB" in said) == (key == "art-size")


def test_a_cut_picture_is_refused_not_left_out(tmp_path: Path) -> None:
    """The reader of SVG leaves such a picture out without a word."""
    folder = painted(tmp_path / "art", hacha_png=(1, 2, 3), ups_jpg=(1, 2, 3), whisky_jpeg=(1, 2, 3))
    (folder / ".DS_Store").touch()
    for name in ("hacha.png", "ups.jpg"):
        whole = (folder / name).read_bytes()
        (folder / name).write_bytes(whole[: len(whole) // 2])
        with pytest.raises(Unprintable):
            with_art(folder)
        (folder / name).write_bytes(whole)
    drawn = with_art(folder).art
    assert {name: svg.split("data:")[1].split(";")[0] for name, svg in drawn.items()} == {
        "hacha": "image/png", "ups": "image/jpeg", "whisky": "image/jpeg",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("game", "lang", "missing"),
    [
        ("la-cosa", "es", ()),
        pytest.param("la-criatura", "en", (), marks=pytest.mark.long),
        pytest.param("dos-barajas", "es", ("cards",), marks=pytest.mark.long),
    ],
)
def test_everything_for_six_in_one_file(game: str, lang: str, missing: tuple[str, ...]) -> None:
    source = source_of(title(game), lang)
    order = Order("kit", players=6, lang=lang)
    files = unpacked(press.build(order, source))
    whats = [what for what in press.PARTS if what not in missing]
    assert list(files) == [f"{n}-{game}-{what}.pdf" for n, what in enumerate(whats, 1)]
    for what, pdf in zip(whats, files.values(), strict=True):
        assert pdf == sheets.build(Order(what, players=6, lang=lang), source), "each as it is made by itself"
    if game == "la-cosa":
        playing = {copy.id for copy in source.copies(6)}
        for what in ("cards", "tags"):
            pdf = files[f"{whats.index(what) + 1}-{game}-{what}.pdf"]  # type: ignore[arg-type]
            pages = range(drawing.page_count(pdf))
            read = [
                KNOWN[t.payload].id for page in pages for t in drawing.tags_zxing(drawing.grey(pdf, page, 150), 150)
            ]
            assert len(read) == len(playing) and set(read) == playing
    assert press.ending(order) == "zip"


def test_the_pages_of_everything_are_counted_through() -> None:
    order, source = Order("kit", players=6), la_cosa()
    counts = [len(data["pages"]) for _, data in press.parts(order, source)]
    first = sheets.preview(Order("reference", players=6), source, 1, 30)[0]
    assert press.preview(order, source, counts[0] + 1, 30) == (first, sum(counts))
    last = sheets.preview(Order("setup", players=6), source, counts[0], 30)[0]
    assert press.preview(order, source, counts[0], 30) == (last, sum(counts))
    with pytest.raises(Unprintable):
        press.preview(order, source, sum(counts) + 1, 30)


def test_the_command_writes_a_zip_or_a_folder(tmp_path: Path) -> None:
    cards = ("print", "cards", "--png", "--dpi", "150", "--only", "hacha.1")
    done = run(*cards, "-o", tmp_path / "one.zip", "--json")
    assert done.exit_code == 0 and json.loads(done.stdout)["file"].endswith("one.zip")
    done = run(*cards, "-o", tmp_path / "many", "--art", painted(tmp_path / "art", hacha_png=(1, 2, 3)))
    assert done.exit_code == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "many").iterdir()) == ["001-hacha.1.png", "back-away.png"]
    assert unpacked((tmp_path / "one.zip").read_bytes()).keys() == {"001-hacha.1.png", "back-away.png"}
    for words, named in (
        (("print", "roles", "--png"), "roles"),
        ((*cards, "--art", tmp_path / "nowhere"), "nowhere"),
        (("print", "cards", "--png", "--dpi", "20"), "20"),
        (("print", "cards", "--png", "--layout", "fold"), "fold"),
        (("print", "cards", "--card", "domino"), "domino"),
    ):
        done = run(*words, "-o", tmp_path / "x")
        assert done.exit_code == 1 and named in done.stderr and not (tmp_path / "x").exists(), words
        assert len(done.stderr.strip().splitlines()) == 1


def test_the_page_makes_pictures_formats_and_everything(client: FlaskClient, tmp_path: Path) -> None:  # noqa: F811
    asked = {"what": "cards", "only": "hacha.1", "png": "1", "card": "mini"}
    made = client.post("/print/pdf", data=asked, headers=HOST)
    assert (made.status_code, made.mimetype) == (200, "application/zip"), made.get_data(as_text=True)[:300]
    assert "la-cosa-cards.zip" in made.headers["Content-Disposition"]
    assert list(unpacked(made.data)) == ["001-hacha.1.png", "back-away.png"]
    assert client.get("/print/preview.png?what=cards&card=tarot&only=hacha.1").status_code == 200
    assert "domino" in client.get("/print/preview.png?what=cards&card=domino").get_data(as_text=True)
    everything = client.get("/print?what=kit&players=6")
    assert everything.status_code == 200 and "ZIP" in everything.get_data(as_text=True)
    assert client.get("/print/preview.png?what=kit&players=6&page=2").status_code == 200
    assert 'name="art"' not in client.get("/print?what=cards").get_data(as_text=True)
    missing = client.get("/print/preview.png?what=cards&art=1")
    assert missing.status_code == 422 and "art/la-cosa" in missing.get_data(as_text=True)
    (tmp_path / "art").mkdir()
    painted(tmp_path / "art" / "la-cosa", hacha_png=(250, 10, 10))
    assert 'name="art"' in client.get("/print?what=cards").get_data(as_text=True)
    (tmp_path / "art" / "la-cosa" / "hacha.jpg").write_bytes(b"no picture")
    for answer in (missing, client.get("/print?what=cards&art=1"), client.get("/print/preview.png?what=cards&art=1")):
        assert str(tmp_path) not in answer.get_data(as_text=True), "no device is told where the data are"
    (tmp_path / "art" / "la-cosa" / "hacha.jpg").unlink()
    plain, own = (client.get(f"/print/preview.png?what=cards&only=hacha.1{more}").data for more in ("", "&art=1"))
    assert plain != own
