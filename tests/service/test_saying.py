"""Whatever can go wrong has a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import companion
from companion.engine.actions import Malformed
from companion.service.messages import own_words, why
from companion.store.base import UnknownGame

SOURCE = Path(companion.__file__).parent
KEYS = re.compile(r'"((?:malformed|store|service)\.[a-z][a-z-]*)"')


def test_every_fault_in_the_source_has_a_sentence() -> None:
    named = {key for path in SOURCE.rglob("*.py") for key in KEYS.findall(path.read_text("utf-8"))}
    assert len(named) > 40
    for lang in ("es", "en"):
        assert sorted(key for key in named if not own_words(lang).has(key)) == []


def test_a_fault_is_said_with_its_facts() -> None:
    assert why(UnknownGame("x" * 99), "en") == f"There is no game “{'x' * 60}”."
    assert (
        why(Malformed("malformed.range", field="skipped", least=0, most=8), "es")
        == "«skipped» tiene que estar entre 0 y 8."
    )
    assert why(Malformed("malformed.no-setup"), "es").startswith('Falta la línea de preparación: {"playthrough": 1')
    assert own_words("sv").lang == "es"
