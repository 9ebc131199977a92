"""Whether a game that comes from elsewhere can be shown: each of its entries is tried before anything of it is kept.

A seal says that an entry is as it was written. It does not say that it makes sense: whoever forges an entry can seal it
anew. A page that meets facts that no table can have fails, and so would every page that lists the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.actions import Malformed
from companion.engine.history import REDO, UNDO, Entry
from companion.engine.kit.known_cards import SEEN, known
from companion.engine.words import Wording
from companion.i18n.catalog import LADDER
from companion.service.live.parsing import Opening, opening
from companion.service.live.session import Finder, LiveGame, Refused, Shapes, action_of, begin, title_of, words_of
from companion.service.transfer.record import told
from companion.store.base import Row


def must_play(find: Finder, rows: Sequence[Row]) -> None:
    """Play a game as a store keeps it; raise `Malformed` at the first entry that no table can show.

    What follows from the rules is shown once, at the end; anything else at each entry, as in a record. A game whose
    deck is not here cannot be played, and nothing of it is shown.
    """
    if not rows:
        raise Malformed("malformed.record", fault="entries")
    line = opening(dict(rows[0].entry.action))
    try:
        title = title_of(find, line.game, line.setup.deck)
    except Malformed:
        return
    playing, shapes, fits = LiveGame(title), Shapes(title, len(line.setup.players)), True
    for row in rows:
        try:
            fits = _fits(playing, row.entry, line, shapes)
            if fits:
                playing.record(row)
            else:
                try_entry(playing, row, fits)
            if row is rows[-1]:
                _show(playing, row, fits)
        except Malformed:
            raise
        except Exception as fault:
            raise _senseless(row.entry.number, fault) from fault


def _fits(playing: LiveGame, entry: Entry, line: Opening, shapes: Shapes) -> bool:
    """Return whether today's rules make of what an entry says what is kept of it. Raise `Malformed` for no action."""
    if entry.number > 1:
        shapes.read(dict(entry.action))
        return follows(playing, entry)
    try:
        return begin(playing.title, line).facts == entry.facts
    except Refused:
        return False


def try_entry(playing: LiveGame, row: Row, fits: bool) -> None:
    """Record an entry, and see that everything that will ever be asked of it can be answered; raise `Malformed`.

    `fits`: its facts are what today's rules make of what was said. Others, an older program's or forged ones, are
    tried by everything that reads them.
    """
    try:
        playing.record(row)
        _show(playing, row, fits)
    except Malformed:
        raise
    except Exception as fault:
        # Facts from elsewhere may describe what no table can be; the rules then fail in any way they like.
        raise _senseless(row.entry.number, fault) from fault


def _show(playing: LiveGame, row: Row, fits: bool) -> None:
    playing.state()
    for lang in {*LADDER, *playing.title.words}:
        words = words_of(playing.title, lang)
        told(playing, row.entry, words)
        playing.game.view(playing.decklist, playing.course.table, words)
        if not fits:
            game, decklist, standing = playing.game, playing.decklist, tuple(playing.course.standing)
            _answered(playing, {}, words, ROUNDS)
            game.undo_hints(playing.table_before(row.entry.number), row.entry.facts, words)
            known(decklist, playing.running(SEEN), playing.table.seats, words)
            for tells in (game.recap, game.chronicle):
                if tells is not None:
                    tells(decklist, standing, words)


def _senseless(number: int, fault: Exception) -> Malformed:
    return Malformed("malformed.record-facts", number=number, fault=type(fault).__name__)


def follows(playing: LiveGame, entry: Entry) -> bool:
    """Return whether an entry's facts are what the rules make of what it says.

    Raise `Malformed` for an undo with facts.
    """
    if entry.verb in (UNDO, REDO):
        if entry.facts:
            raise Malformed("malformed.record-facts", number=entry.number, fault=entry.verb)
        return True
    action, table = action_of(entry), playing.course.table
    if playing.game.judge(playing.decklist, table, action) is not None:
        return False
    return playing.game.carry_out(playing.decklist, table, action) == entry.facts


ROUNDS = 1
"""How many questions deep a table of foreign facts is tried."""


def _answered(playing: LiveGame, said: Mapping[str, object], words: Wording, rounds: int) -> None:
    question = playing.game.ask(playing.decklist, playing.course.table, said, words)
    choices = [choice for group in question.groups for choice in group.choices if not choice.done]
    for choice in choices if rounds else ():
        _answered(playing, choice.said, words, rounds - 1)
