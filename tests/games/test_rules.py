"""Rule cases of every game, and the proof that they have teeth: without any one rule, some case goes red."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from companion.decks.catalog import Title, title
from companion.engine.kit.corrections import Impossible
from companion.engine.kit.game import Game
from companion.service.live.session import words_of
from companion.service.transfer.cases import Case, answers
from tests.games.dropped import dropped, rules_of, without
from tests.games.every import GAMES, cases_of, peculiar

CASES = [pytest.param(slug, case, id=f"{slug}:{name}") for slug in GAMES for name, case in cases_of(slug)]
RULES = [pytest.param(slug, rule, id=f"{slug}:{rule}") for slug in GAMES for rule in rules_of(title(slug).game)]
BREAKS = (ValueError, KeyError, StopIteration, AttributeError, TypeError, IndexError, Impossible, AssertionError)
"""Faults raised by an action that no rule kept from an impossible step."""


@pytest.mark.parametrize(("slug", "case"), CASES)
def test_case(slug: str, case: Case) -> None:
    holds, shape = peculiar(slug).holds, case.title.game.state_shape
    for answer in answers(case):
        assert answer.is_right, (answer.number, answer.wanted, answer.got)
        assert answer.playing is not None
        holds(answer.playing.decklist, answer.playing.table)
        if answer.wanted != "ok":
            state = case.title.game.state(case.title.decklist, answer.playing.table)
            assert shape is not None and shape(state) == state


@pytest.mark.parametrize("slug", GAMES)
def test_every_refusal_of_a_case_can_be_said_whole(slug: str) -> None:
    """The rule refuses with everything its sentence names, in each language."""
    said = set()
    for _, case in cases_of(slug):
        words = [words_of(case.title, lang) for lang in ("es", "en")]
        actions = {line.number: line.said for line in case.lines}
        for answer in answers(case):
            if answer.playing is None or answer.got == "ok":
                continue
            for action in actions.get(answer.number, ()):
                if action.verb in case.title.game.verbs:
                    found = case.title.game.judge(answer.playing.decklist, answer.playing.table, action)
                    said |= {found.sentence(one) for one in words} if found else set()
    assert said
    assert [text for text in sorted(said) if re.search(r"[{}]|^rules\.|None", text)] == []


def every_case(slug: str) -> list[Case]:
    return [*(case for _, case in cases_of(slug)), *peculiar(slug).MORE]


def noticed(slug: str, rule: str, game: Game) -> bool:
    """Return True if a case comes out otherwise in this game; the cases that name the rule are tried first."""
    first = sorted(every_case(slug), key=lambda case: all(line.wanted != rule for line in case.lines))
    return any(differs(case, replace(case.title, other_rules=game)) for case in first)


def differs(case: Case, other: Title) -> bool:
    """Return True if a case comes out otherwise with other rules, or they raise."""
    try:
        return not all(answer.is_right for answer in answers(case, other))
    except BREAKS:
        return True


@pytest.mark.parametrize(("slug", "rule"), RULES)
def test_no_rule_can_be_dropped_unnoticed(slug: str, rule: str) -> None:
    """Taken out of every move at once; and, where the cases are that thorough, out of each move by itself."""
    here = title(slug)
    assert noticed(slug, rule, without(here.game, rule))
    if peculiar(slug).EACH_MOVE:
        places = [
            (verb, k) for verb, move in here.game.moves.items() for k, one in enumerate(move.rules) if one.id == rule
        ]
        assert [place for place in places if not noticed(slug, rule, dropped(here, *place).game)] == []


@pytest.mark.parametrize("slug", GAMES)
def test_every_case_is_right_as_long_as_no_rule_is_dropped(slug: str) -> None:
    assert [case.number for case in every_case(slug) if differs(case, case.title)] == []


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_bites_somewhere(slug: str) -> None:
    """Those of the set-up have tests of their own."""
    bitten = {line.wanted for case in every_case(slug) for line in case.lines}
    assert set(rules_of(title(slug).game)) - bitten == set()


@pytest.mark.parametrize("slug", GAMES)
def test_every_house_question_is_answered_otherwise_somewhere(slug: str) -> None:
    options = title(slug).decklist.options
    usual = {option.name: option.default for option in options}
    said = {pair for case in every_case(slug) for pair in case.opening.setup.options.items()}
    assert {name for name, value in said if name in usual and value != usual[name]} == set(usual)
