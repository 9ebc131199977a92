"""What the table itself asks: nothing leads back from it, nobody is lit before their turn, nothing is asked twice."""

from __future__ import annotations

import json
from urllib.parse import quote

from tests.web.sitting import Page, Sitting, seated

FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]


def criatura(*actions: dict[str, object]) -> Sitting:
    """A table at which the chief is drawn by lot and dice are asked for without anything being chosen."""
    return seated(*actions, game="la-criatura", players=FIVE)


def voted() -> list[dict[str, object]]:
    """The first chief, no events, and everybody's votes on Ana and Beto, the chief's last."""
    said: list[dict[str, object]] = [{"action": "chief", "player": "Ana"}]
    said += [{"action": "pass", "player": name} for name in ("Ana", "Eva", "Dani", "Carla", "Beto")]
    said += [{"action": "vote", "player": name, "votes": ["Ana"]} for name in ("Eva", "Dani", "Carla", "Beto")]
    return said


def leads_back(page: Page) -> bool:
    return 'class="step-back"' in page.html


def test_back_stands_only_where_something_was_opened() -> None:
    said = [*voted(), {"action": "vote", "player": "Ana", "votes": ["Beto", "Beto"]}]
    sitting = criatura(*said, {"action": "declare", "player": "Ana", "creature": False})
    rolls = sitting.look()
    assert 'name="d.dice:0"' in rolls.html
    assert not leads_back(rolls), "there is nothing to go back to"
    half = quote(json.dumps({"action": "rename"}))
    assert leads_back(sitting.get(f"/games/{sitting.game}?v={rolls.version()}&said={half}"))


def test_nobody_s_plate_is_lit_before_there_is_a_chief() -> None:
    assert 'class="seat turn' not in criatura().look().html
    assert criatura({"action": "chief", "player": "Carla"}).look().html.count('class="seat turn') == 1


def test_the_chief_is_said_to_vote_twice() -> None:
    assert criatura(*voted()).look().prompt == "Ana es jefe y vota dos veces: ¿a quién?"


def test_who_begins_is_asked_where_it_is_said_and_not_where_the_first_turn_settles_it() -> None:
    sitting = Sitting()
    assert "★: quién empieza" in sitting.get("/new?box=la-cosa/la-cosa").text
    settled = sitting.get("/new?box=la-criatura/la-criatura")
    assert "★: quién empieza" not in settled.text
    assert 'class="new in-play"' in settled.html
    assert 'name="first" value="lot" checked' in settled.html, "the program draws who begins"
