"""The cards of `docs/add-a-card.md`, made from the page to the letter."""

from __future__ import annotations

import re
from pathlib import Path

from companion.decks.catalog import Title, title

DOCS = Path(__file__).parents[3] / "docs" / "add-a-card.md"


def own_box(folder: Path) -> Title:
    """Write down the deck of the page, with its words, and return it."""
    blocks = re.findall(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    for name, block in zip(("deck", "es"), blocks, strict=False):
        (folder / f"{name}.toml").write_text(re.sub(r"^   ", "", block, flags=re.MULTILINE), encoding="utf-8")
    return title("la-cosa", "mi-caja", (folder,))
