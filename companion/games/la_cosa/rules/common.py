"""What the checks share: the card that was said, and whose rules it follows."""

from __future__ import annotations

from companion.games.la_cosa.cards import effect
from companion.referee.ruling import Moment


def given(m: Moment) -> str:
    """The card that was said, empty where none was."""
    return m.action.text("card")


def acts_as(m: Moment) -> str:
    """The card whose rules the card said follows."""
    return effect(m.decklist, given(m))
