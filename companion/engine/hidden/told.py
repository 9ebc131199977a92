"""A game told to its hidden places, entry by entry and sight by sight: what no game need say again.

A game's `Story` says what an entry and a sight mean; here it is told from where it was the last time, and where what is
told cannot be, only what eyes have seen of people and the table's own counts are left.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Self, TypeVar

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.referee import Line, Move, Recalled, Reread, Step
from companion.engine.hidden.spots import Impossible, Spot, Taken
from companion.engine.places import DISCARD, DRAW, Place
from companion.engine.solver import Clauses
from companion.engine.state import Table

Event = Step | Recalled


Doubt = Callable[[Clauses, Sequence[int]], bool]
"""A way to ask clauses whether literals can hold together."""


class Story(ABC):
    """A game as it is told. In its places people keep the names they had at the beginning (`names`)."""

    doubts: ClassVar[Sequence[Doubt]] = (Clauses.has,)
    """What cannot be is told once more and asked for after each event, in the first of these ways that finds it."""

    def __init__(self, decklist: Decklist, table: Table) -> None:
        self.decklist, self.table = decklist, table
        self.names = {player: player for player in table.players}
        self.careful: Doubt | None = None
        """After each event it is asked, in this way, whether it can be; where it cannot, the worlds begin anew."""
        self.is_strict = False
        """Whether also hands are believed that were seen after they had parted with cards, which was taken back, and
        which cards were seen to come or go then."""
        self.strictly: Callable[[], Self | None] = lambda: None
        """Tells it once more and is strict, if there are such hands and all fits."""

    def is_ruled_out(self, breaks: Callable[[Self], object]) -> bool:
        """Return True if something breaks a rule where also those hands are believed. Perhaps they never parted with
        any card: nobody is accused by what follows, but nothing is lawful that it rules out."""
        strict = self.strictly()
        return strict is not None and bool(breaks(strict))

    def believed(self, sight: Recalled) -> tuple[Move, ...]:
        """Return what a hand had done before it was seen, and took back, as far as that is believed."""
        if self.is_strict:
            return sight.moves
        return (
            () if any(move.more < 0 for move in sight.moves) else tuple(move._replace(face="") for move in sight.moves)
        )

    @property
    @abstractmethod
    def places(self) -> Sequence[HiddenPlaces]:
        """All that is hidden, in sets that have nothing to do with one another."""

    @abstractmethod
    def entered(self, step: Step) -> None:
        """Tell an entry; `table` is the one before it."""

    @abstractmethod
    def saw(self, sight: Recalled) -> None:
        """Cards were shown to the referee."""

    @abstractmethod
    def begin_anew(self) -> None:
        """Something happened that nobody told: only the table's counts are sure, and what eyes saw of people."""

    def hear_all(self, events: Iterable[Event]) -> None:
        """All of this happened, in order; raises `Impossible` where it cannot have (not where it is `careful`)."""
        for event in events:
            try:
                self.hear(event)
                fits = self.careful is None or all(self.careful(places.clauses, []) for places in self.places)
            except Impossible:
                if self.careful is None:
                    raise
                fits = False
            if not fits:
                self.table = self.table if isinstance(event, Recalled) else event.after
                self.begin_anew()

    def hear(self, event: Event) -> None:
        """One thing happened."""
        if isinstance(event, Recalled):
            self.saw(event)
            return
        self.table = event.before if event.before.players else event.after
        for fact in event.entry.facts:
            if isinstance(fact, f.Renamed) and fact.player in self.names:
                self.names[fact.to] = self.names[fact.player]
        if event.entry.verb:
            self.entered(event)
        self.table = event.after
        for places in self.places:
            places.tidy()

    def is_possible(self) -> bool:
        """Return True if the story is possible."""
        return all(places.possible([]) for places in self.places)

    def who(self, place: Place) -> str:
        """Return the player of a place, by the first name."""
        return self.names[str(place.name)]


