"""A box in which copies are missing, as a deck of the host's own: how it is called, its folder, what it lacks."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import current_app

from companion.decks.catalog import DECK_FILE, Title, read_folder
from companion.decks.loader import Box
from companion.engine.deck import Decklist
from companion.engine.words import Wording
from companion.web.pages.base import words
from companion.web.server.context import DATA_FOLDER, DECK_FOLDERS, lang

DECKS = "decks"
"""The folder within the data folder that holds the host's own decks."""


class BoxFault(Exception):
    """The box cannot be noted like this; nothing has changed. The text is the sentence for whoever asked."""

    def __init__(self, sentence: str, status: int = 422) -> None:
        super().__init__(sentence)
        self.status = status


def only_lacks(title: Title, own: Title) -> bool:
    """Return True if a deck is the game's own but for missing copies: no cards, names or questions of the host's."""
    mine, theirs = title.decklist, own.decklist
    return replace(theirs, slug=mine.slug, missing=mine.missing) == mine and _told(title) == _told(own)


def _told(title: Title) -> dict[str, tuple[object, object]]:
    """Return the texts of a deck in each language."""
    return {tag: (words.sentences, words.answers) for tag, words in title.words.items()}


def lacking(decklist: Decklist, wording: Wording) -> str:
    """Return the copies a box lacks, by card with the numbers printed on them; empty for a complete one."""
    named = []
    for card in decklist.cards:
        gone = [k for k in range(1, card.copies + 1) if f"{card.slug}.{k}" in decklist.missing]
        numbers = ", ".join(str(number) for k in gone if (number := card.number(k)) is not None)
        if gone:
            named.append(wording.card(card.slug) + (f" ({numbers})" if numbers else ""))
    return ", ".join(named)


def slug_for(base: str, missing: Collection[str]) -> str:
    """Return the slug of the deck: the same copies missing, however they were picked, are the same deck."""
    digest = hashlib.sha256("\n".join([base, *sorted(missing)]).encode()).hexdigest()
    return f"faltan-{len(missing)}-{digest[:10]}"


def keep(data: Path, own: Title, missing: Collection[str], judge: Callable[[Title], None]) -> str:
    """Write the deck of a box that lacks these copies into the data folder, whole or not at all; gives its slug.

    `judge` sees the deck before it is there, and raises where it will not do. Raises `BoxFault`.
    """
    slug = slug_for(own.decklist.slug, missing)
    copies = "".join(f'    "{copy}",\n' for copy in sorted(missing))
    remark = " ".join(words(lang()).raw("box.remark").split())
    text = f'# {remark}\nslug = "{slug}"\nbase = "{own.decklist.slug}"\nmissing = [\n{copies}]\n'
    write(data / DECKS / slug, own, {DECK_FILE: text}, judge)
    return slug


def write(target: Path, own: Title, files: Mapping[str, str], judge: Callable[[Title], None]) -> None:
    """Write the files of a deck into the data folder, whole or not at all; raise `BoxFault` where it will not do."""
    data = target.parents[1]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Beside the decks, not among them: nobody may find a deck that is only half written.
        with TemporaryDirectory(prefix="deck-", dir=data, ignore_cleanup_errors=True) as desk:
            draft = Path(desk) / target.name
            draft.mkdir()
            for name, text in files.items():
                with (draft / name).open("w", encoding="utf-8", newline="\n") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())  # a game is about to depend on it
            box = _usable(draft, own)
            judge(replace(own, decklist=box.decklist, words=box.words))
            if not _stands(target, box):
                draft.rename(target)
    except OSError as fault:
        why = fault.strerror or str(fault)
        raise BoxFault(words(lang()).say("box.not-written", folder=target.parent, why=why), 503) from None


def data_folder() -> Path:
    """Return the data folder. Raise `BoxFault` if there is none, or the decks in it would not be found again."""
    data = current_app.config.get(DATA_FOLDER)
    if not data or Path(data) / DECKS not in {Path(folder) for folder in current_app.config.get(DECK_FOLDERS, ())}:
        raise BoxFault(words(lang()).raw("box.nowhere"), 503)
    return Path(data)


def _usable(draft: Path, own: Title) -> Box:
    """Return the deck as it will be read. Raise `BoxFault` if nobody can play with it."""
    reading = read_folder(draft, thorough=False)
    if reading.box is not None:
        return reading.box
    grave = next(finding for finding in reading.findings if finding.grave)
    if grave.key == "card.unique":
        card = own.wording(lang()).card(str(grave.blanks["slug"]))
        raise BoxFault(words(lang()).say("box.unique", card=card))
    raise BoxFault(words(lang()).say("box.refused", why=grave.sentence(lang())))


def _stands(target: Path, box: Box) -> bool:
    """Return True if this deck is there already. Raise `BoxFault` if its place is taken by something else."""
    if not os.path.lexists(target):
        return False
    there = read_folder(target, thorough=False).box
    if there is None or there.decklist != box.decklist:
        raise BoxFault(words(lang()).say("box.taken", folder=target), 503)
    return True
