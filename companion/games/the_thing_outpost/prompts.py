"""The questions that are asked otherwise, and those of the rifle, the teeth, the dog on the run and the saucer."""

from __future__ import annotations

from typing import TypeVar

from companion.engine.kit.forms import Form
from companion.engine.view import Choice, Group, Question, Said
from companion.games.the_thing import base as b
from companion.games.the_thing import prompts as base
from companion.games.the_thing import prompts_end, prompts_votes, queries
from companion.games.the_thing.prompts import one_touch
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost import escape
from companion.games.the_thing_outpost import queries as q


class Prompts(base.Prompts):
    """One question in the making in the Norwegian base."""

    unsettled = base.Prompts.unsettled | {"test.result", "ufo.tokens", "ufo.drawn"}

    def others(self) -> list[tuple[str, dict[str, object]]]:
        """Return the rifle, and that only hidden Aliens are left; who plays which Character is not kept here."""
        more = [(key, said) for key, said in super().others() if key != "sheet"]
        step = self.table.step
        if step in escape.STEPS and not queries.kept(self.table, o.RIFLE):
            more.insert(0, ("rifle", {"action": "rifle"}))
        if step != "ending" and step not in o.UFO_STEPS and not queries.exposed(self.table):
            more.append(("end.hidden", {"action": "end", "cause": "hidden-left"}))
        return [one for one in more if one[0] not in ("end.assimilated", "end.frozen") or step not in o.UFO_STEPS]


# Before the first round


def token(ask: Prompts) -> Question:
    """Ask where the leader token lies; it can be left unsaid."""
    said = {"action": "take-sheets"}
    if ask.table.step != "sheets":
        return ask.opening()
    rooms = ask.rooms(said, queries.green(ask.table), "token")
    skip = Group("", (ask.plain("sheets.skip", said),))
    return Question(ask.say("sheets.token"), {}, (Group("", rooms), skip, ask.other_things()))


def fill_token(form: Form) -> None:
    """Add nothing: a touch says where the token lies."""


# Tests


@one_touch
def tests(ask: base.Prompts) -> Question:
    """Ask if a player makes a test: one by blood, and by teeth as many as there are cards for."""
    blood = not queries.kept(ask.table, b.TEST_DONE[b.TEST_A])
    kinds = [b.TEST_A] if blood else []
    kinds += [b.TEST_B] if able(ask, b.TEST_B) else []
    choices = tuple(
        Choice(ask.say(f"test.{kind}"), prompts_votes.test_of(kind, people), icon=f"test-{kind}")
        for kind in kinds
        if (people := able(ask, kind))
    )
    return prompts_votes.tests_or_meal(ask, choices)


def able(ask: base.Prompts, kind: str) -> tuple[str, ...]:
    """Return who may have what a test takes: a blood bag; a flashlight, and a card to pay for it."""
    if kind == b.TEST_A:
        return queries.testers(ask.table, kind)
    people = queries.characters(ask.table)
    return tuple(p for p in people if queries.number(ask.table, b.OBJECTS, p) and ask.table.hands[p])


def testing(ask: Prompts) -> Question:
    """Ask who tests whom, and what is shown: a role card, or teeth."""
    kind, said, people = ask.heard("kind"), ask.said, queries.characters(ask.table)
    if ask.table.step != "tests" or kind not in b.TESTS:
        return ask.opening()
    if kind == b.TEST_A or ask.heard("player") not in people or ask.heard("target") not in people:
        return prompts_votes.testing(ask)
    shows = tuple(ask.plain(f"test.{one}", {**said, "teeth": one}) for one in o.TEETH)
    return Question(ask.say("test.teeth", player=ask.heard("target")), said, (Group("", shows),))


# The dog on the run


def rifle(ask: Prompts) -> Question:
    """Ask who plays which rifle."""
    said: Said = {"action": "rifle"}
    if ask.table.step not in escape.STEPS or queries.kept(ask.table, o.RIFLE):
        return ask.opening()
    if ask.heard("player") not in queries.characters(ask.table):
        people = tuple(Choice(p, {**said, "player": p}, player=p) for p in queries.characters(ask.table))
        return Question(ask.say("rifle.who"), said, (Group("", people),))
    ways = tuple(ask.plain("rifle.spaces", {**ask.said, "spaces": k}, count=k) for k in o.RIFLES)
    return Question(ask.say("rifle.which", player=ask.heard("player")), ask.said, (Group("", ways),))


def run(ask: Prompts) -> Question:
    """Ask if the dog is away, where nobody has read how long its track is."""
    on = ask.plain("run.on", {"action": "dog"})
    away = ask.plain("run.away", {"action": "dog", "away": True})
    return ask.start(ask.say("run.text"), Group("", (on, away)), player=ask.table.turn)


# The end


def how_it_ends(ask: Prompts) -> Question:
    """Ask if only hidden Aliens are left."""
    if ask.heard("cause") != "hidden-left":
        return prompts_end.how_it_ends(ask)
    yes = ask.plain("end.hidden", dict(ask.said))
    return Question(ask.say("end.hidden-text"), ask.said, (Group("", (yes,)),))


# The questions of the last fight, in the saucer


T = TypeVar("T")


