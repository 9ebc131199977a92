"""Every sentence a game says is there in both languages, and every rule that can refuse has its place in the book."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from companion.cards.wording import Wording, blanks_of
from companion.catalog import title
from companion.games.la_cosa.judge import ORDER
from companion.referee.actions import read
from companion.referee.view import Question
from tests.games.play import Sitting
from tests.games.walk import random_setup, tapped


def test_both_languages_say_the_same_things_with_the_same_blanks() -> None:
    es, en = title("la-cosa").words["es"].sentences, title("la-cosa").words["en"].sentences
    assert set(es) == set(en)
    assert {key for key in es if blanks_of(es[key]) != blanks_of(en[key])} <= {"setup.steps.pile"}


def test_every_rule_has_a_sentence_and_a_place() -> None:
    words = title("la-cosa").words["es"]
    for rule in {rule.id for rules in ORDER.values() for rule in rules}:
        assert words.has(f"rules.{rule}.where"), rule
        assert any(key.startswith(f"rules.{rule}.") for key in words.sentences), rule


def _texts(question: Question) -> Iterator[str]:
    yield from (question.text, question.submit, question.detail)
    for group in question.groups:
        yield group.label
        for choice in group.choices:
            yield from (choice.label, choice.detail)
            if choice.refusal:
                yield from (choice.refusal.text, choice.refusal.where)
    for field in question.fields:
        yield from (field.label, field.help, *(label for _, label in field.options))


@pytest.mark.parametrize("lang", ["es", "en"])
def test_no_screen_shows_a_key_or_an_open_blank(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty games walked through every question: each sentence is found and each blank filled."""
    here, missing = title("la-cosa"), set()
    raw = Wording.raw

    def noting(self: Wording, key: str) -> str:
        if not self.has(key):
            missing.add(key)
        return raw(self, key)

    monkeypatch.setattr(Wording, "raw", noting)
    words = here.words[lang]
    for seed in range(30):
        dice = random.Random(seed)
        sitting = Sitting(here.game, here.decklist, random_setup(dice, here))
        for _ in range(60):
            table = sitting.course.table
            texts = list(_texts(here.game.ask(here.decklist, table, {}, words)))
            view = here.game.view(here.decklist, table, words)
            texts += [view.heading, view.detail, view.arrow_label]
            action = tapped(here, table, dice, quiet=0.1, lang=lang)
            if sitting.say(**action) == "ok":
                facts = sitting.course.entries[-1].facts
                texts.append(here.game.tell(table, read(here.game.verbs, action), facts, words))
            assert not [text for text in texts if re.search(r"[{}]", text)]
    assert not missing
