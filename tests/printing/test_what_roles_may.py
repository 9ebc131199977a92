"""Rights of the roles in the aid: the same as in the rules, in each language."""

from __future__ import annotations

import pytest

from companion.printing.source import section, sheet_words

DISCARD = {"es": "Descartar los ¡Infectado! que le sobren", "en": "Discard any spare Infected!"}
DECLARE = {"es": "no quedan humanos", "en": "no human is left"}
LIE = {"es": "Mentir", "en": "Lie"}


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_infected_discard_what_they_have_to_spare_and_may_say_anything(lang: str) -> None:
    roles = section(sheet_words(lang), "games.la-cosa.roles")
    assert DISCARD[lang] in roles["infected.may"]
    assert LIE[lang] in roles["infected.may"]
    assert DECLARE[lang] not in roles["infected.must"]
    assert DECLARE[lang] in roles["la-cosa.may"]
