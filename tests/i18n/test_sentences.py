"""The sentences of every part of the companion: the same in both languages, each asked for somewhere, none idle."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

import companion
from companion import __version__
from companion.decks.loader_words import whole
from companion.engine.words import blanks_of
from companion.i18n import catalog
from companion.i18n.scan_sentences import say
from companion.service.referee.held_out import Where
from companion.web.pages.devices.https import SYSTEMS

SOURCE = Path(companion.__file__).parent
PARTS = sorted(path.stem for path in (catalog.WORDS / "es").glob("*.toml"))
OTHERWISE = ("camera", "decks")
"""Parts whose every sentence is said in other words in the other language."""
NOWHERE = ".where"
"""A rule that stands in no rulebook has no page."""
NAMED_IN_IT = re.compile(r"\{\{\w+\}\}")
"""Blank shown to the translator, in their language, and not filled."""


@pytest.mark.parametrize("part", PARTS)
def test_both_languages_say_the_same_things_with_the_same_blanks(part: str) -> None:
    es, en = (catalog.read(part, lang) for lang in ("es", "en"))
    assert {*es} == {*en}
    blanks = [{key: blanks_of(NAMED_IN_IT.sub("", text)) for key, text in sentences.items()} for sentences in (es, en)]
    assert blanks[0] == blanks[1]
    assert [key for key in es if not (es[key].strip() and en[key].strip()) and not key.endswith(NOWHERE)] == []
    assert part not in OTHERWISE or [key for key in es if es[key] == en[key]] == []


class Asking(NamedTuple):
    """Source that uses the sentences of a part."""

    by: str
    """A pattern: what stands before a key in quotes. Empty: the key in quotes is enough."""
    where: tuple[str, ...]
    """The files."""
    ends: bool = True
    """True if the key ends there; else it may also be the beginning of one."""


def keys(*alternatives: tuple[str, ...]) -> set[str]:
    """Join the parts of keys, each of the first with each of the next."""
    return {"".join(one) for one in product(*alternatives)}


PRINTED = "print"
"""Part of the paths of files that speak with the words of the sheets, which they call `t`, too."""
PAGES = ("web/**/*.html", "web/**/*.svg")
CHECKS = ("hand", "exchange", "discard", "round", "deal")
OF_TWELVE = tuple(f"p{k}" for k in range(12))
ASKED = {
    "camera": (Asking("", ("scan/*.py", "cli/scan.py", "site/eyes.py")),),
    "device": (Asking(r"\bt_device", PAGES),),
    "devices": (
        Asking(r"\bt_devices", PAGES),
        Asking(r"\bsaid", tuple(f"web/pages/devices/{name}.py" for name in ("index", "seats", "joining", "wifi"))),
        Asking("", ("web/server/wifi.py",)),
    ),
    "past": (
        Asking(r"\bt_past", PAGES, ends=False),
        Asking(r"\bsaid", ("web/pages/history/*.py",), ends=False),
        Asking(r"(?=\(\s*.story\.)", ("web/pages/history/*.py",)),
    ),
    "record": (
        Asking(r"\bt_record", PAGES, ends=False),
        Asking(r"\bspoken", ("web/pages/transfer/record.py",), ends=False),
    ),
    "scan": (Asking(r"\bt_scan", PAGES), Asking("", ("web/pages/scan/*.py",))),
    "screens": (
        Asking(r"\bt", (*PAGES, "web/**/*.py")),
        Asking(r"words\(lang\(\)\)\.(?:raw|say)", ("web/**/*.py",), ends=False),
    ),
}  # fmt: skip
JOINED = {
    "device": {"about.step.", "check.", "facing.", "switch."},
    "devices": keys(("https.",), ("system.", "steps."), tuple(SYSTEMS)),
    "past": {"differs.", "via."},
    "scan": keys(("judge.",), CHECKS, ("", "-help"))
    | keys(("course.",), ("", "begin-", "help-"), ("hand", "exchange", "round", "deal"))
    | keys(("course.again-",), ("hand", "exchange"))
    | keys(("play.",), get_args(Where))
    | {"deck.more", "deck.less"},
    "screens": keys(("lang.",), ("es", "en"))
    | keys(("games.status.",), ("playing", "declared", "ended"))
    | keys(("figures.",), ("drawings.", "colours."), OF_TWELVE)
    | keys(("count.",), ("more", "less", "other", "named", "mark", "open"))  # in every language of the deck it makes
    | {"words.and", "words.and_before_i"}  # what lists are said with: `Wording.listed`
    | {f"alone.news.{__version__}"},  # what a newer site says of itself: `site.bundle`
}
"""Keys that are put together; of one that ends in a dot, the beginning alone is known."""


@pytest.mark.parametrize("part", ASKED)
def test_every_sentence_asked_for_exists_and_every_one_is_used(part: str) -> None:
    known, asked = {*whole(catalog.read(part, "es"))}, set[str]()
    for by, where, ends in ASKED[part]:
        paths = (path for one in where for path in SOURCE.glob(one) if PRINTED not in str(path.relative_to(SOURCE)))
        text = "".join(path.read_text("utf-8") for path in paths)
        if by:
            end = r"\s*[,)]" if ends else ""
            asked |= {*re.findall(rf"""{by}\(\s*["']([\w.-]+)["']{end}""", text)}
        else:
            asked |= {key for key in known if f'"{key}"' in text}
    for one in JOINED.get(part, ()):
        of_it = {key for key in known if key == one or (one.endswith(".") and key.startswith(one))}
        assert of_it, one
        asked |= of_it
    assert asked == known


def test_one_card_and_several() -> None:
    assert [say("seen.read", "en", count=count) for count in (1, 2)] == ["One card read.", "2 cards read."]
    assert [say("seen.unknown", "es", count=count) for count in (1, 2)] == [
        "Un código que no es de este mazo.",
        "Códigos que no son de este mazo: 2.",
    ]
