"""Habits that native editors struck out of the sentences, found again by pattern: none may come back.

docs/words.md has the word to say instead of most of them. A pattern looks at one sentence; `but` names the places
where what it finds is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from companion.decks.catalog import gentle, title
from companion.i18n import catalog
from tests.beside import beside
from tests.games.every import GAMES

NOT_READ = re.compile(r"\.(also|icon|slug|tokens)$")
"""Keys of words to search by and names of drawings, which are not read as sentences."""


class Habit(NamedTuple):
    """Habit that editors struck out."""

    find: str
    """The pattern."""
    say: str
    """Better words, or the reason."""
    where: str = ""
    """A pattern of the keys it looks at, after the name of the game or part; all where it is empty."""
    but: str = r"(?!)"
    """A pattern of places (name, key, sentence) where it may stand."""


HABITS = {lang: [Habit(**one) for one in habits] for lang, habits in beside(__file__, "habits.toml").items()}


def sentences(lang: str) -> Iterator[tuple[str, str]]:
    """Yield the name of a game or part with a key, and the sentence; one that a game has from another once."""
    for path in sorted((catalog.WORDS / lang).glob("*.toml")):
        yield from ((f"{path.stem} {key}", text) for key, text in catalog.read(path.stem, lang).items())
    seen = set[tuple[str, str]]()
    for slug in GAMES:
        words = {**title(slug).words[lang].sentences, **{f"gentle.{k}": text for k, text in gentle(slug, lang).items()}}
        yield from ((f"{slug} {key}", text) for key, text in words.items() if (key, text) not in seen)
        seen.update(words.items())


@pytest.mark.parametrize("lang", HABITS)
def test_no_habit_that_native_editors_struck_out_comes_back(lang: str) -> None:
    read = [(place, text) for place, text in sentences(lang) if not NOT_READ.search(place)]
    found = [
        f"{place}: {text} ({habit.say})"
        for habit in HABITS[lang]
        for place, text in read
        if re.search(habit.find, text) and re.search(habit.where, place) and not re.search(habit.but, f"{place} {text}")
    ]
    assert found == [], "\n".join(found)
