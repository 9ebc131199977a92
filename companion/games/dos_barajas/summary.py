"""What is worth telling of a game that is over: rounds, accusations, rolls, who died and how, clubs thrown openly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Past
from companion.engine.kit.names import Naming
from companion.engine.kit.retelling import at_the_end, figures, stories
from companion.engine.view import Recalled
from companion.engine.words import Wording
from companion.games.dos_barajas import queries


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
    for key, track in (("rounds", queries.ROUND), ("clubs-thrown", queries.THROWN)):
        tale.counts[key] = queries.number(at_the_end(past), track)
    told = {key: tale.counts[key] for key in ("rounds", "accuse", "attack", "shuffles", "clubs-thrown")}
    best = max(tale.rolls, default=(0, ""))
    lines = {
        "dead": [words.say(f"recap.out.{cause}", player=tale.name(player)) for player, cause in tale.out],
        "rolls": [words.say("recap.best", player=tale.name(best[1]), total=best[0])] if best[0] else [],
    }
    return (*figures(words, told), *stories(words, lines))


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
