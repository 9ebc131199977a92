"""Orders that cannot be printed: refused in a sentence that names the reason, in both languages, without half a PDF."""

from __future__ import annotations

import builtins
import pickle
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.words import Wording
from companion.printing import assets, engine, sheets
from companion.printing.faults import Unprintable
from companion.printing.labels import label_sheets
from companion.printing.order import Correction, LabelStart, Order
from companion.printing.papers import paper
from companion.printing.source import Source, sheet_words
from tests.printing.ordering import la_cosa


def refused(source: Source | None = None, **asked: Any) -> Unprintable:
    """Return the reason an order is refused."""
    with pytest.raises(Unprintable) as told:
        sheets.build(Order(**asked), source or la_cosa(asked.get("lang", "es")))
    return told.value


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({"what": "cards", "only": ("lanzallamas.6",)}, "lanzallamas.6"),
        ({"what": "cards", "only": ("lanzallamas.²",)}, "lanzallamas.²"),
        ({"what": "cards", "only": ("nadie",)}, "nadie"),
        ({"what": "cards", "only": ("",)}, ""),
        ({"what": "cards", "only": ("infectado",) * 26}, "520"),
        ({"what": "cards", "paper": "a5"}, "a5"),
        ({"what": "cards", "players": 3}, "3"),
        ({"what": "cards", "players": 13}, "13"),
        ({"what": "cards", "gutter": 1.5}, "1.5"),
        ({"what": "cards", "gutter": 3, "paper": "letter"}, "Letter"),
        ({"what": "cards", "deck": "ñ1"}, "ñ1"),
        ({"what": "posters"}, "posters"),
        ({"what": "cards", "ink": "gold"}, "gold"),
        ({"what": "tags", "label": "herma-9999"}, "herma-9999"),
        ({"what": "tags", "label": "Avery L4730"}, "Avery L4730"),
        ({"what": "tags", "label": "herma 4386"}, "Herma 4386"),
        ({"what": "tags", "label": "ol3008", "paper": "a4"}, "Letter"),
        ({"what": "tags", "label": "Pearl, vm 6083", "labels": LabelStart(first=113)}, "113"),
        ({"what": "tags", "label": "herma-4211", "labels": LabelStart(first=0)}, "0"),
        ({"what": "setup", "players": 2}, "2"),
        ({"what": "report"}, ".jsonl"),
        ({"what": "roles", "png": True}, "roles"),
    ],
)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_sentence_names_what_is_wrong(asked: dict[str, Any], named: str, lang: str) -> None:
    fault = refused(**asked)
    sentence = sheet_words(lang).say(fault.key, **fault.blanks)
    assert sentence != fault.key, "there is a sentence for it"
    assert named in sentence
    assert "{" not in sentence


@pytest.mark.parametrize("name", ["dx", "dy", "angle", "sx", "sy"])
@pytest.mark.parametrize("value", [99.0, -99.0, float("nan"), float("inf")])
def test_a_correction_beyond_reason_is_refused(name: str, value: float) -> None:
    with pytest.raises(Unprintable) as caught:
        Correction(**{name: value})
    assert caught.value.blanks["name"] == name


@pytest.mark.parametrize(
    ("shift", "least", "most"), [("dx", -5, 5), ("dy", -5, 5), ("scale_x", 0.97, 1.03), ("scale_y", 0.97, 1.03)]
)
def test_labels_are_moved_within_reason(shift: str, least: float, most: float) -> None:
    assert all(LabelStart(**{shift: value}) for value in (least, most))
    for value in (least - 0.01, most + 0.01, float("nan")):
        with pytest.raises(Unprintable) as caught:
            LabelStart(**{shift: value})
        assert caught.value.blanks["name"] == shift


def test_the_widest_correction_the_finest_picture_and_the_most_cards() -> None:
    assert Correction(-20, 20, -5, 0.9, 1.1) and Order("cards", dpi=600) and Order("cards", dpi=150)
    for dpi in (149, 601):
        with pytest.raises(Unprintable):
            Order("cards", dpi=dpi)
    assert len(la_cosa().copies(None, ("infectado",) * 25)) == 500
    assert (
        refused(replace(la_cosa(), decklist=title("la-criatura").decklist), what="puzzles").key == "cannot.no-puzzles"
    )


def test_of_the_labels_those_are_named_on_which_a_tag_fits() -> None:
    named = str(refused(what="tags", label="herma-9999").blanks["labels"]).split(", ")
    assert "herma-4211" in named and not {"avery-l4730", "herma-4386", "herma-4210"} & {*named}


def test_every_fault_has_its_sentence_in_both_languages() -> None:
    source = Path(sheets.__file__).parent
    raised = set()
    for file in [
        *source.glob("*.py"),
        *source.parent.glob("web/pages/printing/*.py"),
        *source.parent.glob("cli/print_.py"),
    ]:
        raised.update(re.findall(r'Unprintable\(\s*"([\w-]+)"', file.read_text("utf-8")))
    assert len(raised) > 20
    for lang in ("es", "en"):
        own = {key for key in sheet_words(lang).sentences if key.startswith("cannot.")}
        assert {f"cannot.{key}" for key in raised} <= own


def with_words(**words: str) -> Source:
    """Return La Cosa with some of its words replaced."""
    source = la_cosa()
    said = {**source.words.sentences, **{key.replace("__", "."): text for key, text in words.items()}}
    return replace(source, words=Wording("es", said))


