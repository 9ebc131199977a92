"""From the text of a deck and its language files to a `Decklist` and its `Wording`s, with every fault named by line.

Pure: it is handed texts and gives back values; it never raises, whatever the texts say. A deck may be based on
another (`base = "its-slug"`): it takes everything from it, lacks some copies, adds some, and renames what it likes. The
deck of a game that is derived from another says only what it says otherwise (`words = "its-slug"`).

Read `findings` (what a fault is), `toml_source` (one TOML file), `loader_cards`, `loader_deck`, `loader_words`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.decks.findings import Finding, Source, in_order
from companion.decks.loader_cards import check_steps, unique_cards, written_cards
from companion.decks.loader_deck import Box, read_deck
from companion.decks.loader_words import (
    Sentences,
    check_answers,
    check_blanks,
    check_complete,
    check_deck_words,
    check_forms,
    check_nobody_says,
    check_sentences,
    read_sentences,
)
from companion.decks.toml_source import Page
from companion.engine.deck import Decklist
from companion.engine.facts import Setting
from companion.engine.kit.steps import StepBook
from companion.engine.words import Wording
from companion.i18n.catalog import over

__all__ = ["Box", "Finding", "Reading", "Source", "read", "slug_of"]

SPANISH = "es"
FALLBACK = ("es", "en")
"""A language falls back to English, English to Spanish, Spanish to the key."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Content of a folder of deck and language files. `box` is None while a grave fault stands."""

    box: Box | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Language:
    """A language file that was read, and what the base says in that language."""

    lang: str
    page: Page
    sentences: Sentences
    beneath: Sentences


def slug_of(deck: Source) -> str:
    """Return the slug a deck file gives itself, however faulty the rest is; empty for none."""
    slug = Page(deck).tables.get("slug")
    return slug if isinstance(slug, str) else ""


def read(
    deck: Source,
    languages: Mapping[str, Source],
    *,
    folder: str = "",
    find: Callable[[str], Box | None] = lambda slug: None,
    beneath: Mapping[str, Sentences] = MappingProxyType({}),
    games: Collection[str] = (),
    thorough: bool = True,
    steps: Callable[[str], StepBook | None] = lambda game: None,
) -> Reading:
    """Read a deck with its words, and list what is wrong with either.

    `languages`: the language files by language; `beneath`: what a language says where its file is silent; `folder`
    names a deck that gives itself no slug; `find` returns the box a deck is based on; `games`, if any are given, are
    those it may be for. Not `thorough`: translations are not compared, which only makes for fewer findings. A
    language other than Spanish and English that cannot be read is left out, and what is wrong with it is no grave
    fault.
    """
    page = Page(deck)
    base = _named(page, "base", find)
    told = base or _named(page, "words", find)
    every = {lang: _language(source, lang, told, beneath.get(lang, {})) for lang, source in languages.items()}
    spoken = {lang: language for lang, language in every.items() if lang in FALLBACK or not language.page.broken}
    left_out = [language.page for lang, language in every.items() if lang not in spoken]
    decklist = _deck(page, folder, base, told, spoken)
    if games and decklist and decklist.game and decklist.game not in games:
        page.fault(("game",), "game.unknown", game=decklist.game, known=", ".join(games))
    written = written_cards(page) if decklist and not page.broken else {}
    book = steps(decklist.game) if decklist and written else None
    if book and decklist:
        check_steps(page, written, decklist, book)
    if thorough and decklist is not None:
        _check_words(page, spoken, decklist, base, told)
    pages = [page, *(language.page for language in spoken.values())]
    faults = [finding for one in pages for finding in one.findings]
    # A further language that cannot be read takes nothing from those that can.
    faults += [replace(finding, grave=False) for one in left_out for finding in one.findings]
    findings = in_order(faults)
    if decklist is None or any(finding.grave for finding in findings):
        return Reading(None, findings)
    answers = {option.name: option.default for option in decklist.options}
    unique = base.unique if base else unique_cards(page)
    # What a game of its own says otherwise is not mixed with a language that has only what it takes over.
    known = {lang: words.sentences for lang, words in (told.words if told else {}).items() if base or lang in FALLBACK}
    wordings = _wordings(spoken, known, answers)
    if book:
        _tell_cards(wordings, spoken, decklist, [*written], book)
    return Reading(Box(decklist, wordings, unique), findings)


