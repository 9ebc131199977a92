"""The poster: one page whatever the table, with everybody, the tree and the prizes on it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.facts import ESCAPED, PlayerOut
from companion.engine.ring_line import shares
from companion.engine.state import replay
from companion.printing import sheets
from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.report import Chronicle, Twig, chronicle, people, ring
from companion.service.history.film import reel_of
from companion.service.people.figures import COLOURS
from companion.service.transfer.playthrough import play, read_script
from tests.cli.running import run
from tests.history.telling import END, FIVE, STORY
from tests.printing import drawing
from tests.printing.ordering import la_cosa

ROOT = Path(__file__).parents[2]
LONG = [f"{'Wolfgang Amadeus Íñigo de la Peña Ñandú'[:38]}{k:x}" for k in range(12)]


def chronicle_of(players: list[str], *actions: dict[str, Any], lang: str = "es", **more: Any) -> Chronicle:
    """Play a game of these people, and return its chronicle."""
    setup = {"playthrough": 1, "game": "la-cosa", "players": players, "options": {}}
    script = "\n".join(json.dumps(line) for line in (setup, *actions))
    playing = play(read_script("it", script.encode()), title).playing
    assert playing is not None
    return chronicle(playing.course, (), (), reel_of(playing, lang, **more))


def chain(players: list[str]) -> tuple[dict[str, Any], ...]:
    """Return the actions of an end in which everybody was infected, one after the other."""
    roles = {name: "infected" if k else "la-cosa" for k, name in enumerate(players)}
    declared = {"action": "declare", "player": players[0]}
    return declared, {"action": "end", "cause": "la-cosa-declared", "roles": roles, "infected": players[1:]}


def poster(told: Chronicle, **asked: Any) -> bytes:
    return sheets.build(Order(what="poster", **asked), la_cosa(asked.get("lang", "es")), told)


@pytest.mark.parametrize(("lang", "paper", "size"), [("es", "a4", (210, 297)), ("en", "letter", (215.9, 279.4))])
def test_it_holds_the_table_the_tree_and_the_prizes(lang: str, paper: str, size: tuple[float, float]) -> None:
    told = chronicle_of(FIVE, *STORY, {"action": "declare", "player": "Beto"}, END, lang=lang)
    pdf = poster(told, lang=lang, paper=paper)
    words = drawing.text(pdf)
    assert drawing.page_count(pdf) == 1
    assert drawing.sizes(pdf)[0] == pytest.approx(size, abs=0.1)
    for name in FIVE:
        assert name in words
    said = (
        ("A quién infectó La Cosa", "Gatillo caliente") if lang == "es" else ("Who The Thing infected", "Trigger-happy")
    )
    for text in said:
        assert text in words
    assert all(drawing.fonts(pdf).values())


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_twelve_long_names_are_read_in_full(paper: str) -> None:
    """In the ring, among the roles and in the tree, where eleven stand under one."""
    pdf = poster(chronicle_of(LONG, *chain(LONG)), paper=paper, ink="eco" if paper == "a4" else "full")
    assert drawing.page_count(pdf) == 1
    words = " ".join(drawing.text(pdf).split())
    assert "…" not in words
    for name in LONG:
        assert words.count(name) >= 3, name


def test_twelve_names_of_one_long_word_are_read_in_full_twice() -> None:
    """The ring has no room for a word of 39 letters; the roles and the tree have."""
    endless = [name.replace(" ", "") + "zzzzz" for name in LONG]
    words = drawing.text(poster(chronicle_of(endless, *chain(endless))))
    for name in endless:
        assert words.count(name) >= 2, name


def test_a_wide_tree_stands_under_whoever_turned_them() -> None:
    """Each line follows those of the one above; an unknown infector is a question mark."""
    told = chronicle_of(LONG, *chain(LONG))
    above = (-1, 0, 0, 2, 2, 4, -1, 6, 6, 6, 6, 6)
    depth = (0, 1, 1, 2, 2, 3, 0, 1, 1, 1, 1, 1)
    names = [f"P{k}x" if k != 6 else "" for k in range(12)]
    twigs = tuple(Twig(names[k], "", 0, depth[k], above[k], not k) for k in range(12))
    assert told.reel is not None
    pdf = poster(replace(told, reel=replace(told.reel, tree=twigs, columns=9, rows=4)))
    words = drawing.text(pdf)
    order = ["P0x", "P1x", "P2x", "P3x", "P4x", "P5x", "?", "P7x", "P8x", "P9x", "P10x", "P11x"]
    places = [words.index(name) for name in order]
    assert places == sorted(places)


def test_a_game_that_was_given_up_has_no_tree_and_still_a_poster() -> None:
    told = chronicle_of(FIVE, {"action": "end", "cause": "abandoned"})
    assert "infectó" not in drawing.text(poster(told))


def test_without_a_game_it_says_so() -> None:
    for told in (None, chronicle(_course(), ())):
        with pytest.raises(Unprintable):
            sheets.build(Order(what="poster"), la_cosa(), told)


def _course() -> Any:
    script = [{"playthrough": 1, "game": "la-cosa", "players": FIVE}, {"action": "end", "cause": "abandoned"}]
    playing = play(read_script("it", "\n".join(map(json.dumps, script)).encode()), title).playing
    assert playing is not None
    return playing.course


def test_the_command_prints_it_from_an_exported_game(tmp_path: Path) -> None:
    end = {key: value for key, value in END.items() if key != "infected"}
    rows = [{"playthrough": 1, "game": "la-cosa", "players": FIVE}, {"action": "declare", "player": "Beto"}, end]
    game, out, bare = tmp_path / "g.jsonl", tmp_path / "p.pdf", tmp_path / "bare.pdf"
    game.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    assert run("print", "poster", "--from", game, "-o", out, "--infection", "Beto", "Ana").exit_code == 0
    assert run("print", "poster", "--from", game, "-o", bare).exit_code == 0
    assert drawing.page_count(out.read_bytes()) == 1
    assert out.read_bytes() == bare.read_bytes(), "by whom people were infected is no question in this game"
    missing = run("print", "poster", "-o", out)
    assert missing.exit_code == 1
    assert ".jsonl" in missing.stderr


def test_people_sit_on_the_line_they_sit_on_on_the_screen() -> None:
    told = chronicle_of(FIVE, *chain(FIVE))
    drawn = ring(la_cosa("es"), told)
    assert [*drawn["places"], *drawn["between"]] == [*shares(10)[::2], *shares(10)[1::2]]
    assert len(drawn["places"]) == len(FIVE) == len(drawn["seats"])


def test_who_got_away_is_not_struck_out_as_dead() -> None:
    told = chronicle_of(FIVE, *chain(FIVE))
    left = replace(told, final=replay([PlayerOut("Ana", "killed"), PlayerOut("Beto", ESCAPED)], told.final))
    drawn = [(one["name"], one["out"], one["safe"]) for one in people(la_cosa("es"), left)]
    assert drawn[:3] == [("Ana", True, False), ("Beto", False, True), ("Carla", False, False)]


def test_a_kind_has_one_ink_on_paper_and_by_day() -> None:
    paper = (ROOT / "printables" / "templates" / "lib.typ").read_text("utf-8")
    day = (ROOT / "companion" / "web" / "static" / "day.css").read_text("utf-8")
    inks = dict(re.findall(r'^  (\w+): \(fill: .*line: rgb\("(#\w+)"\)\),$', paper.split("#let backs")[0], re.M))
    assert inks.keys() == {"contagion", "action", "defence", "obstacle", "panic"}
    assert {kind: re.search(rf"--{kind}: (#\w+);", day)[1] for kind in inks} == inks  # type: ignore[index]


def test_people_have_one_colour_each_on_paper_and_on_the_screen() -> None:
    paper = (ROOT / "printables" / "templates" / "lib.typ").read_text("utf-8")
    screen = (ROOT / "companion" / "web" / "static" / "plates.css").read_text("utf-8")
    own = re.findall(r"#[0-9a-f]{6}", paper.split("#let own = ")[1].splitlines()[0])
    assert len(own) == len(set(own)) == COLOURS
    assert own == [
        hexes for _, hexes in sorted((int(k), one) for k, one in re.findall(r"\.p(\d+) { --own: (#\w+)", screen))
    ]


def test_everybody_is_drawn_with_the_figure_they_chose_else_that_of_their_seat() -> None:
    told = chronicle_of(FIVE, *chain(FIVE))
    for figures, drawn in (
        ((), [("p0", 0), ("p1", 1)]),
        (((7, 3), (0, 11), *told.figures[2:]), [("p7", 3), ("p0", 11)]),
    ):
        one = chronicle(_course(), (), (), told.reel, figures)
        people: Any = sheets.data(Order(what="poster"), la_cosa(), one)["players"]
        assert [(p["drawing"], p["colour"]) for p in people][:2] == drawn
