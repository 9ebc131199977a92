"""The words of the past and of the film, as templates and pages ask for them."""

from __future__ import annotations

from companion.engine.words import Wording
from companion.i18n import catalog
from companion.web.pages.base import pages
from companion.web.server.context import lang


def past_words(language: str) -> Wording:
    """Return the words of the past and of the film in a language."""
    return catalog.words("past", language)


@pages.app_template_global("t_past")
def said(key: str, **blanks: object) -> str:
    """Return a sentence of these pages in the device's language."""
    return past_words(lang()).say(key, **blanks)


def device_of(via: str) -> str:
    """Return the device an entry came from, as people call it; empty if it is not known."""
    how, _, label = via.partition(" · ")
    known = f"via.{how}"
    word = said(known) if how and past_words(lang()).has(known) else how
    return label or word
