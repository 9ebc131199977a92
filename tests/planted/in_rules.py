"""Bugs in the rules. `cases FILE`: a short case of that file finds it; `twin GAME`: the twin of that game differs
within a few games."""

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
from companion.games.la_cosa import queries, rules
from companion.games.la_cosa.steps import MOVES
from tests.games.dropped import spoiled, without
from tests.planted import Bug, always, instead

# Doors, thirds and swaps of La Cosa


def a_door_behind_stops(stops: Any) -> Any:
    """Plant: a change of seats is stopped by a door on either side of its target."""

    def door_stops(table: Table, row: Any, a: str, b: str) -> bool:
        if MOVES in row.traits and row.target == "neighbour":
            return any(table.gaps[k] for k in table.gaps_beside(b))
        return bool(stops(table, row, a, b))

    return door_stops


def doors_move_along(swap: Any) -> Any:
    """Plant: the doors behind two who change seats go with them."""

    def swaps(self: Any, a: str, b: str) -> None:
        swap(self, a, b)
        i, j = sorted((self.table.seats.index(a), self.table.seats.index(b)))
        if j == i + 1:
            gaps = list(self.table.gaps)
            gaps[i - 1], gaps[j] = gaps[j], gaps[i - 1]
            self.do(f.ObstaclesSet(tuple(gaps), self.table.fronts))

    return swaps


def passing_over_the_quarantined(next_after: Any) -> Any:
    """Plant: ¡Fallaste! asks the next player who is not in quarantine."""

    def follows(self: Table, player: str) -> str:
        following: str = next_after(self, player)
        if self.prompt is None or player != self.prompt.to:
            return following
        while queries.quarantined(self, following) and following != player:
            following = next_after(self, following)
        return following

    return follows


def any_quarantine_stops(missed: Any) -> Any:
    """Plant: ¡Fallaste! passes nothing on while any other player is in quarantine."""

    def misses(table: Table, asked: str, by: str) -> str:
        other = any(queries.quarantined(table, p) for p in table.seats if p != asked)
        return "quarantine" if other else str(missed(table, asked, by))

    return misses


def no_door_stops(passes: Callable[[Action], bool]) -> Callable[[Title], Title]:
    def wrong(here: Title) -> Title:
        def target_door(m: Any) -> Any:
            return None if passes(m.action) else rules.target_door(m)

        play = here.game.moves["play"]
        checks = tuple(replace(r, check=target_door) if r.id == rules.target_door.id else r for r in play.rules)
        return replace(here, other_rules=here.game.derive(moves={"play": replace(play, rules=checks)}))

    return wrong


def thirds_among_the_free(right: Any) -> Any:
    def both_ways(table: Table, player: str, far: int) -> tuple[str, ...]:
        free = [p for p in table.seats if p == player or not queries.quarantined(table, p)]
        i = free.index(player)
        return tuple(dict.fromkeys((free[(i + far) % len(free)], free[(i - far) % len(free)])))

    return both_ways


def only_swaps(change_seats: Any) -> Any:
    """Plant: ¡Sal de aquí! forgets who plays next."""

    def changes(self: Any, player: str, other: str) -> None:
        self.swap(player, other) if self.table.step == "panic" else change_seats(self, player, other)

    return changes


def who_was_not_swapped_plays(out: Any) -> Any:
    def plays(effects: Any, card: str, acting: Any) -> None:
        if effects.table.step == "panic" and effects.option("after_seat_swap") == "swapped-player":
            effects.do(f.Noted(queries.NEXT, acting.action.text("target") or None))
        out(effects, card, acting)

    return plays


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


def leaving_without_a_successor(right: Any) -> Any:
    def leaves(self: Any, player: str, cause: str) -> None:
        self.discard(player, self.table.hands[player])
        self.do(f.PlayerOut(player, cause))

    return leaves


def too_early(end: Any) -> Any:
    def planted(table: Table) -> int | None:
        last = end(table)
        return None if last is None else last - 1

    return planted


