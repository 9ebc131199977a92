"""The decisions: numbered without gaps, each headed by its number, all of them in the index."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent.parent.parent / "docs" / "decisions"


def test_decisions_are_numbered_without_gaps_and_listed() -> None:
    pages = sorted(FOLDER.glob("0*.md"))
    heads = [page.read_text(encoding="utf-8").splitlines()[0] for page in pages]
    numbers = [f"{k:04d}" for k in range(1, len(pages) + 1)]
    assert [page.name[:4] for page in pages] == numbers
    assert [head[:7] for head in heads] == [f"# {number} " for number in numbers]
    index = re.findall(r"^- \[(\d{4})\]\((.+?)\) (.+)$", (FOLDER / "README.md").read_text(encoding="utf-8"), re.M)
    assert index == [(page.name[:4], page.name, head[7:]) for page, head in zip(pages, heads, strict=True)]
