"""Language files: which sentences there are, and whether they say as much as the Spanish ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter

from companion.cards.decklist import Decklist, Option
from companion.cards.reading_deck import spelled
from companion.cards.reading_lines import Path
from companion.cards.reading_page import Page, Tables

MOST_OF_NAME, MOST_OF_TEXT, MOST_OF_SENTENCE = 40, 480, 2000

Sentences = Mapping[str, str]


def read_sentences(page: Page) -> dict[str, str]:
    """The sentences of a language file by their dotted key; those that could not be said are left out."""
    sentences: dict[str, str] = {}
    for path, value in _leaves(page.tables, ()):
        key = ".".join(map(str, path))
        if not isinstance(value, str):
            page.fault(path, "type.sentence", grave=False, name=key)
        elif ("{" in value or "}" in value) and blanks_in(value) is None:
            page.fault(path, "words.braces", grave=False, name=key)
        else:
            sentences[key] = value
    return sentences


def _leaves(tables: Tables, path: Path) -> Iterator[tuple[Path, object]]:
    for name, value in tables.items():
        if isinstance(value, dict):
            yield from _leaves(value, (*path, name))
        else:
            yield (*path, name), value


def blanks_in(sentence: str) -> frozenset[str] | None:
    """The names of a sentence's blanks; None if its braces are no plain `{name}`."""
    try:
        parts = list(Formatter().parse(sentence))
    except ValueError:
        return None
    blanks = [(name, spec, conversion) for _, name, spec, conversion in parts if name is not None]
    if any(not name.isidentifier() or spec or conversion for name, spec, conversion in blanks):
        return None
    return frozenset(name for name, _, _ in blanks)


def check_sentences(page: Page, sentences: Sentences) -> None:
    """None is empty or longer than its place on a card or a screen."""
    for key, sentence in sentences.items():
        path = tuple(key.split("."))
        if not sentence.strip():
            page.fault(path, "words.empty", grave=False, name=key)
        elif len(sentence) > (most := _most(path)):
            page.fault(path, "words.long", grave=False, name=key, size=len(sentence), most=most)


def _most(path: Path) -> int:
    if path[0] == "cards":
        return MOST_OF_NAME if path[-1] == "name" else MOST_OF_TEXT
    return MOST_OF_SENTENCE


def check_deck_words(page: Page, sentences: Sentences, decklist: Decklist) -> None:
    """Every card has its name and text, every option its question, its why and the label of each value."""
    for card in decklist.cards:
        for part in ("name", "text"):
            if f"cards.{card.slug}.{part}" not in sentences:
                page.fault(("cards", card.slug), f"card.{part}-missing", grave=False, slug=card.slug)
    for option in decklist.options:
        for part in _option_parts(option):
            if (key := f"options.{option.name}.{part}") not in sentences:
                page.fault(
                    ("options", option.name), "option.words-missing", grave=False, name=option.name, sentence=key
                )


def check_nobody_says(page: Page, sentences: Sentences, decklist: Decklist, base: Sentences | None) -> None:
    """No sentence is about a card, an option or (in a deck based on another) anything else that is not there."""
    cards = {f"cards.{card.slug}.{part}" for card in decklist.cards for part in ("name", "text")}
    options = {f"options.{option.name}.{part}" for option in decklist.options for part in _option_parts(option)}
    for key in sentences:
        about = key.partition(".")[0]
        known = {"cards": cards, "options": options}.get(about, sentences if base is None else base)
        if key not in known:
            page.fault(tuple(key.split(".")), "words.superfluous", grave=False, name=key)


def _option_parts(option: Option) -> list[str]:
    """What is said of an option: the question, why it is open, the label of each value."""
    return ["question", "why", *(f"values.{spelled(value)}" for value in option.values)]


def check_blanks(page: Page, sentences: Sentences, reference: Sentences) -> None:
    """A sentence has the blanks the Spanish one has, or the one it replaces."""
    for key, sentence in sentences.items():
        there = reference.get(key, sentence)
        if "{" not in sentence and "{" not in there:
            continue
        if (here := blanks_in(sentence)) != (blanks := blanks_in(there)):
            path = tuple(key.split("."))
            page.fault(path, "words.blanks", grave=False, name=key, here=_set(here), there=_set(blanks))


def check_complete(page: Page, sentences: Sentences, spanish: Page, original: Sentences, beneath: Sentences) -> None:
    """A translation has the sentences of the Spanish file and no others.

    `beneath`: the sentences of the same language in the deck this one is based on; they need no translating again.
    """
    for key in original:
        if key not in sentences and key not in beneath:
            path = tuple(key.split("."))
            page.fault(path[:-1], "words.missing", grave=False, name=key, other=spanish.file, line=spanish.line(path))
    for key in sentences:
        if key not in original and key not in beneath:
            page.fault(tuple(key.split(".")), "words.superfluous", grave=False, name=key)


def _set(blanks: frozenset[str] | None) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(blanks or ())) or "—"
