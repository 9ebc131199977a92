"""The referee of the hidden cards: what was shown to it, and what that proves."""

from companion.games.la_criatura.referee.referee import REFEREE

__all__ = ["REFEREE"]
