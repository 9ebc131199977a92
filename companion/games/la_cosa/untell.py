"""What the hands must do when an action is taken back: cards return to where they came from, people to their seats."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards.wording import Wording
from companion.games.common.going_back import cards_back
from companion.games.la_cosa.looks import ROUNDS
from companion.table import facts as f
from companion.table.state import Table, evolve


def untell(before: Table, facts: Sequence[f.Fact], words: Wording) -> tuple[str, ...]:
    """One sentence for each thing to be put right on the table, in the order of the hands."""
    said = _people(before, facts, words)
    if any(isinstance(fact, f.StackShuffled) for fact in facts):
        said.append(words.raw("untell.shuffled"))
    else:
        said += cards_back(facts, words)
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
