"""What is worth telling of a game that is over: turns, who went out and by whom, cards, the longest quarantine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.games.common.naming import Naming
from companion.games.la_cosa.ending import action_infections
from companion.games.la_cosa.looks import ROUNDS
from companion.referee.actions import Action
from companion.referee.game import Past
from companion.referee.view import Recalled
from companion.table import facts as f
from companion.table.history import Entry
from companion.table.state import Table

MOST_CARDS = 8
"""So many kinds of cards are told, those played most."""
BY_TABLE = "override"
"""Why somebody is out whom the table took out by hand."""


@dataclass(slots=True)
class _Tale(Naming):
    """The game as it is gone through once."""

    turns: int = 1
    exchanges: int = 0
    shuffles: int = 0
    out: list[tuple[str, str, str]] = field(default_factory=list)
    """Who went out, why, and by whose hand (empty where nobody's)."""
    played: Counter[str] = field(default_factory=Counter)
    since: dict[str, int] = field(default_factory=dict)
    """In which turn each quarantine that lies now was laid."""
    quarantines: list[tuple[int, str]] = field(default_factory=list)


def recap(decklist: Decklist, past: Sequence[Past], words: Wording) -> tuple[Recalled, ...]:
    """The figures, then the stories; what did not happen is left out."""
    tale = _Tale()
    before = Table()
    for entry, table in past:
        _note(tale, entry, before)
        before = table
    for player in tuple(tale.since):
        _lifted(tale, player)
    last = past[-1][0] if past else Entry(0, {}, ())
    return tuple(thing for thing in (*_figures(tale, words), *_stories(tale, last, words)) if thing)


def _note(tale: _Tale, entry: Entry, before: Table) -> None:
    if entry.verb in ("play", "respond") and isinstance(entry.action.get("card"), str):
        tale.played[str(entry.action["card"])] += 1
    by_hand = before.prompt.by if before.prompt else ""
    for fact in entry.facts:
        match fact:
            case f.TurnBegan() if entry.verb != BY_TABLE:
                tale.turns += 1
            case f.CardsPassed(pairs) if len(pairs) == 2:
                tale.exchanges += 1
            case f.StackShuffled():
                tale.shuffles += 1
            case f.PlayerOut(player, cause):
                tale.out.append((player, cause, by_hand))
                _lifted(tale, player)
            case f.TrackSet(track, player, None) if track == ROUNDS:
                _lifted(tale, player)
            case f.TrackSet(track, player, _) if track == ROUNDS:
                tale.since.setdefault(player, tale.turns)
            case f.Renamed(player, to) if player != to:
                _renamed(tale, player, to)
            case _:
                pass


def _lifted(tale: _Tale, player: str) -> None:
    if player in tale.since:
        tale.quarantines.append((tale.turns - tale.since.pop(player), player))


def _renamed(tale: _Tale, player: str, to: str) -> None:
    tale.rename(player, to)
    if player in tale.since:
        tale.since[to] = tale.since.pop(player)


def _figures(tale: _Tale, words: Wording) -> list[Recalled]:
    counts = {"turns": tale.turns, "exchanges": tale.exchanges, "shuffles": tale.shuffles}
    return [Recalled(words.raw(f"recap.{key}"), count) for key, count in counts.items() if count]


def _stories(tale: _Tale, last: Entry, words: Wording) -> list[Recalled]:
    out = [_went_out(tale, *one, words) for one in tale.out]
    played = [words.say("recap.card", card=words.card(card), count=count) for card, count in _most(tale.played)]
    longest = max(tale.quarantines, default=(0, ""))
    ended = Action(last.verb, {key: value for key, value in last.action.items() if key != "action"})
    infected = [
        words.say("recap.infected", by=tale.name(by), player=tale.name(player))
        for player, by in action_infections(ended).items()
    ]
    kept = [words.say("recap.quarantined", player=tale.name(longest[1]), turns=longest[0])] if longest[0] else []
    told = {"out": out, "infections": infected, "played": played, "quarantine": kept}
    return [Recalled(words.raw(f"recap.{key}"), None, tuple(lines)) for key, lines in told.items() if lines]


def _most(played: Counter[str]) -> list[tuple[str, int]]:
    return sorted(played.items(), key=lambda item: (-item[1], item[0]))[:MOST_CARDS]


def _went_out(tale: _Tale, player: str, cause: str, by: str, words: Wording) -> str:
    if cause == BY_TABLE:
        return words.say("recap.by-hand", player=tale.name(player))
    if cause == "lanzallamas" and by:
        return words.say("recap.burned", by=tale.name(by), player=tale.name(player))
    return words.say("recap.superinfection", player=tale.name(player))
