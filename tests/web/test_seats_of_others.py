"""The phone of a seat says that seat's own moves in every game, and none of the table's or of another seat's."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.decks.catalog import title
from companion.games import SLUGS
from companion.web.auth.access import Access
from companion.web.auth.seats import may_say
from companion.web.server.settings import Settings
from tests.games.play import Sitting
from tests.houses import new_house
from tests.web.quick_app import quick_app
from tests.web.serving import HOST, KEY

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
OWN = {"Origin": "http://localhost:8080", "Host": "localhost:8080"}
OF_A_SEAT = {
    "la-cosa": {"draw", "discard", "play", "respond", "tell"},
    "la-criatura": {
        "event", "pass", "vote", "declare", "discard", "arm", "uncover", "attack", "respond", "reveal",
    },
    "dos-barajas": {
        "clubs", "accuse", "supply", "leave", "starve", "take", "invade", "reveal", "attack", "pass", "answer",
    },
    "the-thing": {
        "place", "swap", "look-at-token", "burn", "extra", "trade", "vote", "expose", "test", "get-aboard", "consent",
        "show-role",
    },
    "the-thing-coop": {
        "place", "transform", "assign-dice", "reroll-dice", "turn-die", "cancel-dice", "suffer-dice", "waste-dice",
        "burn", "extra", "trade", "test", "get-aboard", "consent", "show-role",
    },
    "the-thing-outpost": {
        "place", "swap", "look-at-token", "burn", "extra", "trade", "vote", "expose", "test", "get-aboard", "consent",
        "show-role", "rifle", "enter",
    },
}  # fmt: skip
"""Actions with a player's own hand, cards, dice or voice when it is their move, read from each rulebook."""
UNCOVERED = [
    {"playthrough": 1, "game": "la-criatura", "players": ["Ana", "Berto", "Ciro", "Dora"], "options": {}},
    {"action": "chief", "player": "Ana"},
    {
        "action": "override",
        "set": {"weapons": {"Ana": 1}, "weapon_pile": 9, "step": "helicopter", "clock": 0},
        "reason": "t",
    },
    {"action": "uncover", "player": "Ana", "card": "cuchillo"},
]
"""The one move of La Criatura that none of the playthroughs has."""
TOLD = [
    {"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Berto", "Ciro", "Dora"], "options": {}},
    {"action": "draw", "player": "Ana", "back": "away"},
    {"action": "discard", "player": "Ana"},
    {"action": "respond", "player": "Berto"},
    {
        "action": "end",
        "cause": "la-cosa-caught",
        "roles": {"Ana": "la-cosa", "Berto": "infected", "Ciro": "human", "Dora": "human"},
    },
    {"action": "tell", "player": "Berto", "from": "Ana", "exchange": 1},
]
"""A chain told after the end."""
IN_THE_BASE = [
    {"playthrough": 1, "game": "the-thing", "players": ["Ana", "Berto", "Ciro", "Dora"], "options": {}},
    {"action": "take-sheets"},
    {"action": "override", "set": {"step": "plan", "objects": {"Berto": 1}, "weapons": {"Dora": 1}}, "reason": "t"},
    {"action": "place", "player": "Berto", "at": "radio"},
    {"action": "swap", "player": "Ciro"},
    {"action": "override", "set": {"step": "actions", "active_pile": 2}, "reason": "t"},
    {"action": "extra", "player": "Berto", "item": "tools"},
    {"action": "burn", "player": "Dora", "at": "shed", "with": "explosive"},
    {"action": "override", "set": {"step": "rec-room", "weapons": {"Ana": 1}}, "reason": "t"},
    {"action": "trade", "player": "Ana", "to": "Dora", "kind": "weapons"},
    {"action": "expose", "player": "Ana"},
]
"""Those of another game."""
SIX_FOR_ONE = [
    {"playthrough": 1, "game": "the-thing-coop", "players": ["Ana"], "options": {}},
    {"action": "take-sheets"},
    {
        "action": "override",
        "set": {
            "step": "actions",
            "objects": {"Clark": 1},
            "weapons": {"Garry": 1},
            "rooms": {"Clark": "radio", "Garry": "shed"},
        },
        "reason": "t",
    },
    {"action": "extra", "player": "Clark", "item": "tools"},
    {"action": "roll-dice", "dice": [1, 1, 5]},
    {"action": "reroll-dice", "player": "Garry", "which": [3], "dice": [3]},
    {"action": "burn", "player": "Garry", "at": "shed", "with": "explosive"},
    {"action": "roll-dice", "dice": [1, 1, 1]},
    {"action": "waste-dice", "player": "Clark"},
    {"action": "override", "set": {"step": "rec-room", "weapons": {"Clark": 1}}, "reason": "t"},
    {"action": "trade", "player": "Clark", "to": "Norris", "kind": "weapons"},
]
"""Those of the one in which a person has several seats."""