class FactByFact(Story):
    """A game whose entries are told one fact after the other: cards go from place to place, people leave."""

    def entered(self, step: Step) -> None:
        entry, action = step.entry, Action(step.entry.verb, step.entry.action)
        if entry.verb == "override":
            self.table = step.after
            self.corrected(frozenset(action.table("set")))
            return
        self.began(action)
        for k, fact in enumerate(entry.facts):
            self.happened(action, entry.facts, k)
            if isinstance(fact, f.PlayerOut):
                for places in self.places:
                    places.gone(self.names[fact.player])
            elif isinstance(fact, f.StackShuffled) and fact.source == DISCARD:
                self.places[0].shuffle_all()
        self.ended(action, step)

    def began(self, action: Action) -> None:
        """Something was said; none of its facts has happened yet."""

    @abstractmethod
    def happened(self, action: Action, facts: Sequence[f.Fact], k: int) -> None:
        """One of the facts that followed from it; that somebody leaves or discards are shuffled need not be told."""

    def ended(self, action: Action, step: Step) -> None:
        """All of it has happened."""

    @abstractmethod
    def corrected(self, named: frozenset[str]) -> None:
        """By hand something was changed, of which this was named; `table` is the one after it."""

    def goes(self, places: HiddenPlaces, fact: f.CardsMoved, pile: Place = DRAW) -> list[Taken]:
        """Cards go from a place to another; which they may be.

        A place is a hand, a heap that the game has put on the table, this pile, or the discards.
        """
        source, target = self._spot(places, fact.source), self._spot(places, fact.target)
        assert source is not None or fact.source == pile
        faces = fact.faces if len(fact.faces) == fact.count else ("",) * fact.count
        going = [
            places.draw_past(1, 0)[0] if fact.source == pile else places.take(source or places.pile, face)
            for face in faces
        ]
        for taken in going:
            if target is None and fact.target == DISCARD:
                places.put_low(taken)
            else:
                places.put(target or places.pile, taken)
        return going

    def _spot(self, places: HiddenPlaces, place: Place) -> Spot | None:
        return places.hands[self.who(place)] if place.kind in ("hand", "front") else places.table.get(place)


Told = TypeVar("Told", bound=Story)


def told(line: Line, begun: Callable[[Table], Told], begins: bool = True) -> Told:
    """Return the story at the end of a line, told on from the last time (`Reread`) if all of that stands.

    `begun`: makes the story from its first table; `begins`: with a new check, for which the solver has its time anew.
    """
    happened: list[Event] = []
    for step in line:
        happened += (step, *step.sights)
    story: Told | None
    story, heard, sizes = (line.kept.pop(Story, None) if isinstance(line, Reread) else None) or (None, [], [])
    if story is None or len(heard) > len(happened) or any(map(_differ, heard, happened)):
        story, heard = begun(line[0].after), []
    else:
        for places, size in zip(story.places, sizes, strict=True):
            places.asked += places.clauses.size - size
    try:
        story.hear_all(happened[len(heard) :])
        if begins:  # now: how much time there is hangs on how much was told
            for places in story.places:
                places.clauses.begin()
        fits = len(heard) == len(happened) or story.is_possible()
    except Impossible:
        fits = False
    if not fits:
        story = _told_anew(lambda: begun(line[0].after), happened)
    moves = (move for event in happened if isinstance(event, Recalled) for move in event.moves)
    if any(move.more < 0 or move.face for move in moves):
        story.strictly = lambda: _told_strictly(begun(line[0].after), happened)
    if isinstance(line, Reread):
        line.kept[Story] = (story, happened, [places.clauses.size for places in story.places])
    return story


def close(kept: dict[object, Any]) -> None:
    """Release what was made of a line: the solvers give back their memory."""
    if Story in kept:
        for places in kept.pop(Story)[0].places:
            places.clauses.close()


def _told_strictly(story: Told, happened: Sequence[Event]) -> Told | None:
    story.is_strict = True
    try:
        story.hear_all(happened)
    except Impossible:
        return None
    for places in story.places:
        places.clauses.begin()
    return story if story.is_possible() else None


def _told_anew(begun: Callable[[], Told], happened: Sequence[Event]) -> Told:
    """Retell an impossible story, beginning anew from where it went wrong."""
    story = begun()
    *quick, thorough = story.doubts
    for doubt in quick:
        story.careful = doubt
        story.hear_all(happened)
        if story.is_possible():
            return story
        story = begun()
    story.careful = thorough
    story.hear_all(happened)
    return story


def _differ(then: Event, now: Event) -> bool:
    if isinstance(then, Step) and isinstance(now, Step):
        return then.entry is not now.entry and then.entry != now.entry
    return then is not now and then != now
