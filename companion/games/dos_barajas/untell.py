"""What the hands must do when an action is taken back: cards return where they came from, the dead sit down again."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards.wording import Wording
from companion.games.common.going_back import cards_back
from companion.games.dos_barajas import looks
from companion.table import facts as f
from companion.table.state import Table


def untell(before: Table, facts: Sequence[f.Fact], words: Wording) -> tuple[str, ...]:
    """One sentence for each thing to be put right on the table, in the order of the hands."""
    said = [words.say("untell.out", player=fact.player) for fact in facts if isinstance(fact, f.PlayerOut)]
    said += [words.say("untell.seats", players=words.listed(before.seats)) for fact in facts if _moved_seats(fact)]
    if any(isinstance(fact, f.StackShuffled) for fact in facts):
        said.append(words.raw("untell.shuffled"))
    else:
        said += cards_back(facts, words)
    firsts = [fact for fact in facts if isinstance(fact, f.Noted) and fact.key == looks.FIRST]
    said += [words.say("untell.first", player=looks.first(before))] if firsts else []
    said += [words.say("untell.role", player=fact.player) for fact in facts if isinstance(fact, f.RoleShown)]
    if any(isinstance(fact, f.CardsShown | f.RoleShown | f.DiceRolled) for fact in facts):
        said.append(words.raw("untell.seen"))
    return tuple(said)


def _moved_seats(fact: f.Fact) -> bool:
    return isinstance(fact, f.PlayersMoved)
