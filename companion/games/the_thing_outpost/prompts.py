"""The questions that are asked otherwise, and those of the rifle, the teeth and the dog on the run."""

from __future__ import annotations

from companion.engine.kit.forms import Form
from companion.engine.view import Choice, Group, Question, Said
from companion.games.the_thing import base as b
from companion.games.the_thing import prompts as base
from companion.games.the_thing import prompts_work, queries
from companion.games.the_thing.prompts import one_touch
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost import runaway


class Prompts(base.Prompts):
    """One question in the making in the Norwegian base."""

    unsettled = base.Prompts.unsettled | {"test.result", "ufo.tokens", "ufo.drawn"}

    def others(self) -> list[tuple[str, dict[str, object]]]:
        """Return the rifle, and that only hidden Aliens are left; who plays which Character is not kept here."""
        more = [(key, said) for key, said in super().others() if key != "sheet"]
        step = self.table.step
        if step in runaway.STEPS and not queries.kept(self.table, o.RIFLE):
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
    go = ask.plain("test.nobody", {"action": "next"})
    blood = not queries.kept(ask.table, b.TEST_DONE[b.TEST_A])
    kinds = [b.TEST_A] if blood else []
    kinds += [b.TEST_B] if able(ask, b.TEST_B) else []
    choices = tuple(
        Choice(ask.say(f"test.{kind}"), {"action": "test", "kind": kind}, icon=f"test-{kind}")
        for kind in kinds
        if able(ask, kind)
    )
    groups = (Group("", choices),) if choices else ()
    before = prompts_work.before_the_tests(ask)
    return ask.start(ask.say("test.text"), Group("", (go,)), *groups, *before, player=ask.table.turn)


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
        return prompts_work.testing(ask)
    shows = tuple(ask.plain(f"test.{one}", {**said, "teeth": one}) for one in o.TEETH)
    return Question(ask.say("test.teeth", player=ask.heard("target")), said, (Group("", shows),))


# The dog on the run


def rifle(ask: Prompts) -> Question:
    """Ask who plays which rifle."""
    said: Said = {"action": "rifle"}
    if ask.table.step not in runaway.STEPS or queries.kept(ask.table, o.RIFLE):
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
        return prompts_work.how_it_ends(ask)
    yes = ask.plain("end.hidden", dict(ask.said))
    return Question(ask.say("end.hidden-text"), ask.said, (Group("", (yes,)),))
