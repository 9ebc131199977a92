"""Every sentence of every game's log by its key, with its blanks filled: read once by a person, and kept so.

The golden games show what the games put into a sentence; this shows what each language makes of it, and that a blank
stands where it should: `{player} shows cards to {to}` is not `{to} shows cards to {player}`.

python -m tests.games.log_sentences LANGUAGE     prints it (to be read before it is kept as log_sentences.LANGUAGE.txt)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from companion.decks.catalog import title
from companion.engine.words import Wording, blanks_of
from tests.beside import beside
from tests.games.every import GAMES

SECTIONS = ("log.", "scene.cause.")

WORD = "@"
"""Before the key of a word that fills a blank."""

KEPT = beside(__file__, "log_sentences.toml")
"""Values of the blanks: in every game, in one game, in one sentence."""


def sentences(lang: str) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Yield game, key and filled blanks of every sentence; one that a game has from another stands with the first."""
    seen = set()
    for slug in GAMES:
        words = title(slug).words[lang]
        for key, sentence in words.sentences.items():
            if key.startswith(SECTIONS) and (key, sentence) not in seen:
                seen.add((key, sentence))
                yield slug, key, {blank: filled(slug, key, blank, words) for blank in sorted(blanks_of(sentence))}


def filled(slug: str, key: str, blank: str, words: Wording) -> object:
    """Return the example for a blank of a sentence."""
    if blank == "count":
        return 1 if key.endswith(".one") else 7
    own = next(blanks for game, blanks in KEPT["own"].items() if slug.startswith(game))
    value = {**KEPT["blanks"], **own, **KEPT["here"].get(key, {})}[blank]
    if isinstance(value, list):
        return words.listed([worded(one, words) for one in value])
    return worded(value, words) if isinstance(value, str) else value


def worded(value: str, words: Wording) -> str:
    """Return the value, or the word it stands for."""
    return words.say(value.removeprefix(WORD), count=5) if value.startswith(WORD) else value


def text(lang: str) -> str:
    """Return all of them, a line each."""
    said = [f"{slug} {key}: {title(slug).words[lang].say(key, **blanks)}" for slug, key, blanks in sentences(lang)]
    return "\n".join([*said, ""])


def kept(lang: str) -> Path:
    """Return the file of a language."""
    return Path(__file__).with_name(f"log_sentences.{lang}.txt")


if __name__ == "__main__":
    print(text(sys.argv[1]), end="")
