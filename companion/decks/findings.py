"""What is wrong with a deck or language file: which file, which line, and a sentence a card maker understands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.i18n import catalog


def told(key: str, blanks: Mapping[str, object], lang: str) -> str:
    """Return a fault by its key, as a sentence of `decks.toml`."""
    return catalog.words("decks", lang).say(f"fault.{key}", **blanks)


@dataclass(frozen=True, slots=True)
class Source:
    """A text file that was read: the name to call it by, and what it says."""

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault. `grave`: the deck cannot be used until it is mended; else something is missing or superfluous."""

    file: str
    line: int
    key: str
    blanks: Mapping[str, object] = field(default_factory=dict)
    grave: bool = True

    def sentence(self, lang: str = "es") -> str:
        """Return what is wrong, as a sentence."""
        return told(self.key, self.blanks, lang)

    def text(self, lang: str = "es") -> str:
        """`file:line: sentence`."""
        return f"{self.file}:{self.line}: {self.sentence(lang)}"


def in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """Sort the findings by file and line, and drop duplicates."""
    once = {(f.file, f.line, f.key, f.sentence()): f for f in findings}
    return tuple(once[where] for where in sorted(once))
