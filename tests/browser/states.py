"""The states in which a table can stand, each reached by driving one real game of twelve people with long names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import quote

from tests.browser.conftest import House

NAMES = [
    "María Fernanda de la Concepción Ruiz Gil", "Bartolomé Esteban Murillo y Pérez-Gómez",
    "Wolfgang Amadeus von Mozartheimer III", "José Luis", "Ana", "Maximiliano Emperador de Todo el Norte",
    "Guadalupe Monserrat Iturbide", "Íñigo", "Xóchitl Quetzalli Hernández Moctezuma", "Beto",
    "Christopher Montgomery Featherstone", "Carla",
]  # fmt: skip
"""Up to forty letters, the longest that a name may have."""
AWAY = {"action": "draw", "back": "away"}


def opened(house: House) -> str:
    """The game at its first question."""
    return house.game(NAMES)


def at_the_table(house: House, game: str) -> Iterator[tuple[str, str]]:
    """What the table asks on the way round the ring: each name once the game stands there, and where to look."""
    table = f"/games/{game}"

    def say(**action: object) -> None:
        house.tables.say(game, action)

    def half(**said: object) -> str:
        version = house.tables.seen(game).version
        return f"{table}?v={version}&said={quote(json.dumps(said))}"

    def turn_of(name: str, step: str = "act") -> None:
        say(action="override", set={"turn": name, "step": step}, reason="")

    yield "first", table
    say(**AWAY, player=NAMES[0])
    yield "act", table
    yield "whom", half(action="play", player=NAMES[0], card="puerta-atrancada")
    say(action="play", player=NAMES[0], card="puerta-atrancada", target=NAMES[11])
    yield "exchange-left", table
    say(action="respond", player=NAMES[1], card=None)
    say(**AWAY, player=NAMES[1])
    say(action="play", player=NAMES[1], card="cuarentena", target=NAMES[2])
    say(action="respond", player=NAMES[2], card=None)
    turn_of(NAMES[6])
    yield "act-across", table
    say(action="play", player=NAMES[6], card="lanzallamas", target=NAMES[7])
    yield "burns-across", table
    say(action="respond", player=NAMES[7], card=None)
    yield "one-out", table
    turn_of(NAMES[9])
    say(action="play", player=NAMES[9], card="vigila-tus-espaldas")
    yield "other-way", table
    turn_of(NAMES[10], "draw")
    say(action="draw", player=NAMES[10], back="panic", card="vuelta-y-vuelta")
    yield "panic", table
    yield "hands", half(action="override", about="hands")
    yield "roles", half(action="end", cause="la-cosa-caught")


def over(house: House, game: str) -> str:
    """The end: everybody's role entered."""
    people = [name for name in NAMES if name != NAMES[7]]
    roles = {**dict.fromkeys(NAMES, "human"), people[0]: "la-cosa", people[1]: "infected"}
    house.tables.say(game, {"action": "end", "cause": "la-cosa-caught", "roles": roles})
    return f"/games/{game}"


def beside_the_table(game: str) -> Iterator[tuple[str, str]]:
    """The other pages of an evening."""
    for page in ("setup", "log", "rules", "fix", "locked", "seats", "box", "at", "at/3", "edit/3", "record"):
        yield page.replace("/", "-"), f"/games/{game}/{page}"
    for page in ("scan", "scan/deck", "scan/judge", "scan/play", "film", "story"):
        yield page.replace("/", "-"), f"/games/{game}/{page}"
    for page in ("new", "device", "devices", "screens", "join", "kept", "rules", "laboratory", "print", "take-in"):
        yield f"the-{page}", f"/{page}"
    yield "games", "/"
