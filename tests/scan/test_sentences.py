"""What the eyes say exists in both languages with the same blanks, and is said somewhere."""

from __future__ import annotations

from pathlib import Path

import companion.scan
from companion.cards.wording import blanks_of
from companion.scan.sentences import SENTENCES

SOURCE = Path(companion.scan.__file__).parent


def test_both_languages_say_the_same_things() -> None:
    spanish, english = (SENTENCES[lang].sentences for lang in ("es", "en"))
    assert set(spanish) - {"words.and_before_i"} == set(english)
    for key, sentence in english.items():
        assert blanks_of(sentence) == blanks_of(spanish[key]), key
        assert key.startswith("words.") or sentence != spanish[key], key


def test_every_sentence_is_said_somewhere() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in SOURCE.glob("*.py") if file.stem != "sentences")
    counted = {f"seen.{one}{key}" for key in ("read", "unread", "unknown") for one in ("", "one_")}
    command = (SOURCE.parent / "cli" / "scan.py").read_text(encoding="utf-8")
    for key in SENTENCES["en"].sentences:
        assert key.startswith("words.") or key in counted or f'"{key}"' in code + command, key
