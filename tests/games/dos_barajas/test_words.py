"""Every sentence is there in both languages, and no screen shows a key, an open blank or the actor's name."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from companion.cards.wording import Wording, blanks_of
from companion.catalog import title
from companion.games.dos_barajas.looks import conserved
from companion.referee.actions import Malformed, read
from companion.service.about import about
from companion.service.saying import spoken
from tests.games.dos_barajas.cases import all_cases
from tests.games.play import Sitting
from tests.games.screens import missed, texts_of
from tests.games.walk import random_setup, tapped

HERE = title("dos-barajas")


def test_both_languages_say_the_same_things_with_the_same_blanks() -> None:
    es, en = HERE.words["es"].sentences, HERE.words["en"].sentences
    assert set(es) == set(en)
    assert [key for key in es if blanks_of(es[key]) != blanks_of(en[key])] == []


def test_nobody_living_is_named() -> None:
    for lang in ("es", "en"):
        text = " ".join(HERE.words[lang].sentences.values()).casefold()
        assert "kurt" not in text and "russel" not in text
        assert ("comandante" if lang == "es" else "commander") in text


def test_the_start_page_is_told_what_is_done_and_what_is_not() -> None:
    for lang in ("es", "en"):
        told = about(HERE.words[lang])
        assert len(told.refereed) == 3 and len(told.tracked) == 2 and len(told.unavailable) == 2


def test_every_answer_to_an_open_question_is_played_in_some_case() -> None:
    played = {(name, value) for case in all_cases() for name, value in case.setup["options"].items()}
    assert {(one.name, value) for one in HERE.decklist.options for value in one.values[1:]} - played == set()


@pytest.mark.parametrize("lang", ["es", "en"])
def test_no_screen_shows_a_key_or_an_open_blank(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games walked through every question: each sentence is found, each blank filled, and no card is lost."""
    missing = missed(monkeypatch)
    words = spoken(HERE.words[lang])
    for seed in range(16):
        for text in _walked(seed, lang, words):
            assert not re.search(r"[{}]|  ", text), text
    assert not missing


def _walked(seed: int, lang: str, words: Wording) -> Iterator[str]:
    dice = random.Random(seed)
    sitting = Sitting(HERE.game, HERE.decklist, random_setup(dice, HERE))
    for _ in range(70):
        table = sitting.course.table
        yield from texts_of(HERE.game.ask(HERE.decklist, table, {}, words))
        view = HERE.game.view(HERE.decklist, table, words)
        yield from (view.heading, view.detail, view.arrow_label)
        try:
            action = tapped(HERE, table, dice, quiet=0.05, lang=lang)
        except Malformed:
            continue
        if sitting.say(**action) == "ok":
            facts = sitting.course.entries[-1].facts
            yield HERE.game.tell(table, read(HERE.game.verbs, action), facts, words)
            yield from HERE.game.untell(table, facts, words)
            assert conserved(HERE.decklist, sitting.course.table)
    for known in HERE.game.known(HERE.decklist, sitting.course.standing, words):
        yield known.since
    assert HERE.game.recap is not None
    for told in HERE.game.recap(HERE.decklist, sitting.course.standing, words):
        yield from (told.label, *told.lines)
