"""Forgetting people: the name is gone from everything, and the game still is the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.service.live.games import GameService
from companion.service.live.session import Refused
from companion.service.people import forget
from companion.service.transfer.playthrough import play, read_script, write_script
from companion.store.base import UnknownGame
from companion.store.sqlite import SQLiteStore
from tests.houses import said

NAME = "Zsófia"
FOUR = ["Ana", NAME, "Carla", "Alguien 1"]


@pytest.fixture
def tables(tmp_path: Path) -> GameService:
    return GameService(SQLiteStore(tmp_path / "games.db"), title)


def played(tables: GameService, thing: str = "Ana", infected: str = NAME) -> str:
    """Play a game in which the name stands in every kind of place, and return its id."""
    setup = {"playthrough": 1, "game": "la-cosa", "players": FOUR, "first": NAME, "house": f"{NAME} reparte siempre"}
    game = tables.open(setup, name=f"Casa de {NAME}").id
    roles = {infected: "infected", thing: "la-cosa", "Carla": "human", "Alguien 1": "human"}
    end = {"action": "end", "cause": "la-cosa-caught", "roles": roles, "infections": {infected: thing}}
    shown = f"show {NAME} cards=whisky to=all"
    said(tables, game, shown, f"draw {NAME} away", f"play {NAME} puerta-atrancada Ana", "undo", end)
    return game


def test_a_person_is_forgotten_in_every_game(tables: GameService, tmp_path: Path) -> None:
    games = [played(tables), played(tables, NAME, "Ana")]
    other = tables.open({"playthrough": 1, "game": "la-cosa", "players": ["A", "B", "C", "D"]}).id
    before = tables.seen(games[0]).state
    assert forget.people(tables)[NAME] == 2
    assert forget.forget_person(tables, NAME, "Alguien") == 2
    assert NAME not in forget.people(tables)
    assert not any(NAME.encode() in path.read_bytes() for path in tmp_path.iterdir())
    after = tables.seen(games[0]).state
    assert repr(after) == repr(before).replace(NAME, "Alguien 2")
    begun = tables.playing(games[0]).entries[0].action
    assert (begun["first"], begun["house"]) == ("Alguien 2", "Alguien 2 reparte siempre")
    assert tables.heading(games[0]).name == "Casa de Alguien 2"
    run = play(read_script("x", write_script(tables.playing(games[0]).entries).encode()), title)
    assert run.playing is not None and run.playing.state() == after
    assert tables.seen(other).version == 1


def test_the_people_of_a_house_are_listed_by_the_alphabet(tables: GameService) -> None:
    for players in (["beto", "Ana", "carla", "Dani"], ["Dani", "Eva", "Fede", "Ana"]):
        tables.open({"playthrough": 1, "game": "la-cosa", "players": players})
    counts = {"Ana": 2, "beto": 1, "carla": 1, "Dani": 2, "Eva": 1, "Fede": 1}
    assert [*forget.people(tables).items()] == [*counts.items()]


def test_corrections_lose_the_name_too(tables: GameService, tmp_path: Path) -> None:
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": FOUR}).id
    fix = {"turn": NAME, "hands": {NAME: 3, "Carla": 5}, "seats": [NAME, "Carla", "Alguien 1", "Ana"]}
    tables.say(game, {"action": "override", "set": fix, "reason": f"lo dijo {NAME.upper()}, seguro"})
    tables.say(game, {"action": "rename", "player": "Ana", "to": "Anna"})
    state = tables.seen(game).state
    forget.forget_person(tables, NAME, "Alguien")
    assert repr(tables.seen(game).state) == repr(state).replace(NAME, "Alguien 2")
    assert "lo dijo Alguien 2, seguro" in str(tables.playing(game).entries[1].action)
    assert forget.forget_person(tables, "Ana", "Alguien") == 1
    assert not any(way.encode() in path.read_bytes() for path in tmp_path.iterdir() for way in (NAME, NAME.upper()))


def test_a_card_that_lies_before_somebody_loses_the_name_too(tables: GameService, tmp_path: Path) -> None:
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": [*FOUR, "Eva"]}).id
    said(tables, game, "draw Ana away", f"play Ana cuarentena {NAME}")
    state = tables.seen(game).state
    assert NAME in state["quarantine"]
    forget.forget_person(tables, NAME, "Alguien")
    assert repr(tables.seen(game).state) == repr(state).replace(NAME, "Alguien 2")
    assert not any(NAME.encode() in path.read_bytes() for path in tmp_path.iterdir())


def test_who_was_about_to_write_writes_no_forgotten_name(tables: GameService) -> None:
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": FOUR, "first": NAME}).id
    before = tables.playing(game)
    forget.forget_person(tables, NAME, "Alguien")
    assert before.entries[0].action["first"] == "Alguien 2"
    with pytest.raises(Refused):
        before.decide(before.shapes().read({"action": "draw", "player": NAME, "back": "away"}))
    for name in ("Carla", "Ana"):  # a tap that is sent again after one more is forgotten is still the same tap
        assert tables.say(game, {"action": "draw", "player": "Alguien 2", "back": "away"}, action_id="tap").version == 2
        forget.forget_person(tables, name, "Alguien")


def test_a_name_that_reads_like_a_card_is_no_card(tables: GameService) -> None:
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": ["whisky", "draw", "C", "D"]}).id
    said(tables, game, "draw whisky away", "play whisky whisky")
    for name in ("whisky", "draw"):
        forget.forget_person(tables, name, "Alguien")
    assert tables.playing(game).entries[2].action == {"action": "play", "player": "Alguien 1", "card": "whisky"}
    assert tables.seen(game).state["seats"] == ["Alguien 1", "Alguien 2", "C", "D"]


def test_a_game_goes_for_good_and_nobody_unknown_is_forgotten(tables: GameService) -> None:
    game = played(tables)
    tables.forget({game: None})
    assert tables.headings() == []
    with pytest.raises(UnknownGame):
        tables.seen(game)
    with pytest.raises(UnknownGame):
        tables.forget({game: None})
    with pytest.raises(Malformed):
        forget.forget_person(tables, NAME, "Alguien")
