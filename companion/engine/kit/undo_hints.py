"""Where cards go back to when an action is taken back, from the facts alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.engine import facts as f
from companion.engine.kit.log import Outcome
from companion.engine.places import Place
from companion.engine.words import Wording

Moved = Counter[tuple[Place, Place]]
"""How many cards lie at the second place that came from the first."""


class UndoHints(Outcome):
    """What the hands must do when an action is taken back: from the table before it and its facts."""

    section = "untell"
    seen: tuple[type[f.Fact], ...] = (f.CardsShown,)
    """What nobody unsees."""

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
        """Who sits down again, and where."""
        for fact in self.facts:
            if isinstance(fact, f.PlayerOut):
                yield self.say("out", player=fact.player)
        for fact in self.facts:
            if isinstance(fact, f.PlayersMoved):
                yield self.say("seats", players=self.words.listed(self.before.seats))

    def others(self) -> Iterator[str]:
        """What is peculiar to the game."""
        return iter(())

    def cards(self) -> Iterator[str]:
        """Cards go back to where they came from, unless they were shuffled."""
        if any(isinstance(fact, f.StackShuffled) for fact in self.facts):
            yield self.say("shuffled")
        else:
            yield from cards_back(self.facts, self.words)


def cards_back(facts: Sequence[f.Fact], words: Wording) -> list[str]:
    """One sentence for each heap of cards that has to go back (`untell.hand`, `untell.draw`, `untell.other`)."""
    said = []
    for (came_from, lies_at), count in moved(facts).items():
        if came_from != lies_at:
            blanks = {"count": count, "from": _place(lies_at, words, "from"), "player": came_from.name}
            key = "hand" if came_from.kind == "hand" else "draw" if came_from.name == "draw" else "other"
            said.append(words.say(f"untell.{key}", **blanks, to=_place(came_from, words, "to")))
    return said


def moved(facts: Sequence[f.Fact]) -> Moved:
    """Where the cards that moved lie in the end, and where each came from; the last to come is the first to go on."""
    lying: dict[Place, list[Place]] = {}
    for fact in facts:
        if isinstance(fact, f.CardsMoved):
            here = lying.setdefault(fact.source, [])
            going = [here.pop() if here else fact.source for _ in range(fact.count)]
            lying.setdefault(fact.target, []).extend(going)
    return Counter((origin, place) for place, origins in lying.items() for origin in origins)


def _place(place: Place, words: Wording, way: str) -> str:
    """A place as where cards come from (`from`) or go to (`to`)."""
    name = place.name if place.kind == "pile" else place.kind
    return words.say(f"untell.{way}.{name}", player=place.name)
