"""The phone of a seat says that seat's own moves in every game, and none of the table's or of another seat's."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.decks.catalog import title
from companion.games import SLUGS
from companion.web.auth.access import Access
from companion.web.auth.seats import may_say
from companion.web.server.settings import Settings
from tests.houses import new_house
from tests.web.sitting import KEY, quick_app

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
IN_THE_BASE = {"playthrough": 1, "game": "the-thing", "players": ["Ana", "Berto", "Ciro", "Dora"], "options": {}}


class Evening:
    """A game at whose table everybody has the phone of their seat."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self.tables = new_house()
        self.access = Access(Settings(KEY, 8080))
        self.game = self.tables.open(setup).id
        self.app = quick_app(self.tables, self.access.settings, self.access)
        self.phones = [self._phone(seat) for seat in range(len(setup["players"]))]

    def _phone(self, seat: int) -> FlaskClient:
        phone = self.app.test_client()
        phone.set_cookie(self.access.cookie_name, self.access.sessions.claim(self.game, seat, "Android"))
        return phone


@pytest.mark.parametrize("slug", SLUGS)
def test_a_phone_says_the_moves_of_its_seat_and_no_more(slug: str) -> None:
    verbs = title(slug).game.verbs
    mine = {verb for verb in verbs if may_say(verbs, "Ana", {"action": verb, "player": "Ana"})}
    assert mine == OF_A_SEAT[slug]
    assert not any(may_say(verbs, "Ana", {"action": verb, "player": "Berto"}) for verb in verbs)
    assert not any(may_say(verbs, "Ana", {"action": verb}) for verb in verbs)
    assert not any(may_say(verbs, "Ana", {"action": verb, "player": "Ana", "anyway": "r"}) for verb in verbs)


def test_the_leaders_phone_says_that_the_leaders_steps_are_noted_on_the_tablet() -> None:
    evening = Evening(IN_THE_BASE)
    evening.tables.say(evening.game, {"action": "take-sheets"})

    assert told(evening, 0) == ["Esto se anota en la tableta de la mesa. Aquí puedes ver lo que pasa."]
    assert told(evening, 1) == [NOTHING_TO_TAP]


def test_a_phone_never_says_whose_turn_it_is_not() -> None:
    """A phone offers nothing for steps that no phone says: the choice of a card to exchange, and the draw in the
    base."""
    exchange = Evening({"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Berto", "Ciro", "Dora"]})
    exchange.tables.say(exchange.game, {"action": "draw", "player": "Ana", "back": "away"})
    exchange.tables.say(exchange.game, {"action": "discard", "player": "Ana"})
    base = Evening(IN_THE_BASE)
    base.tables.say(base.game, {"action": "take-sheets"})
    base.tables.say(base.game, {"action": "override", "set": {"step": "draw"}, "reason": "t"})
    assert [told(exchange, 0), told(base, 1)] == [[NOTHING_TO_TAP], [NOTHING_TO_TAP]]


NOTHING_TO_TAP = "En este teléfono no hay nada que tocar ahora. Aquí se ve lo que pasa."


def told(evening: Evening, seat: int) -> list[str]:
    """Return the notices on a phone whose seat has nothing to say now."""
    spanish = {"Host": "localhost:8080", "Accept-Language": "es"}
    page = evening.phones[seat].get(f"/games/{evening.game}", headers=spanish).text
    return re.findall(r'<p class="guest">(.*?)</p>', page)
