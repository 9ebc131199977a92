"""The twin keeps its own house in order: cards, roles, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.lab.twin.la_cosa import exchange, panics
from tests.lab.twin.la_cosa.deal import NAMES, deal
from tests.lab.twin.la_cosa.deck import ADDED, OPEN, PIECES, Option, Piece, option_sets, pieces_for
from tests.lab.twin.la_cosa.ending import winners
from tests.lab.twin.la_cosa.game import Evening
from tests.lab.twin.la_cosa.players import Fair
from tests.lab.twin.la_cosa.players_sensible import Sensible
from tests.lab.twin.la_cosa.world import HUMAN, INFECTED, THING, World, counted_draw


def table(players: int, seed: int = 0, **options: Option) -> World:
    return deal(NAMES[:players], NAMES[0], options, Random(seed))


def everything(world: World) -> list[Piece]:
    """Return every card of the world, wherever it lies."""
    lying = [*world.draw, *world.discard, *(p for gap in world.gaps for p in gap)]
    lying += [piece for piece, _ in world.quarantine.values()]
    lying += [piece for hand in world.hands.values() for piece in hand]
    return lying + ([world.card] if world.card else [])


def test_the_deck_has_its_size() -> None:
    assert [len(pieces_for(n)) for n in range(4, 13)] == [35, 41, 54, 63, 69, 88, 95, 108, 108]
    assert len(PIECES) == 108


def test_six_players_are_dealt_as_the_rulebook_says() -> None:
    world = table(6)
    dealt = [piece for hand in world.hands.values() for piece in hand]
    assert [len(hand) for hand in world.hands.values()] == [4] * 6
    assert len(world.draw) == 54 - 24
    assert [p.slug for p in dealt].count("la-cosa") == 1
    assert not any(p.panic or p.slug == "infectado" for p in dealt)
    assert any(p.slug == "la-cosa" for p in world.hands[world.thing()])


def test_there_are_single_options_and_every_pair() -> None:
    assert len(option_sets(0)) == 1
    assert len(option_sets(1, OPEN)) == 1 + 10
    assert len(option_sets(2, OPEN)) == 1 + 10 + 42
    assert option_sets(1)[11:] == [{name: value} for name, values in ADDED.items() for value in values[1:]]


def games() -> Iterator[Evening]:
    for seed, options in enumerate(option_sets(1) * 2):
        rng = Random(seed)
        world = deal(NAMES[: 4 + seed % 9], NAMES[0], options, rng)
        yield Evening(world, (Fair, Sensible)[seed % 2](rng), 120)


def test_no_card_is_lost_and_the_hidden_rules_are_kept() -> None:
    for evening in games():
        world = evening.world
        deck = {id(piece) for piece in everything(world)}
        while evening.go_on() is not None:
            lying = everything(world)
            assert len(lying) == world.size
            assert {id(piece) for piece in lying} == deck
            assert len(world.gaps) == len(world.seats)
            _roles_hold(world)


def _roles_hold(world: World) -> None:
    for player, hand in world.hands.items():
        slugs = [piece.slug for piece in hand]
        assert not any(piece.panic for piece in hand)
        assert ("la-cosa" in slugs) == (world.roles[player] == THING)
        if world.roles[player] == INFECTED:
            assert "infectado" in slugs
        holds_extra = player == world.turn and world.step == "act"
        assert len(hand) == 4 + holds_extra


@pytest.mark.parametrize(
    ("before", "skipped", "drawn", "after"),
    [
        ((5, 3), 0, 1, (4, 3)),
        ((5, 3), 2, 1, (2, 5)),
        ((1, 3), 0, 3, (1, 0)),
        ((0, 4), 0, 1, (3, 0)),
        ((2, 1), 2, 1, (2, 0)),
        ((1, 6), 1, 3, (4, 0)),
    ],
)
def test_the_count_takes_panics_first(
    before: tuple[int, int], skipped: int, drawn: int, after: tuple[int, int]
) -> None:
    assert counted_draw(*before, skipped, drawn) == after


def test_a_closed_seat_keeps_or_drops_its_doors() -> None:
    for rule, left in (("stay", 2), ("discard", 0)):
        world = table(5, doors_after_elimination=rule)
        doors = [world.draw.pop(), world.draw.pop()]
        world.gaps[0].append(doors[0])
        world.gaps[1].append(doors[1])
        world.kill("Beto")
        assert len(world.doors()) == left
        assert world.door_between("Ana", "Carla") is (left > 0)


def test_the_party_goes_clockwise_whatever_the_direction() -> None:
    world = table(5)
    world.clockwise = False
    world.turn = "Carla"
    panics.party(world)
    assert world.seats == ["Eva", "Beto", "Dani", "Carla", "Ana"]


def test_superinfection_spares_the_infected_before_la_cosa() -> None:
    world = table(4)
    infected = [piece for piece in PIECES if piece.slug == "infectado"][:4]
    thing = world.thing()
    victim, other = [p for p in world.seats if p != thing][:2]
    world.hands[victim] = infected
    assert exchange.is_superinfected(world, victim, thing)
    world.roles[victim] = INFECTED
    assert not exchange.is_superinfected(world, victim, thing)
    assert exchange.is_superinfected(world, victim, other)


def ended(roles: dict[str, str], dead: tuple[str, ...] = (), last: str | None = None, **options: Option) -> World:
    world = table(len(roles), 0, **options)
    world.roles = roles
    for player in dead:
        world.kill(player)
    world.last_infected = last
    return world


ROLES = {"Ana": THING, "Beto": INFECTED, "Carla": INFECTED, "Dani": INFECTED, "Eva": HUMAN}


@pytest.mark.parametrize(
    ("roles", "dead", "last", "options", "cause", "expected"),
    [
        (ROLES, ("Eva",), "Dani", {}, "la-cosa-declared", ["Ana", "Beto", "Carla"]),
        (ROLES, ("Eva",), None, {}, "la-cosa-declared", ["Ana", "Beto", "Carla", "Dani"]),
        (ROLES, (), None, {}, "la-cosa-declared", ["Eva"]),
        (ROLES | {"Eva": INFECTED}, (), "Eva", {}, "la-cosa-declared", ["Ana"]),
        (ROLES | {"Eva": INFECTED}, ("Beto",), "Eva", {}, "la-cosa-declared", ["Ana"]),
        (
            ROLES | {"Eva": INFECTED}, ("Beto",), "Eva", {"thing_alone": "nobody-eliminated"}, "la-cosa-declared",
            ["Ana", "Carla", "Dani"],
        ),
        (ROLES, ("Ana",), None, {}, "la-cosa-eliminated", ["Eva"]),
        (ROLES | {"Dani": HUMAN}, ("Eva",), None, {}, "la-cosa-caught", ["Dani"]),
        (ROLES, (), None, {}, "abandoned", []),
    ],
)  # fmt: skip
def test_who_wins(
    roles: dict[str, str], dead: tuple[str, ...], last: str | None, options: dict[str, Option], cause: str,
    expected: list[str],
) -> None:  # fmt: skip
    assert sorted(winners(ended(dict(roles), dead, last, **options), cause)) == expected
