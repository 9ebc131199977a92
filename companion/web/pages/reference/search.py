"""Finding a card or a rule: what a search matches, which open questions speak of a card, why something is refused."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from companion.engine.words import Wording
from companion.web.pages.games.new import Ruling

LONGEST_FIND = 60
SHORT = 4
"""A word of so many letters is looked for as it stands."""
_BLANK = re.compile(r"\{[^{}]*\}")


class WhyNot(NamedTuple):
    """One reason why something is refused, its blanks left open, and its place in the rulebook."""

    rule: str
    text: str
    where: str


def holds(find: str, *texts: str) -> bool:
    """Return True if the texts contain every word looked for, regardless of accents, capitals, singular or plural."""
    heap = folded(" ".join(texts))
    return all(
        word in heap or (word.removesuffix("s") if len(word) > SHORT else word) in heap for word in folded(find).split()
    )


@lru_cache(maxsize=1024)
def folded(text: str) -> str:
    """Return a text without accents, in lower case. Cached: the pages of rules fold the same few hundred texts every
    time."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


def about_card(name: str, rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """Return the open questions that name a card."""
    named = re.compile(rf"(?<!\w){re.escape(folded(name))}(?!\w)")
    return tuple(one for one in rulings if named.search(folded(f"{one.question} {one.why}")))


def why_nots(words: Wording) -> tuple[WhyNot, ...]:
    """Every refusal of the game that has a place in the rulebook, in the order in which they were written down."""
    found = []
    keys: dict[str, None] = {}
    here: Wording | None = words
    while here is not None:
        keys.update(dict.fromkeys(here.sentences))
        here = here.fallback
    for key in keys:
        head, _, variant = key.rpartition(".")
        where = f"{head}.where"
        if head.startswith("rules.") and variant != "where" and words.has(where):
            found.append(WhyNot(head.removeprefix("rules."), _BLANK.sub("…", words.raw(key)), words.raw(where)))
    return tuple(found)
