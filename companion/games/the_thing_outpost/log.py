"""The log of what this game has more: escapes, teeth, the dog, the saucer."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import facts as f
from companion.engine.kit.log import said_as
from companion.games.the_thing import base as b
from companion.games.the_thing import log as base
from companion.games.the_thing import queries
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost import queries as q
from companion.games.the_thing_outpost.ufo import numbers

WEAPONS = {**b.WEAPON_SLUG, b.EXPLOSIVE: "granada"}


class Log(base.Log):
    """One entry of the log in the making."""

    weapons = WEAPONS

    def consequence(self, fact: f.Fact) -> str:
        match fact:
            case f.PlayerOut(player, cause) if cause == f.ESCAPED:
                return self.say("escaped", player=player)
            case _:
                return super().consequence(fact)

    def changes(self) -> Iterator[str]:
        """Yield the dog, cards of the launch, and the ends that only this game has."""
        before, after = self.before, self.after
        yield from super().changes()
        at = queries.number(after, o.DOG_AT)
        if at != queries.number(before, o.DOG_AT):
            end = q.end_of_run(after)
            yield self.say("dog-at" if end is None else "dog-of", count=at, **({} if end is None else {"most": end}))
        own = q.own_ending(after)
        if own and not q.own_ending(before):
            yield self.say(f"comes-to.{own}")


def test(log: Log) -> str:
    """Tell who was tested, and what was shown."""
    if log.action.text("kind") == b.TEST_A:
        return base.test(log)
    key = f"test.{log.action.text('teeth')}"
    return log.say(key, player=log.action.player, target=log.action.text("target"))


rifle = said_as("rifle", count=lambda log: log.action.number("spaces"))
"""A rifle is played."""

start_ufo = said_as("start-ufo", tokens=lambda log: ", ".join(map(str, numbers(log.action, "tokens"))))
"""Which tokens lie in the sectors."""


def enter(log: Log) -> str:
    """Tell who goes where."""
    return log.say("enter", player=log.action.player, **log.at(log.action.text("at")))


def uncover(log: Log) -> str:
    """Tell where the Alien is."""
    heaps = zip(log.action.names("at"), queries.heaps(log.before), strict=False)
    return log.say("reveal", rooms=log.words.listed([f"{log.room(sector)} ({n})" for sector, (_, n) in heaps]))


def fight(log: Log) -> str:
    """Tell how it went in a sector."""
    action, sector = log.action, log.action.text("at")
    strength, people = q.strength(log.before, sector), len(q.in_sector(log.before, sector))
    if action.text("fire"):
        return log.say("clash.fire", **log.at(sector), player=action.text("fire"))
    key = f"fight.{action.text('win')}" if strength > people else "fight.even" if strength == people else "fight.flees"
    blanks = {"room": log.room(sector), "strength": strength, "people": people}
    return log.say(key, **blanks, **({"victim": action.text("victim")} if key == "fight.assimilate" else {}))


def collect(log: Log) -> str:
    """Tell how many tokens the Alien drew, and how many are left."""
    drawn = ", ".join(map(str, numbers(log.action, "drawn"))) or "–"
    return log.say("collect", drawn=drawn, count=queries.number(log.after, o.STOCK))


def launch(log: Log) -> str:
    """Tell which card of the launch was paid for."""
    pay = numbers(log.action, "pay")
    return log.say("launch", count=queries.number(log.after, o.LAUNCHED), cost=q.next_cost(log.before), paid=sum(pay))
