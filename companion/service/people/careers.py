"""What each person of this house has played: evenings, wins by side and role, who burned them, with whom they win.

Everything is counted anew from the games that are kept: who is forgotten there is nowhere here. A share is told with
the interval it may lie in, and not at all where there are too few games to say anything.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from io import StringIO
from math import sqrt
from typing import NamedTuple

from companion.service.history.film import Played
from companion.service.people.evening import EVENING

FEWEST = 10
"""Of fewer games no share is told, and no partner or nemesis."""
SURE = 1.96
"""How many standard errors the interval is wide to each side: nineteen of twenty such intervals hold the true share."""
HUMAN = "human"
"""The role of one side in every game; the other side is everybody else."""
RISKY = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take a name for a formula."""


class Share(NamedTuple):
    """How many of so many; with its interval, in per cent, where there are enough."""

    hits: int
    of: int

    @property
    def is_told(self) -> bool:
        """True if there are enough to say more than the count."""
        return self.of >= FEWEST

    @property
    def per_cent(self) -> int:
        """The share itself."""
        return round(100 * self.hits / self.of) if self.of else 0

    @property
    def bounds(self) -> tuple[int, int]:
        """The interval by Wilson's score."""
        if not self.of:
            return 0, 100
        share, square = self.hits / self.of, SURE * SURE
        middle = share + square / (2 * self.of)
        reach = SURE * sqrt(share * (1 - share) / self.of + square / (4 * self.of * self.of))
        scale = 1 + square / self.of
        return round(100 * max(0.0, (middle - reach) / scale)), round(100 * min(1.0, (middle + reach) / scale))


class Beside(NamedTuple):
    """Somebody else at the table, and the wins with them or against them."""

    name: str
    wins: Share


class Career(NamedTuple):
    """One person over these games."""

    name: str
    evenings: int
    wins: Share
    sides: tuple[tuple[bool, Share], ...]
    """Wins as a human and as anything else, where they were it."""
    roles: tuple[tuple[str, str, Share, Share], ...]
    """Title and role: how often they were it, and how often they won as it."""
    burned_by: tuple[tuple[str, int], ...]
    partner: Beside | None
    nemesis: Beside | None


def season(game: Played) -> str:
    """Return the year a game was begun in; empty where nobody knows."""
    return game.when[:4]


def careers(games: Sequence[Played]) -> tuple[Career, ...]:
    """Return everybody who played, who won most first."""
    names = {name.casefold(): name for game in reversed(games) for name in game.players}
    found = [_career(name, [game for game in games if _won(game, name) is not None]) for name in names.values()]
    return tuple(sorted(found, key=lambda one: (-one.wins.hits, one.wins.of, one.name.casefold())))


def table_of_games(games: Iterable[Played]) -> str:
    """Return a line of CSV for each person in each game, the oldest first."""
    text = StringIO()
    lines = csv.writer(text, lineterminator="\r\n")
    lines.writerow(("date", "game", "id", "players", "person", "role", "side", "won"))
    for game in sorted(games, key=lambda one: one.when):
        for name in game.players:
            role = game.roles.get(name, "")
            side = "" if not role else HUMAN if role == HUMAN else "other"
            safe = f"'{name}" if name.startswith(RISKY) else name
            won = int(bool(_won(game, name)))
            lines.writerow((game.when[:10], game.title, game.id, len(game.players), safe, role, side, won))
    return text.getvalue()


def _career(name: str, games: Sequence[Played]) -> Career:
    """Sum up the games of one person."""
    key = name.casefold()
    roles = [(game.title, _role(game, name), bool(_won(game, name))) for game in games]
    per_title = Counter(title for title, _, _ in roles)
    was = Counter((title, role) for title, role, _ in roles if role)
    won_as = Counter((title, role) for title, role, won in roles if won)
    burned = Counter(by for game in games for by, out in game.felled if out.casefold() == key)
    sides = tuple(
        (human, Share(sum(won for _, _, won in mine), len(mine)))
        for human in (True, False)
        if (mine := [one for one in roles if one[1] and (one[1] == HUMAN) == human])
    )
    return Career(
        name,
        evenings(game.when for game in games),
        Share(sum(won for _, _, won in roles), len(games)),
        sides,
        tuple((*one, Share(count, per_title[one[0]]), Share(won_as[one], count)) for one, count in sorted(was.items())),
        tuple(burned.most_common()),
        max(_beside(name, games, together=True), key=lambda one: one.wins.bounds[0], default=None),
        min(_beside(name, games, together=False), key=lambda one: one.wins.bounds[1], default=None),
    )


def evenings(times: Iterable[str]) -> int:
    """Count the evenings on which games were begun."""
    count, began = 0, None
    for at in sorted(times):
        try:
            now = datetime.fromisoformat(at)
        except ValueError:
            continue
        if began is None or now - began > EVENING:
            count, began = count + 1, now
    return count


def _beside(name: str, games: Sequence[Played], together: bool) -> Iterator[Beside]:
    """Yield everybody with whom somebody wins more often than not, or against whom less, in games enough."""
    met: dict[str, list[bool]] = {}
    for game in games:
        for other in game.players:
            mine, theirs = _role(game, name), _role(game, other)
            if other.casefold() == name.casefold() or not mine or not theirs:
                continue
            if ((mine == HUMAN) == (theirs == HUMAN)) == together:
                met.setdefault(other.casefold(), []).append(bool(_won(game, name)))
    names = {other.casefold(): other for game in reversed(games) for other in game.players}
    for key, won in met.items():
        if len(won) >= FEWEST and (2 * sum(won) > len(won) if together else 2 * sum(won) < len(won)):
            yield Beside(names[key], Share(sum(won), len(won)))


def _won(game: Played, name: str) -> bool | None:
    if name.casefold() not in {one.casefold() for one in game.players}:
        return None
    return name.casefold() in {one.casefold() for one in game.winners}


def _role(game: Played, name: str) -> str:
    return next((role for player, role in game.roles.items() if player.casefold() == name.casefold()), "")
