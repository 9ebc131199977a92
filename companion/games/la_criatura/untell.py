"""What the hands must do when an action is taken back: cards and tokens return, people sit down again."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards.wording import Wording
from companion.games.common.going_back import cards_back
from companion.games.la_criatura import looks
from companion.table import facts as f
from companion.table.state import Table, replay


def untell(before: Table, facts: Sequence[f.Fact], words: Wording) -> tuple[str, ...]:
    """One sentence for each thing to be put right on the table, in the order of the hands."""
    after = replay(facts, before)
    said = [words.say("untell.out", player=fact.player) for fact in facts if isinstance(fact, f.PlayerOut)]
    moved = [fact for fact in facts if isinstance(fact, f.CardsMoved) and not _is_dealt_round(fact)]
    if any(isinstance(fact, f.StackShuffled) and fact.source != fact.target for fact in facts):
        said.append(words.raw("untell.shuffled"))
    else:
        said += cards_back(moved, words)
    if any(isinstance(fact, f.StackShuffled) and fact.source == fact.target for fact in facts):
        said.append(words.raw("untell.redealt"))
    said += _markers(before, after, words)
    for player in before.players:
        said += _tokens(before, after, player, words)
    if any(isinstance(fact, f.CardsShown | f.RoleShown) for fact in facts):
        said.append(words.raw("untell.seen"))
    return tuple(said)


def _is_dealt_round(fact: f.CardsMoved) -> bool:
    """Whether a card was handed in or dealt in a movement, or turned over where it lies."""
    return looks.CHARACTERS in (fact.source, fact.target) or fact.source == fact.target


def _markers(before: Table, after: Table, words: Wording) -> list[str]:
    said = []
    if looks.chief(before) != looks.chief(after):
        old = looks.chief(before)
        said.append(words.say("untell.chief" if old else "untell.no-chief", player=old))
    left = looks.number(before, looks.CLOCK)
    if left != looks.number(after, looks.CLOCK):
        said.append(words.say("untell.clock", count=left))
    if looks.number(before, looks.FOUND) != looks.number(after, looks.FOUND):
        said.append(words.raw("untell.found"))
    return said


def _tokens(before: Table, after: Table, player: str, words: Wording) -> list[str]:
    """Triumphs, votes, sedated tokens and weapons shown go back to what they were."""
    said = []
    for track in (looks.TOKENS, looks.VOTES, looks.WEAPONS):
        was = looks.number(before, (track, player))
        if was != looks.number(after, (track, player)) and (track != looks.WEAPONS or _turned(before, after, player)):
            said.append(words.say(f"untell.{track}", player=player, count=was))
    if looks.is_sedated(before, player) != looks.is_sedated(after, player) and player in before.seats:
        key = "untell.sedated" if looks.is_sedated(before, player) else "untell.awake"
        said.append(words.say(key, player=player))
    return said


def _turned(before: Table, after: Table, player: str) -> bool:
    """Whether a weapon was turned face up, not drawn."""
    return before.fronts.get(player) != after.fronts.get(player)
