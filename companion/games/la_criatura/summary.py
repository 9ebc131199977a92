"""What is worth telling of a game that is over: turns, movements, chiefs, votes, who struck down whom, events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Past
from companion.engine.history import Entry
from companion.engine.kit.names import Naming
from companion.engine.kit.retelling import at_the_end, figures, steps, stories
from companion.engine.state import Table
from companion.engine.view import Recalled
from companion.engine.words import Wording
from companion.games.la_criatura import queries
from companion.games.la_criatura.queries import MOVING


@dataclass(slots=True)
class _Tale(Naming):
    """The game as it is gone through once."""

    moves: int = 0
    still: int = 0
    blows: int = 0
    chiefs: Counter[str] = field(default_factory=Counter)
    votes: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    out: list[tuple[str, str]] = field(default_factory=list)


def recap(decklist: Decklist, past: Sequence[Past], words: Wording) -> tuple[Recalled, ...]:
    """The figures, then the stories; what did not happen is left out."""
    tale = _Tale()
    for entry, before in steps(past):
        _note(tale, entry, before)
    turns = queries.number(at_the_end(past), queries.TURN) - 1
    counts = {"turns": turns, "moves": tale.moves, "still": tale.still, "blows": tale.blows}
    told = {
        "chiefs": [words.say("recap.times", what=tale.name(p), count=n) for p, n in tale.chiefs.most_common()],
        "votes": [words.say("recap.times", what=tale.name(p), count=n) for p, n in tale.votes.most_common()],
        "out": [words.say("recap.struck", player=tale.name(p), by=tale.name(by)) for p, by in tale.out if by],
        "played": [words.say("recap.times", what=words.card(c), count=n) for c, n in tale.played.most_common()],
    }
    return (*figures(words, counts), *stories(words, told))


def _note(tale: _Tale, entry: Entry, before: Table) -> None:
    if entry.verb == "event":
        tale.played[str(entry.action.get("card", ""))] += 1
    if entry.verb == "vote":
        votes = entry.action.get("votes")
        tale.votes.update(map(str, votes) if isinstance(votes, list | tuple) else ())
    by = before.prompt.by if before.prompt else ""
    for fact in entry.facts:
        match fact:
            case f.DiceRolled(_, "move", values):
                tale.moves += values[0] in MOVING
                tale.still += values[0] not in MOVING
            case f.DiceRolled(_, "attack", _):
                tale.blows += 1
            case f.Noted(key, player) if key == queries.CHIEF and player and entry.verb != "override":
                tale.chiefs[player] += 1
            case f.PlayerOut(player, _):
                tale.out.append((player, by))
            case f.Renamed(player, to) if player != to:
                tale.rename(player, to)
            case _:
                pass