def _tell_cards(
    wordings: dict[str, Wording], spoken: Mapping[str, _Language], decklist: Decklist, slugs: list[str], book: StepBook
) -> None:
    """Put in what cards do, from their steps, where a language of this deck says nothing else."""
    for lang, words in wordings.items():
        own = spoken[lang].sentences if lang in spoken else {}
        keys = {slug: f"cards.{slug}.text" for slug in slugs}
        texts = {
            key: book.told(decklist.by_slug[slug], decklist.cards, words)
            for slug, key in keys.items()
            if key not in own and words.has("steps.exchange")
        }
        beneath = words.fallback and wordings.get(words.fallback.lang)
        wordings[lang] = replace(words, sentences={**words.sentences, **texts}, fallback=beneath)


def _named(page: Page, key: str, find: Callable[[str], Box | None]) -> Box | None:
    """Return the box of the deck named under a key; None if none is."""
    if key not in page.tables:
        return None
    slug = page.text(page.tables, (), key, required=True)
    box = find(slug) if slug else None
    if slug and box is None:
        page.fault((key,), "base.unknown", base=slug[:60])
    return box


def _language(source: Source, lang: str, told: Box | None, under: Sentences) -> _Language:
    page = Page(source)
    beneath = over(under, told.words[lang].sentences if told and lang in told.words else {})
    return _Language(lang, page, read_sentences(page), beneath)


def _deck(
    page: Page, folder: str, base: Box | None, told: Box | None, spoken: Mapping[str, _Language]
) -> Decklist | None:
    """Return the deck, if its file was understood at all and what it is based on is known."""
    if page.broken:
        return None
    spanish = spoken.get(SPANISH)
    named = {**(spanish.beneath if spanish else _spanish_of(told)), **(spanish.sentences if spanish else {})}
    kinds = [key.removeprefix("kinds.") for key in named if key.startswith("kinds.")]
    backs = [key.removeprefix("backs.") for key in named if key.startswith("backs.")]
    return read_deck(page, folder, base, kinds, backs)


def _spanish_of(base: Box | None) -> Sentences:
    return base.words[SPANISH].sentences if base and SPANISH in base.words else {}


def _check_words(
    page: Page, spoken: Mapping[str, _Language], decklist: Decklist, base: Box | None, told: Box | None
) -> None:
    spanish = spoken.get(SPANISH)
    beneath = _spanish_of(told)
    if spanish is None:
        # Only a deck whose words all come from its base can do without a Spanish file.
        unnamed = any(f"cards.{card.slug}.name" not in beneath for card in decklist.cards)
        if unnamed:
            page.fault((), "words.none", grave=False, lang=SPANISH)
        spanish = _Language(SPANISH, page, {}, beneath)
    else:
        _check_language(spanish, {**spanish.beneath, **spanish.sentences}, decklist, base)
        check_deck_words(spanish.page, {**spanish.beneath, **spanish.sentences}, decklist)
    for lang, language in spoken.items():
        if lang != SPANISH:
            _check_language(language, {**spanish.beneath, **spanish.sentences}, decklist, base)
            if spanish.page is not page:
                check_complete(language.page, language.sentences, spanish.page, spanish.sentences, language.beneath)


def _check_language(language: _Language, spanish: Sentences, decklist: Decklist, base: Box | None) -> None:
    check_sentences(language.page, language.sentences)
    check_forms(language.page, language.sentences, language.lang)
    check_nobody_says(language.page, language.sentences, decklist, _spanish_of(base) if base else None)
    # A card that is worded anew need not depend on what the table decided.
    free = frozenset(option.name for option in decklist.options) if base else frozenset[str]()
    # What the words of another game say otherwise may be about something else.
    reference = {**spanish, **language.beneath} if base else spanish
    check_blanks(language.page, language.sentences, reference, free)
    check_answers(language.page, language.sentences, {**language.beneath, **language.sentences}, decklist)


def _wordings(
    spoken: Mapping[str, _Language], told: Mapping[str, Sentences], answers: Mapping[str, Setting]
) -> dict[str, Wording]:
    """Return a wording for every language of the deck and of the one whose words it takes, each over its fallback.

    The house questions are answered by default unless a table says otherwise.
    """
    sentences: dict[str, Sentences] = {**told}
    for lang, language in spoken.items():
        sentences[lang] = over(language.sentences, language.beneath)
    wordings: dict[str, Wording] = {}
    beneath: Wording | None = None
    for lang in FALLBACK:
        if lang in sentences:
            beneath = wordings[lang] = Wording(lang, sentences[lang], beneath, answers)
    for lang in sorted(sentences.keys() - set(FALLBACK)):
        wordings[lang] = Wording(lang, sentences[lang], beneath, answers)
    return wordings
