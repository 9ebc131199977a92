"""A game as it is told and taken along: the public log, the Markdown page, the JSON record, the playthrough file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion import __version__
from companion.engine import codec
from companion.engine.history import REDO, UNDO, Entry
from companion.engine.words import Wording
from companion.service.history.edit_note import noted
from companion.service.live.session import LiveGame, action_of, words_of
from companion.store.base import GameInfo
from companion.store.rows import BATCH, Written

FORMAT = 1


class Told(NamedTuple):
    """One line of the public log. `undone`: it was taken back and does not count at the moment."""

    version: int
    at: str
    text: str
    undone: bool


def log(playing: LiveGame, lang: str, first: int = 1) -> list[Told]:
    """Return the public log from entry `first` on, one line an entry, those taken back included."""
    words = words_of(playing.title, lang)
    with playing.lock:
        stands = playing.course.stands(first)
        return [
            Told(entry.number, entry.at, told(playing, entry, words), not _counts(entry, stands))
            for entry in playing.entries[first - 1 :]
        ]


def told(playing: LiveGame, entry: Entry, words: Wording) -> str:
    """Return what an entry did, in a sentence or two."""
    if entry.number == 1:
        names = entry.action.get("players")
        players = tuple(str(name) for name in names) if isinstance(names, list | tuple) else ()
        opened = words.say("log.opened", players=words.listed(players))
        if playing.game.first_in_play:
            return opened
        return f"{opened} {words.say('log.begins', first=entry.action['first'])}"
    about = playing.about(entry.number)
    if about is not None:
        if edit := noted(playing.entries, entry.number):
            text = told(playing, playing.entries[edit.entry - 1], words)
            said = [words.say(f"log.edit.{edit.how}", number=edit.entry, text=text)]
            if edit.again > edit.new:
                said.append(words.say("log.edit.again", count=edit.again - edit.new))
            if edit.out:
                said.append(words.say("log.edit.out", numbers=words.listed(ranges(edit.out))))
            return " ".join(said)
        return words.say(f"log.{entry.verb}", number=about, text=told(playing, playing.entries[about - 1], words))
    return playing.told(
        entry,
        words,
        lambda: playing.game.tell(
            playing.decklist, playing.table_before(entry.number), action_of(entry), entry.facts, words
        ),
    )


def ranges(numbers: Sequence[int]) -> list[str]:
    """Numbers as people write them: 3, 7–12."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs]


def markdown(playing: LiveGame, heading: GameInfo, lang: str) -> str:
    """Return the log as a page of Markdown; what was taken back is struck through."""
    words = words_of(playing.title, lang)
    title = heading.name or words.say("log.title", game=words.raw("game.name"))
    head = [words.raw("log.entry"), words.raw("log.at"), words.raw("log.what")]
    house = str(playing.entries[0].action.get("house", ""))
    kept = [f"> {_escaped(house)}", ""] if house else []
    lines = [f"# {_escaped(title)}", "", *kept, f"| {' | '.join(head)} |", "|---:|---|---|"]
    for line in log(playing, lang):
        text = _escaped(line.text)
        lines.append(f"| {line.version} | {line.at} | {f'~~{text}~~' if line.undone else text} |")
    return "\n".join(lines) + "\n"


def document(playing: LiveGame, heading: GameInfo, first: int = 1) -> dict[str, object]:
    """Return everything known of a game as JSON: every entry from `first` on, with its action and its facts.

    `seal` is the entry's in the log: `companion verify` follows the chain, and so can anybody (docs/seals.md).
    """
    with playing.lock:
        stands = playing.course.stands()
        kept = zip(playing.entries[first - 1 :], playing.written()[first - 1 :], strict=True)
        return {
            "record": FORMAT,
            "program": __version__,
            "id": heading.id,
            "name": heading.name,
            "game": heading.game,
            "opened": heading.opened,
            "entries": [_entry(entry, line, not _counts(entry, stands)) for entry, line in kept],
            "final": playing.state(),
        }


def digest(entries: Sequence[Entry]) -> str:
    """Return the fingerprint of a game: the SHA-256 over all its actions."""
    return hashlib.sha256(b"[" + b",".join(said_in(entry.action) for entry in entries) + b"]").hexdigest()


def brought_until(entries: Sequence[Entry], origin: str) -> int:
    """Return the number of the last entry that came with the record a game was taken in from; 0 for a game played
    here."""
    so_far = hashlib.sha256(b"[")
    for entry in entries if origin else ():
        so_far.update(said_in(entry.action))
        whole = so_far.copy()
        whole.update(b"]")
        if whole.hexdigest() == origin:
            return entry.number
        so_far.update(b",")
    return 0


def _entry(entry: Entry, line: Written, undone: bool) -> dict[str, object]:
    return {
        "number": entry.number,
        "at": entry.at,
        "via": entry.via,
        "undone": undone,
        "action": dict(entry.action),
        **({BATCH: entry.batch} if entry.batch else {}),
        "facts": [codec.dump(fact) for fact in entry.facts],
        "action_id": line.action_id or "",
        "seal": line.seal,
    }


def said_in(action: Mapping[str, object]) -> bytes:
    """Serialise an action in the one form of which digests are taken."""
    return json.dumps(dict(action), sort_keys=True, separators=(",", ":")).encode()


def _counts(entry: Entry, stands: frozenset[int]) -> bool:
    return entry.number in stands or entry.verb in (UNDO, REDO)


_MARKS = str.maketrans({char: f"&#{ord(char)};" for char in "&\\`*_[]<>|~#"} | {"\n": " "})


def _escaped(text: str) -> str:
    """Names may hold anything: nothing in them may look like Markdown or HTML."""
    return text.translate(_MARKS)