AMIGOS = "no-podemos-ser-amigos"
COSA, BARAJAS, CRIATURA = "companion.games.la_cosa", "companion.games.dos_barajas", "companion.games.la_criatura"
THING, COOP, OUTPOST = (f"companion.games.the_thing{name}" for name in ("", "_coop", "_outpost"))
TWIN = "twin la-cosa"
SWAPS = "cases doors-thirds-and-swaps"
BUGS = (
    Bug(f"{COSA}.cards:door_stops", "a door behind stops Cambio de lugar", a_door_behind_stops, SWAPS),
    Bug(f"{COSA}.effects:Effects.swap", "doors move along", doors_move_along, SWAPS),
    Bug("companion.engine.state:Table.next_after", "¡Fallaste! passes over the quarantined",
        passing_over_the_quarantined, SWAPS),
    Bug(f"{COSA}.queries:missed", "any quarantine stops ¡Fallaste!", any_quarantine_stops, SWAPS),
    Bug("la-cosa", "an axe takes any door",
        no_door_stops(lambda action: isinstance(action.table("remove").get("door"), list)), SWAPS),
    Bug("la-cosa", "no door stops an axe", no_door_stops(lambda action: action.text("card") == "hacha"), SWAPS),
    Bug(f"{COSA}.queries:both_ways", "thirds are counted among the free", thirds_among_the_free, SWAPS),
    Bug(f"{COSA}.plays:_is_void", "thirds in quarantine move", always(False), SWAPS),
    Bug(f"{COSA}.effects:Effects.change_seats", "¡Sal de aquí! forgets who plays next", only_swaps, SWAPS),
    Bug(f"{COSA}.plays:_carry_out", "who was not swapped plays next", who_was_not_swapped_plays, SWAPS),
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
    Bug(f"{BARAJAS}.queries:needed_to_hit", "a threshold is off", always(11), "twin dos-barajas"),
    Bug(f"{BARAJAS}.queries:bonus", "a bonus is off", always(2), "twin dos-barajas"),
    Bug(f"{BARAJAS}.effects:Effects.leave", "nobody succeeds the first player", leaving_without_a_successor,
        "twin dos-barajas"),
    Bug("companion.engine.hidden.places:HiddenPlaces.as_marked", "whoever took cards is accused",
        instead(lambda self, card: -self.clauses.yes), "twin dos-barajas", True),
    Bug("la-criatura", "votes come in any order", dropping("vote.order"), "twin la-criatura"),
    Bug(f"{CRIATURA}.turns:wake", "nobody wakes", always(None), "twin la-criatura"),
    Bug(f"{CRIATURA}.referee.judging:lie", "nothing lies elsewhere", always(False), "twin la-criatura"),
    Bug("the-thing", "people go in any order", dropping("plan.order"), "twin the-thing"),
    Bug("the-thing-coop", "dice are rolled over others", dropping("dice.lie"), "twin the-thing-coop"),
    Bug("the-thing-outpost", "a look at teeth costs no card", dropping("test.no-light"), "twin the-thing-outpost"),
    Bug(f"{THING}.sums:Meal.from_pantry", "a meal is always three",
        instead(property(lambda meal: 3)), "twin the-thing"),
    Bug(f"{THING}.sums:Meal.from_pantry", "a meal of Characters is always three",
        instead(property(lambda meal: 3)), "twin the-thing-coop"),
    Bug(f"{OUTPOST}.queries:end_of_run", "the dog is away too early", too_early, "twin the-thing-outpost"),
    Bug(f"{THING}.meetings:end_of_looking", "an Alien breaks nothing", always(None), "twin the-thing", True),
    Bug(f"{COOP}.queries:crowd", "an Alien attacks too weakly", always(1), "twin the-thing-coop", True),
    Bug(f"{OUTPOST}.queries:escaped", "nobody counts vehicles", always(()), "twin the-thing-outpost", True),
)  # fmt: skip
