"""A board game of a few rooms, to try what no card game needs: nobody plays it, and it is shipped with nothing.

Three scenes. The alien lays location cards before it with strength on each, people walk, and the cards are turned over.
Whoever shares a room offers two tokens each and looks at somebody else's, all at once and in any order. The leader
shuffles what was played, in darkness with a card drawn unseen, deals the effects out, and rolls a die with pictures.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from companion.decks.catalog import Title
from companion.decks.loader import Source, read
from tests.games.outpost.game import GAME

FOLDER = Path(__file__).parent


def outpost() -> Title:
    """The game with its deck and words."""
    texts = {name: (FOLDER / f"{name}.toml").read_text("utf-8") for name in ("deck", "es", "en")}
    assert all(tomllib.loads(text) for text in texts.values())
    box = read(
        Source("deck.toml", texts["deck"]), {lang: Source(f"{lang}.toml", texts[lang]) for lang in ("es", "en")}
    ).box
    assert box is not None
    return Title(GAME, box.decklist, box.words)
