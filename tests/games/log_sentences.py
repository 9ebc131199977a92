"""Every sentence of every game's log by its key, with its blanks filled: read once by a person, and kept so.

The golden games show what the games put into a sentence; this shows what each language makes of it, and that a blank
stands where it should: `{player} shows cards to {to}` is not `{to} shows cards to {player}`.

python -m tests.games.log_sentences LANGUAGE     prints it (to be read before it is kept as log_sentences.LANGUAGE.txt)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.decks.catalog import title
from companion.engine.words import Wording, blanks_of
from tests.games.every import GAMES

SECTIONS = ("log.", "scene.cause.")

WORD = "@"
"""Before the key of a word that fills a blank."""

BLANKS: Mapping[str, object] = {
    "player": "Ana",
    "to": "Beto",
    "target": "Carla",
    "other": "Dani",
    "by": "Eva",
    "whose": "Fede",
    "victim": "Gema",
    "a": "Hugo",
    "b": "Inés",
    "players": ("Juan", "Kike", "Lola"),
    "infected": ("Mía", "Noé"),
    "pairs": ("Olga", "Pepe"),
    "rolled": ("Quim 3", "Rita 5"),
    "what": "@log.fix.seats",
    "reason": "«REASON»",
    "why": "p. 7",
    "round": 8,
    "was": 2,
    "now": 3,
    "strength": 4,
    "people": 6,
    "eyes": 9,
    "most": 10,
    "laid": 11,
    "need": 12,
    "total": 13,
    "more": 14,
    "trios": 15,
    "mine": 16,
    "theirs": 17,
    "crowd": 18,
    "desired": 19,
    "pool": 20,
    "cost": 21,
    "paid": 22,
    "drawn": "1, 2",
    "tokens": "3, 2, 1",
    "place": 23,
}
"""Values of a blank in every game."""

OWN: Mapping[str, Mapping[str, object]] = {
    "la-cosa": {
        "card": "@cards.seduccion.name",
        "cards": ("@cards.hacha.name", "@cards.whisky.name"),
        "back": "@backs.panic",
    },
    "dos-barajas": {
        "card": "@cards.as-de-copas.name",
        "cards": ("@cards.dos-de-oros.name", "@cards.rey-de-bastos.name"),
        "trio": "@log.trio",
        "a": 3,
        "b": 5,
    },
    "la-criatura": {
        "card": "@cards.cuchillo.name",
        "cards": ("@cards.despierto.name", "@cards.armado.name"),
    },
    "the-thing": {
        "card": "@cards.reparar.name",
        "cards": ("@cards.usar.name", "@cards.humano.name"),
        "kind": "@log.test.a",
        "weapon": "@cards.dinamita.name",
        "room": "@rooms.kitchen",
        "inside": "@inside.kitchen",
        "rooms": "@rooms.radio",
        "sheet": "@sheets.windows",
        "face": "@dice.weather.sunny",
        "phase": "@phases.upkeep",
        "dice": "«DICE»",
    },
}
"""Values of a blank in one game and those derived from it."""

HERE: Mapping[str, Mapping[str, object]] = {
    "log.winner": {"players": "Juan"},
    "log.draw.panic": {"card": "@cards.ups.name"},
    "log.play.axe-door": {"card": "@cards.hacha.name"},
    "log.play.axe-quarantine": {"card": "@cards.hacha.name"},
    "log.alter": {"face": "«DIE»", "to": "«OTHER DIE»"},
    **{f"log.place.{way}": {"to": "@to.kitchen"} for way in ("text", "dark", "shown", "special")},
    **{f"log.locate.{what}": {"to": "@to.kitchen"} for what in ("dog", "pack", "token")},
    **{f"log.{done}": {"room": "@rooms.sector-3"} for done in ("enter", "fight.assimilate", "fight.tokens")},
    **{f"log.{done}": {"room": "@rooms.sector-3"} for done in ("fight.even", "fight.flees")},
}
"""Values of a blank in one sentence, where the others would make no sense."""


def sentences(lang: str) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Yield game, key and filled blanks of every sentence; one that a game has from another stands with the first."""
    seen = set()
    for slug in GAMES:
        words = title(slug).words[lang]
        for key, sentence in words.sentences.items():
            if key.startswith(SECTIONS) and (key, sentence) not in seen:
                seen.add((key, sentence))
                yield slug, key, {blank: filled(slug, key, blank, words) for blank in sorted(blanks_of(sentence))}


def filled(slug: str, key: str, blank: str, words: Wording) -> object:
    """Return the example for a blank of a sentence."""
    if blank == "count":
        return 1 if key.endswith(".one") else 7
    own = next(blanks for game, blanks in OWN.items() if slug.startswith(game))
    value = {**BLANKS, **own, **HERE.get(key, {})}[blank]
    if isinstance(value, tuple):
        return words.listed([worded(one, words) for one in value])
    return worded(value, words) if isinstance(value, str) else value


def worded(value: str, words: Wording) -> str:
    """Return the value, or the word it stands for."""
    return words.say(value.removeprefix(WORD), count=5) if value.startswith(WORD) else value


def text(lang: str) -> str:
    """Return all of them, a line each."""
    said = [f"{slug} {key}: {title(slug).words[lang].say(key, **blanks)}" for slug, key, blanks in sentences(lang)]
    return "\n".join([*said, ""])


def kept(lang: str) -> Path:
    """Return the file of a language."""
    return Path(__file__).with_name(f"log_sentences.{lang}.txt")


if __name__ == "__main__":
    print(text(sys.argv[1]), end="")
