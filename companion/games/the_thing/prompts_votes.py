"""The questions of the recreation room, and of the tests made after its vote."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.view import Choice, Group, Question, Said
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.prompts import Prompts, heard_table, one_touch

# The recreation room


@one_touch
def rec_room(ask: Prompts) -> Question:
    """Ask for everybody's vote, in any order, and before it for trades and an Alien that shows itself."""
    waiting = queries.voters(ask.table)
    if not waiting:
        return _pointing(ask, _beside(ask))
    first, *others = waiting
    people, none = _targets(ask, first)
    rest = tuple({"action": "vote", "player": p, "at": None} for p in waiting)
    is_first = len(rest) == len(queries.characters(ask.table))
    nobody = ask.plain("vote.nobody" if is_first else "vote.no-more", rest[0], then=rest[1:])
    groups = [
        people,
        replace(none, choices=(*none.choices, nobody)),
        _beside(ask, Choice(ask.say("vote.together"), {"action": "votes"}, icon="votes")),
    ]
    if others:
        said: Said = {"action": "vote"}
        theirs = (Choice(ask.say("vote.whose", player=p), {**said, "player": p}, icon="votes") for p in others)
        groups.append(Group(ask.say("group.votes"), tuple(theirs), quiet=True))
    how = ask.say("vote.how") if is_first else ""
    return ask.start(ask.say("vote.whom", player=first), *groups, detail=how)


def _beside(ask: Prompts, *first: Choice) -> Group:
    expose = Choice(ask.say("expose.other"), {"action": "expose"}, icon="alien", kind="danger")
    return Group(ask.say("group.beside"), (*first, *trade_choice(ask), expose), quiet=True)


def _targets(ask: Prompts, player: str) -> tuple[Group, Group]:
    said = {"action": "vote", "player": player}
    others = (p for p in queries.characters(ask.table) if p != player and queries.suspicion(ask.table, p))
    people = Group("", tuple(ask.player(p, {**said, "at": p}) for p in others))
    return people, Group("", (ask.plain("vote.none", {**said, "at": None}),))


def voting(ask: Prompts) -> Question:
    """Ask whom a player points at."""
    player = ask.heard("player")
    if ask.table.step != "rec-room" or player not in queries.characters(ask.table):
        return ask.opening()
    said = {"action": "vote", "player": player}
    return Question(ask.say("vote.whom", player=player), said, _targets(ask, player), player=player)


def all_votes(ask: Prompts) -> Question:
    """All votes on one form, as the fingers point."""
    return _pointing(ask) if ask.table.step == "rec-room" else ask.opening()


def _pointing(ask: Prompts, *beside: Group) -> Question:
    """Ask at whom each player points, one after the other; nobody else need have pointed at anybody."""
    people, votes, about = queries.characters(ask.table), heard_table(ask, "votes"), ask.heard("about")
    k = min(int(about), len(people) - 1) if about.isdecimal() else 0
    is_last = k == len(people) - 1

    def points(at: str) -> Said:
        said = {"action": "votes", "votes": {**votes, people[k]: at} if at else votes}
        return said if is_last else {**said, "about": str(k + 1)}

    others = (p for p in people if p != people[k] and queries.suspicion(ask.table, p))
    choices = tuple(Choice(p, points(p), is_last, player=p, refusal=ask.refusal(points(p))) for p in others)
    no_more = ask.plain("vote.no-more" if k else "vote.nobody", {"action": "votes", "votes": votes})
    rest = (Choice(ask.say("vote.none"), points(""), is_last), *(() if is_last else (no_more,)))
    text, groups = ask.say("vote.whom", player=people[k]), (Group("", choices), Group("", rest), *beside)
    return Question(text, ask.said or {"action": "votes"}, groups)


TRADED = (b.WEAPONS, b.OBJECTS)


def _gives(ask: Prompts, player: str) -> tuple[str, ...]:
    """Return what a player has to give away, by what everybody has seen them take."""
    return tuple(kind for kind in TRADED if queries.number(ask.table, kind, player))


def _givers(ask: Prompts) -> tuple[Choice, ...]:
    """Return everybody who has something to give away, with it if they have but one kind."""
    given = ((p, _gives(ask, p)) for p in queries.characters(ask.table))
    said = ((p, {"action": "trade", "player": p, **({"kind": k[0]} if len(k) == 1 else {})}) for p, k in given if k)
    return tuple(Choice(p, one, player=p) for p, one in said)


def trade_choice(ask: Prompts) -> tuple[Choice, ...]:
    """Return the choice to give a weapon or an object away, if anybody has one."""
    return (Choice(ask.say("trade.other"), {"action": "trade"}, icon="objects"),) if _givers(ask) else ()


