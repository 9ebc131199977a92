"""Sentences by key and language, with named blanks. What a translator writes is data; look-up never fails."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from string import Formatter
from typing import TYPE_CHECKING

from companion.engine.plural_rules import CATEGORIES, cardinal
from companion.engine.scripts import LEFTWARD, isolated

if TYPE_CHECKING:
    from companion.engine.facts import Setting

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
    """Return the names of a sentence's blanks."""
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name)


def blanks_in(sentence: str) -> frozenset[str] | None:
    """Return the names of a sentence's blanks; None if its braces are no plain `{name}`."""
    try:
        parts = list(Formatter().parse(sentence))
    except ValueError:
        return None
    blanks = [(name, spec, conversion) for _, name, spec, conversion in parts if name is not None]
    if any(not name.isidentifier() or spec or conversion for name, spec, conversion in blanks):
        return None
    return frozenset(name for name, _, _ in blanks)


def by_number(sentences: Mapping[str, str]) -> frozenset[str]:
    """Return the keys of the sentences with plural forms.

    `known.drawn` is one if its forms stand in a table of their own (`known.drawn.one`, `known.drawn.other`) that holds
    nothing but forms, more than one of them, `other` included.
    """
    tables: dict[str, set[str]] = {}
    for key in sentences:
        while key:
            key, _, child = key.rpartition(".")
            tables.setdefault(key, set()).add(child)
    return frozenset(
        table
        for table, children in tables.items()
        if len(children) > 1 and "other" in children and children <= _FORMS
        if all(f"{table}.{child}" in sentences for child in children)
    )


def original_of(key: str, originals: Mapping[str, str]) -> str | None:
    """Return the original sentence for a key, with or without plural forms.

    Of several forms it is `other`, the fullest: `one` here may be used for 21 elsewhere.
    """
    table, _, form = key.rpartition(".")
    whole = f"{table}.other" if form in _FORMS else key
    return next((originals[one] for one in (whole, key, f"{key}.other", table) if one in originals), None)


def by_answer(key: str, option: str, value: Setting) -> str:
    """Return the key of a sentence's variant for one answer to a house question.

    `cards.cuarentena.text` has its parts beside it, under `cards.cuarentena.by.quarantine_rounds.2`.
    """
    return f"{key.rpartition('.')[0]}.by.{option}.{str(value).lower()}"


def is_answer(key: str) -> bool:
    """Return True if the sentence is the variant of another for one answer to a house question."""
    return ".by." in key


