"""Language files: which sentences there are, and whether they say as much as the Spanish ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.decks.loader_deck import spelled
from companion.decks.loader_lines import Path
from companion.decks.toml_source import Page, Tables
from companion.engine.deck import Decklist, Option
from companion.engine.plural_rules import CATEGORIES, categories, examples
from companion.engine.words import blanks_in, by_answer, by_number, original_of

MOST_OF_NAME, MOST_OF_TEXT, MOST_OF_SENTENCE = 40, 480, 2000

Sentences = Mapping[str, str]


def read_sentences(page: Page) -> dict[str, str]:
    """Return the sentences of a language file by dotted key; those that could not be filled in are left out."""
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


def check_sentences(page: Page, sentences: Sentences, original: Sentences = MappingProxyType({})) -> None:
    """None is empty, unless the original says nothing either, or longer than its place on a card or a screen."""
    for key, sentence in sentences.items():
        path = tuple(key.split("."))
        if not sentence.strip():
            if original_of(key, original) == "":
                continue
            page.fault(path, "words.empty", grave=False, name=key)
        elif len(sentence) > (most := _most(path)):
            page.fault(path, "words.long", grave=False, name=key, size=len(sentence), most=most)


def _most(path: Path) -> int:
    if path[0] == "cards":
        return MOST_OF_NAME if path[-1] == "name" else MOST_OF_TEXT
    return MOST_OF_SENTENCE


def check_deck_words(page: Page, sentences: Sentences, decklist: Decklist) -> None:
    """Every card has its name and text, every option its question, its why and the label of each value, every lesson
    its sentence."""
    for card in decklist.cards:
        told = card.does or card.answers
        for part in ("name",) if told else ("name", "text"):
            if f"cards.{card.slug}.{part}" not in sentences:
                page.fault(("cards", card.slug), f"card.{part}-missing", grave=False, slug=card.slug)
    for option in decklist.options:
        for part in _option_parts(option):
            if (key := f"options.{option.name}.{part}") not in sentences:
                page.fault(
                    ("options", option.name), "option.words-missing", grave=False, name=option.name, sentence=key
                )
    for lesson in decklist.lessons:
        if f"lessons.{lesson.name}" not in sentences:
            page.fault(("lessons", lesson.name), "lesson.words-missing", grave=False, name=lesson.name)


def check_answers(page: Page, sentences: Sentences, said: Sentences, decklist: Decklist) -> None:
    """Check that a blank named for a house question has a text for each answer, and that no text is left over.

    Filled in, a text must still fit its place. `sentences`: those of this file; `said`: with those of the base deck.
    """
    for key in sentences:
        parts = tuple(key.split("."))
        if _BY in parts:
            _check_part(page, parts, said, decklist)
            continue
        size, blanks = len(sentences[key]), blanks_in(sentences[key]) or frozenset()
        for option in decklist.options:
            if option.name in blanks:
                found = [(value, said.get(by_answer(key, option.name, value))) for value in option.values]
                for value, part in found:
                    if part is None and (key.startswith("cards.") or any(other for _, other in found)):
                        name, answer = by_answer(key, option.name, value), spelled(value)
                        page.fault(parts, "words.answer-missing", grave=False, name=key, answer=answer, sentence=name)
                size += max(len(part or "") for _, part in found) - len(option.name) - 2
        if size > len(sentences[key]) and size > (most := _most(parts)):
            page.fault(parts, "words.long", grave=False, name=key, size=size, most=most)


_BY = "by"


def _check_part(page: Page, path: tuple[str, ...], said: Sentences, decklist: Decklist) -> None:
    """Check a text for one answer: question and answer exist, and a sentence beside it has a blank for it."""
    at = path.index(_BY)
    name, value = (*path[at + 1 :], "", "")[:2]
    option = decklist.option(name)
    if option is None:
        known = ", ".join(one.name for one in decklist.options)
        page.fault(path, "option.unknown", grave=False, name=name, known=known)
    elif value not in (values := [spelled(one) for one in option.values]):
        page.fault(path, "option.value", grave=False, name=name, value=value, known=", ".join(values))
    else:
        beside = (text for key, text in said.items() if key.rpartition(".")[0] == ".".join(path[:at]))
        if not any(name in (blanks_in(text) or ()) for text in beside):
            page.fault(path, "words.superfluous", grave=False, name=".".join(path))


def check_nobody_says(page: Page, sentences: Sentences, decklist: Decklist, base: Sentences | None) -> None:
    """No sentence is about a card, an option or (in a deck based on another) anything else that is not there."""
    cards = {f"cards.{card.slug}.{part}" for card in decklist.cards for part in ("name", "text", "also")}
    options = {f"options.{option.name}.{part}" for option in decklist.options for part in _option_parts(option)}
    lessons = {f"lessons.{lesson.name}" for lesson in decklist.lessons}
    for key in sentences:
        about = key.partition(".")[0]
        known = {"cards": cards, "options": options, "lessons": lessons}.get(about, sentences if base is None else base)
        if key not in known and f".{_BY}." not in key:
            page.fault(tuple(key.split(".")), "words.superfluous", grave=False, name=key)


def _option_parts(option: Option) -> list[str]:
    """Return the keys of an option's texts: the question, why it is open, the label of each value."""
    return ["question", "why", *(f"values.{spelled(value)}" for value in option.values)]


