"""A card on the screens says what this table decided, also when it decides otherwise in the middle of a game."""

from __future__ import annotations

from tests.web.sitting import seated

STOPPED, FREE = "Entre vecinos, lo impide una puerta.", "Ninguna puerta lo impide."


def test_a_card_that_is_drawn_and_the_list_of_cards() -> None:
    drawn = {"action": "draw", "player": "Ana", "back": "panic", "card": "sal-de-aqui"}
    sitting = seated(drawn, options={"quarantine_rounds": 3})
    table, rules = f"/games/{sitting.game}", f"/games/{sitting.game}/rules"
    assert STOPPED in sitting.get(table).html
    assert STOPPED in sitting.get(rules).html and "tres rondas" in sitting.get(rules).html
    assert "dos rondas" in sitting.get("/rules").html
    sitting.say(action="override", set={"options": {"door_stops_ranged": False}}, reason="so we play")
    for path in (table, rules):
        assert FREE in sitting.get(path).html and STOPPED not in sitting.get(path).html
    assert STOPPED in sitting.get("/rules").html