@dataclass(frozen=True, eq=False)
class Wording:
    """The sentences of one language; what is missing is looked up in `fallback`, then the key itself is said.

    A sentence may have forms by a number (`by_number`): which one is said follows from the blank `count`, or, where
    there is none, from the only number among its blanks.

    `answers`: how the house questions are answered. A blank with the name of one is filled with what its sentence says
    for that answer.

    Two wordings are never the same one, whatever they say: what is made of one can be kept by it.
    """

    lang: str
    sentences: Mapping[str, str]
    fallback: Wording | None = None
    answers: Mapping[str, Setting] = field(default_factory=dict)
    _plain: dict[str, str] = field(default_factory=dict, init=False, repr=False)
    """The sentences without blanks that were looked up before."""

    def as_played(self, answers: Mapping[str, Setting]) -> Wording:
        """Return the wording of a table with these answers to the house questions."""
        beneath = self.fallback.as_played(answers) if self.fallback else None
        return replace(self, fallback=beneath, answers={**self.answers, **answers})

    def is_ours(self, card: str) -> bool:
        """Return True if a card's name is known not to stand on the cards of the language it is named in.

        `edition.printed` of that language says which do: `all`, or their slugs. Where nothing is said, none is marked.
        """
        if f"cards.{card}.name" not in self.sentences:
            return self.fallback is not None and self.fallback.is_ours(card)
        printed = self.sentences.get("edition.printed", "all").split()
        return not {"all", card} & {*printed}

    def on(self, beneath: Wording) -> Wording:
        """Return this wording with another one as its last fallback."""
        return replace(self, fallback=self.fallback.on(beneath) if self.fallback else beneath)

    def has(self, key: str) -> bool:
        """Return True if this language or a fallback has a sentence under this key."""
        here = key in self.sentences or f"{key}.other" in self.sentences
        return here or (self.fallback is not None and self.fallback.has(key))

    def first(self, *keys: str) -> str:
        """Return the first of these keys that has a sentence; the last where none has."""
        return next((key for key in keys if self.has(key)), keys[-1])

    def raw(self, key: str) -> str:
        """Return the sentence under a key with its blanks unfilled; of several forms, `other`."""
        return self._plain.get(key) or self._found(key, {})

    def _found(self, key: str, blanks: Blanks) -> str:
        found = self.sentences.get(key)
        if found is None:
            found = self._form(key, blanks)
            if found is None:
                return self.fallback._found(key, blanks) if self.fallback else key
        return self._answered(key, found) if "{" in found else found

    def _has_forms(self, key: str) -> bool:
        """Return True if the sentence under this key may depend on a number."""
        here = f"{key}.other" in self.sentences
        return here or (self.fallback is not None and self.fallback._has_forms(key))

    def _form(self, key: str, blanks: Blanks) -> str | None:
        """Of a sentence that is said by a number, the form for the number among its blanks."""
        other = self.sentences.get(f"{key}.other")
        if other is None:
            return None
        numbers = [value for value in blanks.values() if isinstance(value, int) and not isinstance(value, bool)]
        if isinstance(count := blanks.get("count"), int):
            numbers = [count]
        if len(numbers) != 1:
            return other
        return self.sentences.get(f"{key}.{cardinal(self.lang, numbers[0])}", other)

    def _answered(self, key: str, sentence: str) -> str:
        for option, value in self.answers.items():
            blank = f"{{{option}}}"
            if blank in sentence and self.has(part := by_answer(key, option, value)):
                sentence = sentence.replace(blank, self.raw(part))
        return sentence

    def say(self, key: str, /, **blanks: object) -> str:
        """Return the sentence under a key with its blanks filled; a blank without a value shows its name."""
        plain = self._plain.get(key)
        if plain is not None:
            return plain
        sentence = self._found(key, blanks)
        if not {"{", "}"} & {*sentence} and sentence != key and not self._has_forms(key):
            self._plain[key] = sentence
            return sentence
        if not (blanks or "{" in sentence):
            return sentence
        if "} " in sentence and sentence.count("{") > 1:  # asked here: a page says hundreds of sentences
            sentence = self._with_joiners(sentence, blanks)
        said = sentence.format_map(_Blanks(blanks))
        if LEFTWARD.search(said):
            apart = {key: isolated(value) if isinstance(value, str) else value for key, value in blanks.items()}
            said = sentence.format_map(_Blanks(apart))
        return _TWO_STOPS.sub(lambda found: found[1] or ".", said) if ".." in said else said

    def _with_joiners(self, sentence: str, blanks: Blanks) -> str:
        """Write «e» for «y» before a blank whose value sounds like it: Ana e Inés."""
        joiners = self._plain.get(_JOINERS)
        if joiners is None:
            both = [self.raw(key) for key in ("words.and", "words.and_before_i") if self.has(key)]
            joiners = self._plain[_JOINERS] = "\n".join(both) if len({*both}) == 2 else ""
        joiner, _, other = joiners.partition("\n")
        if not other or f" {joiner} {{" not in sentence:
            return sentence
        for name in re.findall(rf" {re.escape(joiner)} {{(\w+)}}", sentence):
            if _SOUNDS_LIKE_I.match(str(blanks.get(name, ""))):
                sentence = sentence.replace(f" {joiner} {{{name}}}", f" {other} {{{name}}}")
        return sentence

    def card(self, slug: str) -> str:
        """Return a card's name."""
        key = f"cards.{slug}.name"
        name = self.sentences.get(key)
        if name is not None and "{" not in name:
            return name
        return self.raw(key) if self.has(key) else slug

    def listed(self, things: list[str] | tuple[str, ...]) -> str:
        """«Ana, Beto y Carla»."""
        if len(things) < 2:
            return "".join(things)
        if LEFTWARD.search("".join(things)):
            things = [*map(isolated, things)]
        last = things[-1]
        joiner = "words.and_before_i" if _SOUNDS_LIKE_I.match(last) else "words.and"
        return f"{', '.join(things[:-1])} {self.raw(joiner)} {last}"

    def over(self, sentences: Mapping[str, str]) -> Wording:
        """Return this wording with some sentences replaced (another printing's names)."""
        return Wording(self.lang, sentences, self)


_TWO_STOPS = re.compile(r"(?<!\.)(\.\.\.)\.(?!\.)|(?<!\.)\.\.(?!\.)")
"""Where a sentence ends with a name that ends with a stop itself: Ana M., Que quede entre nosotros..."""
_SOUNDS_LIKE_I = re.compile(r"h?[ií](?![aeoáéó])|hi$", re.IGNORECASE)
"""Before these Spanish writes «e» for «y»: Inés, hielo not (a diphthong). Languages without the rule give both words
the same sentence."""


class _Blanks(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


_JOINERS = "words.and\nwords.and_before_i"
"""Where a wording keeps its two words for «and», worked out once."""
_FORMS = frozenset(CATEGORIES)
