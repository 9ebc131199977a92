"""Bugs in the rules as a game lists them; those of one function stand in `rules.txt`, with what the finders are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.decks.catalog import Title
from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.places import DISCARD
from companion.engine.state import Table
from companion.games.la_cosa import rules
from tests.games.dropped import spoiled, without
from tests.planted import Bug, written

# Doors, thirds and swaps of La Cosa


def no_door_stops(passes: Callable[[Action], bool]) -> Callable[[Title], Title]:
    def wrong(here: Title) -> Title:
        def target_door(m: Any) -> Any:
            return None if passes(m.action) else rules.target_door(m)

        play = here.game.moves["play"]
        checks = tuple(replace(r, check=target_door) if r.id == rules.target_door.id else r for r in play.rules)
        return replace(here, other_rules=here.game.derive(moves={"play": replace(play, rules=checks)}))

    return wrong


# Effects of an action of La Cosa


def bringing(about: Callable[[Table, Action, f.Fact], f.Fact | None]) -> Callable[[Title], Title]:
    """Return a title that changes a fact by `about`, or forgets it."""

    def wrong(here: Title) -> Title:
        def carry_out(box: Decklist, table: Table, action: Action) -> tuple[f.Fact, ...]:
            done = (about(table, action, fact) for fact in here.game.carry_out(box, table, action))
            return tuple(fact for fact in done if fact is not None)

        return replace(here, other_rules=spoiled(here.game, carry_out=carry_out))

    return wrong


def losing(
    kind: type[f.Fact], when: Callable[[Table, Action, Any], bool] = lambda *_: True
) -> Callable[[Title], Title]:
    """Return a title that forgets facts of a kind, or some of them."""

    def left(table: Table, action: Action, fact: f.Fact) -> f.Fact | None:
        return None if isinstance(fact, kind) and when(table, action, fact) else fact

    return bringing(left)


def turn_goes_the_other_way(table: Table, action: Action, fact: f.Fact) -> f.Fact:
    if isinstance(fact, f.TurnBegan) and table.turn in table.seats and len(table.seats) > 2:
        return f.TurnBegan(table.step_from(table.turn, -1 if table.clockwise else 1))
    return fact


def asks_the_same(table: Table, action: Action, fact: f.Fact) -> f.Fact:
    if isinstance(fact, f.Asked) and action.text("card") == "fallaste" and table.prompt:
        return f.Asked(fact.about, fact.by, table.prompt.to)
    return fact


def the_dead_win(table: Table, action: Action, fact: f.Fact) -> f.Fact:
    if isinstance(fact, f.Ended) and fact.winners:
        return replace(fact, winners=(*fact.winners, *table.eliminated))
    return fact


def the_last_infected_wins(table: Table, action: Action, fact: f.Fact) -> f.Fact:
    last = action.text("last_infected")
    return replace(fact, winners=(*fact.winners, last)) if isinstance(fact, f.Ended) and last else fact


# The other games


def dropping(rule: str) -> Callable[[Title], Title]:
    """Return the title without a rule."""
    return lambda here: replace(here, other_rules=without(here.game, rule))


AMIGOS = "no-podemos-ser-amigos"
TWIN = "twin la-cosa"
SWAPS = "cases doors-thirds-and-swaps"
BUGS = (
    *written("rules.txt"),
    Bug("la-cosa", "an axe takes any door",
        no_door_stops(lambda action: isinstance(action.table("remove").get("door"), list)), SWAPS),
    Bug("la-cosa", "no door stops an axe", no_door_stops(lambda action: action.text("card") == "hacha"), SWAPS),
    Bug("la-cosa", "the turn goes the other way", bringing(turn_goes_the_other_way), TWIN),
    Bug("la-cosa", "the direction stays", losing(f.DirectionTurned), TWIN),
    Bug("la-cosa", "nobody moves at the party",
        losing(f.PlayersMoved, lambda table, action, fact: action.text("card") == "es-aqui-la-fiesta"), TWIN),
    Bug("la-cosa", "a quarantine lasts",
        losing(f.TrackSet, lambda table, action, fact: fact.value == 1 and action.verb == "respond"), TWIN),
    Bug("la-cosa", "discards stay in hand",
        losing(f.CardsMoved, lambda table, action, fact: fact.target == DISCARD and action.verb == "discard"), TWIN),
    Bug("la-cosa", "nothing is shuffled", losing(f.StackShuffled), TWIN),
    Bug("la-cosa", "the second exchange is forgotten",
        losing(f.Asked, lambda table, action, fact: bool(table.prompt) and table.prompt.about == AMIGOS), TWIN),
    Bug("la-cosa", "¡Fallaste! asks the same again", bringing(asks_the_same), TWIN),
    Bug("la-cosa", "the dead win", bringing(the_dead_win), TWIN),
    Bug("la-cosa", "the last infected wins", bringing(the_last_infected_wins), TWIN),
    Bug("la-cosa", "¡Ups! stays on the table",
        losing(f.CardsMoved, lambda table, action, fact: table.step == "panic" and action.text("card") == "ups"), TWIN),
    Bug("la-cosa", "a claim is not heard", losing(f.Claimed), TWIN),
    Bug("dos-barajas", "any number of cards is taken", dropping("take.count"), "twin dos-barajas"),
    Bug("dos-barajas", "somebody attacks twice", dropping("attack.rolled"), "twin dos-barajas"),
    Bug("dos-barajas", "anybody plays", dropping("turn.not-yours"), "twin dos-barajas"),
    Bug("dos-barajas", "the starving leave cards", dropping("leave.starving"), "twin dos-barajas", True),
    Bug("dos-barajas", "a trio of any size", dropping("trio.surplus"), "twin dos-barajas", True),
    Bug("la-criatura", "votes come in any order", dropping("vote.order"), "twin la-criatura"),
    Bug("the-thing", "people go in any order", dropping("plan.order"), "twin the-thing"),
    Bug("the-thing-coop", "dice are rolled over others", dropping("dice.lie"), "twin the-thing-coop"),
    Bug("the-thing-outpost", "a look at teeth costs no card", dropping("test.no-light"), "twin the-thing-outpost"),
)  # fmt: skip
