"""Last event as a page hands it to the screen: how great it is, which card, what went where."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.facts import DiceRolled, Ended, PlayerOut, StepBegan
from companion.engine.history import Entry
from companion.web.pages.table.moments import brief
from tests.browser.states import moments
from tests.web.sitting import Sitting, seated

BOX = re.compile(r'<div class="moment[^"]*" id="moment"(?P<about>[^>]*) hidden>(?P<inside>.*?)</section>', re.DOTALL)


def moment(sitting: Sitting) -> tuple[str, list[str], str]:
    """Return the moment's kind, its flights, and its words; all empty where there is none."""
    found = BOX.search(sitting.get(f"/games/{sitting.game}").html)
    assert found, "every table has a place for it"
    told = dict(re.findall(r'data-(\w+)="([^"]*)"', found["about"]))
    text = "|".join(part for part in re.split(r"<[^>]*>|\n", found["inside"]) if part)
    return told.get("kind", ""), told.get("flights", "").split(), text


def said(table: Sitting, *actions: dict[str, Any]) -> tuple[str, list[str], str]:
    for action in actions:
        table.say(**action)
    return moment(table)


DRAW = {"action": "draw", "player": "Ana", "back": "away"}
FIRE = {"action": "play", "player": "Ana", "card": "lanzallamas", "target": "Beto"}
BURNS = {"action": "respond", "player": "Beto", "card": None}
DECLARED = {"action": "declare", "player": "Carla"}


def test_a_fire_is_greater_than_the_cards_that_go_with_it(table: Sitting) -> None:
    kind, flights, text = said(table, DRAW, FIRE, BURNS)
    assert kind == "out"
    assert "seat-1,pile-discard,4" in flights
    assert text == "Beto queda fuera|Beto no se defiende. Sigue el intercambio con Carla.", "said twice"


def test_who_was_la_cosa_is_a_moment_with_its_token(table: Sitting) -> None:
    kind, _, text = said(table, DRAW, FIRE, BURNS, {"action": "reveal", "player": "Beto", "role": "la-cosa"})
    assert (kind, text) == ("shown", "Beto: La Cosa")
    assert "#la-cosa" in BOX.search(table.look().html)["inside"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Ana juega «Whisky».", "Ana juega «Whisky»."),
        ("Ana responde con ¡Fallaste! Repone la defensa con 1 carta ¡Aléjate! del mazo. Pasa a Eva.", None),
        ("Ana roba un ¡Pánico!: Uno, dos... y va", "Ana roba un ¡Pánico!: Uno, dos... y va"),
    ],
)
def test_of_a_long_line_a_moment_shows_what_can_be_read(text: str, kept: str | None) -> None:
    assert brief(text) == (kept or "Ana responde con ¡Fallaste!")


def _played_until(game: str, happens: Callable[[Entry], bool]) -> Sitting:
    """Return a table at random, just after an entry for which `happens` is true."""
    here = title(game)
    for found in moments(game, here.decklist.fewest):
        sitting = seated(game=game, players=found.players)
        for action in found.said:
            sitting.tables.say(sitting.game, dict(action))
            if happens(sitting.tables.playing(sitting.game).entries[-1]):
                return sitting
    raise AssertionError("it never happens")


@pytest.mark.parametrize("game", ["la-criatura", "dos-barajas"])
def test_the_beginning_of_the_end_is_a_moment(game: str) -> None:
    last = title(game).game.last_steps

    def begins(entry: Entry) -> bool:
        return any(isinstance(fact, StepBegan) and fact.step in last for fact in entry.facts)

    sitting = _played_until(game, begins)
    kind, _, text = moment(sitting)
    assert (kind, text.split("|")[0]) == ("last", "Empieza el final")


def test_the_end_begins_once() -> None:
    away = seated(
        {"action": "take-sheets"},
        {
            "action": "override",
            "reason": "r",
            "set": {"step": "actions", "active_pile": 9, "rooms": {"Eva": "shed"}, "objects": {"Eva": 1}},
        },
        {"action": "carry-out", "player": "Eva", "card": "usar", "escape": True},
        game="the-thing-outpost",
    )
    assert moment(away)[0] == "last", "somebody leaves"
    assert said(away, {"action": "show-role", "player": "Eva", "alien": True})[0] == "shown"
    started = {"action": "start-ufo", "aliens": [], "tokens": [1, 1, 1, 1, 2, 2, 3, 3]}
    assert said(away, started)[0] == "", "in the saucer the end has begun already"


def test_dice_are_seen_as_they_fell() -> None:
    loud = (DiceRolled, PlayerOut, Ended)
    sitting = _played_until(
        "la-criatura", lambda one: [type(fact) for fact in one.facts if isinstance(fact, loud)] == [DiceRolled]
    )
    rolled = sitting.tables.playing(sitting.game).entries[-1].facts
    eyes = [value for fact in rolled if isinstance(fact, DiceRolled) for value in fact.values]
    drawn = sitting.get(f"/games/{sitting.game}").html.split('id="moment"')[1].split('class="die"')[1:]
    assert moment(sitting)[0] == "dice"
    assert [one.split("</svg>")[0].count("<circle") for one in drawn] == eyes
