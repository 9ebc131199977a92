"""What each sheet is told to draw, for small orders, whole: `laid_out.txt`, and what is no sheet's data.

A block of it begins with the sheet, the deck and what else is asked for. What is empty, 0 or untrue is left out; of a
text longer than thirty letters the beginning and the end stand there, of a tag the deck's letters.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.deck import Card, Decklist
from companion.engine.words import Wording
from companion.printing import press, report, sheets
from companion.printing.faults import Unprintable
from companion.printing.labels import label_sheets
from companion.printing.order import TOLD, LabelStart, Order
from companion.printing.report import Chronicle, Line, _obstacle
from companion.printing.source import Source, sheet_language, source_of
from companion.printing.tags import words_at
from tests.history.telling import END, FIVE, STORY
from tests.printing.ordering import la_cosa
from tests.printing.test_as_agreed import OTHERWISE
from tests.printing.test_every_game import SOURCE
from tests.printing.test_poster import chronicle_of

HOUSE = (
    Card("bengala", "action", 3, (4, 5, 9), "lanzallamas"),
    Card("niebla", "obstacle", 1, (), "puerta-atrancada"),
    Card("rincon", "obstacle", 3, (4, 9, 9), "cuarentena"),
)
OWN = {"game.name": "En casa", "kinds.action": "Acción", "kinds.obstacle": "Obstáculo", "print.notes.1": "Lo nuestro."}
OWN |= {f"cards.{card.slug}.{part}": f"{card.slug} {part}" for card in HOUSE for part in ("name", "text")}
BOX = Decklist("la-cosa", "casa", "x", 4, 10, HOUSE, frozenset({"bengala.2"}))
PICTURES = {"back": "<svg>any", "back-panic": "<svg>own", "ups": "<svg>ups"}


@cache
def deck(name: str, lang: str) -> Source:
    if name == "faro":
        return SOURCE
    if name == "casa":
        return Source(BOX, Wording("es", OWN, answers=la_cosa().words.answers))
    if name == "painted":
        return replace(la_cosa(), art=PICTURES)
    if name == "agreed":
        return source_of(title("la-cosa"), lang, OTHERWISE)
    return source_of(title(name), lang)


def said(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"({' '.join(map(said, value))})"
    if isinstance(value, Mapping):
        return f"({' '.join(f'{key}={said(one)}' for key, one in value.items())})"
    text = f"{round(value, 2):g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 30 else f"{text[:24].rstrip()}…{text[-5:]}"


def is_plain(value: Any) -> bool:
    """Return True for what stands in the line of what it belongs to: no texts in lists, and nothing with parts."""
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return not any(isinstance(one, str | list | tuple | Mapping) for one in inner)


def drawn(value: Any, at: str) -> Iterator[str]:
    """Yield the data of a sheet in lines."""
    if isinstance(value, Mapping):
        shown = {key: one[:2] if key == "payload" else one for key, one in value.items() if one}
        flat = {key: one for key, one in shown.items() if is_plain(one)}
        if flat:
            yield " ".join([at, *(key if one is True else f"{key}={said(one)}" for key, one in flat.items())])
        for key, one in shown.items():
            if key not in flat:
                yield from drawn(one, f"{at}.{key}")
    elif isinstance(value, str):
        yield f"{at} {said(value)}"
    elif all(map(is_plain, value)) and not any(isinstance(one, Mapping) for one in value):
        yield f"{at} {' | '.join(map(said, value))}".rstrip()
    else:
        for number, one in enumerate(value, 1):
            yield from drawn(one, f"{at}.{number}")


def laid(heading: str) -> list[str]:
    what, name, *more = heading.split(" ", 2)
    asked = json.loads(more[0]) if more else {}
    asked.update({key: tuple(one) for key, one in asked.items() if isinstance(one, list)})
    labels = LabelStart(**asked.pop("labels", {}))
    order = Order(what, labels=labels, **asked)  # type: ignore[arg-type]
    made = sheets.data(order, deck(name, order.lang), ended() if what in TOLD else None)
    return [*drawn({key: one for key, one in made.items() if key not in ("words", "codes", "lang", "ink")}, "it")]


BEFORE: list[dict[str, Any]] = [
    *STORY,
    {"action": "play", "player": "Ana", "card": "vigila-tus-espaldas"},
    {"action": "respond", "player": "Dani", "card": None},
    {"action": "draw", "player": "Dani", "back": "away"},
    {"action": "play", "player": "Dani", "card": "puerta-atrancada", "target": "Carla"},
    {"action": "declare", "player": "Beto"},
]


@cache
def ended() -> Chronicle:
    told = chronicle_of(FIVE, *BEFORE, {**END, "infected": ["Ana", "Carla"]})
    return replace(told, lines=(Line(1, "It began."), Line(2, "It went on.", True)))


BLOCKS = [
    (block.split("\n", 1)[0], block.split("\n")[1:])
    for block in Path(__file__).with_name("laid_out.txt").read_text("utf-8").removeprefix("# ").split("\n\n# ")
]


@pytest.mark.parametrize(("heading", "lines"), BLOCKS, ids=[heading for heading, _ in BLOCKS])
def test_what_a_sheet_is_told_to_draw(heading: str, lines: list[str]) -> None:
    assert laid(heading) == [line for line in lines if line]


@pytest.mark.parametrize(
    ("label", "words"),
    [("avery-l7651", "beside"), ("herma-4211", "turned"), ("cut-a4", "below"), ("endisch-6502020", "around")],
)
def test_the_words_of_a_sticker_stand_where_its_label_has_room(label: str, words: str) -> None:
    assert words_at(label_sheets()[label]) == words
    with pytest.raises(Unprintable):
        words_at(replace(label_sheets()[label], size=(17.0, 17.0)))


def test_everything_for_an_evening_leaves_out_what_a_game_has_not_and_nothing_else() -> None:
    found = [part.what for part, _ in press.parts(Order("kit", players=6), source_of(title("dos-barajas"), "es"))]
    assert found == ["setup", "reference", "roles", "tags", "tokens"]
    with pytest.raises(Unprintable):
        list(press.parts(Order("kit", only=("nobody",)), SOURCE))


def test_the_prizes_there_is_room_for_and_what_stands_for_a_house_card() -> None:
    told = ended()
    assert told.reel is not None
    many = tuple((f"prize {k}", "Ana", "for this") for k in range(12))
    one, bare = (replace(told, reel=replace(told.reel, prizes=many, tree=tree)) for tree in (told.reel.tree, ()))
    assert [len(sheets.data(Order("poster"), la_cosa(), told)["prizes"]) for told in (one, bare)] == [6, 9]
    there = ("rincon.2", "niebla.1", "cuarentena.1", "bengala", "nobody")
    signs = ["cuarentena", "puerta-atrancada", "cuarentena", "lanzallamas", "kind-obstacle"]
    assert [_obstacle(deck("casa", "es"), thing) for thing in there] == signs
    assert (sheet_language("en"), sheet_language("qq")) == ("en", "es")


def test_of_a_long_game_the_last_turns_are_drawn_with_what_happened_in_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "MOST_TURNS", 2)
    told = chronicle_of(FIVE, *BEFORE, END)
    assert (told.turns, told.marks, told.turned) == (("Dani", "Carla"), ((0, "Eva", "out"),), (-1,))


@pytest.mark.parametrize(
    ("what", "asked", "turned"),
    [
        ("cards", {}, "long"), ("cards", {"flip": "short"}, "short"), ("cards", {"sides": "backs"}, ""),
        ("cards", {"layout": "fold"}, ""), ("cards", {"png": True}, ""), ("calibration", {}, "long"),
        ("reference", {}, "long"), ("reference", {"form": "half"}, "short"),
        ("reference", {"form": "booklet"}, "short"),
        ("tags", {}, ""), ("setup", {}, ""),
    ],
)  # fmt: skip
def test_how_the_printer_turns_each_sheet(what: Any, asked: Any, turned: str) -> None:
    assert sheets.duplex(Order(what, **asked)) == turned
