"""Whole games on the full decks: what really lies where is, at every moment, one of the worlds the referee has."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.hidden.line import line
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.referee import Reread
from companion.games.la_cosa.referee.story import told
from tests.lab.harness.harness import Plan
from tests.lab.harness.many_games import play
from tests.lab.twin.la_cosa.camera import Camera


class Lost(Exception):
    """True position that is no world of the referee any more."""


def follow(monkeypatch: pytest.MonkeyPatch, plan: Plan) -> int:
    """Play a game and return how often the true world was looked for. Raise `Lost` if it is missing."""
    asked, before = 0, Camera.before

    def asking(self: Camera, world: Any) -> None:
        nonlocal asked
        desk, referee = self.desk, self.desk.game.referee
        assert referee is not None
        if world.status == "playing":
            asked += 1
            story = told(desk.decklist, Reread(line(desk.course, desk.memory, referee), desk.kept))
            worlds, so = story.worlds, [story.worlds.book]
            for player, hand in world.hands.items():
                who = story.names[str(desk.names.outward(player))]
                if who in worlds.hands:
                    so += worlds.whole(who, [repr(card) for card in hand])
            if not worlds.possible(so):
                raise Lost(asked)
        before(self, world)

    with monkeypatch.context() as patched:
        patched.setattr(Camera, "before", asking)
        play(title("la-cosa"), plan)
    return asked


@pytest.mark.parametrize("number", range(3))
def test_what_really_lies_where_is_a_world(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    assert follow(monkeypatch, Plan(5 + number, f"true/{number}", most_turns=30, slips=0.1, looks=0.2)) > 15


def test_a_card_that_goes_unnoticed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee takes what was drawn for no card."""
    monkeypatch.setattr(HiddenPlaces, "to_hand", lambda *_: None)
    with pytest.raises(Lost):
        follow(monkeypatch, Plan(5, "true/0", most_turns=30, slips=0.1, looks=0.2))
