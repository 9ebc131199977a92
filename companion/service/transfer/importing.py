"""A game that was played elsewhere, taken in whole or not at all. The same one twice is one game."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Literal, NamedTuple, NoReturn, Union, cast, get_args, get_origin, get_type_hints

from companion.engine import codec
from companion.engine.actions import Malformed
from companion.engine.facts import Fact
from companion.engine.history import Entry
from companion.engine.places import Kind, Place
from companion.service.live.games import GameService, Snapshot, Stale, Step
from companion.service.live.parsing import clean_text, opening, parse
from companion.service.live.session import LiveGame, Shapes, begin
from companion.service.transfer.playthrough import FileMalformed, play, read_script
from companion.service.transfer.record import FORMAT, digest, said_in
from companion.service.transfer.trial import follows, try_entry
from companion.service.transfer.verify import expanded, of_record
from companion.store.base import GameInfo, Repeated, Row, UnknownGame
from companion.store.rows import BATCH, unmarked


def facts_of(things: object, number: int) -> tuple[Fact, ...]:
    """Parse the facts of an entry of a record. Raise `Malformed` if they are none."""
    if not isinstance(things, list):
        _refuse(number, "facts")
    facts: list[Fact] = []
    for thing in things:
        if not isinstance(thing, dict):
            _refuse(number, "fact")
        try:
            fact = codec.load(thing)
        except (ValueError, TypeError, AttributeError, LookupError) as fault:
            _refuse(number, str(fault)[:80])
        kind: type = type(fact)
        for name, hint in _hints(kind).items():
            if not _fits(getattr(fact, name), hint):
                _refuse(number, f"{kind.__name__}.{name}")
        facts.append(fact)
    return tuple(facts)


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _fits(value: object, hint: Any) -> bool:
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Place:
        return (
            isinstance(value, Place)
            and value.kind in get_args(Kind)
            and type(value.name) is (int if value.kind == "gap" else str)
        )
    if origin in (Union, types.UnionType):
        return any(_fits(value, one) for one in inner)
    if origin is Literal:
        return value in inner
    if origin is tuple:
        return isinstance(value, tuple) and (
            all(_fits(item, inner[0]) for item in value)
            if len(inner) == 2 and inner[1] is Ellipsis
            else len(value) == len(inner) and all(_fits(item, one) for item, one in zip(value, inner, strict=True))
        )
    if origin is not None:
        return isinstance(value, Mapping) and all(
            _fits(key, inner[0]) and _fits(item, inner[1]) for key, item in value.items()
        )
    return type(value) is hint or (value is None and hint is type(None))


def _refuse(number: int, fault: str) -> NoReturn:
    raise Malformed("malformed.record-facts", number=number, fault=cast(object, fault))


LONGEST_ID = 100
"""Letters of an action id."""


class Taken(NamedTuple):
    """The game that was taken in, or the one that was here already."""

    seen: Snapshot
    is_new: bool


class Brought(NamedTuple):
    """A game as it was brought: what it was called elsewhere, and its entries, tried out."""

    playing: LiveGame
    ident: str = ""
    name: str = ""


def take_in(tables: GameService, data: bytes, file: str = "", via: str = "") -> Taken:
    """Take in a JSON record or a playthrough file; raises `FileMalformed` or `Malformed` and then changes nothing."""
    brought = _record(tables, data) if _is_record(data) else _playthrough(tables, data, file, via)
    rows = brought.playing.rows()
    origin = digest(brought.playing.entries)
    here = _known(tables, brought, origin)
    if here is not None:
        return Taken(tables.seen(here), False)
    ident = brought.ident if brought.ident and _heading(tables, brought.ident) is None else ""
    try:
        return Taken(tables.admit(brought.playing.title, rows, ident, brought.name, origin), True)
    except Repeated:
        # Somebody took in the same one a moment ago.
        here = _known(tables, brought, origin)
        if here is None:
            raise
        return Taken(tables.seen(here), False)


def take_more(tables: GameService, data: bytes, game: str) -> Taken:
    """Take in what a device knows of a game that is here, and the store has lost: its copy goes on from what is here.

    Where the game has gone on otherwise since, the copy becomes a game of its own beside it, and nothing of either is
    lost. Raises `Malformed` for the copy of another game, or one that is not as it was written, and changes nothing.
    """
    if not _is_record(data):
        raise Malformed("malformed.record", fault="record")
    brought = _record(tables, data)
    theirs = brought.playing.written()
    here = tables.playing(game)
    with here.lock:
        ours = here.written()
        if brought.ident != game or theirs[0].seal != ours[0].seal:
            raise Malformed("malformed.record-other")
        common = min(len(ours), len(theirs))
        parted = ours[common - 1].seal != theirs[common - 1].seal
        if not parted and common == len(theirs):
            return Taken(tables.seen(game), False)
    return take_in(tables, data) if parted else Taken(_continued(tables, game, brought.playing), True)


def _continued(tables: GameService, game: str, theirs: LiveGame) -> Snapshot:
    """Append the entries of another copy of a game that follow on what is here: all or none, each as first written."""
    rows, written = theirs.rows(), theirs.written()

    def decided(here: LiveGame) -> Step:
        known = here.version
        if known > len(written) or here.written()[-1].seal != written[known - 1].seal:
            raise Stale(known)
        more = rows[known:]
        return Step([row.entry for row in more], theirs.table, [row.action_id for row in more])

    return tables.write(game, decided, None, "")


def _known(tables: GameService, brought: Brought, origin: str) -> str | None:
    """Return the game here that is the same as this one, or has gone on from it.

    The store is asked by what such a game must have: the digest it was taken in by, its id, or its length and its two
    ends. Only a game that has one of these is compared entry by entry, however many there are.
    """
    taken = tables.taken_in(origin)
    if taken:
        return taken
    entries, slug = brought.playing.entries, brought.playing.game.slug
    length = len(entries)
    named = _heading(tables, brought.ident) if brought.ident else None
    likely = [named.id] if named is not None and named.game == slug and named.version >= length else []
    ends = said_in(entries[0].action), said_in(entries[-1].action)
    likely += [one.id for one in tables.of_length(slug, length) if (said_in(one.first), said_in(one.last)) == ends]
    return next((one for one in likely if digest(tables.playing(one).entries[:length]) == origin), None)


def _heading(tables: GameService, ident: str) -> GameInfo | None:
    try:
        return tables.heading(ident)
    except UnknownGame:
        return None


def _is_record(data: bytes) -> bool:
    """Return True for a record, one JSON object over any number of lines; a playthrough begins with an object on its
    own line."""
    try:
        thing = parse(data)
    except Malformed:
        return False
    return isinstance(thing, dict) and "playthrough" not in thing


def _playthrough(tables: GameService, data: bytes, file: str, via: str) -> Brought:
    run = play(read_script(file, data), tables.find)
    refused = next((outcome for outcome in run.outcomes if outcome.refused), None)
    if refused is not None and refused.refused is not None:
        if run.playing is None:
            raise refused.refused
        rule, message = refused.refused.violation.rule, refused.refused
        raise FileMalformed(
            file, refused.line, Malformed("malformed.refused-line", line=refused.line, rule=rule, message=message)
        )
    assert run.playing is not None
    at = tables.clock()
    rows = [Row(replace(entry, at=at, via=via)) for entry in run.playing.entries]
    return Brought(LiveGame(run.playing.title, rows))


def _record(tables: GameService, data: bytes) -> Brought:
    thing = expanded(_object(parse(data), "record"))
    form = thing.get("record")
    if form != FORMAT or isinstance(form, bool):
        raise Malformed("malformed.record", fault="record")
    entries = thing.get("entries")
    if not isinstance(entries, list) or not entries:
        raise Malformed("malformed.record", fault="entries")
    try:
        chain = of_record(thing)
    except Malformed as fault:
        if fault.key != "malformed.record-unsealed":  # older records carry no seals
            raise
    else:
        if not chain.holds:
            raise Malformed("malformed.record-seal", number=chain.broken_at)
    playing = _played(tables, [_object(entry, f"entries.{k}") for k, entry in enumerate(entries)])
    value = thing.get("id")
    return Brought(
        playing,
        value if isinstance(value, str) and value.isascii() and value.isalnum() and 6 <= len(value) <= 40 else "",
        clean_text(str(thing.get("name") or ""))[:80],
    )


def _played(tables: GameService, things: list[Mapping[str, object]]) -> LiveGame:
    line = opening(_object(things[0].get("action"), "entries.0.action"))
    title = tables.title(line.game, line.setup.deck)
    opened = begin(title, line)
    shapes = Shapes(title, len(line.setup.players))
    playing = LiveGame(title)
    for number, thing in enumerate(things, 1):
        said, batch = thing.get("action"), 0
        if isinstance(said, dict):  # its batch stands beside it in an exported record, in it where a device carried it
            said, batch = unmarked({**said, BATCH: thing[BATCH]} if BATCH in thing else said, number)
        action = line.said if number == 1 else shapes.read(said).json()
        facts = facts_of(thing.get("facts"), number)
        entry = Entry(number, action, facts, _short(thing, "at"), _short(thing, "via"), batch)
        fits = facts == opened.facts if number == 1 else follows(playing, entry)
        # The id under which a device sent it, so that its retry is harmless at the new table too.
        given = thing.get("action_id")
        known = isinstance(given, str) and given.isascii() and given.isprintable() and 0 < len(given) <= LONGEST_ID
        try_entry(playing, Row(entry, str(given) if known and playing.number_of(str(given)) is None else ""), fits)
    return playing


def _object(thing: object, where: str) -> Mapping[str, object]:
    if not isinstance(thing, dict):
        raise Malformed("malformed.record", fault=where)
    return thing


def _short(thing: Mapping[str, object], key: str) -> str:
    value = thing.get(key)
    return value[:40] if isinstance(value, str) else ""
