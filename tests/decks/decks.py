"""Decks written on the spot: a small one of its own, and hosts' decks based on La Cosa."""

from __future__ import annotations

from pathlib import Path

from companion.decks.loader import Box, Reading, Source, read

SMALL, SPANISH, ENGLISH = (
    (Path(__file__).with_name("small") / f"{name}.toml").read_text(encoding="utf-8") for name in ("deck", "es", "en")
)
"""The small deck and what it says."""


def read_small(deck: str = SMALL, es: str | None = SPANISH, en: str | None = ENGLISH) -> Reading:
    """Return a reading of the small deck, any of its files changed."""
    texts = {"es": es, "en": en}
    languages = {lang: Source(f"{lang}.toml", text) for lang, text in texts.items() if text is not None}
    return read(Source("deck.toml", deck), languages)


def small_box() -> Box:
    """Return the small deck, faultless."""
    box = read_small().box
    assert box is not None
    return box


def read_host(deck: str, es: str | None = None, en: str | None = None, folder: str = "casa") -> Reading:
    """Return a reading of a deck based on the small one."""
    languages = {lang: Source(f"{lang}.toml", text) for lang, text in (("es", es), ("en", en)) if text is not None}
    return read(Source("deck.toml", deck), languages, folder=folder, find={"small": small_box()}.get)


def written(folder: Path, **files: str) -> Path:
    """Write a folder with these files: `deck="…"` writes deck.toml."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder
