"""What a card given or discarded proves (R §9, `exchange.*` and `discard.*`)."""

from __future__ import annotations

from companion.games.la_cosa.hidden.checks import (
    Shown,
    all_shown,
    discarded,
    givers,
    infected_among,
    is_infected,
    is_thing,
    shown,
)
from companion.games.la_cosa.hidden.recall import Knowledge
from companion.games.la_cosa.hidden.roles import Case
from companion.games.la_cosa.hidden.weighing import Broken
from companion.referee.actions import Action

Given = tuple[str, str, Shown]
"""Giver, taker, card."""


def given(known: Knowledge, check: Action) -> list[Given]:
    """Who gives what to whom."""
    return [(a, b, shown(known.decklist, known.table, card)) for a, b, card in givers(known.table, check)]


def broken_by_giving(known: Knowledge, check: Action) -> list[tuple[frozenset[Broken], ...]]:
    """For each suspect, the rules that each giver may break."""
    gives = given(known, check)
    worlds = [[_breaks_by_giving(known, thing, *giving) for giving in gives] for thing in _suspects(known, gives)]
    if check.text("what") == "round":
        forced = [_must_give_infected(known, giver) for giver, _, _ in gives]
        worlds = [[b | NOTHING if must else b for b, must in zip(world, forced, strict=True)] for world in worlds]
    return [tuple(world) for world in worlds]


NOTHING: frozenset[Broken] = frozenset({frozenset()})


def _must_give_infected(known: Knowledge, giver: str) -> bool:
    """Whether a hand was seen to be nothing but ¡Infectado!. Nobody can get out of Vuelta y vuelta and it eliminates
    nobody (R §6), so its owner has no lawful card to give: who does what they must is never accused."""
    held = known.table.hands[giver]
    cases = [case for thing in known.roles.suspects for case in known.roles.cases(thing, giver) if thing != giver]
    return held > 0 and bool(cases) and all(case.many >= held for case in cases)


def giving_fits(known: Knowledge, check: Action) -> bool:
    """Whether in some world everybody has the card they give."""
    gives = given(known, check)
    return any(
        all(_holding(known, thing, giver, int(is_infected(known.decklist, card))) for giver, _, card in gives)
        for thing in _suspects(known, gives)
    )


def _suspects(known: Knowledge, gives: list[Given]) -> list[str]:
    """Who may be La Cosa; whoever gives its card holds it."""
    holders = [giver for giver, _, card in gives if is_thing(known.decklist, card)]
    fit = [thing for thing in known.roles.suspects if thing in holders]
    return fit or list(known.roles.suspects)


def _holding(known: Knowledge, thing: str, player: str, least: int) -> set[Case]:
    """The cases of a hand that holds at least so many ¡Infectado!."""
    return {case for case in known.roles.cases(thing, player) if case.many >= least}


def _breaks_by_giving(known: Knowledge, thing: str, giver: str, taker: str, card: Shown) -> frozenset[Broken]:
    if is_thing(known.decklist, card):
        return frozenset({frozenset({"exchange.thing"})})
    if not is_infected(known.decklist, card) or giver == thing:
        return frozenset({frozenset()})
    cases = _holding(known, thing, giver, 1) or {c._replace(many=1) for c in known.roles.cases(thing, giver)}
    return frozenset(_infected_given(case, taker == thing) for case in cases)


def _infected_given(case: Case, to_thing: bool) -> Broken:
    """Somebody who is not La Cosa gives an ¡Infectado!."""
    if not case.infected:
        return frozenset({"exchange.human-gives-infected"})
    rules = () if to_thing else ("exchange.infected-to-non-thing",)
    return frozenset({*rules, *(("exchange.last-infected",) if case.many == 1 else ())})


# Discards


def broken_by_discarding(known: Knowledge, check: Action) -> list[tuple[frozenset[Broken]]]:
    """For each suspect, the rules that the discard may break."""
    cards = all_shown(known.decklist, known.table, discarded(check))
    away = infected_among(known.decklist, cards)
    certain: Broken = frozenset({"discard.thing"} if any(is_thing(known.decklist, c) for c in cards) else ())
    worlds = []
    for thing in _discard_suspects(known, check):
        cases = _discard_cases(known, check, thing)
        lost = {bool(away) and case.infected and case.many <= away and thing != check.player for case in cases}
        if _whole(known, check) is None and len(discarded(check)) == 2:
            lost.add(False)  # Determinación: among the three just drawn there may be another ¡Infectado!
        worlds.append((frozenset(certain | ({"discard.last-infected"} if last else frozenset()) for last in lost),))
    return worlds


def discarding_fits(known: Knowledge, check: Action) -> bool:
    """Whether some world has the cards that are discarded, and the hand if it was shown."""
    return any(_fitting(known, check, thing) for thing in _discard_suspects(known, check))


def _whole(known: Knowledge, check: Action) -> tuple[Shown, ...] | None:
    """The hand before the discard, if it was shown and holds what is discarded."""
    cards = list(check.names("hand"))
    for card in discarded(check):
        if card not in cards:
            return None
        cards.remove(card)
    return all_shown(known.decklist, known.table, check.names("hand"))


def _discard_suspects(known: Knowledge, check: Action) -> list[str]:
    """Who may be La Cosa, as far as the cards shown leave it open."""
    whole = _whole(known, check)
    seen = whole if whole is not None else all_shown(known.decklist, known.table, discarded(check))
    holds = any(is_thing(known.decklist, card) for card in seen)
    if not holds and whole is None:
        return list(known.roles.suspects)
    fit = [thing for thing in known.roles.suspects if (thing == check.player) == holds]
    return fit or list(known.roles.suspects)


def _fitting(known: Knowledge, check: Action, thing: str) -> set[Case]:
    whole = _whole(known, check)
    away = infected_among(known.decklist, all_shown(known.decklist, known.table, discarded(check)))
    cases = known.roles.cases(thing, check.player)
    if whole is None:
        return {case for case in cases if case.many >= away}
    count = infected_among(known.decklist, whole)
    drawn = _just_drawn(known, check, whole)
    if drawn:
        return {case._replace(many=count) for case in cases if count - drawn <= case.many <= count}
    return {case for case in cases if case.many == count or (not count and case.infected)}


def _just_drawn(known: Knowledge, check: Action, whole: tuple[Shown, ...]) -> int:
    """How many cards of a hand shown for Determinación came from the pile just now: it is shown after its draws and
    without the card itself, while the table still counts the hand before them."""
    return max(0, len(whole) - known.table.hands.get(check.player, 0) + 1) if len(discarded(check)) == 2 else 0


def _discard_cases(known: Knowledge, check: Action, thing: str) -> set[Case]:
    """The cases that fit; where none does, as many ¡Infectado! as were shown, with what is known of the person."""
    fit = _fitting(known, check, thing)
    if fit:
        return fit
    whole = _whole(known, check)
    cards = whole if whole is not None else all_shown(known.decklist, known.table, discarded(check))
    count = infected_among(known.decklist, cards)
    return {case._replace(many=count) for case in known.roles.cases(thing, check.player)}
