"""The referees of hidden cards: every case of `rules/GAME/referee` is answered as was derived by hand from the rules.

Expected is what all worlds agree on; *undetermined* only where two lawful worlds part. That each forgotten clause is
found: `test_planted.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

import pytest

from companion.decks.catalog import title
from companion.engine import solver
from companion.engine.actions import Action
from companion.engine.hidden.referee import CHECK, Finding
from companion.service.transfer.cases import STATE, Case, Expected
from tests.engine.evening import PLAIN, Refereed, table_of
from tests.games.every import GAMES, referee_cases

CASES = [pytest.param(slug, name, id=f"{slug}:{name}") for slug in GAMES for name in referee_cases(slug)]
WHOLE_DECK = {"deck.not-in-deck", "deck.figures", "deck.clubs-aces"}
"""Rules whose breach takes the whole deck to show (`dos_barajas/test_referee.py`)."""


def played(case: Case) -> Iterator[tuple[Expected, str, Action | None, Finding | None]]:
    """Play a case: each line with what came of it; of a check that can be made, what was found."""
    start = case.opening.setup
    setup = {"players": start.players, "first": start.first, "options": start.options}
    table = Refereed(case.title.game, case.title.decklist, setup)
    for line in case.lines:
        if line.wanted == STATE:
            yield (
                line,
                STATE if table.state[line.key] == line.value else f"{line.key}: {table.state[line.key]}",
                None,
                None,
            )
        for action in line.said:
            if action.verb != CHECK:
                yield line, table.say(**action.json()), action, None
                continue
            found = table.look(**action.json())
            if isinstance(found, Finding):
                yield line, ":".join((found.verdict, ",".join(found.rules))), action, found
            else:
                yield line, found.rule, action, None


def contradictions(case: Case) -> Iterator[str]:
    """Yield where the rules or the referee say otherwise than was derived by hand; a verdict may stand alone."""
    for line, got, _, _ in played(case):
        if not f"{got}:".startswith(f"{line.wanted}:"):
            yield f"line {line.number}: {got}, not {line.wanted}"


def findings(case: Case) -> Iterator[tuple[Action, Finding]]:
    """Yield every check of a case that can be made, and what the referee finds."""
    return ((action, found) for _, _, action, found in played(case) if action and found)


@pytest.mark.parametrize(("slug", "name"), CASES)
def test_case(slug: str, name: str) -> None:
    """The finding is the derived one; it has its words in every language, and names its needs exactly where it is
    open."""
    for line, got, _, found in played(referee_cases(slug)[name]):
        assert f"{got}:".startswith(f"{line.wanted}:"), line.number
        if found is None:
            continue
        assert bool(found.needs) == (found.verdict == "undetermined")
        for words in title(slug).words.values():
            said = json.dumps({**found.json(words), "rules": []}, ensure_ascii=False)
            assert not re.search(r"check\.|None|: \"\"", said), said


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_of_a_referee_bites_somewhere(slug: str) -> None:
    """Each rule that has its words is named by a case."""
    words = title(slug).words["es"].sentences
    rules = {rule[1] for key in words if (rule := re.fullmatch(r"check\.rules\.(.+)\.private", key))}
    family = [one for one in GAMES if slug.startswith(one)]  # the board game's modes look at the cards of its base too
    wanted = {line.wanted for one in family for case in referee_cases(one).values() for line in case.lines}
    bitten = {rule for one in wanted for rule in one.partition(":")[2].split(",")}
    assert rules - bitten - WHOLE_DECK == set()


@pytest.mark.parametrize(
    ("slug", "lines", "cards"),
    [
        ("la-cosa", (), PLAIN),
        ("la-criatura", ("chief Ana",), ["evento.1", "evento.2", "armado"]),
        ("dos-barajas", ("skip",), ["dos-de-oros", "tres-de-copas", "siete-de-espadas", "as-de-oros"]),
    ],
)
def test_a_question_given_up_clears_no_hand(
    monkeypatch: pytest.MonkeyPatch, slug: str, lines: Sequence[str], cards: Sequence[str]
) -> None:
    assert table_of(slug, *lines).verdict("Beto", cards) == "legal"
    monkeypatch.setattr(solver, "PATIENCE", 0)
    assert table_of(slug, *lines).verdict("Beto", cards) == "undetermined"


def test_role_cards_shown_by_mistake_are_not_seen() -> None:
    """The answer is the very same, whichever it was."""
    table = table_of(
        "the-thing", "take-sheets", 'override {"step": "actions"}', players=["Ana", "Berto", "Ciro", "Dora"]
    )
    found = [table.look(what="hand", player="Ana", cards=["usar", "usar", role]) for role in ("humano", "alienigena")]
    assert found[0] == found[1] and isinstance(found[0], Finding)
