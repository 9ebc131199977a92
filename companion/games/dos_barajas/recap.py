"""What is worth telling of a game that is over: rounds, accusations, rolls, who died and how, clubs thrown openly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.games.common.naming import Naming
from companion.games.dos_barajas import looks
from companion.referee.game import Past
from companion.referee.view import Recalled
from companion.table import facts as f


@dataclass(slots=True)
class _Tale(Naming):
    """The game as it is gone through once."""

    counts: Counter[str] = field(default_factory=Counter)
    out: list[tuple[str, str]] = field(default_factory=list)
    rolls: list[tuple[int, str]] = field(default_factory=list)


def recap(decklist: Decklist, past: Sequence[Past], words: Wording) -> tuple[Recalled, ...]:
    """The figures, then the stories; what did not happen is left out."""
    tale = _Tale()
    for entry, _ in past:
        tale.counts[entry.verb] += 1
        for fact in entry.facts:
            _note(tale, fact)
    if past:
        tale.counts["rounds"] = looks.number(past[-1][1], looks.ROUND)
        tale.counts["clubs-thrown"] = looks.number(past[-1][1], looks.THROWN)
    figures = [
        Recalled(words.raw(f"recap.{key}"), tale.counts[key])
        for key in ("rounds", "accuse", "attack", "shuffles", "clubs-thrown")
        if tale.counts[key]
    ]
    return (*figures, *_stories(tale, words))


def _note(tale: _Tale, fact: f.Fact) -> None:
    match fact:
        case f.StackShuffled():
            tale.counts["shuffles"] += 1
        case f.PlayerOut(player, cause):
            tale.out.append((player, cause))
        case f.DiceRolled(player, _, values):
            tale.rolls.append((sum(values), player))
        case f.Renamed(player, to) if player != to:
            tale.rename(player, to)
        case _:
            pass


def _stories(tale: _Tale, words: Wording) -> list[Recalled]:
    out = [words.say(f"recap.out.{cause}", player=tale.name(player)) for player, cause in tale.out]
    best = max(tale.rolls, default=(0, ""))
    rolls = [words.say("recap.best", player=tale.name(best[1]), total=best[0])] if best[0] else []
    told = {"dead": out, "rolls": rolls}
    return [Recalled(words.raw(f"recap.{key}"), None, tuple(lines)) for key, lines in told.items() if lines]
