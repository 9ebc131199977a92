"""The steps that La Cosa's cards are written in (`does` in deck.toml), and what each does at the table.

`#` is a number. `player` is who plays the card (of an answer: who answers), `target` whom it is aimed at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.engine import facts as f
from companion.engine.deck import Card
from companion.engine.kit.steps import Acting, Doing, Step, StepBook, StepFault, step, traits
from companion.engine.places import DISCARD, DRAW, front, gap, hand
from companion.games.la_cosa import queries
from companion.games.la_cosa.effects import Effects

# What the rules ask of a step.
MOVES, ELIMINATES, OFFERS = "moves", "eliminates", "offers"
"""It changes seats; it eliminates; it offers an exchange. In quarantine the first two may not be played."""
ENDS, AGAIN = "ends", "again"
"""Instead of the exchange the turn ends; or its player goes on to play or discard."""
LIES = "lies"
"""The card lies on the table while it is carried out, since other cards move meanwhile."""
BARS, ISOLATES = "bars", "isolates"
"""The card stays on the table as a door, or as a quarantine."""
AXES, REVEALS, PASSES, PAIRS, HANDS_ON = "axes", "reveals", "passes", "pairs", "hands-on"
"""It names an obstacle; who showed hands; all pass a card at once, or
swap seats in pairs; the exchange goes on to the next."""
CHANGES, KEEPS = "changes", "keeps"
"""A card is chosen for the pile before another is drawn; some of those drawn are discarded."""


def _bar(effects: Effects, acting: Acting) -> None:
    seats = effects.table.seats
    i, n = seats.index(acting.player), len(seats)
    ahead = effects.table.clockwise if n == 2 else (seats.index(acting.target) - i) % n <= n // 2
    effects.do(f.CardsMoved(hand(acting.player), gap(i if ahead else (i - 1) % n), 1, (acting.card,)))


def _isolate(effects: Effects, acting: Acting) -> None:
    """On somebody already in quarantine the count starts again and the older card is discarded."""
    player, target = acting.player, acting.target
    older = effects.table.fronts.get(target, ())
    if older:
        effects.do(f.CardsMoved(front(target), DISCARD, len(older), older))
    effects.do(f.CardsMoved(hand(player), front(target), 1, (acting.card,)))
    effects.do(f.TrackSet(queries.ROUNDS, target, int(effects.option("quarantine_rounds"))))
    if target == player:
        effects.do(f.Noted(queries.SPARED, player))


def _remove_one(effects: Effects, acting: Acting) -> None:
    """Discard the door or the quarantine that was named."""
    remove = acting.action.table("remove")
    door = remove.get("door")
    if isinstance(door, list):
        effects.lift_door(next(k for k in effects.table.gaps_between(*door) if effects.table.gaps[k]))
    else:
        effects.lift_quarantine(str(remove["quarantine"]))


def _remove_between(effects: Effects, acting: Acting) -> None:
    """Discard the doors on the shorter way; of two equal ones, on that in the direction of play."""
    seats = effects.table.seats
    i, n = seats.index(acting.player), len(seats)
    away = (seats.index(acting.target) - i) % n
    ahead = effects.table.clockwise if 2 * away == n else 2 * away < n
    for number in range(away) if ahead else range(away - n, 0):
        while effects.table.gaps[(i + number) % n]:
            effects.lift_door((i + number) % n)


def _swap_in_pairs(effects: Effects, acting: Acting) -> None:
    """From the turn player and always clockwise, pairs swap seats; an odd last one stays."""
    order = (acting.player, *queries.others(effects.table, acting.player))
    for a, b in zip(order[::2], order[1::2], strict=False):
        effects.swap(a, b)


def _keep(effects: Effects, acting: Acting, drawn: int, kept: int) -> None:
    effects.draw_away(acting.player, drawn, acting.action.number("skipped"))
    effects.give_up(acting.player, count=drawn - kept)


def _change(effects: Effects, acting: Acting, count: int) -> None:
    """Draw, and lay a card of the hand on the pile for each."""
    effects.draw_away(acting.player, count, acting.action.number("skipped"))
    effects.do(f.CardsMoved(hand(acting.player), DRAW, count))


def _show_in_turn(effects: Effects, acting: Acting) -> None:
    """Each shows the hand to all; the last, who has one, only an ¡Infectado!."""
    for player in acting.action.names("shown"):
        if player == acting.action.text("infected"):
            effects.do(f.CardsShown(player, None, (queries.INFECTED_CARD,), 1))
        else:
            effects.show_hand(player)


def _pass(way: str) -> Callable[[Effects, Acting], None]:
    def passes(effects: Effects, acting: Acting) -> None:
        table = effects.table
        effects.do(f.CardsPassed(tuple((p, queries.receiver(table, p, way)) for p in table.seats)))

    return passes


def _skip(effects: Effects, acting: Acting) -> None:
    table = effects.table
    effects.do(f.Noted(queries.NEXT, table.next_after(table.next_after(acting.player))))


def _elsewhere(effects: Effects, acting: Acting) -> None:
    """Nothing more: an offer, its being handed on and how the turn goes on are the business of `plays`."""


STEPS: dict[str, Step] = {
    "show player to all": step(lambda effects, acting: effects.show_hand(acting.player)),
    "show player to target": step(lambda effects, acting: effects.show_hand(acting.player, acting.target)),
    "show target to player": step(lambda effects, acting: effects.show_hand(acting.target, acting.player)),
    "show target to all": step(lambda effects, acting: effects.show_hand(acting.target)),
    "show # of target to player": step(lambda effects, acting, n: effects.show_hand(acting.target, acting.player, n)),
    "show # of player to target": step(lambda effects, acting, n: effects.show_hand(acting.player, acting.target, n)),
    "show offered to player": step(lambda effects, acting: effects.show_hand(acting.target, acting.player, 1)),
    "show in turn until infectado": step(_show_in_turn, REVEALS),
    "draw #": step(
        lambda effects, acting, n: effects.draw_away(acting.player, n, acting.action.number("skipped")), LIES
    ),
    "draw # keep #": step(_keep, LIES, KEEPS),
    "discard #": step(lambda effects, acting, n: effects.give_up(acting.player, count=n), LIES),
    "draw # for target": step(
        lambda effects, acting, n: effects.draw_away(acting.target, n, acting.action.number("skipped")), LIES
    ),
    "discard # of target": step(lambda effects, acting, n: effects.give_up(acting.target, count=n), LIES),
    "change # with pile": step(_change, LIES, CHANGES),
    "exchange with target": step(_elsewhere, OFFERS),
    "trade with target": step(
        lambda effects, acting: effects.do(
            f.CardsPassed(((acting.player, acting.target), (acting.target, acting.player)))
        )
    ),
    "pass to next": step(_pass("next"), PASSES),
    "pass to left": step(_pass("left"), PASSES),
    "pass to right": step(_pass("right"), PASSES),
    "swap with target": step(lambda effects, acting: effects.change_seats(acting.player, acting.target), MOVES),
    "swap in pairs": step(_swap_in_pairs, PAIRS),
    "turn round": step(lambda effects, acting: effects.do(f.DirectionTurned(not effects.table.clockwise))),
    "door to target": step(_bar, BARS),
    "quarantine target": step(_isolate, ISOLATES),
    "remove doors": step(lambda effects, acting: effects.lift_doors()),
    "remove doors to target": step(_remove_between),
    "remove quarantines": step(lambda effects, acting: effects.lift_quarantines()),
    "remove quarantine of target": step(lambda effects, acting: effects.lift_quarantine(acting.target)),
    "remove one": step(_remove_one, LIES, AXES),
    "burn target": step(lambda effects, acting: effects.burn(acting.target), ELIMINATES),
    "hand on": step(_elsewhere, HANDS_ON),
    "skip next": step(_skip),
    "end turn": step(_elsewhere, ENDS),
    "play again": step(_elsewhere, AGAIN),
}

TARGETS = ("neighbour", "self-or-neighbour", "anyone", "second", "third")
HINDRANCES = ("door", "door-ranged", "quarantine")
IN_ANSWERS = frozenset({"show offered to player", "hand on"})
"""Steps that make sense in an answer alone."""
NOT_IN_ANSWERS = frozenset({OFFERS, ENDS, AGAIN, BARS, ISOLATES, AXES, REVEALS, PASSES})


def _hands(form: str, numbers: tuple[int, ...]) -> tuple[int, int]:
    """Return by how many cards a step changes the hand of its player, and of its target."""
    match form:
        case "draw #":
            return numbers[0], 0
        case "draw # keep #":
            return numbers[1], 0
        case "discard #":
            return -numbers[0], 0
        case "draw # for target":
            return 0, numbers[0]
        case "discard # of target":
            return 0, -numbers[0]
        case _:
            return 0, 0


def odd(card: Card, done: Doing) -> Iterator[StepFault]:
    """Yield what contradicts itself in a card, or leaves a hand without its four cards."""
    asked, named = traits(STEPS, done), {"slug": card.slug}
    if {ENDS, AGAIN} <= asked:
        yield StepFault("does", "both-ends", named)
    if AGAIN in asked and card.kind == "panic":
        yield StepFault("does", "again-in-panic", named)
    if (stays := asked & {BARS, ISOLATES}) and (card.kind != "obstacle" or len(stays) > 1):
        yield StepFault("does", "stays", named)
    if AXES in asked and card.target != "self-or-neighbour":
        yield StepFault("target", "axe", named)
    if REVEALS in asked and card.kind != "panic":
        yield StepFault("does", "panic-only", named)
    for form in done.forms():
        if form in IN_ANSWERS and not card.answers:
            yield StepFault("does", "answer-only", {"step": form})
        elif card.answers and STEPS[form].traits & NOT_IN_ANSWERS:
            yield StepFault("does", "not-in-answer", {"step": form})
    if any(form == "draw # keep #" and numbers[0] <= numbers[1] for ways in done.ways for form, numbers in ways):
        yield StepFault("does", "keeps-all", named)
    balances = [{_hands(form, numbers) for form, numbers in ways} for ways in done.ways]
    mine, theirs = (sum(next(iter(ways))[who] for ways in balances) for who in (0, 1))
    if any(len(ways) > 1 for ways in balances) or mine != (AGAIN in asked) or theirs:
        yield StepFault("does", "hand", named)


BOOK = StepBook(STEPS, TARGETS, HINDRANCES, {queries.EXCHANGE: OFFERS}, frozenset({ENDS, AGAIN}), odd)
"""What La Cosa's cards can be written in."""
