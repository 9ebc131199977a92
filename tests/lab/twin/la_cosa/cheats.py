"""Slips and cheats at a real table, by name, and when the companion notices each.

`now`: when it is said. `check`: when the cards are shown to the referee. `proof`: likewise, once what it has seen
proves it; until then it shrugs, and never calls it lawful. `end`: when the roles are laid open. `never`: nothing that
reaches the companion tells of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal

from tests.lab.twin.la_cosa import cheats_hidden as foul
from tests.lab.twin.la_cosa import slips_public as m
from tests.lab.twin.la_cosa.observations import Sight
from tests.lab.twin.la_cosa.world import HUMAN, THING, Action, World

When = Literal["now", "check", "proof", "end", "never"]
Mistake = Callable[[World, Random], Action | None]
Foul = Callable[[World, Random], Sight | None]
Lie = Callable[[World, Random], list[Action] | None]


@dataclass(frozen=True, slots=True)
class Declared:
    """A slip or cheat, when it is noticed, and the rules of which one is named then."""

    name: str
    when: When
    rules: tuple[str, ...] = ()


# ---------------------------------------------------------------------- what the end brings to light


def declares_too_soon(world: World, rng: Random) -> list[Action] | None:
    """Let La Cosa declare that no human is left while one lives: the humans win."""
    thing = world.thing()
    if world.status != "playing" or thing not in world.hands or not world.living(HUMAN) or len(world.seats) == 1:
        return None
    return [{"action": "declare", "player": thing}, _laid_open(world, dict(world.roles))]


def passes_for_la_cosa(world: World, rng: Random) -> list[Action] | None:
    """Declare as a player who is not La Cosa."""
    others = [player for player in world.seats if world.roles[player] != THING]
    if world.status != "playing" or world.thing() not in world.hands or not others:
        return None
    return [{"action": "declare", "player": rng.choice(others)}, _laid_open(world, dict(world.roles))]


def _laid_open(world: World, roles: dict[str, str]) -> Action:
    return {"action": "end", "cause": "la-cosa-declared", "roles": roles, "last_infected": None}


MISTAKES: Mapping[Declared, Mistake] = {
    Declared("acts out of turn", "now", ("turn.not-yours",)): m.acts_out_of_turn,
    Declared("skips the draw", "now", ("step.wrong",)): m.skips_the_draw,
    Declared("draws twice", "now", ("step.wrong",)): m.draws_twice,
    Declared("plays twice", "now", ("step.wrong",)): m.plays_twice,
    Declared("acts though eliminated", "now", ("player.eliminated",)): m.acts_though_out,
    Declared("plays on after the end", "now", ("game.over",)): m.plays_on_after_the_end,
    Declared("exchanges with the wrong neighbour", "now", ("respond.not-asked",)): m.exchanges_with_the_wrong_neighbour,
    Declared("answers with the wrong card", "now", ("respond.wrong-card",)): m.answers_with_the_wrong_card,
    Declared("plays a card that is not played", "now", ("card.not-playable",)): m.plays_a_card_that_is_not_played,
    Declared("plays a panic from the hand", "now", ("card.panic-only-when-drawn",)): m.plays_a_panic_from_the_hand,
    Declared("takes a card of a larger game", "now", ("card.not-in-deck",)): m.takes_a_card_of_a_larger_game,
    Declared("draws from the wrong back", "now", ("card.wrong-back",)): m.draws_from_the_wrong_back,
    Declared("plays what lies on the table", "now", ("card.all-in-play",)): m.plays_what_lies_on_the_table,
    Declared("attacks past a door", "now", ("target.door",)): m.attacks_past_a_door,
    Declared("reaches too far", "now", ("target.not-adjacent",)): m.reaches_too_far,
    Declared("counts the third wrongly", "now", ("target.not-third",)): m.counts_the_third_wrongly,
    Declared("aims at oneself", "now", ("target.self",)): m.aims_at_oneself,
    Declared("aims at nobody", "now", ("target.missing",)): m.aims_at_nobody,
    Declared("burns from quarantine", "now", ("quarantine.no-elimination",)): m.burns_from_quarantine,
    Declared("moves from quarantine", "now", ("quarantine.no-seat-change",)): m.moves_from_quarantine,
    Declared("aims at the quarantined", "now", ("target.quarantined",)): m.aims_at_the_quarantined,
    Declared("takes away what is not there", "now", ("axe.nothing-there",)): m.takes_an_obstacle_that_is_not_there,
    Declared("counts wrongly", "now", ("override.invalid",)): m.counts_wrongly,
    Declared("names two La Cosas", "now", ("end.roles",)): m.names_two_things,
}
"""Public slips, and the rule that must refuse each."""

FOULS: Mapping[Declared, Foul] = {
    Declared("discards La Cosa", "check", ("discard.thing",)): foul.discards_la_cosa,
    Declared("gives La Cosa", "check", ("exchange.thing",)): foul.gives_la_cosa,
    Declared("shows a card too few", "check", ("hand.size",)): foul.shows_a_card_too_few,
    Declared("shows a card twice", "check", (foul.ELSEWHERE,)): foul.shows_a_card_twice,
    Declared("shows a card of the table", "check", (foul.ELSEWHERE,)): foul.shows_a_card_of_the_table,
    Declared("keeps a panic", "check", ("hand.panic-card",)): foul.keeps_a_panic,
    Declared("keeps Lanzallamas as La Cosa", "check", ("hand.thing-with-flamethrower",)): foul.keeps_lanzallamas,
    Declared("hides a superinfection", "proof", ("hand.superinfection",)): foul.hides_a_superinfection,
    Declared(
        "gives an infection as a human", "proof", ("exchange.human-gives-infected",)
    ): foul.gives_an_infection_without_right,
    Declared(
        "gives an infection to another", "proof", ("exchange.infected-to-non-thing",)
    ): foul.gives_an_infection_to_another,
    Declared("gives the last infection", "proof", ("exchange.last-infected",)): foul.gives_the_last_infection,
    Declared("discards the last infection", "proof", ("discard.last-infected",)): foul.discards_the_last_infection,
    Declared("has lost the last infection", "proof", ("hand.infected-keeps-one",)): foul.loses_the_last_infection,
}
"""Slips that only shown cards bring to light."""

LIES: Mapping[Declared, Lie] = {
    Declared("declares too soon", "end", ("the humans win",)): declares_too_soon,
    Declared("passes for La Cosa", "end", ("end.roles",)): passes_for_la_cosa,
}
"""False statements, with what follows when the roles are laid open."""

PEEKS = Declared("peeks", "never")
"""Player who looks into another's hand and says nothing; so with signs under the table, and those who talk."""

DECLARED = (*MISTAKES, *FOULS, *LIES, PEEKS)
"""All of them, in the order of the report."""
