"""The files of words looked through: what cannot be read, what is missing, and how much of it each language says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from companion.cli import say
from companion.decks.catalog import decklists_folder, game_slugs, title
from companion.decks.loader import FALLBACK, Finding, Source
from companion.decks.loader_words import (
    Sentences,
    check_blanks,
    check_complete,
    check_forms,
    check_sentences,
    read_sentences,
    whole,
)
from companion.decks.toml_source import Page
from companion.i18n import catalog


class Coverage(NamedTuple):
    """Coverage of a language, or of a part of it: how many of the Spanish sentences it has."""

    name: str
    said: int
    all: int

    @property
    def percent(self) -> int:
        """Rounded down: only what is whole is 100."""
        return 100 * self.said // self.all


def unreadable() -> Iterator[Finding]:
    """Yield the faults, with file and line, of files in a language besides es and en that cannot be read at all."""
    for lang in catalog.tags():
        if lang not in FALLBACK:
            for folder in catalog.folders_of(lang):
                for path in sorted(folder.glob("*.toml")):
                    yield from _page(path).findings
    for path in sorted(decklists_folder().glob("*/**/*.toml")):
        if path.stem not in (*FALLBACK, "deck"):
            yield from _page(path).findings


def tell_unreadable(lang: str) -> None:
    """Say each on stderr, and that the other languages go on."""
    left_out = say(lang, "languages.left-out")
    for fault in unreadable():
        click.secho(f"{fault.text(lang)} — {left_out}", fg="yellow", err=True)


def faults() -> Iterator[Finding]:
    """Every fault of every file of words, but for those that `read_folder` finds in the words of a deck."""
    known = parts()
    for part in known:
        spanish = _page(catalog.WORDS / FALLBACK[0] / f"{part}.toml")
        yield from _faults_of(part, spanish, read_sentences(spanish))
    for slug in game_slugs():
        yield from _faults_of_gentle(slug)
    read = {*known, *game_slugs(), *(f"{slug}-gentle" for slug in game_slugs())}
    for path in (
        path for lang in catalog.tags() for folder in catalog.folders_of(lang) for path in folder.glob("*.toml")
    ):
        if path.stem not in read:
            yield Finding(str(path), 1, "file.part", {"name": path.name, "known": ", ".join(known)}, grave=False)


def coverage() -> tuple[Coverage, ...]:
    """Return the coverage of each language, over all parts and games."""
    every = {lang: coverage_of(lang) for lang in catalog.tags()}
    return tuple(Coverage(lang, sum(one.said for one in of), sum(one.all for one in of)) for lang, of in every.items())


def coverage_of(lang: str) -> tuple[Coverage, ...]:
    """Return the coverage of a language, part by part, then game by game."""
    there: dict[str, tuple[Sentences, Sentences]] = {}
    for part in parts():
        found = catalog.words(part, lang)  # of another language where it has none itself
        there[part] = catalog.read(part, FALLBACK[0]), found.sentences if found.lang == lang else {}
    for slug in game_slugs():
        words = title(slug).words
        there[slug] = words[FALLBACK[0]].sentences, words[lang].sentences if lang in words else {}
    keys = {name: [{*whole(sentences)} for sentences in both] for name, both in there.items()}
    return tuple(Coverage(name, len(every & said), len(every)) for name, (every, said) in keys.items())


def parts() -> tuple[str, ...]:
    """Return the parts of the companion that have a file of words in each language."""
    return tuple(sorted(path.stem for path in (catalog.WORDS / FALLBACK[0]).glob("*.toml")))


def _faults_of(part: str, spanish: Page, original: Sentences) -> Iterator[Finding]:
    for lang in catalog.tags():
        beneath: Sentences = {f"lang.{lang}": "", f"page.lang-{lang}": ""}  # what it calls itself
        for folder in catalog.folders_of(lang):
            path = folder / f"{part}.toml"
            if not path.is_file():
                continue
            page = spanish if path.samefile(spanish.file) else _page(path)
            sentences = read_sentences(page) if page is not spanish else original
            if not page.broken:
                check_sentences(page, sentences, original)
                check_forms(page, sentences, lang)
                check_blanks(page, sentences, original)
                check_complete(page, sentences, spanish, original, beneath)
            yield from page.findings
            beneath = {**beneath, **sentences}


def _faults_of_gentle(slug: str) -> Iterator[Finding]:
    """Yield the gentler sentences of a game that stand for none it has."""
    words = title(slug).words[FALLBACK[0]].sentences
    folder = decklists_folder() / slug / "gentle"
    files = {path.stem: path for path in sorted(folder.glob("*.toml"))}
    for lang, path in {**files, **catalog.files_of(f"{slug}-gentle")}.items():
        page = _page(path)
        sentences = read_sentences(page)
        check_sentences(page, sentences)
        check_forms(page, sentences, lang)
        check_blanks(page, sentences, words)
        for key in whole(sentences):
            if key not in whole(words):
                page.fault(tuple(key.split(".")), "words.superfluous", grave=False, name=key)
        yield from page.findings


def _page(path: Path) -> Page:
    """Return a file with its faults so far; empty if it cannot be read."""
    try:
        return Page(Source(str(path), path.read_text("utf-8")))
    except UnicodeDecodeError:
        found = Finding(str(path), 1, "file.encoding")
    except OSError as error:
        found = Finding(str(path), 1, "file.unreadable", {"why": error.strerror or error})
    page = Page(Source(str(path), ""))
    page.findings.append(found)
    return page
