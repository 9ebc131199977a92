"""Every sentence the game says is there in both languages, and every rule has its place in the book."""

from __future__ import annotations

import random
import re

import pytest

from companion.cards.wording import blanks_of
from companion.games.la_criatura.judge import ORDER
from companion.referee.actions import read
from tests.games.la_criatura.walking import here, random_setup, tapped
from tests.games.play import Sitting
from tests.games.screens import every_rule_is_told, missed, texts_of


def test_both_languages_say_the_same_things_with_the_same_blanks() -> None:
    es, en = here().words["es"].sentences, here().words["en"].sentences
    assert set(es) == set(en)
    assert [key for key in es if blanks_of(es[key]) != blanks_of(en[key])] == []


def test_every_rule_has_a_sentence_and_a_place() -> None:
    every_rule_is_told(ORDER, here().words["es"])


@pytest.mark.parametrize("lang", ["es", "en"])
def test_no_screen_shows_a_key_or_an_open_blank(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games walked through every question: each sentence is found and each blank filled."""
    missing = missed(monkeypatch)
    title, words = here(), here().words[lang]
    for seed in range(16):
        dice = random.Random(seed)
        sitting = Sitting(title.game, title.decklist, random_setup(dice))
        for _ in range(120):
            table = sitting.course.table
            texts = list(texts_of(title.game.ask(title.decklist, table, {}, words)))
            view = title.game.view(title.decklist, table, words)
            texts += [view.heading, view.detail, view.arrow_label, *(pile.label for pile in view.piles)]
            texts += [badge.label for seat in view.seats for badge in seat.badges]
            for action in tapped(table, dice, quiet=0.08, lang=lang):
                before = sitting.course.table
                if sitting.say(**action) != "ok":
                    break
                facts = sitting.course.entries[-1].facts
                texts.append(title.game.tell(before, read(title.game.verbs, action), facts, words))
                texts += title.game.untell(before, facts, words)
            assert not [text for text in texts if re.search(r"[{}]", text)]
        recap = title.game.recap
        assert recap is not None
        for told in recap(title.decklist, sitting.course.standing, words):
            assert told.label
    assert not missing
