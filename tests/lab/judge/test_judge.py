"""The judge's own tests: cases worked out by hand, tiny games beside the list of all worlds, stubs that are caught."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab.judge.agreement import Agreement, factory_named, keep, one_game, outcome
from tests.lab.judge.judge import ASIDE, IN_PILE, Judge
from tests.lab.judge.public import Verdict
from tests.lab.judge.small_games import play
from tests.lab.judge.table import Line

SETUP: Line = {"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"], "options": {}}


def hand(player: str, *cards: str) -> Line:
    """Say that a hand is shown."""
    return {"action": "check", "what": "hand", "player": player, "cards": list(cards)}


def exchange(one: str, other: str, gives: str, takes: str) -> Line:
    """Say that the cards of an exchange are shown."""
    return {"action": "check", "what": "exchange", "from": one, "to": other, "gives": gives, "takes": takes}


def offered(one: str) -> list[Line]:
    """Let a turn come to its exchange."""
    return [{"action": "draw", "player": one, "back": "away"}, {"action": "discard", "player": one}]


def agreed(other: str) -> Line:
    """Let an exchange happen."""
    return {"action": "respond", "player": other, "card": None}


def turn(one: str, other: str) -> list[Line]:
    """Let a whole turn pass unseen."""
    return [*offered(one), agreed(other)]


def asked(lines: list[Line], check: Line, **options: object) -> Verdict:
    """Put a check to a new judge."""
    return Judge({**SETUP, "options": options}).check(lines, check)


def test_nobody_can_infect_before_having_drawn() -> None:
    """At the deal no hand has an ¡Infectado!, so the first player asked gave none."""
    plain = hand("Ana", "whisky.1", "sospecha.1", "sospecha.2", "hacha.1")
    lines = turn("Ana", "Beto") + turn("Beto", "Carla") + turn("Carla", "Dani") + turn("Dani", "Ana")
    assert asked(lines, plain).verdict == "legal"
    lines += turn("Ana", "Beto")
    assert asked(lines, plain).verdict == "undetermined"
    assert asked([*lines, plain], plain).verdict == "undetermined"  # the second showing proves no more


def test_a_plain_hand_of_somebody_given_an_unseen_card_may_be_left_open() -> None:
    """Ana may be La Cosa and have drawn an ¡Infectado!; that Beto holds none proves that he was not given it."""
    beto, carla = (hand(one, "whisky.1", "sospecha.1", "sospecha.2", "hacha.1") for one in ("Beto", "Carla"))
    open_, lawful = (asked(turn("Ana", "Beto"), shown) for shown in (beto, carla))
    assert (open_.verdict, lawful.verdict) == ("legal", "legal")
    assert (outcome(open_, "undetermined", ()), outcome(lawful, "undetermined", ())) == ("same", "shy")
    thing = hand("Beto", "la-cosa.1", "sospecha.1", "sospecha.2", "hacha.1")
    assert outcome(asked(turn("Ana", "Beto"), thing), "undetermined", ()) == "shy"


def test_the_card_shown_last_counts() -> None:
    """An ¡Infectado! that was withdrawn infects no player."""
    thing = hand("Ana", "la-cosa.1", "whisky.1", "seduccion.1", "hacha.1")
    first, last = (exchange("Ana", "Beto", card, "sospecha.1") for card in ("infectado.1", "whisky.1"))
    beto = hand("Beto", "whisky.1", "lanzallamas.1", "determinacion.1", "no-gracias.1")
    lines = [thing, *offered("Ana"), first, last, agreed("Beto")]
    assert asked(lines, beto).verdict == "legal"
    lines = [thing, *offered("Ana"), last, first, agreed("Beto")]
    beto = hand("Beto", "sospecha.2", "lanzallamas.1", "determinacion.1", "no-gracias.1")
    assert asked(lines, beto).rules == {"hand.infected-keeps-one"}


def test_what_is_shown_after_an_undo_counts_when_it_is_done_again() -> None:
    """The offer is the same after an undo, whether it is accepted anew or restored."""
    thing = hand("Ana", "la-cosa.1", "whisky.1", "seduccion.1", "hacha.1")
    first, last = (exchange("Ana", "Beto", card, "sospecha.1") for card in ("infectado.1", "whisky.1"))
    beto = hand("Beto", "whisky.1", "lanzallamas.1", "determinacion.1", "no-gracias.1")
    for again in (agreed("Beto"), {"action": "redo"}):
        lines = [thing, *offered("Ana"), first, agreed("Beto"), {"action": "undo"}, last, again]
        assert asked(lines, beto).verdict == "legal"


def test_cards_seen_outlast_an_undo() -> None:
    """La Cosa shown after a step that is taken back is still known."""
    draw: Line = {"action": "draw", "player": "Ana", "back": "away"}
    lines = [draw, hand("Carla", "la-cosa.1", "whisky.1", "sospecha.1", "sospecha.2"), {"action": "undo"}]
    found = asked(lines, hand("Beto", "la-cosa.1", "hacha.1", "sospecha.3", "determinacion.1"))
    assert "hand.thing-moved" in found.rules


def test_what_is_shown_for_an_offer_is_there_until_it_is_answered() -> None:
    """A card shown for an offer lies in no other hand while it is due, though another was shown since."""
    shown = [exchange("Ana", "Beto", card, "sospecha.1") for card in ("whisky.1", "hacha.1")]
    lines, elsewhere = [*offered("Ana"), *shown], hand("Carla", "whisky.1", "sospecha.2", "sospecha.3", "sospecha.4")
    assert asked(lines, elsewhere).rules == {"hand.duplicate-copy"}
    for answer in (agreed("Beto"), {**agreed("Beto"), "card": "no-gracias"}):
        assert asked([*lines, answer], elsewhere).verdict == "legal"
        assert asked([*lines, answer, {"action": "undo"}], elsewhere).verdict == "illegal"


def test_of_the_cards_shown_for_determination_three_are_those_it_draws() -> None:
    """What is shown before two go lies in the hand or with the discards then; the two were in the pile until now."""
    held = ["infectado.1", "whisky.1", "hacha.1", "sospecha.1", "seduccion.1", "sospecha.2", "sospecha.3"]
    show: Line = {"action": "check", "what": "discard", "player": "Ana", "cards": held[:2], "hand": held}
    draw: Line = {"action": "draw", "player": "Ana", "back": "away"}
    lines = [draw, show, {"action": "play", "player": "Ana", "card": "determinacion"}]
    assert asked(lines, hand("Ana", *held[2:])).verdict == "legal"
    assert asked(lines, hand("Ana", *held[2:6], "seduccion.2")).rules == {"hand.duplicate-copy"}
    four = hand("Beto", "whisky.1", "determinacion.2", "lanzallamas.1", "no-gracias.1")
    assert asked([draw], four).verdict == "legal"
    assert asked([*lines, {"action": "undo"}], four).rules == {"hand.duplicate-copy"}


@pytest.mark.parametrize(("spared", "said"), [(True, "legal"), (False, "illegal")])
def test_whether_missed_spares_who_exchanges_instead(spared: bool, said: str) -> None:
    """La Cosa's ¡Infectado! was passed on by ¡Fallaste!: its taker may part with it if spared by that."""
    lines = [hand("Ana", "la-cosa.1", "whisky.1", "seduccion.1", "hacha.1"), *offered("Ana")]
    lines += [{**agreed("Beto"), "card": "fallaste"}, exchange("Ana", "Carla", "infectado.1", "sospecha.1")]
    carla = hand("Carla", "determinacion.1", "lanzallamas.1", "sospecha.2", "no-gracias.1")
    lines += [agreed("Carla"), *turn("Beto", "Carla"), *turn("Carla", "Dani")]
    assert asked(lines, carla, missed_protects=spared).verdict == said


