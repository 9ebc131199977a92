"""The service's own sentences, laid over those of a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from companion.cards.translated import translated
from companion.cards.wording import Wording
from companion.referee.actions import Malformed
from companion.store.log import Salvage, StoreFault


@cache
def own_words(lang: str) -> Wording:
    """The service's sentences in a language (`es-gentle` is Spanish); one without a file is Spanish."""
    return translated(lang.partition("-")[0], _file)


def _file(lang: str) -> bytes | None:
    path = files("companion.service") / "words" / f"{lang}.toml"
    return path.read_bytes() if path.is_file() else None


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
