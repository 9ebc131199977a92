"""The words of the laboratory in a language; English, else Spanish, where one is missing."""

from __future__ import annotations

from companion.engine.words import Wording
from companion.i18n import catalog


def words(lang: str) -> Wording:
    """The sentences in a language."""
    return catalog.words("laboratory", lang)


def slip_told(name: str, lang: str) -> str:
    """A declared slip or cheat as people say it; its name in a result of another version."""
    key = f"slip.{name.lower().replace(' ', '-')}"
    return words(lang).say(key) if words(lang).has(key) else name


def when_told(declared: str, lang: str) -> str:
    """When a slip is noticed, as people say it."""
    key = f"declared.{declared}"
    return words(lang).say(key) if words(lang).has(key) else declared
