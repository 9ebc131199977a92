"""Where cards go back to when an action is taken back, from the facts alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.cards.wording import Wording
from companion.table import facts as f
from companion.table.places import Place

Moved = Counter[tuple[Place, Place]]
"""How many cards lie at the second place that came from the first."""


def cards_back(facts: Sequence[f.Fact], words: Wording) -> list[str]:
    """One sentence for each heap of cards that has to go back (`untell.hand`, `untell.draw`, `untell.other`)."""
    said = []
    for (came_from, lies_at), count in moved(facts).items():
        if came_from != lies_at:
            blanks = {"count": count, "from": _place(lies_at, words, "from"), "player": came_from.name}
            key = "hand" if came_from.kind == "hand" else "draw" if came_from.name == "draw" else "other"
            key += "" if count == 1 else "-many"
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
