"""The words of the laboratory in a language; English, else Spanish, where one is missing."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from companion.cards.translated import translated
from companion.cards.wording import Wording


@cache
def words(lang: str) -> Wording:
    """The sentences in a language."""
    return translated(lang, _file)


def _file(lang: str) -> bytes | None:
    path = files("companion.sim") / "words" / f"{lang}.toml"
    return path.read_bytes() if path.is_file() else None


def slip_told(name: str, lang: str) -> str:
    """A declared slip or cheat as people say it; its name in a result of another version."""
    key = f"slip.{name.lower().replace(' ', '-')}"
    return words(lang).say(key) if words(lang).has(key) else name


def when_told(declared: str, lang: str) -> str:
    """When a slip is noticed, as people say it."""
    key = f"declared.{declared}"
    return words(lang).say(key) if words(lang).has(key) else declared
