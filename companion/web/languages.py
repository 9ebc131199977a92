"""The languages the pages speak: those whose words stand in `words/`. A new one is a file more, and no line of code."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from companion.cards.translated import LADDER, sentences_of, translated
from companion.cards.wording import Wording

_TAG = re.compile(r"[a-z]{2,3}")
WORDS = files("companion.web") / "words"


@cache
def languages() -> tuple[str, ...]:
    """Spanish and English, then every other language whose file of words can be read."""
    found = {path.name.removesuffix(".toml"): path for path in WORDS.iterdir() if path.name.endswith(".toml")}
    more = (tag for tag, path in found.items() if _TAG.fullmatch(tag) and sentences_of(path.read_bytes()))
    return (*LADDER, *sorted(set(more) - set(LADDER)))


def spoken_language(tag: str) -> str:
    """The language of a tag such as `es-AR` if the pages speak it, else empty."""
    plain = tag.replace("_", "-").partition("-")[0].lower()
    return plain if plain in languages() else ""


@cache
def area_words(area: str, language: str) -> Wording:
    """The words of an area of the screens that keeps its own, in a folder of that name; empty: those of all pages."""
    folder = WORDS / area if area else WORDS

    def find(lang: str) -> bytes | None:
        path = folder / f"{lang}.toml"
        return path.read_bytes() if path.is_file() else None

    return translated(language, find)


@cache
def names() -> tuple[tuple[str, str], ...]:
    """Each language with what it calls itself (`lang.xx` of its file); its tag where it does not say."""
    called = ((tag, area_words("", tag), f"lang.{tag}") for tag in languages())
    return tuple((tag, words.raw(key) if words.has(key) else tag) for tag, words, key in called)
