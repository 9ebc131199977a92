"""What is kept of a game's referee where its memory is not: who holds that memory, whether cards were shown, and what
the table decided. The hosts of a club keep it together, a tablet alone beside its games."""

from __future__ import annotations

from typing import Protocol


class Duties(Protocol):
    """Whoever keeps it."""

    def take(self, game: str) -> bool:
        """Take the memory of a game's referee if no other live home has it; return True if this home has it now.

        Raise a `StoreFault` if that cannot be told.
        """

    def mark(self, game: str) -> bool:
        """Note that cards were shown here; False where another home has taken over meanwhile."""

    def has_shown(self, game: str) -> bool:
        """Return True if cards were shown to a referee of this game, anywhere."""

    def is_elsewhere(self, game: str) -> bool:
        """Return True if another live home holds the memory, as far as was heard."""

    def shows_all(self, game: str) -> bool:
        """Return True if the table shows every deal, draw and exchange."""

    def decide(self, game: str, on: bool) -> None:
        """Show everything from now on, or only what is disputed."""

    def forget(self, game: str) -> None:
        """Drop everything about a table that was forgotten."""
