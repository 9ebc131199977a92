"""A client made from the description alone plays whole games over HTTP, and is told why something is refused."""

from __future__ import annotations

import keyword
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.decks.catalog import title
from tests.games.play import lines_of
from tests.houses import new_house
from tests.web.client import Refused, client
from tests.web.serving import KEY, ask, served

PLAYED = Path(__file__).parent.parent / "playthroughs"
THREE = ["turn.first", "vote.order", "move.sedated", "event.too-late", "token.none"]
GAMES = [
    ("la-cosa/six-players", "LaCosa", {"winners": ["Eva", "Dani"], "draw_pile": 14, "discard_pile": 24}, []),
    ("dos-barajas/six-with-forty", "DosBarajas", {"winners": ["Beto"]}, ["hand.too-few", "leave.starving"]),
    ("la-criatura/three-people", "LaCriatura", {"winners": ["Pau"], "draw_pile": 51, "discard_pile": 9}, THREE),
    ("the-thing/six-people-frozen", "TheThing", {"winners": ["Fede"], "cause": "frozen"}, []),
]
"""A file that was worked out by hand, the client's class, what is so at the end, and which lines are refused."""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(new_house()) as port:
        yield port


@pytest.fixture(scope="module")
def made(port: int) -> ModuleType:
    """Return the client that the description makes."""
    status, document = ask(port, "GET", "/api/openapi.json?lang=en")
    assert status == 200
    return client(document)


@pytest.mark.parametrize(("file", "name", "end", "refused"), GAMES)
def test_a_whole_game(
    port: int, made: ModuleType, file: str, name: str, end: dict[str, Any], refused: list[str]
) -> None:
    api = made.Api(port, KEY)
    setup, *lines = lines_of(PLAYED / f"{file}.jsonl")
    table = getattr(made, name)(api, api.open_game(setup)["id"])
    rules = []
    for line in lines:
        verb = line.pop("action")
        fields = {f"{key}_" if keyword.iskeyword(key) else key: value for key, value in line.items()}
        try:
            answer = getattr(table, f"{verb}_" if keyword.iskeyword(verb) else verb.replace("-", "_"))(**fields)
            assert answer["state"]["game"] == table.slug
        except Refused as fault:
            assert fault.message and fault.where
            rules.append(fault.rule)
    state = api.get_state(table.id)
    assert {key: state[key] for key in end} == end
    assert rules == refused
    assert len(api.get_log(table.id, lang="en")) == state["version"] == len(lines) - len(rules) + 1
    assert table.id in {one["id"] for one in api.list_games()}


def test_what_the_description_does_not_know_cannot_be_said(port: int, made: ModuleType) -> None:
    api = made.Api(port, KEY)
    table = made.LaCosa(api, api.open_game({"game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"]})["id"])
    with pytest.raises(TypeError):
        table.draw(player="Ana")
    with pytest.raises(TypeError):
        table.draw(player="Ana", back="away", dice=[1])
    assert not hasattr(table, "accuse")
    found = table.check_hand(player="Ana", cards=["whisky", "whisky", "hacha", "seduccion"])
    assert found["verdict"] == "illegal"
    assert table.draw.__doc__ == title("la-cosa").words["en"].raw("api.actions.draw")
