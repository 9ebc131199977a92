"""What the eyes say exists in both languages with the same blanks, and is said somewhere."""

from __future__ import annotations

from pathlib import Path

import companion.scan
from companion.decks.loader_words import whole
from companion.engine.words import blanks_of
from companion.i18n import catalog
from companion.i18n.scan_sentences import say

SOURCE = Path(companion.scan.__file__).parent


def test_both_languages_say_the_same_things() -> None:
    spanish, english = (catalog.read("camera", lang) for lang in ("es", "en"))
    assert set(spanish) == set(english)
    for key, sentence in english.items():
        assert blanks_of(sentence) == blanks_of(spanish[key]), key
        assert sentence != spanish[key], key


def test_every_sentence_is_said_somewhere() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in SOURCE.glob("*.py"))
    others = (SOURCE.parent / "cli" / "scan.py", SOURCE.parent / "site" / "eyes.py")
    command = "".join(file.read_text(encoding="utf-8") for file in others)
    for key in whole(catalog.read("camera", "es")):
        assert f'"{key}"' in code + command, key


def test_one_card_and_several() -> None:
    assert [say("seen.read", "en", count=count) for count in (1, 2)] == ["One card read.", "2 cards read."]
    assert [say("seen.unknown", "es", count=count) for count in (1, 2)] == [
        "Un código que no es de este mazo.",
        "Códigos que no son de este mazo: 2.",
    ]
