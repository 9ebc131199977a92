"""The log of the cooperative mode: dice, the threat, the attack, with their sums."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.kit.log import said_as
from companion.games.the_thing import base as b
from companion.games.the_thing import log as base
from companion.games.the_thing import queries as q
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import queries
from companion.games.the_thing_coop.acting import numbers_of, sides_of
from companion.games.the_thing_coop.moving import bad_among


class Log(base.Log):
    """One entry of the log of the cooperative mode."""

    def side(self, face: str) -> str:
        """Return the name of a side of an action die."""
        return self.words.raw(f"dice.action.{face}")

    def rolled(self) -> str:
        """Return the sides that lie on top."""
        return ", ".join(self.side(c.SIDES[one - 1]) for one in sides_of(self.action))

    def changes(self) -> Iterator[str]:
        """Yield what became of suspicion, of the threat, and of whom it took."""
        before, after = self.before, self.after
        told = self.action.verb in ("take-sheets", "cancel-dice")
        for player in after.seats if not told else ():
            was, now = q.suspicion(before, player), q.suspicion(after, player)
            if player in before.seats and now > was:
                yield self.say("suspicion", player=player, was=was, count=now - was, now=now)
        if queries.threat(before) != queries.threat(after) and self.action.verb != "move-threat":
            yield self.say("threat", was=queries.threat(before), now=queries.threat(after))
        for player in q.exposed(after):
            if not q.is_exposed(before, player) and self.action.verb != "test":
                yield self.say("taken", player=player)
        if after.step == "choice" and before.step != "choice":
            yield self.say("several", players=self.words.listed(queries.sharing(after)))
        if told and self.action.verb == "take-sheets":
            return
        yield from super().changes()


def sheets(log: Log) -> str:
    """Tell who plays whom."""
    told = {
        person: [p for p in log.after.seats if queries.person(log.after, p) == person]
        for person in queries.people(log.after)
    }
    return " ".join(
        log.say("sheet", player=person, sheet=log.words.listed(theirs)) for person, theirs in told.items() if theirs
    )


def place(log: Log) -> str:
    """Tell who went where."""
    at = log.action.text("at")
    key = "place.rest" if at == b.DORMITORY else "place.text"
    return log.say(key, player=log.action.player, **log.at(at))


def meet(log: Log) -> str:
    """Tell what came of being alone with a dog."""
    slug = log.action.text("at")
    people = q.staying(log.before, log.action)
    said = base.evading(log)
    if people:
        key = "meet.alien" if log.action.said.get("alien") is True else "meet.healthy"
        said.append(log.say(key, player=people[0], **log.at(slug)))
    return " ".join(said)


def lay(log: Log) -> str:
    """Tell the attack as a sum."""
    laid, crowd = queries.attack(log.before), queries.crowd(log.before)
    strengths = " + ".join(map(str, laid))
    return log.say("attack", crowd=crowd, desired=crowd + 1, laid=strengths, pool=q.number(log.before, b.POOL))


def reveal(log: Log) -> str:
    """Tell where the Alien is; the kennel gives it a dog."""
    said = []
    for slug, (_, strength) in zip(log.action.names("at"), q.heaps(log.before), strict=False):
        dog = slug == b.KENNEL and q.here(log.before, b.DOG, b.KENNEL)
        key = "reveal.dog" if dog else "reveal.text"
        said.append(log.say(key, **log.at(slug), count=strength))
    return " ".join(said)


roll = said_as(lambda log: "reroll" if log.action.player else "roll", dice=Log.rolled)
"""What was rolled, or rolled again."""


def alter(log: Log) -> str:
    """Tell which die was turned to which side."""
    was = queries.dice(log.before).get(log.action.number("die"), "")
    face = log.side(was) if was else ""
    return log.say("alter", player=log.action.player, face=face, to=log.side(log.action.text("face")))


def cancel(log: Log) -> str:
    """Tell what was cancelled, with what it cost."""
    player, dice = log.action.player, queries.dice(log.before)
    faces = ", ".join(log.side(dice[one]) for one in numbers_of(log.action) if one in dice)
    was, more = q.suspicion(log.before, player), queries.grows(log.before, player, len(numbers_of(log.action)))
    return log.say("cancel", player=player, dice=faces, was=was, count=more, now=was + more)


def suffer(log: Log) -> str:
    """Tell what takes place, and what it does."""
    dice, player = queries.dice(log.before), log.action.player
    faces = ", ".join(log.side(dice[one]) for one in queries.bad(log.before))
    slug = q.where(log.before, player)
    said = [log.say("suffer", player=player, dice=faces, **log.at(slug or b.REC_ROOM))]
    return " ".join((*said, *base.counters(log)))


def move_threat(log: Log) -> str:
    """Tell how the threat moves, as a sum."""
    before, after = log.before, log.after
    sharing = len(queries.sharing(before))
    key = "move-threat.right" if sharing else "move-threat.left"
    return log.say(key, was=queries.threat(before), count=sharing or 1, now=queries.threat(after))


def block(log: Log) -> str:
    """Tell if the Alien blocked the way out, as a sum."""
    found = bad_among(sides_of(log.action))
    key = "block.blocked" if found >= c.BLOCKS else "block.passed"
    return log.say(key, dice=log.rolled(), count=found, most=c.BLOCKS)


class Undo(base.Undo):
    """The threat and the dice lie as before."""

    def others(self) -> Iterator[str]:
        yield from super().others()
        if queries.threat(self.before) != queries.threat(self.after):
            yield self.say("threat", count=queries.threat(self.before))
        was = queries.dice(self.before)
        if was and was != queries.dice(self.after):
            yield self.say("dice", dice=queries.faces(self.before, self.words))
