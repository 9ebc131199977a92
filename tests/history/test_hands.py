"""Work of the hands on the real table when the screen goes back: the net change, in a possible order."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.decks.catalog import title
from companion.engine import facts as f
from companion.engine.kit.retelling import Naming
from companion.engine.kit.undo_hints import cards_back, moved
from companion.engine.places import DISCARD, DRAW, PLAY, hand
from companion.service.history.diff import hands, put_right
from companion.service.live.undo_range import return_step
from tests.history.test_past import begun, walked

WORDS = title("la-cosa").words["es"]


def test_what_several_entries_moved_is_told_once_and_what_came_back_not_at_all() -> None:
    tables, game = begun()
    playing = tables.playing(game)
    told = hands(playing, return_step(playing, 1).taken, WORDS)
    assert list(told) == [
        "La flecha vuelve al sentido horario.",
        "Ana recupera 1 carta de la mesa.",
        "Beto recupera 1 carta de los descartes.",
        "Ana recupera 1 carta de los descartes.",
        "Beto y Ana se devuelven la carta que intercambiaron.",
        "Ana y Beto se devuelven la carta que intercambiaron.",
        "Vuelve encima del mazo 1 carta de la mano de Beto.",
        "Vuelven encima del mazo 2 cartas de la mano de Ana.",
    ]


def test_nothing_taken_back_leaves_nothing_to_do() -> None:
    tables, game = begun()
    playing = tables.playing(game)
    assert hands(playing, (), WORDS) == put_right(playing, WORDS) == ()


def test_after_the_return_the_same_is_said_as_before_it() -> None:
    tables, game = begun()
    playing = tables.playing(game)
    before = hands(playing, return_step(playing, 4).taken, WORDS)
    tables.return_to(game, 4, 9, "once", "page")
    assert put_right(tables.playing(game), WORDS) == before


@pytest.mark.parametrize("seed", range(6))
def test_everybody_holds_as_many_cards_as_then(seed: int) -> None:
    tables, game = walked(seed, 25)
    playing = tables.playing(game)
    for number in range(1, playing.version, 5):
        taken = return_step(playing, number).taken
        facts = [fact for entry in taken for fact in entry.facts]
        if any(isinstance(fact, f.StackShuffled | f.CountsSet) for fact in facts):
            continue
        now, then = playing.course.table, playing.table_at(number)
        held = Counter(now.hands)
        for (origin, place), count in moved(facts).items():
            held.update({str(origin.name): count} if origin.kind == "hand" else {})
            held.subtract({str(place.name): count} if place.kind == "hand" else {})
        assert {player: held[player] for player in then.hands} == dict(then.hands)


def test_a_hand_mixes_what_comes_into_it_and_a_pile_does_not() -> None:
    facts = [
        f.CardsMoved(DRAW, hand("Ana")), f.CardsMoved(hand("Ana"), DISCARD),
        f.CardsMoved(DRAW, PLAY), f.CardsMoved(PLAY, DISCARD),
    ]  # fmt: skip
    assert moved(facts) == {(DRAW, hand("Ana")): 1, (hand("Ana"), DISCARD): 1, (DRAW, DISCARD): 1}
    last_first = [f.CardsMoved(DRAW, DISCARD), f.CardsMoved(hand("Ana"), DISCARD), f.CardsMoved(DISCARD, PLAY)]
    assert moved(last_first) == {(DRAW, DISCARD): 1, (hand("Ana"), PLAY): 1}
    assert cards_back([f.CardsMoved(DRAW, PLAY), f.CardsMoved(PLAY, DRAW)], WORDS) == ([], []), "it lies where it lay"


def test_who_left_and_came_back_since_has_nothing_to_do() -> None:
    tables, game = begun()
    playing = tables.playing(game)
    out: list[f.Fact] = [f.PlayerOut("Beto", "override"), f.PlayerOut("Carla", "override")]
    told = playing.game.undo_hints(playing.course.table, [*out, f.PlayerBack("Beto", "Ana")], WORDS)
    assert [one for one in told if "Carla" in one or "Beto" in one] == [WORDS.say("untell.out", player="Carla")]


def test_who_is_called_as_before_is_one_person() -> None:
    naming = Naming()
    for player, to in (("Ana", "Eva"), ("Beto", "Bea"), ("Eva", "Ana")):
        naming.rename(player, to)
    assert [naming.name(one) for one in ("Ana", "Eva", "Beto", "Carla")] == ["Ana", "Ana", "Bea", "Carla"]
