"""What each sheet is told to draw, whole and for a small order: every place, name, number and sign of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.printing import press, sheets
from companion.printing.faults import Unprintable
from companion.printing.labels import label_sheets
from companion.printing.order import LabelStart, Order
from companion.printing.report import Line
from companion.printing.source import Source, sheet_language, source_of
from companion.printing.tags import words_at
from tests.history.telling import END, FIVE, STORY
from tests.printing.ordering import la_cosa
from tests.printing.test_every_game import SOURCE
from tests.printing.test_poster import chronicle_of


def made(what: str, source: Source = SOURCE, **asked: Any) -> dict[str, Any]:
    return sheets.data(Order(what, **asked), source)  # type: ignore[arg-type]


def flood(x: float, back: str, wide: float = 69.0, y: float = 16.5, turn: int = 0, at: float = 3.0) -> dict[str, Any]:
    """Return the colour behind a card that begins at `x`: three millimetres more on each side, but towards a card."""
    size = {"w": wide, "h": 94.0, "card": [x, y], "bleed": 3.0, "turn": turn}
    return {"x": x - at, "y": y - 3, "back": back, **size}


def test_cards_their_backs_and_what_is_on_them() -> None:
    found = made("cards", only=("linterna.2", "niebla.1", "barricada.2"), deck="AB")
    assert [(page["side"], page["cells"], [*page["floods"]]) for page in found["pages"]] == [
        ("front", [{"x": 10.5, "y": 16.5, "turn": 0, "copy": "linterna.2"},
                   {"x": 73.5, "y": 16.5, "turn": 0, "copy": "barricada.2"}], []),
        ("back", [{"x": 136.5, "y": 16.5, "turn": 0, "back": "away"},
                  {"x": 73.5, "y": 16.5, "turn": 0, "back": "away"}],
         [flood(136.5, "away", 66, at=0), flood(73.5, "away", 66)]),
        ("front", [{"x": 10.5, "y": 16.5, "turn": 0, "copy": "niebla.1"}], []),
        ("back", [{"x": 136.5, "y": 16.5, "turn": 0, "back": "storm"}], [flood(136.5, "storm")]),
    ]  # fmt: skip
    assert found["pages"][0]["note"] == {"x": 15, "y": 289.8, "w": 180, "turn": 0}
    signs = {"kind": "obstacle", "kindword": "obstacle", "mark": "obstacle", "icon": "puerta-atrancada"}
    assert found["designs"]["barricada"] == {"title": "Barricada", "text": "Cierra el paso.", **signs}
    assert found["designs"]["linterna"]["kindword"] == "Útil" and found["designs"]["linterna"]["icon"] == "kind-other"
    assert [(one["slug"], one["number"], one["payload"][:2]) for one in found["copies"].values()] == [
        ("linterna", 3, "AB"), ("niebla", None, "AB"), ("barricada", 4, "AB"),
    ]  # fmt: skip
    assert (found["backs"], found["motifs"]) == (
        {"away": "away", "storm": "storm"}, {"away": "back-away", "storm": "back-other"},
    )  # fmt: skip
    assert (found["title"], found["paper"]) == ("El faro: cartas", {"name": "A4", "w": 210.0, "h": 297.0})


def test_the_colour_of_backs_runs_out_of_the_sheet_and_not_into_its_neighbours() -> None:
    """Six cards with the same back: past the outer cuts three millimetres, and to the cut between two of them."""
    _, back = made("cards", la_cosa(), only=("infectado.1", "infectado.2", "infectado.3") * 2)["pages"]
    edges = sorted((f["y"], f["x"], f["y"] + f["h"], f["x"] + f["w"]) for f in back["floods"])
    across, down = [(7.5, 73.5), (73.5, 136.5), (136.5, 202.5)], [(13.5, 104.5), (104.5, 195.5)]
    assert edges == [(top, left, bottom, right) for top, bottom in down for left, right in across]


def test_cards_to_fold_with_their_backs_upside_down() -> None:
    (page,) = made("cards", only=("linterna.2", "barricada.2"), layout="fold")["pages"]
    assert page["cells"] == [
        {"x": 22.5, "y": 108, "turn": 0, "copy": "linterna.2"}, {"x": 85.5, "y": 108, "turn": 0, "copy": "barricada.2"},
        {"x": 22.5, "y": 14, "turn": 180, "back": "away"}, {"x": 85.5, "y": 14, "turn": 180, "back": "away"},
    ]  # fmt: skip
    behind = {"y": 14.0, "turn": 180}
    assert page["floods"] == [flood(22.5, "away", 66, **behind), flood(85.5, "away", 66, at=0, **behind)]  # type: ignore[arg-type]
    assert page["folds"] == [[4.5, 105, 292.5, 105]]
    assert page["note"] == {"x": 15, "y": 202.8, "w": 267, "turn": 0}


def test_stickers_go_on_to_the_next_sheet_after_the_last_label() -> None:
    start = LabelStart(first=112, dx=0.5, dy=-0.25)
    found = made("tags", only=("linterna.2", "barricada.2"), label="herma-4211", labels=start)
    first, second = ([cell] for cell in found["pages"][0]["cells"] + found["pages"][1]["cells"])
    assert [(round(c["x"], 2), round(c["y"], 2)) for c in (*first, *second)] == [(176.62, 266.76), (8.98, 12.81)]
    for (cell,), card in (
        (first, ("Linterna de ñandú", "linterna.2", "tool", "copia 2", 3, "other")),
        (second, ("Barricada", "barricada.2", "obstacle", "copia 2", 4, "obstacle")),
    ):
        assert tuple(cell[key] for key in ("name", "id", "kind", "copy", "number", "mark")) == card
    assert (found["label"], found["sheetname"]) == (
        {"w": 25.4, "h": 16.93, "cut": False, "words": "turned"},
        "Herma 4211",
    )
    assert (found["outlines"], found["pages"][0]["outlines"]) == (False, [])
    outlined = made("tags", only=("linterna.2",), label="herma-4211", labels=LabelStart(outlines=True))
    assert outlined["outlines"] and [round(at, 2) for at in outlined["pages"][0]["outlines"][8]] == [36.42, 29.99]


@pytest.mark.parametrize(
    ("form", "leaf", "pages"),
    [
        ("page", (210, 297, 3, 2), [[0], [1]]),
        ("half", (148.5, 210, 2, 2), [[0, 0], [1, 1]]),
        ("booklet", (148.5, 210, 2, 4), [[3, 0], [1, 2]]),
    ],
)
def test_the_aid_has_its_leaves_in_order_and_the_cards_that_play(form: str, leaf: Any, pages: Any) -> None:
    found = made("reference", form=form, players=3)
    assert (tuple(found["leaf"][key] for key in ("w", "h", "columns", "count")), found["pages"]) == (leaf, pages)
    assert found["heading"] == "con 3 jugadores"
    assert [(kind["word"], [(c["title"], c["copies"]) for c in kind["cards"]]) for kind in found["kinds"]] == [
        ("Útil", [("Linterna de ñandú", 2)]), ("weather", [("Niebla", 2)]), ("obstacle", [("Barricada", 1)]),
    ]  # fmt: skip


def test_of_a_game_of_ours_the_aid_says_each_part_once() -> None:
    found = made("reference", la_cosa())
    parts = [found[part]["title"] for part in ("goal", "turn", "notes", "end")]
    assert len({*parts}) == 4 and all(parts) and len(found["turn"]["steps"]) >= 3 and found["names"] == ""
    assert [role["name"] for role in found["roles"]] == ["La Cosa", "Infectado", "Humano"]
    english = made("reference", la_cosa("en"), lang="en")
    assert english["names"].startswith("*")
    starred = {card["title"] for kind in english["kinds"] for card in kind["cards"] if card["title"].endswith("*")}
    assert starred == {"Suspicion*", "Get Out of Here!*", "Just Between Us…*"}


def test_markers_for_a_table_of_seven() -> None:
    found = made("tokens", la_cosa(), players=7)
    tokens = [
        (one["shape"], one["words"], one["icon"], one["number"], one["clockwise"], one["rounds"])
        for page in found["pages"]
        for one in page["tokens"]
    ]
    assert tokens == [
        ("direction", "horario", "direction", 0, True, []),
        ("direction", "antihorario", "direction", 0, False, []),
        ("turn", "Turno", "turn", 0, True, []),
        ("clock", "Cuarentena", "cuarentena", 0, True, [4, 3, 2, 1, 0]),
        *[("piece", "Puerta atrancada", "puerta-atrancada", 0, True, [])] * 2,
        *[("out", "Fuera", "eliminated", 0, True, [])] * 6,
        *[("seat", "Asiento", "", number, True, []) for number in range(1, 8)],
    ]
    assert [one["icon"] for one in found["helps"]] == ["turn", "cuarentena", "puerta-atrancada", "eliminated", "human"]
    assert len({one["text"] for one in found["helps"]}) == 5


def test_the_set_up_for_four() -> None:
    found = made("setup", la_cosa(), players=4)
    (page,) = found["pages"]
    rows = {card["name"]: tuple(card[key] for key in ("kind", "copies", "numbers", "boxed")) for card in page["cards"]}
    assert len(rows) == 31
    assert rows["La Cosa"] == ("contagion", 1, [], [])
    assert rows["Lanzallamas"] == ("action", 2, [4, 4], [6, 9, 11])
    assert rows["Cuarentena"] == ("obstacle", 0, [], [5, 9])
    assert rows["Olvidadizo"] == ("panic", 1, [4], [])
    figures = {key: page[key] for key in ("players", "label", "total", "box", "hand", "pile", "has_piles", "verify")}
    assert figures == {
        "players": 4, "label": "", "total": 35, "box": 73, "hand": 4, "pile": 19, "has_piles": True,
        "verify": [["Cartas en cada mano", 4], ["Cartas en el mazo de robo", 19]],
    }  # fmt: skip
    assert found["goal"]["title"] and found["secret"]["title"] and found["goal"] != found["secret"]
    assert found["kindwords"]["panic"] == "¡Pánico!" and found["marks"]["panic"] == "panic"


def test_a_puzzle_its_own_lines_and_why_nobody_else_is_the_answer() -> None:
    found = made("puzzles", la_cosa(), only=("3",))
    asked, answered = found["pages"]
    (puzzle,) = asked["puzzles"]
    assert (puzzle["title"], puzzle["grade"]) == ("3. ¿Quién es La Cosa?", "Deducciones: 4")
    assert puzzle["sitting"].startswith("Sentados en sentido horario: Ana, Eva, Dani, Beto y Carla. Tú eres Eva;")
    lines = puzzle["lines"]
    assert [number for number, _, _ in lines] == [*range(1, 36)]
    assert [number for number, _, own in lines if own] == [2, 6, 8, 10, 12, 13, 15, 29, 31, 33, 35]
    assert lines[1][1] == "Tu mano: Análisis, Lanzallamas, Seducción y Sospecha."
    assert lines[5][1] == "Das «Lanzallamas» a Ana y recibes «¡Nada de barbacoas!»."  # Ana gave it, Eva took it
    assert lines[12][1] == "Das «Hacha» a Ana y recibes «Determinación»."  # Eva gave it
    assert lines[34][1] == "Miras la mano de Carla: Determinación, Determinación, ¡Infectado! y Sospecha."
    ((answer, reasons),) = answered["answers"]
    assert answer == "3. Beto" and [number for number, _ in reasons] == [2, 24, 30, 35]
    assert found["heading"] == "Acertijos" and found["answers"] == "Soluciones"
    assert found["rules"].startswith("Todos cumplen el reglamento")


BEFORE: list[dict[str, Any]] = [
    *STORY,
    {"action": "play", "player": "Ana", "card": "vigila-tus-espaldas"},
    {"action": "respond", "player": "Dani", "card": None},
    {"action": "draw", "player": "Dani", "back": "away"},
    {"action": "play", "player": "Dani", "card": "puerta-atrancada", "target": "Carla"},
    {"action": "declare", "player": "Beto"},
]


def test_the_chronicle_and_the_poster_of_a_game() -> None:
    told = chronicle_of(FIVE, *BEFORE, {**END, "infected": ["Ana", "Carla"]})
    found, poster = (sheets.data(Order(what), la_cosa(), told) for what in ("report", "poster"))  # type: ignore[arg-type]
    assert found["turns"] == [0, 1, 2, 3, 0, 3, 2]  # a door ends the sixth without an exchange
    assert (found["turned"], found["marks"]) == ([4], [[3, 4, "out"]])
    assert found["winners"] == ["Ana", "Beto", "Dani"] and found["infections"] == [
        ["Beto", "Ana"], ["Beto", "Carla"], ["Beto", "Dani"],
    ]  # fmt: skip
    for sheet in (found, poster):
        assert (sheet["seats"], sheet["clockwise"]) == ([0, 1, 2, 3], False)
        assert sheet["gaps"] == [[], [], ["puerta-atrancada"], []]
        assert [(p["name"], p["role"], p["kind"], p["won"], p["out"], p["fronts"]) for p in sheet["players"]] == [
            ("Ana", "Infectado", "obstacle", True, False, []),
            ("Beto", "La Cosa", "contagion", True, False, []),
            ("Carla", "Infectado", "obstacle", False, False, ["cuarentena"]),
            ("Dani", "Infectado", "obstacle", True, False, []),
            ("Eva", "Humano", "defence", False, True, []),
        ]
    reel = told.reel
    assert reel is not None
    assert (poster["headline"], poster["detail"], poster["when"]) == (reel.headline, reel.detail, reel.when)
    assert (poster["treelabel"], poster["columns"], poster["rows"]) == (reel.tree_label, 3, 2)
    assert poster["prizes"] == [list(prize) for prize in reel.prizes[:6]]
    assert [(one["name"], one["above"], one["root"], one["x"], one["y"]) for one in poster["tree"]] == [
        ("Beto", -1, True, 1, 0), ("Ana", 0, False, 0, 1), ("Carla", 0, False, 1, 1), ("Dani", 0, False, 2, 1),
    ]  # fmt: skip


def test_cuts_as_lines_over_the_whole_sheet() -> None:
    (front, back) = made("cards", only=("linterna.2",), guides="lines")["pages"]
    upright = [(x, 4.5, x, 292.5) for x in (10.5, 73.5, 136.5, 199.5)]
    assert [*front["marks"]] == upright + [(4.5, y, 205.5, y) for y in (16.5, 104.5, 192.5, 280.5)]
    assert [*back["marks"]] == []


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


def test_the_lines_of_the_chronicle_and_the_prizes_there_is_room_for() -> None:
    told = chronicle_of(FIVE, *BEFORE, END)
    assert told.reel is not None
    lines = (Line(1, "It began."), Line(2, "It went on.", True))
    many = tuple((f"prize {k}", "Ana", "for this") for k in range(12))
    told = replace(told, lines=lines, reel=replace(told.reel, prizes=many))
    found = sheets.data(Order("report"), la_cosa(), told)
    assert found["lines"] == [
        {"number": 1, "text": "It began.", "undone": False},
        {"number": 2, "text": "It went on.", "undone": True},
    ]
    assert found["about"] == la_cosa().said.say("report.turns", n=2)
    bare = replace(told, reel=replace(told.reel, prizes=many, tree=()))
    assert [len(sheets.data(Order("poster"), la_cosa(), one)["prizes"]) for one in (told, bare)] == [6, 9]
    assert (sheet_language("en"), sheet_language("qq")) == ("en", "es")


def test_a_table_that_decides_which_cards_play_has_a_page_for_each_box() -> None:
    pages = made("setup", source_of(title("dos-barajas"), "es"), players=4)["pages"]
    assert [(page["label"], page["total"] + page["box"]) for page in pages] == [("40 cartas", 80), ("48 cartas", 96)]


def test_a_back_of_ones_own_comes_before_the_one_for_all() -> None:
    source = replace(la_cosa(), art={"back": "any", "back-panic": "own"})
    assert made("cards", source, only=("ups.1",))["backart"] == {"away": "any", "panic": "own"}


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
