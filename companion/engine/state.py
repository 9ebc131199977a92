"""The table as everybody around it can see it, and how one fact changes it.

A `Table` is a value: `evolve` returns a new one and leaves the old one alone, so that undo is holding on to an
older value. Nothing here judges: a fact that no rule allows is carried out all the same.

Geometry. The living sit on a ring, listed clockwise in `seats`; `gaps[k]` holds the cards that lie in the gap
clockwise of `seats[k]`. Cards in a gap belong to the gap, cards in `fronts` and numbers in `tracks` to a person; what
`numbers` keeps belongs to a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar, assert_never

from companion.engine import facts as f
from companion.engine.places import Place

if TYPE_CHECKING:
    from dataclasses import replace as _but
else:

    def _but(table, /, **changes):
        """Copy the table with some fields changed: as `dataclasses.replace`, in a twelfth of the time."""
        new = object.__new__(Table)
        _fill(new, table.__dict__ | changes)
        return new


@dataclass(frozen=True, slots=True)
class Prompt:
    """Open question: `to` has to answer `about`, which `by` aimed at them."""

    about: str
    by: str
    to: str


@dataclass(frozen=True, slots=True)
class Passing:
    """Cards that changed hands unseen, one from each giver to the taker beside the name, and whose turn it was."""

    pairs: tuple[tuple[str, str], ...]
    turn: str


@dataclass(frozen=True)
class Table:
    """State of the physical table.

    >>> from companion.engine.facts import CardsMoved, TableOpened
    >>> from companion.engine.places import DRAW, hand
    >>> table = replay([TableOpened("la-cosa", ("Ana", "Beto"), "Ana", {}, 4, 20, "draw")])
    >>> later = evolve(table, CardsMoved(DRAW, hand("Ana"), 1))
    >>> later.hands["Ana"], later.piles["draw"], table.hands["Ana"]
    (5, 19, 4)

    Frozen, but without slots: every fact makes a new table, and one `dict` copies faster than nineteen slots.
    """

    game: str = ""
    players: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    gaps: tuple[tuple[str, ...], ...] = ()
    fronts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    hands: Mapping[str, int] = field(default_factory=dict)
    piles: Mapping[str, int] = field(default_factory=dict)
    open: tuple[str, ...] = ()
    tracks: Mapping[tuple[str, str], int] = field(default_factory=dict)
    numbers: Mapping[tuple[str, Place], int] = field(default_factory=dict)
    """Numbers kept for places: damage in a room, strength on a card that lies in a pile of its own."""
    kinds: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """Where hands are counted by kind: how many cards of a kind somebody holds; `hands` counts all of them."""
    out: tuple[tuple[str, str], ...] = ()
    """Who left, in order, each with the player who then sat before them (anticlockwise)."""
    safe: tuple[str, ...] = ()
    """Who of them got away (`facts.ESCAPED`): gone, and not dead."""
    clockwise: bool = True
    turn: str = ""
    step: str = ""
    prompts: tuple[Prompt, ...] = ()
    """What is asked, of whom, in the order in which it was asked; they answer in any order."""
    options: Mapping[str, f.Setting] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    claim: f.Claimed | None = None
    ended: f.Ended | None = None
    roles: Mapping[str, str] = field(default_factory=dict)
    passed: tuple[Passing, ...] = ()
    """Every exchange so far, in order."""

    @property
    def prompt(self) -> Prompt | None:
        """Open question, the first if there are several."""
        return self.prompts[0] if self.prompts else None

    def asked(self, player: str) -> Prompt | None:
        """Return the open question to a player, if there is one."""
        return next((prompt for prompt in self.prompts if prompt.to == player), None)

    @property
    def eliminated(self) -> tuple[str, ...]:
        """Players who left the game, in the order they left."""
        return tuple(name for name, _ in self.out)

    def track(self, name: str, player: str) -> int | None:
        """Return the number kept under `name` for a player, or None."""
        return self.tracks.get((name, player))

    def step_from(self, player: str, steps: int) -> str:
        """Return the living player `steps` seats clockwise of a living player (negative: anticlockwise)."""
        return self.seats[(self.seats.index(player) + steps) % len(self.seats)]

    def next_after(self, player: str) -> str:
        """Return the next living player after a living one, in the current direction."""
        return self.step_from(player, 1 if self.clockwise else -1)

    def adjacent(self, a: str, b: str) -> bool:
        """Return True if two different living players sit side by side."""
        n = len(self.seats)
        return a != b and (self.seats.index(a) - self.seats.index(b)) % n in (1, n - 1)

    def gaps_between(self, a: str, b: str) -> tuple[int, ...]:
        """Return the numbers of the gaps between two living players: none, one, or both if only these two live."""
        n = len(self.seats)
        i, j = self.seats.index(a), self.seats.index(b)
        return tuple(sorted({k for k, m in ((i, j), (j, i)) if a != b and (k + 1) % n == m}))

    def gaps_beside(self, player: str) -> tuple[int, ...]:
        """Return the numbers of the two gaps beside a living player."""
        i = self.seats.index(player)
        return tuple(sorted({i, (i - 1) % len(self.seats)}))


_fill: Callable[[Table, dict[str, object]], None] = Table.__dict__["__dict__"].__set__
"""Gives a table made anew its fields, frozen as it is."""


def replay(facts: Iterable[f.Fact], table: Table | None = None) -> Table:
    """Fold facts into a table, from an empty one or from `table`.

    >>> opened = f.TableOpened("la-cosa", ("Ana", "Beto"), "Ana", {}, 4, 20, "draw")
    >>> replay([opened, f.StepBegan("act"), f.TurnBegan("Beto")]).turn
    'Beto'
    """
    here = table or Table()
    for fact in facts:
        here = evolve(here, fact)
    return here


def evolve(table: Table, fact: f.Fact) -> Table:
    """Return the table after one fact."""
    match fact:
        case f.CardsMoved():
            return _moved(table, fact)
        case f.StepBegan(step):
            return _but(table, step=step)
        case f.Asked(about, by, to, also):
            return _but(table, prompts=(*(table.prompts if also else ()), Prompt(about, by, to)))
        case f.Settled(who):
            return _but(table, prompts=tuple(one for one in table.prompts if who and one.to != who))
        case f.TurnBegan(player):
            return _but(table, turn=player)
        case f.TrackSet(track, player, value, at):
            if at is not None:
                return _but(table, numbers=_with(table.numbers, (track, at), value))
            return _but(table, tracks=_with(table.tracks, (track, player), value))
        case f.CardsPassed(pairs):
            return _but(table, passed=(*table.passed, Passing(pairs, table.turn)))
        case f.CardsShown() | f.DiceRolled() | f.Overruled():
            return table
        case f.StackShuffled(source, target):
            count = table.piles.get(str(source.name), 0)
            return _moved(table, f.CardsMoved(source, target, count))
        case f.DirectionTurned(clockwise):
            return _but(table, clockwise=clockwise)
        case f.PlayersMoved(seats):
            return _but(table, seats=seats)
        case f.Noted(key, whom):
            return _but(table, notes=_with(table.notes, key, whom))
        case f.PlayerOut(player, cause):
            return _but(_closed(table, player), safe=(*table.safe, player) if cause == f.ESCAPED else table.safe)
        case f.PlayerBack(player, after):
            return _reopened(table, player, after)
        case f.RoleShown(player, role):
            return _but(table, roles={**table.roles, player: role})
        case f.Claimed():
            return _but(table, claim=fact if fact.claim else None)
        case f.Ended():
            return _but(table, ended=fact, prompts=(), roles={**table.roles, **fact.roles})
        case f.Renamed(player, to):
            return _renamed(table, player, to)
        case f.OptionsSet(options):
            return _but(table, options={**table.options, **options})
        case f.CountsSet(piles, hands, kinds):
            counted = {**table.kinds, **{(p, kind): count for p, kind, count in kinds}} if kinds else table.kinds
            return _but(table, piles={**table.piles, **piles}, hands={**table.hands, **hands}, kinds=counted)
        case f.ObstaclesSet(gaps, fronts):
            return _but(table, gaps=gaps, fronts={p: c for p, c in fronts.items() if c})
        case f.TableOpened():
            return _opened(fact)
        case _:  # pragma: no cover - the union is closed
            assert_never(fact)


K = TypeVar("K")
V = TypeVar("V")


def _with(mapping: Mapping[K, V], key: K, value: V | None) -> dict[K, V]:
    changed = dict(mapping)
    if value is None:
        changed.pop(key, None)
    else:
        changed[key] = value
    return changed


def _opened(fact: f.TableOpened) -> Table:
    return Table(
        game=fact.game,
        players=fact.players,
        seats=fact.players,
        gaps=tuple(() for _ in fact.players),
        hands=dict.fromkeys(fact.players, fact.hands),
        piles={"draw": fact.draw, "discard": 0, "play": 0},
        options=dict(fact.options),
        turn=fact.first,
        step=fact.step,
    )


def _moved(table: Table, fact: f.CardsMoved) -> Table:
    changes: dict[str, object] = {}
    for place, sign in ((fact.source, -1), (fact.target, 1)):
        _lay(table, changes, place, sign * fact.count, fact.faces)
        if fact.of and place.kind == "hand":
            kinds = dict(changes.get("kinds", table.kinds))  # type: ignore[call-overload]
            held = (str(place.name), fact.of)
            kinds[held] = kinds.get(held, 0) + sign * fact.count
            changes["kinds"] = kinds
    return _but(table, **changes)  # type: ignore[arg-type]


def _lay(table: Table, changes: dict[str, object], place: Place, count: int, faces: tuple[str, ...]) -> None:
    """Enter into `changes` that `count` cards came to a place (negative: left it)."""
    name = place.name
    if place.kind == "hand":
        hands = dict(changes.get("hands", table.hands))  # type: ignore[call-overload]
        hands[name] += count
        changes["hands"] = hands
    elif place.kind in ("pile", "room"):
        piles = dict(changes.get("piles", table.piles))  # type: ignore[call-overload]
        piles[name] += count
        changes["piles"] = piles
        if name == "play":
            changes["open"] = table.open + faces if count > 0 else _without(table.open, faces)
    elif place.kind == "front":
        fronts: dict[str, tuple[str, ...]] = dict(table.fronts)
        held = fronts.pop(str(name), ())
        left = held + faces if count > 0 else _without(held, faces)
        if left:
            fronts[str(name)] = left
        changes["fronts"] = fronts
    else:
        number = int(name)
        lying = table.gaps[number]
        after = lying + faces if count > 0 else _without(lying, faces)
        changes["gaps"] = (*table.gaps[:number], after, *table.gaps[number + 1 :])


def _without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def _is_of(place: Place, player: str) -> bool:
    return place.kind in ("hand", "front") and place.name == player


def _closed(table: Table, player: str) -> Table:
    """Close a seat: its two gaps become one, with everything in them."""
    i = table.seats.index(player)
    before = table.step_from(player, -1)
    seats = table.seats[:i] + table.seats[i + 1 :]
    gaps = list(table.gaps)
    merged = gaps[i - 1] + gaps[i] if len(gaps) > 1 else ()
    gaps[i - 1] = merged
    del gaps[i]
    return _but(
        table,
        seats=seats,
        gaps=tuple(gaps),
        out=(*table.out, (player, before)),
        hands=_with(table.hands, player, None),
        fronts=_with(table.fronts, player, None),
        tracks={key: value for key, value in table.tracks.items() if key[1] != player},
        numbers={key: value for key, value in table.numbers.items() if not _is_of(key[1], player)},
        kinds={key: value for key, value in table.kinds.items() if key[0] != player},
    )


def _reopened(table: Table, player: str, after: str) -> Table:
    """Reopen a seat: what lay in its one gap stays on the clockwise side."""
    i = table.seats.index(after) + 1
    return _but(
        table,
        seats=(*table.seats[:i], player, *table.seats[i:]),
        gaps=(*table.gaps[: i - 1], (), *table.gaps[i - 1 :]),
        out=tuple(pair for pair in table.out if pair[0] != player),
        safe=tuple(one for one in table.safe if one != player),
        hands={**table.hands, player: 0},
    )


def _renamed(table: Table, player: str, to: str) -> Table:
    def new(name: str) -> str:
        return to if name == player else name

    def place(at: Place) -> Place:
        return Place(at.kind, to) if _is_of(at, player) else at

    claim = table.claim
    return _but(
        table,
        players=tuple(new(p) for p in table.players),
        seats=tuple(new(p) for p in table.seats),
        fronts={new(p): cards for p, cards in table.fronts.items()},
        hands={new(p): count for p, count in table.hands.items()},
        tracks={(track, new(p)): value for (track, p), value in table.tracks.items()},
        numbers={(track, place(at)): value for (track, at), value in table.numbers.items()},
        kinds={(new(p), kind): count for (p, kind), count in table.kinds.items()},
        out=tuple((new(p), new(before)) for p, before in table.out),
        safe=tuple(new(p) for p in table.safe),
        turn=new(table.turn),
        prompts=tuple(Prompt(one.about, new(one.by), new(one.to)) for one in table.prompts),
        notes={key: new(value) for key, value in table.notes.items()},
        claim=claim and f.Claimed(new(claim.player), claim.claim),
        ended=table.ended
        and f.Ended(
            table.ended.cause,
            tuple(new(p) for p in table.ended.winners),
            {new(p): role for p, role in table.ended.roles.items()},
        ),
        roles={new(p): role for p, role in table.roles.items()},
        passed=tuple(Passing(tuple((new(a), new(b)) for a, b in one.pairs), new(one.turn)) for one in table.passed),
    )