IN_THE_NORTH = [
    {**IN_THE_BASE[0], "game": "the-thing-outpost"},
    *IN_THE_BASE[1:-1],
    {"action": "vote", "player": "Ana", "at": "Berto"},
    {"action": "expose", "player": "Dora"},
    {
        "action": "override",
        "set": {"step": "encounters", "lying": [], "rooms": dict.fromkeys(("Ana", "Berto", "Ciro"), "kitchen")},
        "reason": "t",
    },
    {"action": "meet", "at": "kitchen"},
    {"action": "look-at-token", "player": "Ana", "at": "Berto"},
    {
        "action": "override",
        "set": {
            "step": "actions",
            "active_pile": 5,
            "rooms": dict.fromkeys(("Ana", "Berto"), "helicopter"),
            "damage": {"helicopter": 0},
            "objects": {"Ana": 1},
        },
        "reason": "t",
    },
    {"action": "carry-out", "player": "Ana", "card": "usar", "escape": True},
    {"action": "get-aboard", "player": "Berto", "boards": True},
    {"action": "consent", "player": "Ana", "grants": False},
    {"action": "show-role", "player": "Ana", "alien": False},
]
"""Those of its expansion."""
ALLOWED_OR_NOT = (200, 422)
"""The playthroughs hold some moves that the rules refuse."""


def _games() -> list[tuple[str, list[dict[str, Any]]]]:
    """Return whole games, each as its set-up and actions."""
    found = [
        (
            path.stem,
            [json.loads(row) for row in path.read_text("utf-8").splitlines() if row and not row.startswith("//")],
        )
        for path in sorted(PLAYTHROUGHS.rglob("*.jsonl"))
    ]
    return [
        *found,
        ("uncovered", UNCOVERED),
        ("told", TOLD),
        ("in-the-base", IN_THE_BASE),
        ("six-for-one", SIX_FOR_ONE),
        ("north", IN_THE_NORTH),
    ]


