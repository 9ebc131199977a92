"""Sentences as they are said to one reader: of what somebody does, «you do». What is written for that stands beside the
plain sentences: `you.ask.act` beside `ask.act` where the reader is its `player`, `you-by.ask.act` where its `by`."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.words import Wording

BY_BLANK = (("player", "you"), ("by", "you-by"))
"""Which blank of a sentence names the reader, and where the sentence that is said to them stands."""


@dataclass(frozen=True, eq=False)
class Addressed(Wording):
    """The sentences of a wording, said to the player `reader`; where a language has none for that, the plain ones."""

    reader: str = ""

    def say(self, key: str, /, **blanks: object) -> str:
        """Return the sentence under a key, addressed to the reader where it speaks of them."""
        for blank, where in BY_BLANK:
            if blanks.get(blank) == self.reader and _is_nearer(self, f"{where}.{key}", key):
                return super().say(f"{where}.{key}", **blanks)
        return super().say(key, **blanks)


def addressed(words: Wording, reader: str) -> Wording:
    """Return the wording that addresses one player; unchanged where there is no such reader."""
    if not reader:
        return words
    return Addressed(words.lang, words.sentences, words.fallback, words.answers, reader=reader)


def _is_nearer(words: Wording, own: str, plain: str) -> bool:
    """Return True if the sentence to the reader stands in the language itself and not only in a fallback."""
    here: Wording | None = words
    while here is not None:
        if own in here.sentences:
            return True
        if plain in here.sentences or f"{plain}.other" in here.sentences:
            return False
        here = here.fallback
    return False
