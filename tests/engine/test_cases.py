"""The hand-derived moments of `cases`: verdicts, rules, and what a check cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.engine.hidden.line import line as line_of
from companion.engine.hidden.referee import Finding
from companion.games.la_cosa.referee import REFEREE
from companion.games.la_cosa.referee.judging import RULES
from tests.engine.case_lines import ANA_IS, PLAIN, Case, discard, draw
from tests.engine.cases import CASES
from tests.engine.evening import Refereed
from tests.length import examples

FOUR = ["Ana", "Beto", "Carla", "Dani"]


def sat(*lines: dict[str, Any], players: list[str] = FOUR, **options: Any) -> Refereed:
    here = title("la-cosa")
    sitting = Refereed(here.game, here.decklist, {"players": players, "options": options})
    for line in lines:
        assert sitting.say(**line) == "ok", line
    return sitting


def failures(case: Case) -> list[str]:
    """What in a case came out otherwise."""
    sitting = sat()
    failed: list[str] = []
    for number, line in enumerate(case, start=1):
        if "check" not in line:
            assert sitting.say(**line) == "ok", line
            continue
        found = sitting.check(**line["check"])
        assert isinstance(found, Finding)
        is_any, rules = line["rules"][:1] == ("any",), set(line["rules"]) - {"any"}
        named = rules & set(found.rules) if is_any else rules == set(found.rules)
        if found.verdict != line["verdict"] or not (named or rules == set(found.rules)):
            failed.append(f"{number}: {line} gave {found.verdict} {found.rules}")
    return failed


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    assert not failures(CASES[name])


def test_every_rule_has_a_case_where_it_bites() -> None:
    named = {rule for case in CASES.values() for line in case for rule in line.get("rules", ())}
    elsewhere = {"hand.panic-card", "hand.not-in-deck", "discard.thing"}  # in the scenarios
    assert set(RULES) <= named | elsewhere


@pytest.mark.parametrize(
    "thing",
    [
        {},
        {"what": "hands"},
        {"what": 3},
        {"what": "hand", "player": "Ana"},
        {"what": "hand", "player": 7, "cards": PLAIN},
        {"what": "hand", "player": "Ana", "cards": "whisky"},
        {"what": "hand", "player": "Ana", "cards": [None]},
        {"what": "hand", "player": "Ana", "cards": [["whisky"]]},
        {"what": "hand", "player": "Ana", "cards": PLAIN, "occasion": "feast"},
        {"what": "exchange", "from": "Ana", "to": "Beto", "gives": "whisky"},
        {"what": "exchange", "from": "Ana", "to": "Beto", "gives": None, "takes": "whisky"},
        {"what": "exchange", "from": "Ana", "to": "Ana", "gives": "whisky", "takes": "whisky"},
        {"what": "discard", "player": "Ana"},
        {"what": "discard", "player": "Ana", "card": 1},
        {"what": "round", "gives": ["whisky"]},
        {"what": "round", "gives": {"Ana": None}},
        {"what": "round", "gives": {}},
        {"what": "discard", "player": "Ana", "cards": []},
    ],
)
def test_no_check_at_all(thing: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        sat().check(**thing)


@pytest.mark.parametrize(
    ("thing", "rule"),
    [
        ({"what": "hand", "player": "Eva", "cards": PLAIN}, "player.unknown"),
        ({"what": "hand", "player": "Ana", "cards": ["whisky.99"]}, "card.unknown"),
        ({"what": "hand", "player": "Ana", "cards": ["tambor"]}, "card.unknown"),
        ({"what": "exchange", "from": "Ana", "to": "Eva", "gives": "whisky", "takes": "whisky"}, "player.unknown"),
        ({"what": "round", "gives": {"Ana": "whisky", "Eva": "whisky"}}, "player.unknown"),
    ],
)
def test_a_check_that_cannot_be_made(thing: dict[str, Any], rule: str) -> None:
    assert sat().check(**thing) == rule


def test_no_check_of_the_eliminated_nor_after_the_end() -> None:
    burnt = sat(
        draw("Ana"),
        {"action": "play", "player": "Ana", "card": "lanzallamas", "target": "Beto"},
        {"action": "respond", "player": "Beto", "card": None},
    )
    assert burnt.check(what="hand", player="Beto", cards=PLAIN) == "player.eliminated"
    ended = sat({"action": "end", "cause": "abandoned"})
    assert ended.check(what="hand", player="Ana", cards=PLAIN) == "game.over"


def test_who_is_caught_is_for_the_table_to_decide() -> None:
    cards = ["la-cosa.1", "lanzallamas.1", "sospecha.1", "sospecha.2"]
    strict, mild = sat(), sat(thing_caught_loses=False)
    assert verdict(strict, "Beto", cards) == "illegal"
    assert verdict(mild, "Beto", cards) == "legal"
    assert verdict(sat(), "Ana", cards) == "legal"


def verdict(sitting: Refereed, player: str, cards: list[str]) -> str:
    found = sitting.check(what="hand", player=player, cards=cards)
    assert isinstance(found, Finding)
    return found.verdict


def test_when_no_human_is_left() -> None:
    sitting = sat()

    def decided() -> bool:
        return REFEREE.decided(sitting.decklist, line_of(sitting.course, sitting.memory, REFEREE))

    burnt = {"Ana": "Dani", "Beto": "Carla"}
    for player, after in (("Ana", "Beto"), ("Beto", "Ana")):
        assert sitting.say(**draw(player)) == "ok"
        assert not decided()
        target = burnt[player]
        assert sitting.say(action="play", player=player, card="lanzallamas", target=target) == "ok"
        assert sitting.say(action="respond", player=target, card=None) == "ok"
        if player == "Ana":
            sitting.check(**{**ANA_IS["check"], "cards": ["la-cosa.1", "infectado.1", *PLAIN[:2]]})
            sitting.check(what="exchange", **{"from": "Ana", "to": "Beto"}, gives="infectado.1", takes="hacha.1")
        assert sitting.say(action="respond", player=after, card=None) == "ok"
    assert decided()
    sitting.say(action="undo")
    sitting.say(action="undo")
    assert not decided()


# Undo takes back events, not cards seen


def test_undo_takes_back_an_infection_and_redo_restores_it() -> None:
    sitting = sat()
    lines = CASES["an infected player keeps one"]
    for line in lines[:-1]:
        if "check" in line:
            sitting.check(**line["check"])
        else:
            sitting.say(**line)
    plain = lines[-1]["check"]
    assert sitting.say(action="undo") == "ok"
    assert verdict(sitting, "Beto", ["hacha.1", *plain["cards"][:3]]) == "legal"
    assert sitting.say(action="redo") == "ok"
    assert verdict(sitting, "Beto", plain["cards"]) == "illegal"


def test_a_hand_seen_at_a_moment_that_was_undone_is_seen() -> None:
    sitting = sat(draw("Ana"))
    assert verdict(sitting, "Carla", PLAIN) == "legal"
    sitting.say(action="undo")
    assert verdict(sitting, "Dani", ["hacha.1", "sospecha.3", "sospecha.4", "determinacion.1"]) == "illegal"


def test_a_hand_that_what_was_undone_had_changed_tells_only_who_is_who() -> None:
    five = ["la-cosa.1", *PLAIN]
    sitting = sat(draw("Ana"))
    assert verdict(sitting, "Ana", five) == "legal"
    sitting.say(action="undo")
    assert verdict(sitting, "Beto", ["hacha.1", "sospecha.3", "sospecha.4", "determinacion.1"]) == "legal"
    assert verdict(sitting, "Beto", ["la-cosa.1", "sospecha.3", "sospecha.4", "determinacion.1"]) == "illegal"


def test_a_hand_seen_after_an_exchange_that_was_undone_may_be_the_others() -> None:
    sitting = sat(draw("Ana"), discard("Ana"), {"action": "respond", "player": "Beto", "card": None})
    assert verdict(sitting, "Beto", PLAIN) == "undetermined"
    sitting.say(action="undo")
    assert verdict(sitting, "Ana", ["hacha.1", "sospecha.3", "sospecha.4", "determinacion.1"]) == "legal"
    assert verdict(sitting, "Beto", ["la-cosa.1", "cambio-de-lugar.1", "lanzallamas.1", "lanzallamas.2"]) == "illegal"


def test_names_given_and_taken_back() -> None:
    sitting = sat({"action": "rename", "player": "Ana", "to": "Eva"})
    sitting.check(**{**ANA_IS["check"], "player": "Eva"})
    sitting.say(action="undo")
    assert verdict(sitting, "Ana", PLAIN) == "illegal"
    assert verdict(sitting, "Beto", ["la-cosa.1", *PLAIN[1:]]) == "illegal"


def test_twelve_players_through_a_reshuffle() -> None:
    players = [f"P{k}" for k in range(12)]
    sitting = sat(players=players)
    for k in range(72):
        player, after = players[k % 12], players[(k + 1) % 12]
        assert sitting.say(**draw(player)) == sitting.say(**discard(player)) == "ok"
        if k % 12 == 7:
            found = sitting.check(what="exchange", **{"from": player, "to": after}, gives="infectado", takes="whisky")
            assert isinstance(found, Finding)
            assert found.verdict == "undetermined"
        assert sitting.say(action="respond", player=after, card=None) == "ok"
    assert sitting.course.table.piles["discard"] < 72
    assert verdict(sitting, "P3", ["infectado.1", *PLAIN[1:]]) == "legal"
    assert verdict(sitting, "P4", PLAIN) == "illegal"


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 9)
    | st.sampled_from([*FOUR, "", "whisky", "infectado.1", "la-cosa.1", "x.1"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from([*FOUR, "x"]), inner, max_size=3),
    max_leaves=6,
)
KEYS = ("player", "cards", "card", "hand", "from", "to", "gives", "takes", "occasion")
SHAPED = st.fixed_dictionaries(
    {"what": st.sampled_from(["hand", "exchange", "discard", "round", "feast"])},
    optional=dict.fromkeys(KEYS, ANYTHING),
)


@settings(max_examples=examples(150), deadline=None, derandomize=True)
@given(st.lists(SHAPED, max_size=4))
def test_any_check_is_answered_refused_or_malformed(things: list[dict[str, Any]]) -> None:
    sitting = sat(draw("Ana"), discard("Ana"))
    for thing in things:
        try:
            found = sitting.check(**thing)
        except Malformed as fault:
            assert fault.key.startswith("malformed.")
            continue
        assert isinstance(found, str) or found.public.key.startswith("check.")
