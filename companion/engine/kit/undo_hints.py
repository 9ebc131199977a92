"""Where cards go back to when an action is taken back, from the facts alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.engine import facts as f
from companion.engine.kit.log import Outcome
from companion.engine.places import Place
from companion.engine.state import Table, replay
from companion.engine.words import Wording

if TYPE_CHECKING:
    from companion.engine.kit.parts import AnyGame

Moved = Counter[tuple[Place, Place]]
"""How many cards lie at the second place that came from the first."""


class UndoHints(Outcome):
    """Instructions for the hands when actions are taken back: the net change, from the table before them and their
    facts.

    For several actions in a row the instructions are given once. First cards go into hands, then players return what
    they exchanged, then cards go from hands to where they came from: in this order it can always be done.
    """

    section = "untell"
    seen: tuple[type[f.Fact], ...] = (f.CardsShown,)
    """What nobody unsees."""

    def __init__(self, game: AnyGame, before: Table, facts: Sequence[f.Fact], words: Wording) -> None:
        super().__init__(game, before, facts, words)
        renamed = [fact for fact in facts if isinstance(fact, f.Renamed)]
        if renamed:  # whoever is only called otherwise has what they had
            self.after = replay(facts, before)
            self.before = replay(renamed, before)

    def hints(self) -> Iterator[str]:
        """One sentence for each thing to be put right on the table, in the order of the hands."""
        yield from self.people()
        yield from self.cards()
        for declared in self.game.declarations:
            yield from declared.hints(self)
        yield from self.others()
        if any(isinstance(fact, self.seen) for fact in self.facts):
            yield self.say("seen")

    def people(self) -> Iterator[str]:
        """Yield who sits down again, and where."""
        yield from self.back_again()
        if any(isinstance(fact, f.PlayersMoved) for fact in self.facts) and self.sit_elsewhere():
            yield self.say("seats", players=self.words.listed(self.before.seats))

    def back_again(self) -> Iterator[str]:
        """Yield the players who left and have not come back since."""
        left = dict.fromkeys(fact.player for fact in self.facts if isinstance(fact, f.PlayerOut))
        return (self.say("out", player=player) for player in left if player not in self.after.seats)

    def sit_elsewhere(self) -> bool:
        """Return True if those at the table both before and after sit in another order."""
        before, after = self.before.seats, self.after.seats
        stayed = [p for p in before if p in after]
        now = [p for p in after if p in before]
        start = now.index(stayed[0]) if stayed else 0
        return now[start:] + now[:start] != stayed

    def others(self) -> Iterator[str]:
        """Yield the instructions peculiar to the game."""
        return iter(())

    def cards(self) -> Iterator[str]:
        """Cards go back to where they came from, unless they were shuffled."""
        if any(isinstance(fact, f.StackShuffled) for fact in self.facts):
            yield self.say("shuffled")
            return
        into_hands, onto_piles = cards_back(self.moved(), self.words)
        yield from into_hands
        yield from self.exchanged()
        yield from onto_piles

    def moved(self) -> Sequence[f.Fact]:
        """Return the facts whose cards go back."""
        return self.facts

    def exchanged(self) -> Iterator[str]:
        """Yield the unseen exchanges to reverse, the last one first."""
        return iter(())


def cards_back(facts: Sequence[f.Fact], words: Wording) -> tuple[list[str], list[str]]:
    """Return a sentence for each heap of cards that has to go back (`untell.hand`, `untell.draw`, `untell.other`).

    Those that go into hands come first, in the first list; what was moved last goes back first.
    """
    into_hands, onto_piles = list[str](), list[str]()
    for (came_from, lies_at), count in reversed(moved(facts).items()):
        if came_from != lies_at:
            blanks = {"count": count, "from": _place(lies_at, words, "from"), "player": came_from.name}
            key = "hand" if came_from.kind == "hand" else "draw" if came_from.name == "draw" else "other"
            said = words.say(f"untell.{key}", **blanks, to=_place(came_from, words, "to"))
            (into_hands if came_from.kind == "hand" else onto_piles).append(said)
    return into_hands, onto_piles


def moved(facts: Sequence[f.Fact]) -> Moved:
    """Trace the moved cards: where they end and where each came from; the last to arrive is the first to go on.

    A hand mixes what comes into it: only its owner can tell whether a card that leaves it is one that had arrived.
    """
    lying: dict[Place, list[Place]] = {}
    for fact in facts:
        if isinstance(fact, f.CardsMoved):
            here = lying.setdefault(fact.source, []) if fact.source.kind != "hand" else []
            going = [here.pop() if here else fact.source for _ in range(fact.count)]
            lying.setdefault(fact.target, []).extend(going)
    return Counter((origin, place) for place, origins in lying.items() for origin in origins)


def _place(place: Place, words: Wording, way: str) -> str:
    name = place.name if place.kind == "pile" else place.kind
    return words.say(f"untell.{way}.{name}", player=place.name)
