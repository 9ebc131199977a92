"""The sand-glass of a table with a limit for a turn: one for each turn, none where the table agreed on none."""

from __future__ import annotations

import re

from tests.web.sitting import SIX, Sitting

GLASS = re.compile(r'id="glass-(\d+)" data-here data-limit="(\d+)" data-gone="(\d+)"')
DRAW, DROP = {"action": "draw", "player": "Ana", "back": "away"}, {"action": "discard", "player": "Ana"}


def test_each_turn_has_a_glass_of_its_own_that_runs_on() -> None:
    sitting, now = Sitting(), 0
    sitting.tables.clock = lambda: f"2026-11-27T20:00:{now:02}+00:00"
    sitting.sit_down(SIX, turn_limit=60)
    assert GLASS.findall(sitting.look().html) == [("1", "60", "0")]
    now = 20
    assert GLASS.findall(sitting.say(**DRAW).html) == [("1", "60", "20")]
    sitting.say(**DROP)
    now = 59
    passed = sitting.say(action="respond", player="Beto", card=None)
    assert GLASS.findall(passed.html) == [("4", "60", "0")] and "60 s" in passed.text
    back = sitting.say(action="undo")
    assert GLASS.findall(back.html) == [("1", "60", "59")]
    over = sitting.say(action="end", cause="abandoned")
    assert not GLASS.findall(over.html)


def test_a_table_without_a_limit_has_none() -> None:
    sitting = Sitting()
    sitting.sit_down(SIX)
    assert "sandglass" not in sitting.look().html
