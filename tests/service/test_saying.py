"""Whatever can go wrong has a sentence, in both languages, with the same blanks."""

from __future__ import annotations

import re
from pathlib import Path

import companion
from companion.engine.actions import Malformed
from companion.engine.words import blanks_of
from companion.service.messages import own_words, why
from companion.store.base import UnknownGame
from companion.web.server.errors import sentences

SOURCE = Path(companion.__file__).parent
KEYS = re.compile(r'"((?:malformed|store|service)\.[a-z][a-z-]*)"')


def test_every_fault_in_the_source_has_a_sentence() -> None:
    named = {key for path in SOURCE.rglob("*.py") for key in KEYS.findall(path.read_text("utf-8"))}
    assert len(named) > 40
    for lang in ("es", "en"):
        assert sorted(key for key in named if not own_words(lang).has(key)) == []


def test_both_languages_say_the_same_things() -> None:
    for words in (own_words, sentences):
        spanish, english = words("es").sentences, words("en").sentences
        assert spanish.keys() == english.keys()
        for key, sentence in spanish.items():
            assert blanks_of(sentence) == blanks_of(english[key]), key


def test_a_fault_is_said_with_its_facts() -> None:
    assert why(UnknownGame("x" * 99), "en") == f"There is no game “{'x' * 60}”."
    assert (
        why(Malformed("malformed.range", field="skipped", least=0, most=8), "es")
        == "«skipped» tiene que estar entre 0 y 8."
    )
    assert why(Malformed("malformed.no-setup"), "es").startswith('Falta la línea de preparación: {"playthrough": 1')
    assert own_words("fr").lang == "es"
