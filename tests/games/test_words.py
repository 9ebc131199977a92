"""Every sentence a game says is there in both languages, and every rule that can refuse has its place in the book."""

from __future__ import annotations

import random
import re

import pytest

from companion.cards.wording import blanks_of
from companion.catalog import title
from companion.games.la_cosa.judge import ORDER
from companion.referee.actions import read
from tests.games.play import Sitting
from tests.games.screens import every_rule_is_told, missed, texts_of
from tests.games.walk import random_setup, tapped


def test_both_languages_say_the_same_things_with_the_same_blanks() -> None:
    es, en = title("la-cosa").words["es"].sentences, title("la-cosa").words["en"].sentences
    assert set(es) == set(en)
    assert {key for key in es if blanks_of(es[key]) != blanks_of(en[key])} <= {"setup.steps.pile"}


def test_every_rule_has_a_sentence_and_a_place() -> None:
    every_rule_is_told(ORDER, title("la-cosa").words["es"])


@pytest.mark.parametrize("lang", ["es", "en"])
def test_no_screen_shows_a_key_or_an_open_blank(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty games walked through every question: each sentence is found and each blank filled."""
    here, missing = title("la-cosa"), missed(monkeypatch)
    words = here.words[lang]
    for seed in range(30):
        dice = random.Random(seed)
        sitting = Sitting(here.game, here.decklist, random_setup(dice, here))
        for _ in range(60):
            table = sitting.course.table
            texts = list(texts_of(here.game.ask(here.decklist, table, {}, words)))
            view = here.game.view(here.decklist, table, words)
            texts += [view.heading, view.detail, view.arrow_label]
            action = tapped(here, table, dice, quiet=0.1, lang=lang)
            if sitting.say(**action) == "ok":
                facts = sitting.course.entries[-1].facts
                texts.append(here.game.tell(table, read(here.game.verbs, action), facts, words))
            assert not [text for text in texts if re.search(r"[{}]", text)]
    assert not missing
