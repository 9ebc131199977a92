"""What people did in a game, counted: who burned whom, the longest quarantine, panics drawn, defences played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.games.la_cosa.ending import HUMAN, THING
from companion.games.la_cosa.looks import ROUNDS
from companion.referee.chronicle import Feat
from companion.referee.game import Past
from companion.table import facts as f
from companion.table.history import Entry
from companion.table.places import PLAY
from companion.table.state import Table

FLAME = "lanzallamas"


@dataclass(slots=True)
class _Count:
    """The game as it is gone through once; names are those people have at the moment."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    burned: list[list[str]] = field(default_factory=list)
    """Who burned whom."""
    since: dict[str, int] = field(default_factory=dict)
    longest: dict[str, int] = field(default_factory=dict)
    out: list[str] = field(default_factory=list)
    turns: int = 0

    def add(self, key: str, player: str) -> None:
        """One more of something."""
        if player:
            self.counts[key, player] += 1

    def lifted(self, player: str) -> None:
        """A quarantine is over."""
        if player in self.since:
            turns = self.turns - self.since.pop(player)
            self.longest[player] = max(self.longest.get(player, 0), turns)

    def renamed(self, old: str, new: str) -> None:
        """Somebody is called otherwise from now on."""
        self.counts = Counter({(key, new if p == old else p): n for (key, p), n in self.counts.items()})
        self.burned = [[new if p == old else p for p in pair] for pair in self.burned]
        self.out = [new if p == old else p for p in self.out]
        for kept in (self.since, self.longest):
            if old in kept:
                kept[new] = kept.pop(old)


def feats(past: Sequence[Past], infections: Mapping[str, str]) -> tuple[Feat, ...]:
    """Everything that was counted. Of whom the innocent and the guilty were is told only once roles are entered."""
    count, before = _Count(), Table()
    for entry, table in past:
        _note(count, entry, before)
        before = table
    for player in tuple(count.since):
        count.lifted(player)
    roles = before.ended.roles if before.ended else {}
    found = [Feat(key, player, number) for (key, player), number in sorted(count.counts.items())]
    found += [Feat("quarantine", player, turns, True) for player, turns in sorted(count.longest.items()) if turns]
    found += [Feat("first-out", player, 1) for player in count.out[:1]]
    return (*found, *_burnings(count, roles), *_by_role(before, roles), *_infected(infections))


def _note(count: _Count, entry: Entry, before: Table) -> None:
    by_hand = before.prompt.by if before.prompt else ""
    if entry.verb == "respond" and isinstance(entry.action.get("card"), str):
        count.add("defences", str(entry.action.get("player", "")))
    for fact in entry.facts:
        match fact:
            case f.TurnBegan():
                count.turns += 1
            case f.CardsMoved(_, target, _, _) if target == PLAY and entry.verb == "draw":
                count.add("panics", str(entry.action.get("player", "")))
            case f.PlayerOut(player, cause):
                _out(count, player, cause, by_hand)
            case f.TrackSet(track, player, None) if track == ROUNDS:
                count.lifted(player)
            case f.TrackSet(track, player, _) if track == ROUNDS:
                count.since.setdefault(player, count.turns)
            case f.Renamed(player, to):
                count.renamed(player, to)
            case _:
                pass


def _out(count: _Count, player: str, cause: str, by: str) -> None:
    count.lifted(player)
    count.out.append(player)
    if cause == FLAME and by:
        count.burned.append([by, player])


def _burnings(count: _Count, roles: Mapping[str, str]) -> list[Feat]:
    """Flamethrowers that hit: of the innocent, of the infected, of La Cosa itself."""
    tallied: Counter[tuple[str, str]] = Counter()
    for by, player in count.burned:
        tallied["burned", by] += 1
        role = roles.get(player, "")
        key = {HUMAN: "burned-innocents", THING: "burned-thing"}.get(role, "burned-infected" if role else "")
        if key:
            tallied[key, by] += 1
    return [Feat(key, player, number) for (key, player), number in sorted(tallied.items())]


def _by_role(table: Table, roles: Mapping[str, str]) -> list[Feat]:
    """Who was still human, and still there, at the end of a game in which somebody was infected."""
    if "infected" not in roles.values():
        return []
    return [Feat("survived", player, 1) for player in table.seats if roles.get(player) == HUMAN]


def _infected(infections: Mapping[str, str]) -> list[Feat]:
    return [Feat("infected", by, number) for by, number in sorted(Counter(infections.values()).items())]
