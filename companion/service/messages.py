"""The service's own sentences, laid over those of a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import PurePath

from companion.engine.actions import Malformed
from companion.engine.words import Wording
from companion.i18n import catalog
from companion.store.base import Salvage, StoreFault


def own_words(lang: str) -> Wording:
    """Return the service's sentences in a language (`es-gentle` is Spanish); an unknown one gets Spanish."""
    return catalog.words("common", lang.partition("-")[0])


def spoken(words: Wording) -> Wording:
    """Return a game's sentences, with the service's own for those it lacks."""
    return _over(words, own_words(words.lang))


@lru_cache(maxsize=64)
def _over(words: Wording, own: Wording) -> Wording:
    return words.on(own)


def why(fault: Malformed | StoreFault, lang: str, to_all: bool = False) -> str:
    """Return a fault as a sentence. A fault within the fault (a deck's, a rule's) is told in the same language.

    `to_all`: for a reader without rights here, who learns neither where files lie nor the name of a database.
    """

    def said(value: object) -> object:
        sentence = getattr(value, "sentence", None)
        return sentence(lang) if callable(sentence) else value

    blanks = _told_to_all(fault.blanks) if to_all and isinstance(fault, StoreFault) else fault.blanks
    return own_words(lang).say(fault.key, **{key: said(value) for key, value in blanks.items()})


PLACES, REASONS = ("path", "folder", "kept"), ("fault",)
"""Blanks that name a place of this machine, and what a system or a database said of a failure."""


def _told_to_all(blanks: Mapping[str, object]) -> Mapping[str, object]:
    names = {key: PurePath(str(value)).name or "—" for key, value in blanks.items() if key in PLACES}
    return {**blanks, **names, **dict.fromkeys((key for key in blanks if key in REASONS), "—")}


def damage_told(salvage: Salvage, lang: str, to_all: bool = False, in_browser: bool = False) -> list[str]:
    """Return what happened to a damaged file, a sentence each: where it is kept, and what could not be carried over.

    `in_browser`: for a tablet alone, whose files nobody can get at; in one sentence.
    """
    words = own_words(lang)
    blanks: Mapping[str, object] = {"fault": salvage.fault, "kept": salvage.kept, "whole": len(salvage.whole)}
    if salvage.kept and in_browser:
        games = {"whole": salvage.whole, "copied": salvage.copied, "short": salvage.short, "lost": salvage.lost}
        return [words.say("store.salvaged-in-browser", **{key: len(some) for key, some in games.items()})]
    told = [words.say("store.salvaged", **(_told_to_all(blanks) if to_all else blanks))] if salvage.kept else []
    told += [words.say("store.salvaged-copied", game=game, number=number) for game, number in salvage.copied]
    told += [words.say("store.salvaged-short", game=game, number=number) for game, number in salvage.short]
    return told + [words.say("store.salvaged-lost", game=game) for game in salvage.lost]
