"""Reads the words of a language and lays them over those it falls back to: whoever translates adds a folder of files,
and what it lacks is said all the same."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from companion.engine.words import Wording, blanks_in, by_number, flatten, original_of
from companion.i18n.toml_tables import tables_of

LADDER = ("es", "en")
"""Spanish beneath, English over it, any other language over both."""

WORDS = Path(__file__).with_name("words")
"""The languages that come with the companion: a folder each."""

OWN = "COMPANION_LANGUAGES"
"""The environment variable that names the folder of a host's own languages; the processes started here see it too."""

_folder: Path | None = None
"""The same where the environment names none."""

SCREENS = "screens"
"""The part whose file makes a language one that the pages offer."""

_TAG = re.compile(r"[a-z]{2,3}")


def own_folder() -> Path | None:
    """Return the folder of the host's own languages; None if none was named, or it is not there."""
    named = os.environ.get(OWN, "").strip()
    folder = Path(named) if named else _folder
    return folder if folder is not None and folder.is_dir() else None


def look_in(folder: Path) -> None:
    """Look for a host's own languages in a folder, unless the environment names another one; read every file anew."""
    global _folder
    was, _folder = own_folder(), folder
    if was is not None or own_folder() is not None:  # else what was read before the folder was known is still right
        for known in (languages, language_names, words):
            known.cache_clear()


def folders_of(lang: str) -> Iterator[Path]:
    """Yield the folders of a language: the companion's, then the host's, which goes over it."""
    for folder in (WORDS, own_folder()):
        if folder is not None and (folder / lang).is_dir():
            yield folder / lang


def tags() -> tuple[str, ...]:
    """Every language that has a folder, Spanish and English first, whatever lies in it."""
    found = {
        path.name
        for folder in (WORDS, own_folder())
        if folder is not None
        for path in folder.iterdir()
        if path.is_dir() and _TAG.fullmatch(path.name)
    }
    return (*LADDER, *sorted(found - set(LADDER)))


@cache
def languages(part: str = SCREENS) -> tuple[str, ...]:
    """Return the languages with words for a part of the companion, Spanish and English first."""
    return (*LADDER, *(lang for lang in tags() if lang not in LADDER and read(part, lang)))


def spoken_language(tag: str) -> str:
    """Return the language of a tag such as `es-AR` if the pages speak it, else empty."""
    plain = tag.replace("_", "-").partition("-")[0].lower()
    return plain if plain in languages() else ""


@cache
def language_names() -> tuple[tuple[str, str], ...]:
    """Each language of the pages with what it calls itself (`lang.xx`); its tag where it does not say."""
    called = ((lang, words(SCREENS, lang), f"lang.{lang}") for lang in languages())
    return tuple((lang, known.raw(key) if known.has(key) else lang) for lang, known, key in called)


@cache
def words(part: str, lang: str) -> Wording:
    """Return the words of a part of the companion (the name of its file) in a language.

    Missing sentences come from English, then from Spanish; an unknown language is Spanish.
    """
    return laid(lang, {step: read(part, step) for step in {*LADDER, lang} & {*tags()}})


def laid(lang: str, sentences: Mapping[str, Mapping[str, str]]) -> Wording:
    """Lay a language over its fallbacks, from the sentences of each."""
    known = lang if lang in sentences or lang in LADDER else LADDER[0]
    steps = LADDER[: LADDER.index(known) + 1] if known in LADDER else (*LADDER, known)
    beneath: Wording | None = None
    original: dict[str, str] = {}
    for step in steps:
        said = sayable(sentences.get(step, {}), original)
        beneath = Wording(step, said, beneath)
        original = over(said, original)
    assert beneath is not None
    return beneath


def read(part: str, lang: str) -> dict[str, str]:
    """Read the sentences of a language for a part, the host's over the companion's; none of a file that cannot be
    read."""
    said: dict[str, str] = {}
    for folder in folders_of(lang):
        path = folder / f"{part}.toml"
        if path.is_file():
            said = over(sentences_of(path), said)
    return said


def files_of(part: str) -> dict[str, Path]:
    """Return the last file of each language for a part: the host's, else the companion's."""
    found = {lang: [folder / f"{part}.toml" for folder in folders_of(lang)] for lang in tags()}
    there = {lang: [path for path in paths if path.is_file()] for lang, paths in found.items()}
    return {lang: paths[-1] for lang, paths in there.items() if paths}


def sentences_of(path: Path) -> dict[str, str]:
    """Return the sentences of a file; none if it cannot be read."""
    try:
        return dict(flatten(tables_of(path.read_text("utf-8"))))
    except (OSError, ValueError, RecursionError):
        return {}


def over(upper: Mapping[str, str], lower: Mapping[str, str]) -> dict[str, str]:
    """Lay sentences over others. One with plural forms replaces one without, and the other way about."""
    numbered, plain = by_number(upper), by_number(lower) & upper.keys()
    kept = {
        key: text
        for key, text in lower.items()
        if key not in numbered and key.rpartition(".")[0] not in numbered | plain
    }
    return {**kept, **upper}


def sayable(sentences: Mapping[str, str], originals: Mapping[str, str]) -> dict[str, str]:
    """Return the sentences that are not empty and have no blank that their originals lack."""
    fit: dict[str, str] = {}
    for key, text in sentences.items():
        if (original := original_of(key, originals)) is None:
            fit[key] = text
            continue
        here, there = blanks_in(text), blanks_in(original)
        if (text.strip() or not original) and here is not None and (there is None or here <= there):
            fit[key] = text
    dropped = {key.rpartition(".")[0] for key in sentences.keys() - fit.keys() if key.endswith(".other")}
    broken = by_number(sentences) & dropped  # without `other` the rest of its forms say nothing
    return {key: text for key, text in fit.items() if key.rpartition(".")[0] not in broken} if broken else fit
