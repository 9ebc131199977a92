"""What is wrong with a deck or language file: which file, which line, and a sentence a card maker understands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.cards.reading_sentences import SENTENCES


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
        """What is wrong, in Spanish or English."""
        return SENTENCES[self.key][1 if lang == "en" else 0].format_map(self.blanks)

    def text(self, lang: str = "es") -> str:
        """`file:line: sentence`."""
        return f"{self.file}:{self.line}: {self.sentence(lang)}"


def in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """The findings file by file, line by line, none twice."""
    once = {(f.file, f.line, f.key, f.sentence()): f for f in findings}
    return tuple(once[where] for where in sorted(once))
