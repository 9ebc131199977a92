"""The words of the laboratory in a language; Spanish where one is missing."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from companion.cards.wording import Wording, flatten


@cache
def words(lang: str) -> Wording:
    """The sentences in a language."""
    text = (files("companion.sim") / "words" / f"{lang}.toml").read_text("utf-8")
    return Wording(lang, dict(flatten(tomllib.loads(text))))


def slip_told(name: str, lang: str) -> str:
    """A declared slip or cheat as people say it; its name in a result of another version."""
    key = f"slip.{name.lower().replace(' ', '-')}"
    return words(lang).say(key) if words(lang).has(key) else name


def when_told(declared: str, lang: str) -> str:
    """When a slip is noticed, as people say it."""
    key = f"declared.{declared}"
    return words(lang).say(key) if words(lang).has(key) else declared
