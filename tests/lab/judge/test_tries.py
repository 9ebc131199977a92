"""The games that try leave nothing out: every kind of check after every kind of event, any two agreements together."""

from __future__ import annotations

from tests.lab.judge.agreement import ROWS, Agreement, one_game
from tests.lab.judge.sitting import EVENTS, KINDS
from tests.lab.judge.tries import AGAIN, NOTHING, OTHERWISE, Trail, as_table, empty, pairs_of, pairwise
from tests.lab.twin.la_cosa.deck import JUDGED


def test_every_kind_of_check_is_made_after_every_kind_of_event() -> None:
    found = Agreement()
    for number in range(800):
        one_game("tries", number, None, found, judged=False)
    assert empty(found.covered, KINDS, EVENTS) == [], as_table(found.covered, KINDS, EVENTS)


def test_any_two_agreements_are_played_together() -> None:
    played = {pair for row in ROWS for pair in pairs_of(row)}
    for one, values in JUDGED.items():
        for other, others in JUDGED.items():
            pairs = [frozenset(((one, a), (other, b))) for a in values for b in others if one != other]
            assert set(pairs) <= played


def test_pairs_take_few_rows() -> None:
    rows = pairwise({"a": (1, 2, 3), "b": (1, 2), "c": (1, 2)})
    assert len(rows) == 6
    assert {(row["a"], row["b"]) for row in rows} == {(a, b) for a in (1, 2, 3) for b in (1, 2)}


def test_the_last_event_counts_and_what_was_shown_just_before() -> None:
    trail = Trail()
    assert trail.before("Ana", "whisky") == NOTHING
    assert trail.before("Ana", "whisky") == AGAIN
    assert trail.before("Ana", "hacha") == OTHERWISE
    assert trail.before("Beto", "hacha") == NOTHING
    trail.happened("a round")
    assert trail.before("Ana", "hacha") == "a round"
    trail.acted()
    assert trail.before("Ana", "hacha") == "a round"


def test_an_empty_cell_is_listed_unless_the_rules_have_none() -> None:
    covered = {("hand", "a round"): 3}
    assert empty(covered, ("hand", "round"), ("a round",)) == [("round", "a round")]
    impossible = {("round", "a round"): "there is one only"}
    assert empty(covered, ("hand", "round"), ("a round",), impossible) == []
    assert "there is one only" in as_table(covered, ("hand", "round"), ("a round",), impossible)
