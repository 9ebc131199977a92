"""An action whose `card` is no card of the deck, but one of the values it says it has, is asked about further."""

from __future__ import annotations

import json
from urllib.parse import quote

from tests.web.sitting import Sitting, seated


def sitting() -> Sitting:
    in_the_armoury = {"step": "actions", "rooms": {"MacReady": "armoury"}}
    return seated(
        {"action": "take-sheets"},
        {"action": "override", "set": in_the_armoury, "reason": "t"},
        {"action": "roll-dice", "dice": [1, 4, 3]},
        game="the-thing-coop",
        players=["Ana"],
    )


def asked(page: Sitting, card: str) -> str:
    said = json.dumps({"action": "carry-out", "card": card, "player": "MacReady"})
    return page.get(f"/games/{page.game}?v=4&said={quote(said)}").html


def test_what_is_drawn_in_the_armoury_is_asked_although_no_card_is_played() -> None:
    page = sitting()
    assert "flamethrower" in asked(page, "usar")
    assert "flamethrower" not in asked(page, "nada")


def test_the_pages_of_the_box_are_for_so_many_people_not_figures() -> None:
    page = sitting()
    for part in ("rules", "setup"):
        html = page.get(f"/games/{page.game}/{part}").html
        assert "6 jugadores" not in html, part
