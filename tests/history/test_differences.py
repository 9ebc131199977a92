"""Differences between two tables, as all players around them would see them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.decks.catalog import Title, title
from companion.engine.state import Table
from companion.service.history.diff import Difference, differences
from companion.service.history.edit import Rewritten, edit_of, looked_at
from companion.service.live.games import GameService
from companion.service.live.session import LiveGame
from companion.store.memory import MemoryStore
from tests.history.test_past import DOOR, FOUR, begun


def view_of(here: Title, table: Table) -> Any:
    return here.game.view(here.decklist, table, here.words["es"])


class TestDifferences:
    def _told(self, rewritten: Rewritten, playing: LiveGame) -> dict[tuple[str, str], tuple[str, str]]:
        here = playing.title
        found = differences(view_of(here, playing.course.table), view_of(here, rewritten.table), here.words["es"])
        return {(one.key, one.who): (one.old, one.new) for one in found}

    def test_direction_doors_turn_and_piles(self) -> None:
        tables, game = begun()
        playing = tables.playing(game)
        edit = edit_of(playing, 3, "change", [DOOR])
        told = self._told(looked_at(playing, edit), playing)
        burns, open_ = "Ana quema a Dani", {("open", ""): ("Lanzallamas", ""), ("pile", "Descartes"): ("2", "1")}
        assert told == {
            **open_,
            ("turn", ""): (burns, "Ana juega o descarta una carta"),
            ("gap", "Ana y Dani"): ("", "Puerta atrancada"),
            ("hand", "Ana"): ("4", "5"),
        }
        assert self._told(looked_at(playing, edit_of(playing, 6, "remove", [])), playing) == {
            **open_,
            ("turn", ""): (burns, "Beto juega o descarta una carta"),
            ("way", ""): ("En sentido antihorario", "En sentido horario"),
            ("hand", "Beto"): ("4", "5"),
            ("pile", "Mazo"): ("16", "17"),
        }

    def test_seats_are_told_from_the_same_person(self) -> None:
        tables, game = begun()
        playing = tables.playing(game)
        swap = {"action": "override", "set": {"seats": ["Beto", "Ana", "Carla", "Dani"]}}
        told = self._told(looked_at(playing, edit_of(playing, 9, "change", [swap])), playing)
        assert told["seats", ""] == ("Ana, Beto, Carla y Dani", "Ana, Carla, Dani y Beto")

    def test_a_ring_told_from_elsewhere_is_the_same_ring(self) -> None:
        here = title("la-cosa")
        old = view_of(here, Table(seats=("A", "B", "C"), gaps=((), (), ()), hands=dict.fromkeys("ABC", 4),
                                  piles={"draw": 9, "discard": 0}, step="draw", turn="A"))  # fmt: skip
        turned = replace(old, seats=(*old.seats[1:], old.seats[0]))
        assert differences(old, turned, here.words["es"]) == ()

    def test_two_doors_and_a_quarantine(self) -> None:
        here = title("la-cosa")
        tables = GameService(MemoryStore(), title)
        game = tables.open({"playthrough": 1, "game": "la-cosa", "players": [*FOUR, "Eva"], "options": {}}).id
        old = view_of(here, tables.seen(game).table)
        said = {"doors": [["Ana", "Beto"]], "quarantine": {"Carla": 2}, "draw_pile": 19, "discard_pile": 0}
        new = view_of(here, tables.say(game, {"action": "override", "set": said}).table)
        told = differences(old, new, here.words["es"])
        assert Difference("gap", "", "Puerta atrancada", "Ana y Beto") in told
        assert [one for one in told if one.key == "front"] == [Difference("front", "", "Cuarentena: 2", "Carla")]
        twice = differences(old, replace(new, gaps=(new.gaps[0] * 2, *new.gaps[1:])), here.words["es"])
        assert Difference("gap", "", "Puerta atrancada ×2", "Ana y Beto") in twice