def set_up(ask: Prompts) -> Question:
    """Ask which token lies in each sector, one after the other, then who else is an Alien."""
    if ask.table.step != "ufo-setup":
        return ask.opening()
    tokens = heard_list(ask, "tokens", int)[: len(o.SECTORS)]
    if len(tokens) < len(o.SECTORS):
        ways = tuple(
            Choice(str(value), {"action": "start-ufo", "tokens": [*tokens, value]}, kind="number") for value in o.TOKENS
        )
        text = ask.say("ufo.token", sector=ask.room(o.SECTORS[len(tokens)]))
        if tokens:
            return Question(text, ask.said, (Group("", ways),))
        return Question(text, {}, (Group("", ways), ask.other_things()), detail=ask.say("ufo.detail"))
    aliens = heard_list(ask, "aliens", str)
    said = {"action": "start-ufo", "tokens": tokens, "aliens": aliens}
    people = tuple(
        ask.player(p, {**said, "aliens": [*aliens, p]}, done=False, judged=False)
        for p in queries.characters(ask.table)
        if p not in aliens
    )
    done = Choice(ask.say("ufo.no-more" if aliens else "ufo.no-other"), said, True, refusal=ask.refusal(said))
    return Question(ask.say("ufo.aliens"), said, (Group("", people), Group("", (done,))))


def heard_list(ask: Prompts, key: str, kind: type[T]) -> list[T]:
    """Return the values of a list said so far."""
    value = ask.said.get(key)
    return [one for one in value if isinstance(one, kind)] if isinstance(value, list | tuple) else []


def places(ask: Prompts) -> Question:
    """Ask where the next Human goes."""
    player = q.to_enter(ask.table)[0]
    said = {"action": "enter", "player": player}
    choices = tuple(
        Choice(ask.room(sector), {**said, "at": sector}, True, refusal=ask.refusal({**said, "at": sector}), room=sector)
        for sector in o.SECTORS
    )
    return ask.start(ask.say("ufo.where", player=player), Group("", choices), player=player)


def revealing(ask: Prompts) -> Question:
    """Ask for the sectors on the Alien's cards, one after the other."""
    heaps = queries.heaps(ask.table)
    if ask.table.step != "ufo-reveal" or not heaps:
        return ask.opening()
    shown = heard_list(ask, "at", str)[: len(heaps) - 1]
    sectors = []
    for sector in o.SECTORS:
        said = {"action": "uncover", "at": [*shown, sector]}
        done = len(shown) + 1 == len(heaps)
        sectors.append(Choice(ask.room(sector), said, done, refusal=ask.refusal(said, done=done), room=sector))
    which = ask.say("alien.heap", k=len(shown) + 1, count=heaps[len(shown)][1])
    groups = (Group("", tuple(sectors)),)
    if not shown:
        return ask.start(ask.say("alien.reveal"), *groups, detail=which)
    return Question(ask.say("alien.reveal"), ask.said, groups, detail=which)


def fights(ask: Prompts) -> Question:
    """Ask which sector is dealt with next."""
    rooms = tuple(
        Choice(
            ask.say("meet.room", room=ask.room(sector), who=ask.words.listed(q.in_sector(ask.table, sector))),
            {"action": "fight", "at": sector},
            room=sector,
        )
        for sector in q.fights(ask.table)
    )
    return ask.start(ask.say("clash.which"), Group("", rooms))


def fighting(ask: Prompts) -> Question:
    """Ask for the outcome: by strength, or by fire."""
    sector, table, said = ask.heard("at"), ask.table, ask.said
    if table.step != "ufo-fight" or sector not in q.fights(table):
        return ask.opening()
    people, strength = q.in_sector(table, sector), q.strength(table, sector)
    if strength > len(people):
        choices = [ask.plain("clash.assimilate", {**said, "win": "assimilate", "victim": p}, player=p) for p in people]
        choices.append(ask.plain("ufo.tokens", {**said, "win": "tokens"}))
    else:
        choices = [ask.plain("ufo.even" if strength == len(people) else "clash.flees", dict(said))]
    fires = tuple(
        ask.plain(f"clash.{weapon}", {**said, "fire": p, "with": weapon}, player=p)
        for p in people
        for weapon in b.BURNING
        if queries.number(table, b.WEAPONS, p)
    )
    text = ask.say("clash.text", room=ask.room(sector), strength=strength, people=len(people))
    groups = [Group("", tuple(choices))]
    groups += [Group(ask.say("group.fire"), fires, quiet=True)] if fires else []
    return Question(text, said, tuple(groups))


def collecting(ask: Prompts) -> Question:
    """Ask which tokens the Alien draws, one after the other."""
    if ask.table.step != "ufo-collect":
        return ask.opening()
    drawn = heard_list(ask, "drawn", int)
    wanted = q.to_draw(ask.table)
    more = tuple(
        ask.plain("ufo.value", {"action": "collect", "drawn": [*drawn, k]}, done=len(drawn) + 1 == wanted, count=k)
        for k in o.TOKENS
    )
    detail = ask.say("ufo.drawn-so-far", drawn=", ".join(map(str, drawn))) if drawn else ask.say("ufo.humans-take")
    text = ask.say("ufo.draw", count=wanted - len(drawn))
    return ask.start(text, Group("", more), detail=detail) if not drawn else Question(
        text, ask.said, (Group("", more),), detail=detail)  # fmt: skip


def launching(ask: Prompts) -> Question:
    """Ask if the next card of the launch is paid for, and with what."""
    ways = tuple(
        ask.plain("ufo.pay", {"action": "launch", "pay": list(way)}, tokens=" + ".join(map(str, way)))
        for way in q.payments(ask.table)
    )
    no = ask.plain("ufo.keep", {"action": "next"})
    text = ask.say("ufo.launch", count=queries.number(ask.table, o.LAUNCHED) + 1, cost=q.next_cost(ask.table))
    return ask.start(text, Group("", ways), Group("", (no,)))
