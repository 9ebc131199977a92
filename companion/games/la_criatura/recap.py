"""What is worth telling of a game that is over: turns, movements, chiefs, votes, who struck down whom, events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.games.common.naming import Naming
from companion.games.la_criatura import looks
from companion.games.la_criatura.turns import MOVES
from companion.referee.game import Past
from companion.referee.view import Recalled
from companion.table import facts as f
from companion.table.history import Entry
from companion.table.state import Table

MOST = 8


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
    tale, before = _Tale(), Table()
    for entry, table in past:
        _note(tale, entry, before)
        before = table
    figures = {"turns": looks.number(before, looks.TURN) - 1, "moves": tale.moves, "still": tale.still}
    figures["blows"] = tale.blows
    told = [Recalled(words.raw(f"recap.{key}"), count) for key, count in figures.items() if count > 0]
    stories = {
        "chiefs": [words.say("recap.times", what=tale.name(p), count=n) for p, n in tale.chiefs.most_common(MOST)],
        "votes": [words.say("recap.times", what=tale.name(p), count=n) for p, n in tale.votes.most_common(MOST)],
        "out": [words.say("recap.struck", player=tale.name(p), by=tale.name(by)) for p, by in tale.out if by],
        "played": [words.say("recap.times", what=words.card(c), count=n) for c, n in tale.played.most_common(MOST)],
    }
    return (
        *told,
        *(Recalled(words.raw(f"recap.{key}"), None, tuple(lines)) for key, lines in stories.items() if lines),
    )


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
                tale.moves += values[0] in MOVES
                tale.still += values[0] not in MOVES
            case f.DiceRolled(_, "attack", _):
                tale.blows += 1
            case f.Noted(key, player) if key == looks.CHIEF and player and entry.verb != "override":
                tale.chiefs[player] += 1
            case f.PlayerOut(player, _):
                tale.out.append((player, by))
            case f.Renamed(player, to) if player != to:
                tale.rename(player, to)
            case _:
                pass
