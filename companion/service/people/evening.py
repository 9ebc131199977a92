"""An evening of several games: who plays on, who starts next, what was won so far. And chance, where the table asks."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from companion.engine.facts import Setting
from companion.service.live.games import GameService
from companion.service.live.session import LiveGame
from companion.service.people.first_evening import is_first_evening
from companion.store.base import GameInfo, StoreFault

EVENING = timedelta(hours=14)
"""Games of the same people within so long are one evening."""


@dataclass(frozen=True, slots=True)
class Again:
    """Set-up for another game of the same people; `first` is the player after the last starter."""

    players: tuple[str, ...]
    first: str
    options: Mapping[str, Setting] = field(default_factory=dict)
    house: str = ""
    deck: str = ""
    game: str = ""
    first_evening: bool = False
    """Whether they had never played when they sat down."""


class Wins(NamedTuple):
    """Number of a player's wins this evening."""

    player: str
    wins: int


class Known(NamedTuple):
    """Person of this house: how many of their last games came to an end, and how many of those they won."""

    player: str
    games: int
    wins: int


class Standings(NamedTuple):
    """The evening so far: how many games were played to an end, and who won how many, most first."""

    games: int
    rows: tuple[Wins, ...]


def drawn_by_lot(among: Sequence[str]) -> str:
    """Draw one of several, each as likely as any other; empty where there is none."""
    return secrets.choice(among) if among else ""


def again(tables: GameService, game: str, moves_on: bool = True) -> Again:
    """Return the same people, options and house rules; with `moves_on` the next player starts."""
    playing = tables.playing(game)
    with playing.lock:
        said, table = playing.entries[0].action, playing.course.table
        opened = said.get("players")
        was = [str(name) for name in opened] if isinstance(opened, list | tuple) else list(table.players)
        started = was.index(str(said.get("first"))) if said.get("first") in was else 0
        people = playing.game.people(table)
        first = people[(started + moves_on) % len(people)]
        house, deck = str(said.get("house", "")), str(said.get("deck", ""))
        is_new = is_first_evening(playing)
        return Again(people, first, dict(table.options), house, deck, playing.game.slug, is_new)


def standings(tables: GameService, players: Sequence[str], now: str) -> Standings:
    """Return the wins of these people since the evening began; games left without a result do not count."""
    wins: Counter[str] = Counter()
    games = 0
    for heading in tables.headings():
        same = sorted(map(str.casefold, heading.players)) == sorted(map(str.casefold, players))
        if not (same and heading.is_over and is_recent(heading, now)):
            continue
        winners = winners_of(tables, heading)
        if winners:
            games += 1
            wins.update(name.casefold() for name in winners)
    rows = [Wins(name, wins[name.casefold()]) for name in players]
    return Standings(games, tuple(sorted(rows, key=lambda row: -row.wins)))


def known(endings: Sequence[tuple[Sequence[str], Sequence[str]]]) -> tuple[Known, ...]:
    """List the people of games given as (people, winners), the one with most wins first."""
    names: dict[str, str] = {}
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for players, winners in endings:
        for name in players:
            names.setdefault(name.casefold(), name)
        played.update({name.casefold() for name in players})
        won.update({name.casefold() for name in winners})
    found = [Known(name, played[key], won[key]) for key, name in names.items()]
    return tuple(sorted(found, key=lambda one: (-one.wins, -one.games)))


def is_recent(heading: GameInfo, at: str) -> bool:
    """Return True if a game was touched on the evening of a moment."""
    try:
        return abs(datetime.fromisoformat(at) - datetime.fromisoformat(heading.changed)) <= EVENING
    except (ValueError, TypeError):
        return False


def winners_of(tables: GameService, heading: GameInfo) -> tuple[str, ...]:
    """Return the winners of a game; none if it can no longer be read."""
    try:
        playing: LiveGame = tables.playing(heading.id)
    except StoreFault:
        return ()
    ended = playing.course.table.ended
    return ended.winners if ended else ()