class Evening:
    """A game at whose table everybody has the phone of their seat."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self.tables = new_house()
        self.access = Access(Settings(KEY, 8080))
        self.game = self.tables.open(setup).id
        self.app = quick_app(self.tables, self.access.settings, self.access)
        self.host = self.app.test_client()
        self.phones = [self._phone(seat) for seat in range(len(self.tables.playing(self.game).course.table.players))]

    def _phone(self, seat: int) -> FlaskClient:
        phone = self.app.test_client()
        phone.set_cookie(self.access.cookie_name, self.access.sessions.claim(self.game, seat, "Android"))
        return phone

    def of(self, player: str) -> int:
        """Return the seat of a player, by the present name."""
        return self.tables.playing(self.game).course.table.players.index(player)

    def say(self, device: FlaskClient, thing: dict[str, Any], **headers: str) -> int:
        """Say an action from a device, and return the status."""
        answer = device.post(f"/api/games/{self.game}/actions", json=thing, headers=headers or OWN)
        return answer.status_code


@pytest.mark.parametrize(("name", "lines"), _games(), ids=lambda value: value if isinstance(value, str) else "")
def test_every_move_of_a_seat_is_said_from_its_phone_and_from_no_other(name: str, lines: list[dict[str, Any]]) -> None:
    setup, *said = lines
    evening = Evening(setup)
    for thing in said:
        if thing["action"] in OF_A_SEAT[setup["game"]]:
            mine = evening.of(thing["player"])
            other = evening.phones[(mine + 1) % len(evening.phones)]
            assert evening.say(other, thing) == 401, thing
            assert evening.say(evening.phones[mine], {**thing, "anyway": "t"}) == 401, thing
            assert evening.say(evening.phones[mine], thing) in ALLOWED_OR_NOT, thing
        else:
            assert [evening.say(phone, thing) for phone in evening.phones[:2]] == [401, 401], thing
            assert evening.say(evening.host, thing, **HOST) in ALLOWED_OR_NOT, thing


def test_every_move_of_every_game_is_played_in_some_of_these_games() -> None:
    played: dict[str, set[str]] = {slug: set() for slug in SLUGS}
    for _, (setup, *said) in _games():
        here = title(setup["game"])
        sitting = Sitting(here.game, here.decklist, setup)
        played[setup["game"]] |= {thing["action"] for thing in said if sitting.say(**thing) == "ok"}
    assert {slug: OF_A_SEAT[slug] - played[slug] for slug in SLUGS} == {slug: set() for slug in SLUGS}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_phone_says_the_moves_of_its_seat_and_no_more(slug: str) -> None:
    verbs = title(slug).game.verbs
    mine = {verb for verb in verbs if may_say(verbs, "Ana", {"action": verb, "player": "Ana"})}
    assert mine == OF_A_SEAT[slug]
    assert not any(may_say(verbs, "Ana", {"action": verb, "player": "Berto"}) for verb in verbs)
    assert not any(may_say(verbs, "Ana", {"action": verb}) for verb in verbs)
    assert not any(may_say(verbs, "Ana", {"action": verb, "player": "Ana", "anyway": "r"}) for verb in verbs)


def test_the_leaders_phone_says_that_the_leaders_steps_are_noted_on_the_tablet() -> None:
    evening = Evening(IN_THE_BASE[0])
    evening.tables.say(evening.game, {"action": "take-sheets"})

    assert told(evening, 0) == ["Esto se anota en la tableta de la mesa. Aquí puedes ver lo que pasa."]
    assert told(evening, 1) == [NOTHING_TO_TAP]


def test_a_phone_never_says_whose_turn_it_is_not() -> None:
    """A phone offers nothing for steps that no phone says: the choice of a card to exchange, and the draw in the
    base."""
    exchange = Evening({"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Berto", "Ciro", "Dora"]})
    exchange.tables.say(exchange.game, {"action": "draw", "player": "Ana", "back": "away"})
    exchange.tables.say(exchange.game, {"action": "discard", "player": "Ana"})
    base = Evening(IN_THE_BASE[0])
    base.tables.say(base.game, {"action": "take-sheets"})
    base.tables.say(base.game, {"action": "override", "set": {"step": "draw"}, "reason": "t"})
    assert [told(exchange, 0), told(base, 1)] == [[NOTHING_TO_TAP], [NOTHING_TO_TAP]]


NOTHING_TO_TAP = "En este teléfono no hay nada que tocar ahora. Aquí se ve lo que pasa."


def told(evening: Evening, seat: int) -> list[str]:
    """Return the notices on a phone whose seat has nothing to say now."""
    spanish = {"Host": "localhost:8080", "Accept-Language": "es"}
    page = evening.phones[seat].get(f"/games/{evening.game}", headers=spanish).text
    return re.findall(r'<p class="guest">(.*?)</p>', page)