FULL = [f"infectado.{k}" for k in range(1, 5)]


def test_nobody_goes_out_by_a_hand_of_infections_where_it_is_so_agreed() -> None:
    """A human with nothing but ¡Infectado! may give one, and goes out by it only by the Spanish rulebook."""
    lines = [*offered("Ana"), {**agreed("Beto"), "card": "no-gracias"}, *turn("Beto", "Carla"), *turn("Carla", "Dani")]
    lines += [*turn("Dani", "Ana"), *turn("Ana", "Beto"), *offered("Beto")]
    for given in ([], [exchange("Beto", "Carla", "infectado.1", "whisky.1")]):
        full = asked([*lines, *given], hand("Beto", *FULL), full_of_infected="three-at-most")
        assert "hand.superinfection" not in full.possible
    assert "hand.superinfection" in asked(lines, hand("Beto", *FULL)).rules
    seen = [hand("Beto", *FULL), hand("Ana", "la-cosa.1", "whisky.2", "seduccion.1", "hacha.1")]
    gift = exchange("Beto", "Carla", "infectado.1", "whisky.1")
    assert asked([*lines, *seen], gift, full_of_infected="three-at-most").verdict == "legal"
    assert asked(lines, gift, full_of_infected="three-at-most").verdict == "undetermined"