def check_blanks(page: Page, sentences: Sentences, reference: Sentences, free: frozenset[str] = frozenset()) -> None:
    """Check that a sentence has the blanks of the Spanish one, or of the one it replaces.

    It may lack those it is `free` not to have; a plural form may lack the number.
    """
    tables = by_number(sentences)
    for key, sentence in sentences.items():
        there = original_of(key, reference) or sentence
        if "{" not in sentence and "{" not in there:
            continue
        here, blanks = blanks_in(sentence) or frozenset(), blanks_in(there) or frozenset()
        is_form, unsaid = key.rpartition(".")[0] in tables, frozenset[str]()
        if is_form or key in tables:
            unsaid = (blanks - here) & {"count"}
        if is_form and "count" not in blanks and here < blanks and len(blanks - here) == 1:
            unsaid = blanks - here  # the number, where it is not called `count`
        if here - free != blanks - free - unsaid:
            page.fault(
                tuple(key.split(".")), "words.blanks", grave=False, name=key, here=_set(here), there=_set(blanks)
            )


def check_complete(page: Page, sentences: Sentences, spanish: Page, original: Sentences, beneath: Sentences) -> None:
    """Check that a translation has the sentences of the Spanish file and no others.

    `beneath`: the sentences of the same language in the base deck; they need no translating again.
    """
    here, there, known = whole(sentences), whole(original), whole(beneath)
    for key in there:
        if key not in here and key not in known:
            path = tuple(key.split("."))
            page.fault(path[:-1], "words.missing", grave=False, name=key, other=spanish.file, line=spanish.line(path))
    for key in here:
        if key not in there and key not in known:
            page.fault(tuple(key.split(".")), "words.superfluous", grave=False, name=key)


def whole(sentences: Sentences) -> tuple[str, ...]:
    """Return the keys of the sentences, those with several forms once."""
    tables = by_number(sentences)
    keys = (table if (table := key.rpartition(".")[0]) in tables else key for key in sentences)
    return tuple(dict.fromkeys(keys))


def check_forms(page: Page, sentences: Sentences, lang: str) -> None:
    """Check that a sentence with a number has exactly the plural forms of its language."""
    needed = categories(lang)
    for table in sorted(by_number(sentences)):
        there = [name for name in CATEGORIES if f"{table}.{name}" in sentences]
        for name in needed:
            if name not in there:
                numbers = ", ".join(map(str, examples(lang, name))) or "0,5"
                page.fault(
                    tuple(table.split(".")), "words.form-missing", grave=False, name=table, form=name, numbers=numbers
                )
        for name in there:
            if name not in needed:
                path = (*table.split("."), name)
                page.fault(path, "words.form-unknown", grave=False, name=table, form=name, known=", ".join(needed))


def _set(blanks: frozenset[str] | None) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(blanks or ())) or "—"
