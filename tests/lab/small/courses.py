"""Courses of small games, played turn by turn by people who know their cards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.engine.hidden.referee import Finding
from tests.lab.small import worlds as w
from tests.lab.small.course import Course
from tests.lab.small.mini import HAND, Mini
from tests.lab.small.worlds import PANIC, THING, World

MOST_WORLDS = 500
"""A course ends when more worlds than this would have to be looked through."""


def play(mini: Mini, seed: str, turns: int, cheats: bool = False) -> Course:
    """Play some turns of a small game."""
    spares = Random(f"{seed}, spared").random() < 0.7
    course = Course(mini, Random(seed), cheats, spares=spares, crowded="crowded" in seed)
    for _ in range(turns):
        if len(course.worlds) > MOST_WORLDS or len(course.sitting.course.table.seats) < 2 or course.true.dead_thing:
            break
        if course.rng.random() < 0.5:
            course.look_round()
        turn(course)
    return course


def turn(course: Course) -> None:
    """Play one whole turn."""
    rng, player = course.rng, course.sitting.course.table.turn
    piles = course.sitting.course.table.piles
    if not piles["draw"] + piles["discard"]:
        return
    course.goes_on()
    drawn = [(x, panic) for panic in (False, True) for x in w.drawing(course.true, player, panic)]
    true, panic = rng.choice(drawn)
    back = {"back": "panic", "card": PANIC} if panic else {"back": "away"}
    course.follow({"action": "draw", "player": player, **back}, lambda x: w.drawing(x, player, panic), true)
    if panic:
        vuelta(course, player)
        return
    if rng.random() < 0.25:
        course.look_round()
    act(course, player)
    while course.sitting.course.table.prompt is not None and not course.true.dead_thing:
        answer(course)


def vuelta(course: Course, player: str) -> None:
    public = course.public
    pairs = [(giver, public.next(giver)) for giver in course.sitting.course.table.seats]
    options = sorted(w.passing(course.true, pairs, {}, "", True), key=repr)
    true, gives = course.rng.choice(options)
    seen: dict[str, str] = {}
    if course.rng.random() < 0.6:
        wrong = {**gives, player: course.rng.choice(sorted(set(course.true.hand(player))))}
        if wrong == gives:
            waver(course, [{"what": "round", "gives": other} for _, other in options])
        course.check({"what": "round", "gives": wrong}, wrong == gives)
        if course.judged[-1].true and course.judged[-1].found.verdict != "illegal":
            seen = gives
            course.learn([(giver, [card], False) for giver, card in gives.items()])
    course.follow(
        {"action": "play", "player": player, "card": PANIC},
        lambda x: (after for after, _ in w.passing(x, pairs, seen, "", True)),
        true,
    )


def act(course: Course, player: str) -> None:
    rng, hand = course.rng, course.true.hand(player)
    others = [p for p in course.sitting.course.table.seats if p != player]
    if "lanzallamas" in hand and rng.random() < 0.5:
        burn(course, player)
        return
    if "seduccion" in hand and rng.random() < 0.7:
        target = rng.choice(others)
        course.follow(
            {"action": "play", "player": player, "card": "seduccion", "target": target},
            lambda x: (w.parting(x, player, "seduccion", True),) if "seduccion" in x.hand(player) else (),
            w.parting(course.true, player, "seduccion", True),
        )
        return
    card = rng.choice(sorted(w.may_discard(course.true, player)))
    if rng.random() < 0.4:
        about = rng.choice([card, *hand])
        thing: dict[str, Any] = {"what": "discard", "player": player, "card": about}
        course.check({**thing, "hand": list(hand)} if rng.random() < 0.4 else thing, about == card)
    course.follow(
        {"action": "discard", "player": player},
        lambda x: (w.parting(x, player, c) for c in w.may_discard(x, player)),
        w.parting(course.true, player, card),
    )


def burn(course: Course, player: str) -> None:
    table = course.sitting.course.table
    target = course.rng.choice([table.step_from(player, 1), table.step_from(player, -1)])

    def fires(world: World) -> Iterator[World]:
        if "lanzallamas" in world.hand(player):
            yield w.parting(world, player, "lanzallamas", True)

    course.follow(
        {"action": "play", "player": player, "card": "lanzallamas", "target": target},
        fires,
        w.parting(course.true, player, "lanzallamas", True),
    )
    course.follow(
        {"action": "respond", "player": target, "card": None},
        lambda x: (w.leaving(x, target),),
        w.leaving(course.true, target),
    )


def answer(course: Course) -> None:
    """Answer an offer: refuse and pass it on, exchange a card, or eliminate a superinfected player."""
    rng, prompt = course.rng, course.sitting.course.table.prompt
    assert prompt is not None
    by, to = prompt.by, prompt.to
    course.goes_on()
    if rng.random() < 0.3:
        course.look_round()
    if rng.random() < 0.2 and not course.crowded:  # where nobody goes out by it, it is no slip
        cards = [card for card in course.mini.deck if w.sick(card)][:HAND]
        course.check({"what": "hand", "player": rng.choice((by, to)), "cards": cards}, False)
    if "fallaste" in course.true.hand(to) and set(course.true.draw) - {PANIC} and rng.random() < 0.6:
        missed(course, to)
        return
    for leaver, partner in ((by, to), (to, by)):
        if w.superinfected(course.true, leaver, partner) and not course.crowded:
            superinfect(course, leaver, partner)
            return
    exchange(course, by, to)


def missed(course: Course, to: str) -> None:
    def misses(world: World) -> Iterator[World]:
        if "fallaste" in world.hand(to):
            yield from w.drawing(w.parting(world, to, "fallaste"), to)

    course_before = course.sitting.course.table.prompt
    after = sorted(misses(course.true))
    course.follow({"action": "respond", "player": to, "card": "fallaste"}, misses, course.rng.choice(after))
    prompt = course.sitting.course.table.prompt
    still = prompt is not None and course_before is not None and prompt.by == course_before.by
    course.redirected = prompt.to if prompt is not None and still and course.spares else ""


def superinfect(course: Course, leaver: str, partner: str) -> None:
    course.check({"what": "hand", "player": leaver, "cards": list(course.true.hand(leaver))}, False)
    course.redirected = ""
    course.follow(
        {"action": "eliminate", "player": leaver, "cause": "superinfection"},
        lambda x: (w.leaving(x, leaver),) if w.superinfected(x, leaver, partner) else (),
        w.leaving(course.true, leaver),
    )


def exchange(course: Course, by: str, to: str) -> None:
    rng, pairs, spared = course.rng, [(by, to), (to, by)], course.redirected
    options = sorted(w.passing(course.true, pairs, {}, spared, course.crowded), key=repr)
    if course.cheats and rng.random() < 0.3:
        options = [
            one
            for a in sorted(set(course.true.hand(by)) - {THING})
            for b in sorted(set(course.true.hand(to)) - {THING})
            for one in w.passing(course.true, pairs, {by: a, to: b}, spared, course.crowded)
        ]
    infecting = [one for one in options if one[0].infected != course.true.infected]
    true, gives = rng.choice(infecting if infecting and rng.random() < 0.6 else options)
    lawful = (true, gives) in list(w.passing(course.true, pairs, {}, spared, course.crowded))
    seen: dict[str, str] = {}
    if rng.random() < 0.5:
        slip = {by: rng.choice(course.true.hand(by)), to: gives[to]}
        show(course, by, to, slip, False)
    if not lawful or rng.random() < 0.6:
        if lawful:
            waver(
                course, [{"what": "exchange", "from": by, "to": to, **swapped(other, by, to)} for _, other in options]
            )
        found = show(course, by, to, gives, True)
        if found.verdict == "illegal":
            if not lawful:
                true, gives = rng.choice(sorted(w.passing(course.true, pairs, {}, spared, course.crowded), key=repr))
        else:
            seen = gives
            course.learn([(giver, [card], False) for giver, card in gives.items()])
    course.redirected = ""
    course.follow(
        {"action": "respond", "player": to, "card": None},
        lambda x: (after for after, _ in accepted(x, pairs, seen, spared, course.crowded)),
        true,
    )
    if spared and (got := [card for card in true.hand(spared) if w.sick(card)]):
        course.check({"what": "discard", "player": spared, "card": got[0], "hand": list(true.hand(spared))}, False)


def accepted(
    world: World, pairs: list[tuple[str, str]], seen: dict[str, str], spared: str, crowded: bool
) -> Iterator[tuple[World, dict[str, str]]]:
    """Yield the worlds after the exchange as it was seen, or a lawful one; worlds in which one of the pair had to leave
    are left out."""
    if not seen and not crowded and any(w.superinfected(world, a, b) for a, b in pairs):
        return
    yield from w.passing(world, pairs, seen, spared, crowded)


def show(course: Course, by: str, to: str, gives: dict[str, str], true: bool) -> Finding:
    return course.check({"what": "exchange", "from": by, "to": to, **swapped(gives, by, to)}, true)


def swapped(gives: dict[str, str], by: str, to: str) -> dict[str, str]:
    """Return the fields of an exchange in which each gives this card."""
    return {"gives": gives[by], "takes": gives[to]}


def waver(course: Course, offers: list[dict[str, Any]]) -> None:
    """Show one of these offers now and then, and withdraw it for another: that leaves no trace."""
    if course.aside.random() < 0.4:
        course.check(course.aside.choice(offers), True)
