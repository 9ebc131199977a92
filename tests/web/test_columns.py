"""Several things asked of the same people: a row for each, a touch for each thing, and nothing said by a plate."""

from __future__ import annotations

import re

from companion.engine.view import Choice, Group, Question, Refusal
from companion.web.pages.table.prompts import shown
from tests.web.sitting import seated

EIGHT = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gala", "Hugo"]


def group(name: str, *people: str, refused: str = "") -> Group:
    no = Refusal("no", "No.", "")
    choices = (Choice(p, {"action": name, "player": p}, player=p, refusal=no if p == refused else None) for p in people)
    return Group(name, tuple(choices), icon=name)


def test_every_person_has_a_row_and_a_column_without_them_leaves_their_place_empty() -> None:
    asked = Question("?", {}, (group("fire", "Ana", "Beto", refused="Ana"), group("dog", "Beto", "Carla")))
    asking = shown(asked, "g", 1, ())
    found = [(row.player, [None if one is None else one.is_open for _, one in row.cells]) for row in asking.rows]
    assert found == [("Ana", [False, None]), ("Beto", [True, True]), ("Carla", [None, True])]
    assert asking.main_options == ()  # a plate says one thing only
    assert len(asking.options) == 4


def test_one_group_alone_is_no_grid() -> None:
    asking = shown(Question("?", {}, (group("fire", "Ana", "Beto"),)), "g", 1, ())
    assert asking.rows == () and len(asking.main_options) == 2


def test_an_action_card_is_one_touch_however_many_sit_there() -> None:
    where = ["radio", "radio", "shed", "helicopter", "kitchen", "boiler", "station", "armoury"]
    rooms = dict(zip(EIGHT, where, strict=True))
    planned = {"action": "override", "set": {"step": "actions", "active_pile": 8, "rooms": rooms}, "reason": "t"}
    html = seated({"action": "take-sheets"}, planned, game="the-thing", players=EIGHT, first="Ana").look().html
    assert html.count('<div class="row"') == len(EIGHT)
    cells = re.findall(r'(?:choice[^"]*"[^>]*|<summary )aria-label="(Usar|Reparar|Sabotaje): (\w+)"', html)
    assert sorted(cells) == sorted((card, p) for card in ("Usar", "Reparar", "Sabotaje") for p in EIGHT)
    assert "data-press" not in html
