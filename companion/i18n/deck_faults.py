"""What is wrong with a deck or a language file, said to whoever makes it: no jargon."""

from __future__ import annotations

from collections.abc import Mapping

from companion.i18n import catalog


def told(key: str, blanks: Mapping[str, object], lang: str) -> str:
    """Return a fault by its key, as a sentence of `decks.toml`."""
    return catalog.words("decks", lang).say(f"fault.{key}", **blanks)
