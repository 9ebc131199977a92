"""Sentences by key and language, with named blanks. What a translator writes is data; look-up never fails."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import Formatter

Blanks = Mapping[str, object]
Tree = Mapping[str, object]


def flatten(tree: Tree, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence of a language file by its dotted key."""
    for key, value in tree.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping):
            yield from flatten(value, f"{path}.")
        elif isinstance(value, str):
            yield path, value


def blanks_of(sentence: str) -> frozenset[str]:
    """The names of a sentence's blanks."""
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name)


@dataclass(frozen=True)
class Wording:
    """The sentences of one language; what is missing is looked up in `fallback`, then the key itself is said."""

    lang: str
    sentences: Mapping[str, str]
    fallback: Wording | None = None

    def has(self, key: str) -> bool:
        """Whether this language, or one it falls back to, has a sentence under this key."""
        return key in self.sentences or (self.fallback is not None and self.fallback.has(key))

    def raw(self, key: str) -> str:
        """The sentence under a key, blanks unfilled."""
        found = self.sentences.get(key)
        if found is not None:
            return found
        return self.fallback.raw(key) if self.fallback else key

    def say(self, key: str, /, **blanks: object) -> str:
        """The sentence under a key with its blanks filled; a blank nobody filled shows its name."""
        return self.raw(key).format_map(_Blanks(blanks)) if blanks or "{" in self.raw(key) else self.raw(key)

    def card(self, slug: str) -> str:
        """A card's name."""
        return self.raw(f"cards.{slug}.name") if self.has(f"cards.{slug}.name") else slug

    def listed(self, things: list[str] | tuple[str, ...]) -> str:
        """«Ana, Beto y Carla»."""
        if len(things) < 2:
            return "".join(things)
        last = things[-1]
        joiner = "words.and_before_i" if _SOUNDS_LIKE_I.match(last) else "words.and"
        return f"{', '.join(things[:-1])} {self.raw(joiner)} {last}"

    def over(self, sentences: Mapping[str, str]) -> Wording:
        """This wording with some sentences replaced (another printing's names)."""
        return Wording(self.lang, sentences, self)


_SOUNDS_LIKE_I = re.compile(r"h?[ií](?![aeoáéó])|hi$", re.IGNORECASE)
"""Before these Spanish writes «e» for «y»: Inés, hielo not (a diphthong). Languages without the rule give both words
the same sentence."""


class _Blanks(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"
