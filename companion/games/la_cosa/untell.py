"""What the hands must do when an action is taken back: cards return to where they came from, people to their seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.cards.wording import Wording
from companion.games.la_cosa.looks import ROUNDS
from companion.table import facts as f
from companion.table.places import Place
from companion.table.state import Table, evolve

Moved = Counter[tuple[Place, Place]]
"""How many cards lie at the second place that came from the first."""


def untell(before: Table, facts: Sequence[f.Fact], words: Wording) -> tuple[str, ...]:
    """One sentence for each thing to be put right on the table, in the order of the hands."""
    said = _people(before, facts, words)
    if any(isinstance(fact, f.StackShuffled) for fact in facts):
        said.append(words.raw("untell.shuffled"))
    else:
        said += _cards(facts, words)
    said += [_passed(fact, words) for fact in facts if isinstance(fact, f.CardsPassed)]
    said += _counters(before, facts, words)
    if any(isinstance(fact, f.CardsShown) for fact in facts):
        said.append(words.raw("untell.seen"))
    return tuple(said)


def _people(before: Table, facts: Sequence[f.Fact], words: Wording) -> list[str]:
    said = [words.say("untell.out", player=fact.player) for fact in facts if isinstance(fact, f.PlayerOut)]
    after = before
    for fact in facts:
        after = evolve(after, fact)
    moved = [p for p in before.seats if p in after.seats]
    now = [p for p in after.seats if p in before.seats]
    start = now.index(moved[0]) if moved else 0
    if now[start:] + now[:start] != moved:
        said.append(words.say("untell.seats", players=words.listed(before.seats)))
    if after.clockwise != before.clockwise:
        said.append(words.raw("untell.clockwise" if before.clockwise else "untell.counterclockwise"))
    if after.turn != before.turn:
        said.append(words.say("untell.turn", player=before.turn))
    return said


def _cards(facts: Sequence[f.Fact], words: Wording) -> list[str]:
    said = []
    for (came_from, lies_at), count in _moved(facts).items():
        if came_from != lies_at:
            blanks = {"count": count, "from": _place(lies_at, words, "from"), "player": came_from.name}
            key = "hand" if came_from.kind == "hand" else "draw" if came_from.name == "draw" else "other"
            key += "" if count == 1 else "-many"
            said.append(words.say(f"untell.{key}", **blanks, to=_place(came_from, words, "to")))
    return said


def _moved(facts: Sequence[f.Fact]) -> Moved:
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


def _passed(fact: f.CardsPassed, words: Wording) -> str:
    if len(fact.pairs) == 2 and fact.pairs[0] == fact.pairs[1][::-1]:
        return words.say("untell.exchange", a=fact.pairs[0][0], b=fact.pairs[0][1])
    return words.raw("untell.round")


def _counters(before: Table, facts: Sequence[f.Fact], words: Wording) -> list[str]:
    """Quarantine counters go back to what they were."""
    said = []
    for player in dict.fromkeys(fact.player for fact in facts if isinstance(fact, f.TrackSet) and fact.player):
        rounds = before.track(ROUNDS, player)
        key = "untell.no-quarantine" if rounds is None else "untell.quarantine"
        said.append(words.say(key, player=player, rounds=rounds))
    return said
