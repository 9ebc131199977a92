"""A game that was played elsewhere, taken in whole or not at all. The same one twice is one game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.cards.translated import LADDER
from companion.referee.actions import Malformed
from companion.service.facts_of_record import facts_of
from companion.service.playing import Playing, Shapes, begin, words_of
from companion.service.playthrough import FileMalformed, play, read_script
from companion.service.reading import clean_text, opening, parse
from companion.service.record import FORMAT, digest, told
from companion.service.tables import Seen, Tables
from companion.service.verifying import expanded, of_record
from companion.store.log import Repeated, Row
from companion.table.history import Entry

LONGEST_ID = 100
"""Letters of an action id."""


class Taken(NamedTuple):
    """The game that was taken in, or the one that was here already."""

    seen: Seen
    is_new: bool


class Brought(NamedTuple):
    """A game as it was brought: what it was called elsewhere, and its entries, tried out."""

    playing: Playing
    ident: str = ""
    name: str = ""


def take_in(tables: Tables, data: bytes, file: str = "", via: str = "") -> Taken:
    """Take in a JSON record or a playthrough file; raises `FileMalformed` or `Malformed` and then changes nothing."""
    brought = _record(tables, data) if _is_record(data) else _playthrough(tables, data, file, via)
    rows = brought.playing.rows()
    origin = digest(brought.playing.entries)
    here = _known(tables, brought, origin)
    if here is not None:
        return Taken(tables.seen(here), False)
    ident = brought.ident if brought.ident not in {heading.id for heading in tables.headings()} else ""
    try:
        return Taken(tables.admit(brought.playing.title, rows, ident, brought.name, origin), True)
    except Repeated:
        # Somebody took in the same one a moment ago.
        here = _known(tables, brought, origin)
        if here is None:
            raise
        return Taken(tables.seen(here), False)


def _known(tables: Tables, brought: Brought, origin: str) -> str | None:
    """The game that is the same as this one, or has gone on from it."""
    length = brought.playing.version
    for heading in tables.headings():
        if heading.origin == origin:
            return heading.id
        alike = heading.game == brought.playing.game.slug and (heading.version == length or heading.id == brought.ident)
        if alike and heading.version >= length and digest(tables.playing(heading.id).entries[:length]) == origin:
            return heading.id
    return None


def _is_record(data: bytes) -> bool:
    """A record is one JSON object over several lines or one; a playthrough begins with a line that is one by itself."""
    try:
        thing = parse(data)
    except Malformed:
        return False
    return isinstance(thing, dict) and "playthrough" not in thing


def _playthrough(tables: Tables, data: bytes, file: str, via: str) -> Brought:
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
    rows = [Row(Entry(e.number, e.action, e.facts, at, via)) for e in run.playing.entries]
    return Brought(Playing(run.playing.title, rows))


def _record(tables: Tables, data: bytes) -> Brought:
    thing = expanded(_object(parse(data), "record"))
    form = thing.get("record")
    if not isinstance(form, int) or isinstance(form, bool):
        raise Malformed("malformed.record", fault="record")
    if form != FORMAT:
        raise Malformed("malformed.record-version", found=form)
    entries = thing.get("entries")
    if not isinstance(entries, list) or not entries:
        raise Malformed("malformed.record", fault="entries")
    _refuse_altered(thing)
    playing = _played(tables, [_object(entry, f"entries.{k}") for k, entry in enumerate(entries)])
    return Brought(playing, _ident(thing), clean_text(str(thing.get("name") or ""))[:80])


def _refuse_altered(thing: Mapping[str, object]) -> None:
    """A record that carries seals is taken in only as it was written; older ones carry none."""
    try:
        chain = of_record(thing)
    except Malformed as fault:
        if fault.key == "malformed.record-unsealed":
            return
        raise
    if not chain.holds:
        raise Malformed("malformed.record-seal", number=chain.broken_at)


def _played(tables: Tables, things: list[Mapping[str, object]]) -> Playing:
    line = opening(_object(things[0].get("action"), "entries.0.action"))
    title = tables.title(line.game, line.setup.deck)
    begin(title, line)
    shapes = Shapes(title, len(line.setup.players))
    playing = Playing(title)
    for number, thing in enumerate(things, 1):
        action = line.said if number == 1 else shapes.read(thing.get("action")).json()
        entry = Entry(number, action, facts_of(thing.get("facts"), number), _short(thing, "at"), _short(thing, "via"))
        _try(playing, Row(entry, _action_id(playing, thing.get("action_id"))))
    return playing


def _action_id(playing: Playing, given: object) -> str:
    """The id under which a device sent an entry, so that its retry is harmless at the new table too."""
    known = isinstance(given, str) and given.isascii() and given.isprintable() and 0 < len(given) <= LONGEST_ID
    return str(given) if known and playing.number_of(str(given)) is None else ""


def _try(playing: Playing, row: Row) -> None:
    """Record an entry, and see that everything that will ever be asked of it can be answered."""
    try:
        playing.record(row)
        playing.state()
        for lang in {*LADDER, *playing.title.words}:
            words = words_of(playing.title, lang)
            told(playing, row.entry, words)
            playing.game.view(playing.decklist, playing.course.table, words)
    except Malformed:
        raise
    except Exception as fault:
        # Facts from elsewhere may describe what no table can be; the rules then fail in any way they like.
        raise Malformed("malformed.record-facts", number=row.entry.number, fault=type(fault).__name__) from fault


def _object(thing: object, where: str) -> Mapping[str, object]:
    if not isinstance(thing, dict):
        raise Malformed("malformed.record", fault=where)
    return thing


def _short(thing: Mapping[str, object], key: str) -> str:
    value = thing.get(key)
    return value[:40] if isinstance(value, str) else ""


def _ident(thing: Mapping[str, object]) -> str:
    value = thing.get("id")
    return value if isinstance(value, str) and value.isascii() and value.isalnum() and 6 <= len(value) <= 40 else ""
