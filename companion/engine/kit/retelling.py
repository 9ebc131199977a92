"""What is told of a game afterwards: figures and stories, what everybody could know when, what somebody did how often.

Names are those people have at the moment, and change as the game is gone through.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine import facts as f
from companion.engine.game import Past
from companion.engine.history import Entry
from companion.engine.retelling import Clue, Feat
from companion.engine.state import Table
from companion.engine.view import Recalled
from companion.engine.words import Wording


def figures(words: Wording, counts: Mapping[str, int]) -> list[Recalled]:
    """Numbers worth telling (`recap.<key>`); what did not happen is left out."""
    return [Recalled(words.raw(f"recap.{key}"), count) for key, count in counts.items() if count > 0]


def stories(words: Wording, told: Mapping[str, Iterable[str]]) -> list[Recalled]:
    """Sentences worth telling under a title each (`recap.<key>`); a story without any is left out."""
    found = {key: tuple(lines) for key, lines in told.items()}
    return [Recalled(words.raw(f"recap.{key}"), None, lines) for key, lines in found.items() if lines]


def steps(past: Sequence[Past]) -> Iterator[tuple[Entry, Table]]:
    """Every entry with the table before it."""
    return zip((entry for entry, _ in past), (Table(), *(table for _, table in past)), strict=False)


def at_the_end(past: Sequence[Past]) -> Table:
    """Return the table after the last entry."""
    return past[-1][1] if past else Table()


def still(key: str, role: str, other: str, table: Table) -> list[Feat]:
    """Return the feat of the players who kept this role to the end, if another player ends with the other role."""
    roles = table.ended.roles if table.ended else {}
    return [Feat(key, p, 1) for p in table.seats if roles.get(p) == role] if other in roles.values() else []


def counts_in_statistics(past: Sequence[Past]) -> bool:
    """Return True if the game came to an end that is counted; an abandoned one is not."""
    table = at_the_end(past)
    return table.ended is not None and table.ended.cause != "abandoned"


@dataclass(slots=True)
class Seen:
    """Public observation of a player at an entry, with the roles it is consistent with."""

    number: int
    player: str
    key: str
    fits: tuple[str, ...]


@dataclass(slots=True)
class Clues:
    """The clues so far."""

    seen: list[Seen] = field(default_factory=list)

    def add(self, number: int, player: str, key: str, fits: tuple[str, ...]) -> None:
        """One more, unless the same entry told as much of the player already."""
        if (number, player, fits) not in {(one.number, one.player, one.fits) for one in self.seen}:
            self.seen.append(Seen(number, player, key, fits))

    def drop(self, key: str) -> None:
        """Remove an observation that turned out to be about another player."""
        self.seen = [one for one in self.seen if one.key != key]

    def renamed(self, fact: f.Renamed) -> None:
        """Follow a change of name."""
        for one in self.seen:
            one.player = fact.to if one.player == fact.player else one.player

    def told(self, words: Wording, roles: Sequence[str]) -> tuple[Clue, ...]:
        """In words (`clues.<key>`), with the roles that fit and those of `roles` that do not."""
        return tuple(
            Clue(
                one.number,
                one.player,
                words.say(f"clues.{one.key}", player=one.player),
                tuple(words.raw(f"roles.{role}") for role in one.fits),
                tuple(words.raw(f"roles.{role}") for role in roles if role not in one.fits),
            )
            for one in self.seen
        )


@dataclass(slots=True)
class Tally:
    """Counter of what each player did."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    out: list[str] = field(default_factory=list)
    """Who left the game, in order."""

    def add(self, key: str, player: str, count: int = 1) -> None:
        """Add to a count."""
        if player:
            self.counts[key, player] += count

    def renamed(self, fact: f.Renamed) -> None:
        """Follow a change of name."""
        self.counts = Counter(
            {(key, fact.to if p == fact.player else p): count for (key, p), count in self.counts.items()}
        )
        self.out = [fact.to if player == fact.player else player for player in self.out]

    def first_out(self) -> list[Feat]:
        """Return the feat of the first player to leave."""
        return [Feat("first-out", player, 1) for player in self.out[:1]]

    def feats(self, telling: Sequence[str] = ()) -> list[Feat]:
        """Return all counts as feats, those named in `telling` first."""
        rank = {key: place for place, key in enumerate(telling)}
        by_telling = sorted(self.counts.items(), key=lambda one: (rank.get(one[0][0], len(rank)), *one[0]))
        return [Feat(key, player, count) for (key, player), count in by_telling if count]


# What people are called in the end, for what is told of a game that is over


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
