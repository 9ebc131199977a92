"""The real game through the JSON interface: a turn as the paper has it, and any nonsense without a fault of ours."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.decks.catalog import title
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.houses import new_house
from tests.length import examples
from tests.web.serving import HOST, KEY

PLAYERS = ["Ana", "Beto", "Carla", "Dani", "Eva"]
NAMES = st.sampled_from([*PLAYERS, "Nobody", "", "ana"])
CARDS = st.sampled_from([*sorted(title("la-cosa").decklist.by_slug), "nothing", ""])
NUMBERS = st.integers(-1, 20)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "target": NAMES | st.none(),
    "to": NAMES | st.just("all"),
    "card": CARDS | st.none(),
    "cards": st.lists(CARDS, max_size=5),
    "back": st.sampled_from(["away", "panic", "blue"]),
    "skipped": NUMBERS,
    "cause": st.sampled_from(
        ["superinfection", "la-cosa-eliminated", "la-cosa-declared", "la-cosa-caught", "abandoned", "rain"]
    ),
    "role": st.sampled_from(["la-cosa", "infected", "human"]),
    "roles": st.dictionaries(NAMES, st.sampled_from(["la-cosa", "infected", "human"]), max_size=5),
    "last_infected": NAMES | st.none(),
    "remove": st.fixed_dictionaries({}, optional={"door": st.lists(NAMES, max_size=3), "quarantine": NAMES}),
    "shown": st.lists(NAMES, max_size=4),
    "infected": NAMES | st.none(),
    "anyway": st.sampled_from(["the table did", ""]),
    "reason": st.sampled_from(["we counted", ""]),
    "set": st.fixed_dictionaries(
        {},
        optional={
            "seats": st.permutations(PLAYERS) | st.lists(NAMES, max_size=6),
            "direction": st.sampled_from(["clockwise", "counterclockwise", "up"]),
            "turn": NAMES,
            "step": st.sampled_from(["draw", "act", "over"]),
            "hands": st.dictionaries(NAMES, NUMBERS, max_size=5),
            "doors": st.lists(st.lists(NAMES, min_size=1, max_size=2), max_size=3),
            "quarantine": st.dictionaries(NAMES, NUMBERS, max_size=2),
            "eliminated": st.lists(NAMES, max_size=3),
            "draw_pile": NUMBERS,
            "discard_pile": NUMBERS,
            "options": st.dictionaries(st.sampled_from(["quarantine_rounds", "self_quarantine", "x"]), NUMBERS),
        },
    ),
}
SPOKEN = "draw discard play respond eliminate reveal declare end override show rename undo redo check"
VERBS = st.sampled_from(SPOKEN.split())
ACTIONS = st.fixed_dictionaries({"action": VERBS, "player": NAMES}, optional=VALUES)
TURN = st.builds(
    lambda player, after: [
        {"action": "draw", "player": player, "back": "away"},
        {"action": "discard", "player": player},
        {"action": "respond", "player": after, "card": None},
    ],
    st.sampled_from(PLAYERS),
    st.sampled_from(PLAYERS),
)


@cache
def client() -> FlaskClient:
    """Return one server for all."""
    return create_app(new_house(), Settings(KEY)).test_client()


def opened() -> str:
    """Open a game of five, and return its id."""
    answer = client().post("/api/games", json={"game": "la-cosa", "players": PLAYERS}, headers=HOST)
    return str(answer.get_json()["id"])


def act(game: str, thing: object) -> tuple[int, dict[str, Any]]:
    """Say something."""
    answer = client().post(f"/api/games/{game}/actions", data=json.dumps(thing).encode(), headers=HOST)
    body: dict[str, Any] = answer.get_json()
    return answer.status_code, body


def test_a_turn() -> None:
    game = opened()
    assert act(game, {"action": "draw", "player": "Ana", "back": "away"})[1]["state"]["step"] == "act"
    status, refusal = act(game, {"action": "play", "player": "Ana", "card": "lanzallamas", "target": "Carla"})
    assert (status, refusal["rule"]) == (422, "target.not-adjacent")
    assert refusal["message"]
    assert refusal["where"]
    state = act(game, {"action": "discard", "player": "Ana"})[1]["state"]
    assert (state["step"], state["waiting_for"], state["version"]) == ("respond", "Beto", 3)


@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(ACTIONS | TURN, max_size=12))
def test_any_actions(said: list[Any]) -> None:
    game = opened()
    for things in said:
        for thing in things if isinstance(things, list) else [things]:
            before = client().get(f"/api/games/{game}").get_json()
            status, body = act(game, thing)
            assert status in (200, 400, 422), body
            after = client().get(f"/api/games/{game}").get_json()
            assert after == (body["state"] if status == 200 else before)
            assert status == 200 or body["message"]
    for lang in ("es", "en"):
        log = client().get(f"/api/games/{game}/log?lang={lang}").get_json()
        assert all(line["text"] for line in log)
