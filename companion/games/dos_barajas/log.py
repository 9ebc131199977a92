"""The log: what an action did, in a sentence or two; and what the hands must do when it is taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine import facts as f
from companion.engine.kit import log as kit_log
from companion.engine.kit.log import said_as
from companion.engine.kit.undo_hints import UndoHints
from companion.engine.places import hand
from companion.engine.state import Table
from companion.games.dos_barajas import queries
from companion.games.dos_barajas.queries import THING, spent


class Log(kit_log.Log):
    """One entry of the log in the making."""

    def trio(self) -> str:
        """Return the cards of a trio, or their number."""
        cards = self.action.names("cards")
        return self.cards(cards) if cards else self.say("trio", count=spent(1, self.action.number("aces")))

    def consequence(self, fact: f.Fact) -> str:
        verb = self.action.verb
        match fact:
            case f.StackShuffled():
                return self.say("shuffled")
            case f.Noted(queries.FIRST, str() as player) if verb not in ("override", "commander"):
                return self.say("first", player=player)
            case f.StepBegan(queries.ANSWER):
                return self.say("humans-hold")
            case f.Claimed(_, claim) if claim:
                return self.say("count")
            case f.CardsMoved(source, target, count, _) if source == queries.MIDDLE and target.kind == "pile":
                return self.counted("leftover", count)
            case f.TrackSet(queries.ROUND, _, int() as number) if verb != "override":
                return self.say("round", round=number)
            case _:
                return super().consequence(fact)


def thrown_in(before: Table, facts: Sequence[f.Fact]) -> int:
    """Count the clubs thrown openly."""
    was = queries.number(before, queries.THROWN)
    now = [fact.value or 0 for fact in facts if isinstance(fact, f.TrackSet) and fact.track == queries.THROWN]
    return (now[-1] if now else was) - was


clubs = said_as("clubs", count=lambda log: thrown_in(log.before, log.facts))
"""How many clubs of the first hand."""


def accuse(log: Log) -> str:
    """Tell who pointed at whom, what they turned out to be, and what both lost by it."""
    action = log.action
    player, target, result = action.player, action.text("target"), action.text("result")
    said = log.say(f"accuse.{result}", player=player, target=target, trio=log.trio())
    if result == THING:
        return said
    trio = len(action.names("cards")) or spent(1, action.number("aces"))
    mine, theirs = (
        sum(fact.count for fact in log.facts if isinstance(fact, f.CardsMoved) and fact.source == hand(one))
        for one in (player, target)
    )
    return f"{said} {log.say('penalty', player=player, mine=mine - trio, target=target, theirs=theirs)}"


def supply(log: Log) -> str:
    """Cups, cards taken, clubs thrown."""
    player, thrown = log.action.player, thrown_in(log.before, log.facts)
    drawn = sum(fact.count for fact in log.facts if isinstance(fact, f.CardsMoved) and fact.target == hand(player))
    said = [log.say("cups", player=player, trio=log.trio())] if log.action.said.get("cups") else []
    said.append(log.counted("supply", drawn, player=player))
    said += [log.counted("thrown", thrown)] if thrown else []
    return " ".join(said)


def leave(log: Log) -> str:
    """Tell what a player left in the middle, if it lies face up."""
    cards = log.cards(log.action.names("cards"))
    return log.say("leave-seen" if cards else "leave", player=log.action.player, cards=cards)


def starve(log: Log) -> str:
    """Tell who starved, and what they were."""
    others = "others" if log.action.said.get("others") else "last"
    return log.say(f"starve.{others if log.action.text('role') == THING else 'human'}", player=log.action.player)


take = said_as("take", count=lambda log: log.action.number("count"))
"""How many cards from the middle."""

invade = said_as(lambda log: "invade-all" if log.action.said.get("all") else "invade")
"""Who called the Things."""


def attack(log: Log) -> str:
    """Tell the roll, and if it hit."""
    action, before = log.action, log.before
    a, b = next(fact.values for fact in log.facts if isinstance(fact, f.DiceRolled))
    as_thing = action.text("as") == THING
    trios = action.number("trios")
    more = trios * queries.bonus(before, action.player, as_thing)
    said = log.say(
        "attack-swords" if trios else "attack",
        player=action.player, target=action.text("target"), a=a, b=b, trios=trios, more=more, total=a + b + more,
        need=10 if as_thing or before.roles.get(action.player) == THING else 12,
    )  # fmt: skip
    hit = any(isinstance(fact, f.PlayerOut) for fact in log.facts)
    return f"{said} {log.say('hit' if hit else 'miss', player=action.text('target'))}"


answer = said_as(lambda log: "answer.others" if log.action.said.get("others") else "answer.none")
"""Whether there are other Things."""

skip = said_as(lambda log: f"skip.{log.before.step}")
"""Nobody does anything more in this phase."""


class Undo(UndoHints):
    """Cards return where they came from, the dead sit down again, roles are hidden."""

    seen = (f.CardsShown, f.RoleShown, f.DiceRolled)

    def others(self) -> Iterator[str]:
        for player in dict.fromkeys(fact.player for fact in self.facts if isinstance(fact, f.RoleShown)):
            yield self.say("role", player=player)
