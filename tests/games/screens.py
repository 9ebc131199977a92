"""Texts of a game on a screen, for tests of its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from companion.engine.rules import Rule
from companion.engine.view import Question
from companion.engine.words import Wording


def texts_of(question: Question) -> Iterator[str]:
    """Yield every text of a question."""
    yield from (question.text, question.submit, question.detail, *question.course)
    for group in question.groups:
        yield group.label
        for choice in group.choices:
            yield from (choice.label, choice.detail)
            if choice.refusal:
                yield from (choice.refusal.text, choice.refusal.where)
    for field in question.fields:
        yield from (field.label, field.help, *(label for _, label in field.options))


def missed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return a set that fills with the keys of sentences that are missing from now on."""
    missing: set[str] = set()
    raw = Wording.raw

    def noting(self: Wording, key: str) -> str:
        if not self.has(key):
            missing.add(key)
        return raw(self, key)

    monkeypatch.setattr(Wording, "raw", noting)
    return missing


def every_rule_is_told(order: Mapping[str, tuple[Rule, ...]], words: Wording) -> None:
    """Assert that each rule that can refuse has a sentence and its place in the book."""
    keys, beneath = [*words.sentences], words.fallback
    while beneath:
        keys, beneath = [*keys, *beneath.sentences], beneath.fallback
    for rule in {rule.id for rules in order.values() for rule in rules}:
        assert words.has(f"rules.{rule}.where"), rule
        assert any(key.startswith(f"rules.{rule}.") for key in keys), rule
