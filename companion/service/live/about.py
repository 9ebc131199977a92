"""What the companion does of a game, in the game's own words: what it referees, what it only keeps, what it lacks."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.words import Wording


class About(NamedTuple):
    """Sentences for whoever chooses a game; what is `unavailable` is said with its reason."""

    refereed: tuple[str, ...] = ()
    tracked: tuple[str, ...] = ()
    unavailable: tuple[str, ...] = ()

    @property
    def is_said(self) -> bool:
        """True if the game says anything of the kind."""
        return bool(self.refereed or self.tracked or self.unavailable)


def about(words: Wording) -> About:
    """Return the sentences `about.refereed.1`, `.2`… of a game, and those of the other two parts."""
    return About(*(numbered(words, f"about.{part}") for part in ("refereed", "tracked", "unavailable")))


def numbered(words: Wording, stem: str) -> tuple[str, ...]:
    """Return the sentences `stem.1`, `.2`… of a game; empty if there are none."""
    found: list[str] = []
    while words.has(key := f"{stem}.{len(found) + 1}"):
        found.append(words.raw(key))
    return tuple(found)
