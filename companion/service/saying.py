"""The service's own sentences, laid over those of a game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from companion.cards.wording import Wording, flatten
from companion.referee.actions import Malformed
from companion.store.log import Salvage, StoreFault

LANGUAGES = ("es", "en")
DEFAULT_LANGUAGE = "es"


@cache
def own_words(lang: str) -> Wording:
    """The service's sentences in Spanish or English; any other language is Spanish."""
    plain = lang.partition("-")[0]
    known = plain if plain in LANGUAGES else DEFAULT_LANGUAGE
    text = (files("companion.service") / "words" / f"{known}.toml").read_text("utf-8")
    return Wording(known, dict(flatten(tomllib.loads(text))))


def spoken(words: Wording) -> Wording:
    """A game's sentences, with the service's own for what the game has no sentence for."""
    own = own_words(words.lang)
    extra: Mapping[str, str] = {key: text for key, text in own.sentences.items() if not words.has(key)}
    return Wording(words.lang, extra, words)


def why(fault: Malformed | StoreFault, lang: str) -> str:
    """What is wrong, as a sentence. A fault within the fault (a deck's, a rule's) is said in the same language."""
    return own_words(lang).say(fault.key, **{key: _said(value, lang) for key, value in fault.blanks.items()})


def _said(value: object, lang: str) -> object:
    sentence = getattr(value, "sentence", None)
    return sentence(lang) if callable(sentence) else value


def damage_told(salvage: Salvage, lang: str) -> list[str]:
    """What happened to a damaged file, a sentence each: where it is kept, and what could not be carried over."""
    words = own_words(lang)
    told = [words.say("store.salvaged", fault=salvage.fault, kept=salvage.kept, whole=len(salvage.whole))]
    told += [words.say("store.salvaged-short", game=game, number=number) for game, number in salvage.short]
    return told + [words.say("store.salvaged-lost", game=game) for game in salvage.lost]
