"""Who was infected when, as people tell it after the end: with the person it is renamed, exported and forgotten."""

from __future__ import annotations

from typing import Any

from companion.decks.catalog import title
from companion.engine.retelling import Chronicle
from companion.service.history import film
from companion.service.live.games import GameService
from companion.service.live.session import words_of
from companion.service.people.forget import forget_person
from companion.service.transfer import record
from companion.service.transfer.playthrough import play, read_script, write_script
from companion.store.memory import MemoryStore

SIX = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"]
Said = dict[str, Any]


def turn(player: str, partner: str, *answers: Said) -> list[Said]:
    """A turn whose card is discarded, and the exchange."""
    drawn = {"action": "draw", "player": player, "back": "away"}
    return [drawn, {"action": "discard", "player": player}, *(answers or [{"action": "respond", "player": partner}])]


MISSED = [{"action": "respond", "player": "Dani", "card": "fallaste"}, {"action": "respond", "player": "Eva"}]
EVENING: list[Said] = [
    *turn("Ana", "Beto"),  # 1: entries 2 to 4
    *turn("Beto", "Carla"),  # 2: entries 5 to 7
    *turn("Carla", "Dani", *MISSED),  # 3: between Carla and Eva, entry 11
    *turn("Dani", "Eva"),  # 4: entry 14
    *turn("Eva", "Fede"),  # 5
    *turn("Fede", "Ana"),  # 6
    *turn("Ana", "Beto"),  # 7: entries 21 to 23
]
ROLES = {"Ana": "la-cosa", "Beto": "infected", "Carla": "infected", "Dani": "human", "Eva": "infected", "Fede": "human"}
END: Said = {"action": "end", "cause": "la-cosa-caught", "roles": ROLES}


def evening(*told: Said, **end: Any) -> tuple[GameService, str]:
    house = GameService(MemoryStore(), title)
    game = house.open({"playthrough": 1, "game": "la-cosa", "players": SIX, "options": {}}).id
    for said in (*EVENING, {**END, **end}, *told):
        house.say(game, said)
    return house, game


def tell(player: str, giver: str | None = None, exchange: int | None = None) -> Said:
    return {"action": "tell", "player": player, "from": giver, "exchange": exchange}


def tale(house: GameService, game: str, lang: str = "es") -> Chronicle:
    playing = house.playing(game)
    return film.told(playing, film.frames(playing), words_of(playing.title, lang))


def test_it_is_undone_renamed_exported_and_forgotten_with_the_person() -> None:
    house, game = evening(tell("Beto", "Ana", 1))
    house.say(game, {"action": "rename", "player": "Beto", "to": "Berta"})
    assert [(bond.player, bond.number) for bond in tale(house, game).bonds[:2]] == [("Ana", 0), ("Berta", 4)]
    lines = write_script(house.playing(game).entries)
    assert '{"action":"tell","player":"Beto","from":"Ana","exchange":1}' in lines.replace(" ", "")
    assert forget_person(house, "Ana", "Alguien") == 1
    assert "Ana" not in str([(entry.action, entry.facts) for entry in house.playing(game).entries])
    assert [(bond.player, bond.by, bond.number) for bond in tale(house, game).bonds[:2]] == [
        ("Alguien 1", "", 0), ("Berta", "Alguien 1", 4),
    ]  # fmt: skip
    house.say(game, {"action": "undo"})
    house.say(game, {"action": "undo"})
    assert [bond.number for bond in tale(house, game).bonds] == [0, 0, 0, 0]


def test_what_is_told_comes_back_with_a_replay_of_the_export() -> None:
    house, game = evening(tell("Beto", "Ana", 7), tell("Carla"), tell("Eva", "Dani", 2))
    there = house.playing(game)
    run = play(read_script("evening", write_script(there.entries).encode()), title)
    here = run.playing
    assert here and all(one.refused is None for one in run.outcomes)
    assert here.course.table == there.course.table
    words = words_of(here.title, "es")
    again = film.told(here, film.frames(here), words)
    assert again == tale(house, game) and again.bonds[1].number == 23 and again.doubts
    told = [[line.text for line in record.log(one, "es")][-3:] for one in (here, there)]
    assert told[0] == told[1] and "n.º 7" in told[0][0]