def trading(ask: Prompts) -> Question:
    """Ask who gives what to whom."""
    player, kind, people = ask.heard("player"), ask.heard("kind"), queries.characters(ask.table)
    said = ask.said
    if player not in people:
        choices = _givers(ask)
        return Question(ask.say("trade.who"), {"action": "trade"}, (Group("", choices),)) if choices else ask.opening()
    if kind not in TRADED:
        choices = tuple(Choice(ask.say(f"trade.{one}"), {**said, "kind": one}, icon=one) for one in _gives(ask, player))
        return Question(ask.say("trade.what", player=player), said, (Group("", choices),), player=player)
    choices = tuple(ask.player(p, {**said, "to": p}) for p in people if p != player)
    lit = {**said, "flamethrower": True}
    fire = (
        tuple(ask.player(p, {**lit, "to": p}) for p in people if p != player)
        if queries.number(ask.table, b.CHARGE, player) and kind == b.WEAPONS
        else ()
    )
    groups = [Group("", choices), *([Group(ask.say("trade.flamethrower"), fire)] if fire else [])]
    return Question(ask.say("trade.to", player=player), said, tuple(groups), player=player)


def exposing(ask: Prompts) -> Question:
    """Ask who shows that they are an Alien."""
    choices = tuple(ask.player(p, {"action": "expose", "player": p}) for p in queries.characters(ask.table))
    return Question(ask.say("expose.who"), {"action": "expose"}, (Group("", choices),))


# Tests


@one_touch
def tests(ask: Prompts) -> Question:
    """Ask if a player makes a test."""
    kinds = {
        kind: Choice(ask.say(f"test.{kind}"), test_of(kind, queries.testers(ask.table, kind)), icon=f"test-{kind}")
        for kind in b.TESTS
        if not queries.kept(ask.table, b.TEST_DONE[kind])
    }
    able = tuple(one for kind, one in kinds.items() if queries.testers(ask.table, kind))
    unable = tuple(one for one in kinds.values() if one not in able)
    return tests_or_meal(ask, able, *((Group(ask.say("group.tests"), unable, quiet=True),) if unable else ()))


def tests_or_meal(ask: Prompts, able: tuple[Choice, ...], *beside: Group) -> Question:
    """Ask which of these tests is made. Where the meal ends with a room, that room says that there is none."""
    nobody = (ask.plain("test.nobody", {"action": "next"}),)
    kinds, beside = (Group("", able),) if able else (), (*beside, *before_the_tests(ask))
    if (meal := ask.at_once("next", "food")) is None:
        return ask.start(ask.say("test.text"), Group("", nobody), *kinds, *beside, player=ask.table.turn)
    if not able:
        return ask.start(meal.text, *meal.groups, *beside, detail=meal.detail, player=meal.player, step="food")
    rooms = (group for group in meal.groups if all(one.room for one in group.choices))
    text = meal.text.replace(f"{ask.say('food.text')}.", ask.say("test.or-meal"), 1)
    beside = (Group(ask.say("group.phase"), nobody, quiet=True), *beside)
    return ask.start(text, *kinds, *rooms, *beside, detail=meal.detail, player=meal.player)


def test_of(kind: str, able: tuple[str, ...]) -> Said:
    """Return the test so far: who makes it is known if only one player can."""
    return {"action": "test", "kind": kind, **({"player": able[0]} if len(able) == 1 else {})}


def before_the_tests(ask: Prompts) -> tuple[Group, ...]:
    """Return what the recreation room still allows after the vote, until the first test."""
    over = queries.kept(ask.table, b.TESTED) or "expose" not in ask.game.moves
    return () if over else (replace(_beside(ask), label=ask.say("group.before-tests")),)


def testing(ask: Prompts, *beside: Group) -> Question:
    """Ask who tests whom, where several may be tested, and what their card says."""
    kind, said, people = ask.heard("kind"), ask.said, queries.characters(ask.table)
    if ask.table.step != "tests" or kind not in b.TESTS:
        return ask.opening()
    if ask.heard("player") not in people:
        choices = tuple(ask.player(p, {**said, "player": p}, done=False) for p in people)
        return Question(ask.say("test.who"), said, (Group("", choices),))
    usual = queries.may_be_tested(ask.table, ask.heard("player")) if kind == b.TEST_A else people
    others = tuple(ask.player(p, {**said, "target": p}, done=False) for p in people if p not in usual)
    unusual = [Group(ask.say("group.tests"), others, quiet=True)] if others else []
    if len(usual) == 1 and not ask.heard("target"):
        return testing(ask.anew({**said, "target": usual[0]}), *unusual)
    if ask.heard("target") not in people:
        choices = tuple(ask.player(p, {**said, "target": p}, done=False) for p in usual)
        return Question(ask.say("test.whom", player=ask.heard("player")), said, (Group("", choices), *unusual))
    shows = (
        ask.plain("test.human", {**said, "alien": False}),
        ask.plain("test.alien", {**said, "alien": True}),
    )
    return Question(ask.say("test.shows", player=ask.heard("target")), said, (Group("", shows), *beside))
