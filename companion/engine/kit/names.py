"""What people are called in the end, for what is told of a game that is over."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Naming:
    """The names of a game as it is gone through once."""

    named: dict[str, str] = field(default_factory=dict)

    def rename(self, player: str, to: str) -> None:
        """Record that a player got another name."""
        self.named.pop(to, None)
        self.named[player] = to

    def name(self, player: str) -> str:
        """Return the last name of a player."""
        while player in self.named:
            player = self.named[player]
        return player
