"""What is kept of whom, and how it is forgotten: a game for good, or a person out of every game.

A person's name becomes «Alguien n» in everything that was said and in everything it brought about, so that the game
itself stays whole and can be replayed. Words that only happen to read like the name (a card, a step, a pile) stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace

from companion.engine import codec
from companion.engine.actions import Malformed
from companion.engine.history import Entry
from companion.service.live.games import GameService
from companion.service.live.session import LiveGame
from companion.store.base import GameInfo, Kept, Row, StoreFault

NO_NAMES = frozenset(
    {
        *("fact", "action", "game", "deck", "playthrough", "options", "direction", "step", "cause"),
        *("card", "cards", "faces", "back", "against", "about", "kind", "piles", "gaps"),
        *("track", "key", "role", "rule", "claim", "result", "phase", "as"),
    }
)
"""Fields that hold no names."""
BY_NAME = frozenset({"roles", "hands", "quarantine", "fronts", "infections"})
"""Tables from names to something; of these only `infections` has names on both sides."""
FREE = frozenset({"reason", "anyway", "house", "text"})
"""Fields somebody wrote by hand: a name may stand anywhere in them."""
PLACES = ("source", "target")


def people(tables: GameService) -> dict[str, int]:
    """Every name that stands anywhere in a game, with the number of games; in the order of the alphabet."""
    found: dict[str, int] = {}
    for heading in tables.headings():
        for name in _names(tables, heading):
            found[name] = found.get(name, 0) + 1
    return dict(sorted(found.items(), key=lambda item: item[0].casefold()))


def forget_person(tables: GameService, name: str, somebody: str) -> int:
    """Replace a name in every game by «`somebody` n»; gives back in how many. Raises `Malformed` where nobody is it."""
    headings = [heading for heading in tables.headings() if name in _names(tables, heading)]
    if not name or not headings:
        raise Malformed("malformed.nobody", name=name[:60])
    with ExitStack() as held:
        for heading in sorted(headings, key=lambda one: one.id):
            held.enter_context(tables.playing(heading.id).writing)
            held.enter_context(tables.playing(heading.id).lock)
        playing = {heading.id: tables.playing(heading.id) for heading in headings}
        kept = dict[str, Kept]()
        for heading in headings:
            here, taken = playing[heading.id], {one.casefold() for one in _names(tables, heading)}
            alias = next(one for k in range(1, 1000) if (one := f"{somebody} {k}").casefold() not in taken)
            change = _Change(name, alias)
            rows = [Row(change.entry(entry), here.id_of(entry.number)) for entry in here.entries]
            kept[heading.id] = Kept(rows, change.written(heading.name), LiveGame(here.title, rows).glance())
        tables.forget(kept)
        for game, what in kept.items():
            playing[game].read_anew(what.rows)
    return len(headings)


def nameless(tables: GameService, game: str, somebody: str) -> LiveGame:
    """Return a game as it would be without anybody's name: everybody is «`somebody` n», as they sat. Nothing is kept of
    it."""
    playing, names = tables.playing(game), _names(tables, tables.heading(game))
    final = list(playing.course.table.players)
    entries = playing.entries
    free = (one for k in range(1, 1000) if (one := f"{somebody} {k}") not in names)
    for name in sorted(names, key=lambda one: (one not in final, final.index(one) if one in final else 0, one)):
        change = _Change(name, next(free))
        entries = [change.entry(entry) for entry in entries]
    return LiveGame(playing.title, [Row(entry, playing.id_of(entry.number)) for entry in entries])


def _names(tables: GameService, heading: GameInfo) -> set[str]:
    """Return every name that anybody ever had in a game; those in the list of games if it cannot be read."""
    try:
        playing = tables.playing(heading.id)
    except StoreFault:
        return set()
    names: set[str] = set(playing.course.table.players)
    for entry in playing.entries:
        if entry.number == 1:
            value = entry.action.get("players")
            names.update(str(name) for name in (value if isinstance(value, list | tuple) else ()))
        elif entry.verb == "rename":
            names.update(str(entry.action[key]) for key in ("player", "to") if entry.action.get(key))
    return names


class _Change:
    """One name for another, wherever it stands for the person."""

    def __init__(self, name: str, alias: str) -> None:
        self._name = name
        self._alias = alias
        self._anywhere = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)

    def entry(self, entry: Entry) -> Entry:
        """Return the entry, with its facts, under the new names."""
        action = self._table(json.loads(json.dumps(dict(entry.action))))
        facts = tuple(codec.load(self._table(codec.dump(fact))) for fact in entry.facts)
        return replace(entry, action=action, facts=facts)

    def written(self, text: str) -> str:
        """Return a handwritten text under the new names."""
        return self._anywhere.sub(lambda _: self._alias, text)

    def _table(self, thing: Mapping[str, object]) -> dict[str, object]:
        return {key: self._field(key, value) for key, value in thing.items()}

    def _field(self, key: str, value: object) -> object:
        if key in NO_NAMES:
            return value
        if key in FREE and isinstance(value, str):
            return self.written(value)
        if key in BY_NAME and isinstance(value, Mapping):
            both = key == "infections"
            return {self._one(name): self._one(held) if both else held for name, held in value.items()}
        if key in PLACES and isinstance(value, list | tuple) and len(value) == 2:
            return [value[0], self._one(value[1]) if value[0] in ("hand", "front") else value[1]]
        return self._value(value)

    def _value(self, value: object) -> object:
        if isinstance(value, Mapping):
            return self._table(value)
        if isinstance(value, list | tuple):
            return [self._value(item) for item in value]
        return self._one(value)

    def _one(self, value: object) -> object:
        return self._alias if value == self._name else value
