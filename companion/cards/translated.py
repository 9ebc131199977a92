"""A language over those it falls back to: whoever translates adds a file, and what it lacks is said all the same."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping

from companion.cards.reading_words import blanks_in
from companion.cards.wording import Wording, flatten

LADDER = ("es", "en")
"""Spanish beneath, English over it, any other language over both."""

Find = Callable[[str], bytes | None]
"""The file of a language; None where there is none."""


def translated(lang: str, find: Find) -> Wording:
    """The sentences of a language, each one it lacks in English, else in Spanish; without a file, all in Spanish."""
    known = lang if find(lang) is not None else LADDER[0]
    steps = LADDER[: LADDER.index(known) + 1] if known in LADDER else (*LADDER, known)
    said: dict[str, str] = {}
    for step in steps:
        said.update(_sayable(sentences_of(find(step) or b""), said))
    return Wording(known, said)


def sentences_of(file: bytes) -> dict[str, str]:
    """The sentences of a file; none of one that cannot be read."""
    try:
        return dict(flatten(tomllib.loads(file.decode("utf-8"))))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError):
        return {}


def _sayable(sentences: Mapping[str, str], beneath: Mapping[str, str]) -> dict[str, str]:
    """Those that are not empty and ask for nothing that the sentence they stand for is not given."""
    return {key: text for key, text in sentences.items() if _fits(text, beneath.get(key))}


def _fits(text: str, original: str | None) -> bool:
    if original is None:
        return True
    here, there = blanks_in(text), blanks_in(original)
    return bool(text.strip()) and here is not None and (there is None or here <= there)