def test_nothing_is_judged_where_la_cosa_began_in_the_pile() -> None:
    assert asked([], hand("Ana", "whisky.1"), thing_starts="in-the-pile").why == IN_PILE


def test_several_rules_of_which_one_is_broken() -> None:
    """A player who is not La Cosa gives an ¡Infectado! to another who is not: unlawful, by an unknown rule."""
    lines = [hand("Ana", "whisky.1", "hacha.1", "sospecha.1", "sospecha.2")]
    lines += [hand("Carla", "seduccion.1", "determinacion.1", "sospecha.3", "sospecha.4")]
    for one, other in (("Ana", "Beto"), ("Beto", "Carla"), ("Carla", "Dani"), ("Dani", "Ana")):
        lines += turn(one, other)
    lines += [{"action": "draw", "player": "Ana", "back": "away"}]
    lines += [{"action": "play", "player": "Ana", "card": "seduccion", "target": "Carla"}]
    found = asked(lines, exchange("Ana", "Carla", "infectado.1", "whisky.1"))
    assert found.verdict == "illegal" and not found.rules and len(found.possible) > 1


def test_a_correction_silences_the_judge() -> None:
    """After a correction of seats, turn or hands the judge does not say."""
    fix: Line = {"action": "override", "set": {"turn": "Beto"}, "reason": "so it is"}
    assert asked([fix], hand("Ana", "whisky.1", "hacha.1", "sospecha.1", "sospecha.2")).why == ASIDE


@pytest.mark.parametrize("seed", range(12))
def test_tiny_games_agree_with_the_list_of_all_worlds(seed: int) -> None:
    """The solver and the list give the same verdicts."""
    _, difference = play(f"test/{seed}", 14)
    assert difference is None, difference


def test_whole_games_do_not_contradict_the_twin() -> None:
    """No lawful act is judged unlawful, and no unlawful one lawful."""
    found = Agreement()
    for seed in range(4):
        one_game("test", seed, None, found)
    assert not found.differences


@pytest.mark.parametrize(
    ("stub", "kinds"), [("itself", set()), ("rash", {"unproven"}), ("first-shown", {"wrong", "shy"})]
)
def test_stubs_are_caught(stub: str, kinds: set[str], tmp_path: Path) -> None:
    """A referee that is wrong in one way differs from the judge in just that way."""
    found = Agreement()
    for seed in range(40):
        one_game("stubs", seed, factory_named(stub), found)
        if found.differences or (stub == "itself" and seed == 3):
            break
    assert bool(found.differences) == bool(kinds)
    keep([one.text() for one in found.differences], tmp_path)
    assert len(list(tmp_path.iterdir())) == len(found.differences)
