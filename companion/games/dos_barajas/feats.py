"""What people did in a game, counted: accusations, rolls, clubs thrown openly, cards taken from the middle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.dos_barajas import looks
from companion.games.dos_barajas.looks import HUMAN, MIDDLE, THING
from companion.referee.chronicle import Feat
from companion.referee.game import Past
from companion.table import facts as f
from companion.table.history import Entry
from companion.table.state import Table

TELLING = ("found-out", "struck", "wronged", "suspect", "called", "clubs", "middle", "cups", "held-back")
"""What is counted, the more telling first: a poster has room for some."""

Did = tuple[str, str]
"""A feat and whose it is."""


def feats(past: Sequence[Past]) -> tuple[Feat, ...]:
    """Everything that was counted, by the names people have in the end; who stayed human, once roles are known."""
    counts: Counter[Did] = Counter()
    fallen: list[str] = []
    before = Table()
    for entry, table in past:
        counts.update(_said(entry))
        for fact in entry.facts:
            counts.update(_happened(entry, fact, before))
            if isinstance(fact, f.PlayerOut) and entry.verb != "override":
                fallen.append(fact.player)
            if isinstance(fact, f.Renamed):
                counts = Counter({(key, _now(p, fact)): n for (key, p), n in counts.items()})
                fallen = [_now(p, fact) for p in fallen]
        before = table
    by_telling = sorted(counts.items(), key=lambda one: (TELLING.index(one[0][0]), one[0][1]))
    found = [Feat(key, player, number) for (key, player), number in by_telling]
    found += [Feat("first-out", player, 1) for player in fallen[:1]]
    return (*_stayed(before), *found)


def _now(player: str, fact: f.Renamed) -> str:
    return fact.to if player == fact.player else player


def _said(entry: Entry) -> Iterator[Did]:
    """What an entry is by its verb alone."""
    player, target = str(entry.action.get("player", "")), str(entry.action.get("target", ""))
    match entry.verb:
        case "accuse":
            yield ("found-out" if entry.action.get("result") == THING else "wronged"), player
            yield "suspect", target
        case "supply" if entry.action.get("cups"):
            yield "cups", player
        case "invade":
            yield "called", player
        case "pass":
            yield "held-back", player


def _happened(entry: Entry, fact: f.Fact, before: Table) -> Iterator[Did]:
    """What one fact adds to it."""
    player = str(entry.action.get("player", ""))
    match fact:
        case f.CardsMoved(source, _, count, _) if source == MIDDLE and entry.verb == "take":
            yield from [("middle", player)] * count
        case f.TrackSet(looks.THROWN, _, int() as thrown) if entry.verb in ("clubs", "supply"):
            yield from [("clubs", player)] * _more(entry, thrown, before)
        case f.PlayerOut(fallen, _) if entry.verb == "attack" and fallen == entry.action.get("target"):
            yield "struck", player
        case _:
            pass


def _more(entry: Entry, thrown: int, before: Table) -> int:
    """How many clubs a count adds: of several counts of one entry only the last says all."""
    last = [one.value for one in entry.facts if isinstance(one, f.TrackSet) and one.track == looks.THROWN][-1]
    return thrown - looks.number(before, looks.THROWN) if thrown == last else 0


def _stayed(table: Table) -> list[Feat]:
    """Who lived and was still human at the end of a game in which somebody was not."""
    roles = table.ended.roles if table.ended else {}
    if THING not in roles.values():
        return []
    return [Feat("stayed", player, 1) for player in table.seats if roles.get(player) == HUMAN]
