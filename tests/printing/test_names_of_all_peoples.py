"""Names beyond Latin on paper: in their own letters where a typeface has them, else written otherwise, and said."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.words import Wording
from companion.printing import sheets
from companion.printing.engine import drawable
from companion.printing.order import TOLD, Order
from companion.printing.report import Chronicle, Line, chronicle
from companion.printing.sheets import as_written, written
from companion.printing.source import Source
from companion.service.history.film import reel_of
from companion.service.transfer import record
from companion.service.transfer.playthrough import play, read_script
from tests.cli.running import run
from tests.printing import drawing
from tests.printing.ordering import la_cosa

FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}\u200d\N{BOY}"
SPAIN = "\N{REGIONAL INDICATOR SYMBOL LETTER E}\N{REGIONAL INDICATOR SYMBOL LETTER S}"
LETTERS = ["Nguyễn", "Анна", "Ωmέga", "Žofie", "Đỗ Thị Hồng", "Їжак"]
SIGNS = [FAMILY, "Ana 漢", "Ana 字", "王小明", f"Eva {SPAIN}", "Zoë"]
SHOWN = ["◊ 1", "Ana ◊ 2", "Ana ◊ 3", "◊ 4", "Eva ◊", "Zoë"]


def script(players: list[str]) -> str:
    roles = {name: "infected" if k else "la-cosa" for k, name in enumerate(players)}
    rows = (
        {"playthrough": 1, "game": "la-cosa", "players": players, "options": {}},
        {"action": "declare", "player": players[0]},
        {"action": "end", "cause": "la-cosa-declared", "roles": roles, "infected": players[1:]},
    )
    return "\n".join(map(json.dumps, rows))


def told(players: list[str], lang: str = "es") -> Chronicle:
    playing = play(read_script("it", script(players).encode()), title).playing
    assert playing is not None
    lines = [Line(one.version, one.text, one.undone) for one in record.log(playing, lang)]
    return chronicle(playing.course, lines, (), reel_of(playing, lang))


def words_of(what: str, players: list[str], **asked: Any) -> str:
    pdf = sheets.build(Order(what=what, **asked), la_cosa(asked.get("lang", "es")), told(players))  # type: ignore[arg-type]
    return unicodedata.normalize("NFC", " ".join(drawing.text(pdf).split()))


@pytest.mark.parametrize("what", TOLD)
def test_letters_of_europe_and_vietnam_are_drawn(what: str) -> None:
    words = words_of(what, LETTERS)
    for name in LETTERS:
        assert name in words
    assert "◊" not in words and "?" not in words.replace("¿", "")


@pytest.mark.parametrize("what", TOLD)
def test_names_from_right_to_left_and_of_india_are_drawn(what: str) -> None:
    # a PDF keeps the drawn letters, joined and in the order of the page: that none is a sign is what can be read
    words = words_of(what, ["محمد بن عبد الله", "علی\u200cرضا", "שָׂרָה בן־דוד", "क्षितिज शर्मा"])
    assert "◊" not in words


@pytest.mark.parametrize("what", TOLD)
@pytest.mark.parametrize(("lang", "said"), [("es", "este tipo de letra no tiene"), ("en", "this typeface lacks")])
def test_what_no_typeface_has_is_a_sign_and_the_page_says_so(what: str, lang: str, said: str) -> None:
    words = words_of(what, SIGNS, lang=lang)
    assert said in words and "◊◊" not in words
    for shown in SHOWN:
        assert shown in words


def test_names_typed_with_separate_marks_are_the_same() -> None:
    apart = [unicodedata.normalize("NFD", name) for name in LETTERS]
    assert apart != LETTERS
    words = words_of("report", apart)
    for name in LETTERS:
        assert name in words


def test_one_sign_for_what_stands_together() -> None:
    known = drawable()
    for text in (
        FAMILY,
        SPAIN,
        "\N{THUMBS UP SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-5}",
        "\N{HEAVY BLACK HEART}\ufe0f",
    ):
        assert written(f"a{text}b", known) == "a◊b", text
    assert written(SPAIN * 2, known) == "◊"
    assert written("漢字", known) == "◊"
    assert written("a\u200db\u202ec\u2067", known) == "abc"
    assert written("علی\u200cرضا", known) == "علی\u200cرضا"
    assert written("\u2068محمد\u2069 y Ana", known) == "\u2068محمد\u2069 y Ana"
    assert written("\ud800", known) == "◊"
    assert written("x\u20dd", known) == "x"


def test_nobody_is_taken_for_somebody_else() -> None:
    assert list(as_written(SIGNS, drawable()).values()) == SHOWN
    assert as_written(["Ana", "Ana\u200d", "◊"], drawable())["Ana\u200d"] == "Ana 2"


@pytest.mark.long
@pytest.mark.parametrize("name", ["Дверь 1", "Cửa Đỗ", "Θύρα"])
@pytest.mark.parametrize("what", ["tokens", "setup", "cards"])
def test_a_deck_of_such_words_is_printed(what: str, name: str) -> None:
    source = la_cosa()
    said = {**source.words.sentences, "cards.puerta-atrancada.name": name}
    made: Source = replace(source, words=Wording("es", said))
    pdf = sheets.build(Order(what=what, players=6), made)  # type: ignore[arg-type]
    words = unicodedata.normalize("NFC", " ".join(drawing.text(pdf).split()))
    assert name.upper() in words.upper()
    assert all(drawing.fonts(pdf).values())


def test_the_command_says_what_is_written_otherwise(tmp_path: Path) -> None:
    game, out = tmp_path / "g.jsonl", tmp_path / "r.pdf"
    game.write_text(script(SIGNS), "utf-8")
    done = run("print", "report", "--from", game, "-o", out)
    assert done.exit_code == 0 and "◊" in done.stderr and len(done.stderr.strip().splitlines()) == 1
    game.write_text(script(LETTERS), "utf-8")
    assert run("print", "report", "--from", game, "-o", out).stderr == ""
