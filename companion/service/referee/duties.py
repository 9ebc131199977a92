"""What is kept of a game's referee where its memory is not: who holds that memory, whether cards were shown, and what
the table decided. The hosts of a club keep it together, a tablet alone beside its games."""

from __future__ import annotations

from typing import Protocol


class Duties(Protocol):
    """Whoever keeps it."""

    def take(self, game: str) -> bool:
        """Whether this home holds the memory of the referee of a game now; it does where nobody else who lives has it.

        Raises a `StoreFault` where nobody can say.
        """

    def mark(self, game: str) -> bool:
        """Note that cards were shown here; False where another home has taken over meanwhile."""

    def has_shown(self, game: str) -> bool:
        """Whether cards were shown to a referee of this game, here or elsewhere."""

    def is_elsewhere(self, game: str) -> bool:
        """Whether another home that lives holds the memory, as far as was heard."""

    def shows_all(self, game: str) -> bool:
        """Whether the table shows every deal, draw and exchange."""

    def decide(self, game: str, on: bool) -> None:
        """Show everything from now on, or only what is disputed."""

    def forget(self, game: str) -> None:
        """This table is no more."""
