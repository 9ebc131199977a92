"""Who may be La Cosa and who infected, told by hand: reasoning of the referee that full games seldom reach."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.game import Setup
from companion.engine.hidden import Phrase
from companion.engine.history import Entry
from companion.engine.places import hand
from companion.engine.state import Table, replay
from companion.games.la_cosa.referee.recall import Knowledge
from companion.games.la_cosa.referee.worlds import Case, Contradiction, Roles, Shown

RULES = title("la-cosa")
BOX = RULES.decklist
FOUR = ("Ana", "Bea", "Cid", "Dot")
CLEAN, CARRIES, INFECTED = Case(False, 0), Case(False, 1), Case(True, 1)


def roles(by_the_book: bool = True) -> Roles:
    return Roles(FOUR, 4, by_the_book)


def test_at_the_deal() -> None:
    """By the book nobody was dealt an infection; without it anybody may have been."""
    strict, loose = roles(), roles(by_the_book=False)
    assert set(strict.suspects) == set(FOUR) == strict.living
    assert strict.cases("Ana", "Bea") == {CLEAN}
    assert loose.cases("Ana", "Bea") == {Case(False, n) for n in range(5)}


def test_what_a_hand_takes_and_loses() -> None:
    some = roles()
    some.draws("Bea", 2, 1)
    assert some.cases("Ana", "Bea") == {CLEAN, CARRIES}
    some.takes("Bea", True)
    assert some.cases("Ana", "Bea") == {CARRIES, Case(False, 2)}
    some.takes("Bea", False)
    some.loses("Bea", 7, infected=True)
    assert some.cases("Ana", "Bea") == {CLEAN, CARRIES}
    some.loses("Bea", 6, infected=False)
    assert some.cases("Ana", "Bea") == {CLEAN, CARRIES}
    some.loses("Bea", 1, infected=None)
    assert some.cases("Ana", "Bea") == {CLEAN}, "whose only card was an infection has lost it; else it was another"
    far = roles(by_the_book=False)
    far.draws("Bea", 2, 0)
    assert Case(False, 6) in far.cases("Ana", "Bea"), "without the book it does not matter what may lie in the pile"


def test_the_last_infection_is_kept() -> None:
    some = roles()
    for thing in FOUR:
        some.suspects[thing]["Bea"] = frozenset({INFECTED})
    some.loses("Bea", 4, infected=None)
    assert some.cases("Ana", "Bea") == {INFECTED}, "it was another card"
    assert some.cases("Bea", "Bea") == {INFECTED, Case(True, 0)}, "who is La Cosa may lose any"


def test_la_cosa_infects_who_takes_an_infection_from_it() -> None:
    some = roles()
    some.suspects["Ana"]["Ana"] = frozenset({CARRIES})
    some.suspects["Bea"]["Ana"] = frozenset({CARRIES})
    held = dict.fromkeys(FOUR, 4)
    some.passes((("Ana", "Bea"), ("Bea", "Ana")), held, {"Ana": True})
    assert some.cases("Ana", "Bea") == {INFECTED}
    assert some.cases("Bea", "Bea") == {CARRIES}, "La Cosa is not infected"
    assert some.cases("Ana", "Ana") == {CLEAN}
    spared = roles()
    spared.suspects["Ana"]["Ana"] = frozenset({CARRIES})
    spared.passes((("Ana", "Bea"), ("Bea", "Ana")), held, {"Ana": True}, spared="Bea")
    assert spared.cases("Ana", "Bea") == {CARRIES}


def test_where_nothing_fits_without_the_book_what_was_seen_stands() -> None:
    loose = roles(by_the_book=False)
    for thing in FOUR:
        loose.suspects[thing]["Ana"] = frozenset({CLEAN})
    loose.passes((("Ana", "Bea"), ("Bea", "Ana")), dict.fromkeys(FOUR, 4), {"Ana": True})
    assert loose.cases("Cid", "Ana") == {Case(False, n) for n in range(5)}
    assert any(case.infected for case in loose.cases("Ana", "Bea"))
    loose.holds("Ana", 4, 2)
    assert loose.cases("Cid", "Ana") == {Case(False, 2)}
    loose.holds_at_least("Ana", 4, 3)
    assert loose.cases("Cid", "Ana") == {Case(False, 3), Case(False, 4)}
    loose.suspects["Cid"]["Ana"] = frozenset({INFECTED})
    loose._each("Ana", lambda thing, case: ())
    assert loose.cases("Cid", "Ana") == {Case(True, n) for n in range(8)}


def test_eyes_tell_who_holds_la_cosa() -> None:
    some = roles()
    assert some.known_thing(FOUR) is None and all(map(some.may_hold_thing, FOUR))
    for player in ("Ana", "Bea", "Cid"):
        some.lacks_thing(player)
    assert some.known_thing(FOUR) == "Dot" and set(some.suspects) == {"Dot"}
    with pytest.raises(Contradiction):
        some.lacks_thing("Dot")
    seen = roles()
    seen.holds_thing("Bea")
    assert seen.known_thing(FOUR) == "Bea" and set(seen.suspects) == {"Bea"}
    assert [seen.may_hold_thing(player) for player in FOUR] == [False, True, False, False]
    loose = roles(by_the_book=False)
    loose.lacks_thing("Bea")
    loose.holds_thing("Bea")
    assert set(loose.suspects) == {"Bea"}, "what was seen last is so"
    struck = roles()
    struck.lacks_thing("Bea")
    with pytest.raises(Contradiction):
        struck.holds_thing("Bea")


def test_who_leaves_was_not_la_cosa_if_play_goes_on() -> None:
    some = roles()
    some.leaves("Bea")
    assert some.living == {"Ana", "Cid", "Dot"} and "Bea" in some.suspects
    assert "Bea" not in some.suspects["Ana"]
    some.play_goes_on()
    assert set(some.suspects) == {"Ana", "Cid", "Dot"}
    some.comes_back("Bea")
    assert "Bea" in some.living
    loose = roles(by_the_book=False)
    loose.leaves("Bea")
    loose.play_goes_on()
    assert "Bea" in loose.suspects


def test_a_superinfection_clears_who_leaves() -> None:
    some = roles()
    for thing in FOUR:
        some.suspects[thing]["Bea"] = frozenset({Case(False, 4), Case(True, 4)})
    some.superinfected("Bea", "Cid", 4)
    assert "Bea" not in some.suspects
    assert some.cases("Cid", "Bea") == {Case(False, 4)}, "an infected one facing La Cosa gives it one"
    assert some.cases("Ana", "Bea") == {Case(False, 4), Case(True, 4)}


def test_what_a_correction_leaves_sure() -> None:
    some = roles()
    for thing in FOUR:
        some.suspects[thing]["Bea"] = frozenset({INFECTED})
    some.holds_thing("Ana")
    some.lacks_thing("Cid")
    assert some.surely_infected("Bea") and not some.surely_infected("Cid") and not some.surely_infected("Ana")
    some.doubt(FOUR)
    assert set(some.suspects) == {"Ana"}
    assert all(case.infected for case in some.cases("Ana", "Bea"))
    assert {case.infected for case in some.cases("Ana", "Cid")} == {True, False}
    assert some.shaken == set(FOUR)
    some.holds("Bea", 4, 1)
    assert "Bea" not in some.shaken
    some.holds("Cid", 4, 0)
    assert "Cid" in some.shaken


def test_a_new_name_stands_everywhere() -> None:
    some = roles()
    some.leaves("Dot")
    some.lacks_thing("Bea")
    some.holds_thing("Ana")
    some.doubt(FOUR)
    for old, new in (("Ana", "Eva"), ("Bea", "Fee")):
        some.rename(old, new)
    assert some.living == {"Eva", "Fee", "Cid"} and some.seen_holding == "Eva" and some.seen_without == {"Fee"}
    assert some.shaken == {"Eva", "Fee", "Cid"} and set(some.suspects) == {"Eva"}
    assert set(some.suspects["Eva"]) == {"Eva", "Fee", "Cid"}


def opened() -> Table:
    return replay(RULES.game.open(BOX, Setup(FOUR, "Ana", {})))


def entered(known: Knowledge, verb: str, **said: object) -> Entry:
    """The entry of an action carried out on the table as the referee knows it."""
    action = Action(verb, said)
    entry = Entry(9, action.json(), RULES.game.carry_out(BOX, known.table, action))
    known.enter(entry)
    return entry


def knowledge(*facts: f.Fact) -> Knowledge:
    return Knowledge(BOX, replay(facts, opened()), by_the_book=True)


def test_revelations_show_whole_hands() -> None:
    """Who showed no infection has none; the last who showed one has at least one; who had no turn is not known."""
    known = knowledge(f.StepBegan("panic"))
    known.roles.draws("Bea", 2, 2)
    known.roles.draws("Cid", 2, 2)
    known.roles.draws("Dot", 2, 2)
    entered(known, "play", player="Ana", card="revelaciones", shown=["Ana", "Bea", "Cid"], infected="Cid")
    assert known.roles.cases("Dot", "Bea") == {CLEAN}
    assert known.roles.cases("Dot", "Cid") == {CARRIES, Case(False, 2)}
    assert known.roles.cases("Ana", "Dot") == {CLEAN, CARRIES, Case(False, 2)}


def test_a_correction_shakes_what_it_names() -> None:
    known = knowledge(f.CountsSet({"draw": opened().piles["draw"] - 1, "discard": 1}, {}))
    known.roles.holds_thing("Ana")
    entered(known, "override", set={"direction": "counterclockwise"}, reason="looked")
    assert not known.roles.shaken
    entered(known, "override", set={"doors": [["Ana", "Bea"]]}, reason="looked")
    assert not known.roles.shaken
    door = known.places.candidates("puerta-atrancada", next(iter(known.places.anywhere)))
    assert door == ["puerta-atrancada.1"], "the one door of a game of four may be anywhere now"
    entered(known, "override", set={"hands": {"Ana": 4}}, reason="counted")
    assert known.roles.shaken == set(FOUR) and set(known.roles.suspects) == {"Ana"}


def test_a_new_name_stands_in_what_hangs() -> None:
    known = knowledge(f.StepBegan("respond"), f.Asked("exchange", "Ana", "Bea"))
    known.hanging["Ana", "Bea"] = Shown("whisky")
    known.redirected = "Bea"
    entered(known, "rename", player="Bea", to="Eva")
    assert known.hanging == {("Ana", "Eva"): Shown("whisky")} and known.redirected == "Eva"
    assert "Eva" in known.roles.suspects and known.table.seats == ("Ana", "Eva", "Cid", "Dot")
    entered(known, "respond", player="Eva")
    assert known.hanging == {} and known.redirected is None


def test_cards_shown_to_all() -> None:
    known = knowledge()
    entered(known, "show", player="Ana", cards=["la-cosa", "whisky"])
    assert known.roles.known_thing(FOUR) == "Ana"
    known.roles.draws("Bea", 1, 1)
    entered(known, "show", player="Bea", cards=["infectado"])
    assert all(case.many >= 1 for case in known.roles.cases("Ana", "Bea"))
    entered(known, "show", player="Cid", to="Ana")
    assert known.roles.cases("Ana", "Cid") == {CLEAN}
    whole = knowledge()
    entered(whole, "show", player="Dot", cards=["whisky", "whisky", "analisis", "sospecha"], to="all")
    assert not whole.roles.may_hold_thing("Dot")


def test_la_cosa_that_left_says_so() -> None:
    known = knowledge()
    entered(known, "reveal", player="Bea", role="la-cosa")
    assert known.roles.known_thing(FOUR) == "Bea"


def test_doubt_about_some_cards_leaves_the_others() -> None:
    places = knowledge().places
    places.holds("Ana", (Shown("whisky", 1), Shown("puerta-atrancada", 1)))
    places.doubt(["puerta-atrancada"])
    assert places.of["whisky.1"] == {hand("Ana")} and places.of["puerta-atrancada.1"] == places.anywhere
    places.doubt()
    assert places.of["whisky.1"] == places.anywhere


def test_what_the_table_has_to_do_after_a_check() -> None:
    witness = RULES.game.witness
    assert witness is not None
    check = Action("check", {"what": "hand", "player": "Ana", "cards": []})
    heard = {key: witness.follow(check, Phrase(f"check.rules.hand.{key}.public")) for key in (
        "superinfection", "thing-with-flamethrower", "size")}  # fmt: skip
    assert heard == {
        "superinfection": {"action": "eliminate", "player": "Ana", "cause": "superinfection"},
        "thing-with-flamethrower": {"action": "end", "cause": "la-cosa-caught"},
        "size": None,
    }