def test_a_glyph_no_typeface_has_is_named() -> None:
    fault = refused(with_words(cards__hacha__text="Corta ☣ puertas"), what="cards", only=("hacha.1",))
    assert fault.blanks["char"] == "☣"
    assert (fault.blanks["text"], fault.blanks["code"]) == ("Corta ☣ puertas", "U+2623")


@pytest.mark.parametrize("what", ["cards", "reference"])
def test_a_text_that_does_not_fit_stops_the_sheet(what: str) -> None:
    endless = "palabra " * 900
    fault = refused(with_words(cards__hacha__text=endless), what=what, only=("hacha.1",))
    assert fault.key == "cannot.unfit"


def test_a_title_of_one_endless_word_stops_the_sheet() -> None:
    fault = refused(with_words(cards__hacha__name="H" * 60), what="cards", only=("hacha.1",))
    assert fault.key == "cannot.unfit"
    assert "HHH" in str(fault.blanks["text"])


def test_a_card_without_text_is_named() -> None:
    source = la_cosa()
    left = {key: text for key, text in source.words.sentences.items() if key != "cards.hacha.text"}
    fault = refused(replace(source, words=Wording("es", left)), what="cards", only=("hacha.1",))
    assert fault.blanks["card"] == "hacha"


def test_where_typst_is_missing_print_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_typst(name: str, *rest: Any, **more: Any) -> Any:
        if name == "typst":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without_typst)
    fault = refused(what="roles")
    assert "tasks.py play --reinstall" in sheet_words("es").say(fault.key)


def test_what_typst_says_is_told_in_one_line_and_no_warning_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    class Typst:
        TypstError = type("TypstError", (Exception,), {})
        said: Any = TypstError("no such font\n  at line 3")

        def compile_with_warnings(self, *_: object, **__: object) -> tuple[bytes, list[str]]:
            if isinstance(self.said, Exception):
                raise self.said
            return b"%PDF", self.said

    typst = Typst()
    monkeypatch.setattr(engine, "_typst", lambda: typst)
    monkeypatch.setattr(engine, "_typefaces", lambda: None)
    fault = refused(what="roles")
    assert (fault.key, fault.blanks) == ("cannot.engine", {"trouble": "no such font"})
    typst.said = ["unused", "another"]
    fault = refused(what="roles")
    assert (fault.key, fault.blanks) == ("cannot.template", {"template": "roles", "trouble": "unused"})


def test_a_fault_comes_out_of_a_worker_as_it_was_raised() -> None:
    fault = pickle.loads(pickle.dumps(Unprintable("paper", paper="a9", papers="a4")))
    assert (fault.key, fault.blanks) == ("cannot.paper", {"paper": "a9", "papers": "a4"})


@pytest.mark.parametrize("version", ["0.13.4", "0.14.9"])
def test_a_typst_too_old_for_the_sheets_is_said(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import typst

    monkeypatch.setattr(typst, "__version__", version)
    fault = refused(what="roles")
    for lang in ("es", "en"):
        sentence = sheet_words(lang).say(fault.key, **fault.blanks)
        assert version in sentence and "0.15" in sentence


def test_no_older_typst_is_ever_installed() -> None:
    """With 0.13.4 and 0.14.0 no sheet could be printed; with 0.14 none for a print shop."""
    declared = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    (wanted,) = (one for one in declared["dependencies"] if one.startswith("typst"))
    assert wanted.startswith(f"typst>={engine.OLDEST[0]}.{engine.OLDEST[1]},")


def test_a_missing_typeface_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "FONTS", (*engine.FONTS, "Nowhere-Bold.ttf"))
    fault = refused(what="roles")
    assert fault.blanks["font"] == "Nowhere-Bold.ttf"


def test_typst_is_not_imported_before_something_is_printed() -> None:
    code = "import sys, companion.printing.sheets, companion.web.pages.printing.studio; print('typst' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


def test_every_label_sheet_lies_on_its_paper() -> None:
    """A mistyped figure of the table shows here: labels overlap, or run off the sheet."""
    for sheet in label_sheets().values():
        size = paper(sheet.paper)
        places = list(sheet.corners(LabelStart()))
        assert len(places) == sheet.count
        assert min(x for x, _ in places) >= 0 and max(x for x, _ in places) + sheet.size[0] <= size.w + 0.01, sheet.slug
        assert min(y for _, y in places) >= 0 and max(y for _, y in places) + sheet.size[1] <= size.h + 0.01, sheet.slug
        assert sheet.pitch[0] >= sheet.size[0] - 0.01, sheet.slug
        left = sheet.first[0]
        right = size.w - (left + (sheet.grid[0] - 1) * sheet.pitch[0] + sheet.size[0])
        if sheet.sources == 2:
            assert abs(left - right) < 1.2, f"{sheet.slug}: margins are nearly the same on both sides"


def test_the_folder_of_an_installed_package_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pkg" / "_printables" / "templates").mkdir(parents=True)
    monkeypatch.setattr(assets, "PACKAGE", tmp_path / "pkg")
    assets.folder.cache_clear()
    try:
        assert assets.folder() == tmp_path / "pkg" / "_printables"
        monkeypatch.setattr(assets, "PACKAGE", tmp_path / "elsewhere")
        assets.folder.cache_clear()
        with pytest.raises(Unprintable):
            assets.folder()
    finally:
        monkeypatch.undo()
        assets.folder.cache_clear()
