"""What is different between two tables of one game, thing by thing, as everybody around them would see it.

It compares what a screen is given (`TableView`), so that it knows no game. A difference is the key of a sentence with
its blanks, of which `old` and `new` say how it was and how it would be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.engine.history import UNDO, Entry, turned_last
from companion.engine.view import Badge, TableView
from companion.engine.words import Wording
from companion.service.live.session import LiveGame


class Difference(NamedTuple):
    """One thing that would be otherwise: `turn` `seats` `way` `out` `hand` `gap` `front` `pile` or `open` (the key)."""

    key: str
    old: str
    new: str
    who: str = ""


def differences(old: TableView, new: TableView, words: Wording) -> tuple[Difference, ...]:
    """Return all differences, the large ones first."""
    compared = (
        Difference("turn", old.heading, new.heading),
        Difference("way", old.arrow_label, new.arrow_label),
        Difference("seats", *_rings(old, new, words)),
        Difference("out", words.listed(old.out), words.listed(new.out)),
        Difference("open", _label(old.centre), _label(new.centre)),
        *_by_name("hand", _hands(old), _hands(new)),
        *_by_name("front", _fronts(old, words), _fronts(new, words)),
        *_by_name("gap", _gaps(old, words), _gaps(new, words)),
        *_by_name("pile", _piles(old), _piles(new)),
    )
    return tuple(one for one in compared if one.old != one.new)


def _by_name(key: str, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Difference]:
    for name in dict.fromkeys((*old, *new)):
        yield Difference(key, old.get(name, ""), new.get(name, ""), name)


def _rings(old: TableView, new: TableView, words: Wording) -> tuple[str, str]:
    """Return both orders of seats, beginning with the same player; only players in both are compared."""
    before, after = [seat.name for seat in old.seats], [seat.name for seat in new.seats]
    both = [name for name in before if name in after]
    if not both or _from(before, both[0], both) == _from(after, both[0], both):
        return "", ""
    return words.listed(_from(before, both[0], before)), words.listed(_from(after, both[0], after))


def _from(ring: Sequence[str], first: str, kept: Sequence[str]) -> list[str]:
    start = ring.index(first)
    return [name for name in (*ring[start:], *ring[:start]) if name in kept]


def _label(badge: Badge | None) -> str:
    return badge.label if badge else ""


def _hands(view: TableView) -> dict[str, str]:
    return {seat.name: str(seat.cards) for seat in view.seats}


def _fronts(view: TableView, words: Wording) -> dict[str, str]:
    return {seat.name: words.listed(_labels(seat.badges)) for seat in view.seats if seat.badges}


def _gaps(view: TableView, words: Wording) -> dict[str, str]:
    """Return the cards in each gap between neighbours; with two living, both gaps lie between them."""
    names = [seat.name for seat in view.seats]
    lying: dict[str, list[Badge]] = {}
    for k, badges in enumerate(view.gaps):
        if badges and len(names) > 1:
            pair = words.listed(sorted((names[k], names[(k + 1) % len(names)])))
            lying.setdefault(pair, []).extend(badges)
    return {pair: words.listed(_labels(tuple(badges))) for pair, badges in lying.items()}


def _labels(badges: Sequence[Badge]) -> list[str]:
    counted = Counter(badge.label for badge in badges)
    return [label if count == 1 else f"{label} ×{count}" for label, count in sorted(counted.items())]


def _piles(view: TableView) -> dict[str, str]:
    return {pile.label: str(pile.count) for pile in view.piles}


# What the hands do on the real table when the screen goes back: the net change from now to an earlier moment


def hands(playing: LiveGame, entries: Sequence[Entry], words: Wording) -> tuple[str, ...]:
    """Return what the hands must put right when these consecutive entries are taken back all together.

    Moves to and fro cancel out; several moves from one place to another are told once.
    """
    if not entries:
        return ()
    facts = [fact for entry in entries for fact in entry.facts]
    return playing.game.undo_hints(playing.table_before(entries[0].number), facts, words)


def put_right(playing: LiveGame, words: Wording) -> tuple[str, ...]:
    """Return what the hands must put right now if the last action took something back, else nothing."""
    gone = (playing.about(entry.number) for entry in turned_last(playing.entries) if entry.verb == UNDO)
    return hands(playing, [playing.entries[about - 1] for about in sorted(filter(None, gone))], words)
