"""Who was infected when, as each person tells it after the end: what is asked, what is kept, what does not fit.

The record has every exchange, and not what was in it. Whoever ended infected says which one it was; what they say is
never refused for not agreeing with the record: it is told beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from companion.engine import facts as f
from companion.engine.actions import Action, number, optional, text
from companion.engine.deck import Decklist
from companion.engine.game import Past
from companion.engine.kit.common_rules import actor_unknown
from companion.engine.kit.log import Log
from companion.engine.kit.moves import seat
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.kit.retelling import Naming, Seen, at_the_end, steps
from companion.engine.rules import Moment, Violation, refuse, refuse_as, rule
from companion.engine.state import Table
from companion.engine.view import Choice, Group, Question
from companion.engine.words import Wording
from companion.games.la_cosa.cards import spared
from companion.games.la_cosa.queries import HUMAN, INFECTED, THING

TOLD = "told"
"""The track of what somebody has told: the place of the exchange among all of them, from 1; 0 where they do not know
it."""
MOST = 999


def infected(table: Table) -> tuple[str, ...]:
    """Return those who have something to tell: who ended infected, once the roles of a game that counts are known."""
    if table.ended is None or not table.ended.winners:
        return ()
    return tuple(player for player in table.players if table.ended.roles.get(player) == INFECTED)


# What is refused


@rule("step.wrong")
def before_the_end(m: Moment) -> Violation | None:
    """Nobody says before the end what they were."""
    return None if m.table.ended else refuse_as("step.wrong", "not-ended")


@rule("tell.unfit")
def unfit(m: Moment) -> Violation | None:
    """Refuse who was not infected, a giver who is nobody else at the table, an exchange that there never was."""
    action, table = m.action, m.table
    who, by, place = action.player, action.text("from"), action.number("exchange")
    if who not in infected(table):
        return refuse("role", player=who)
    if by and (by == who or by not in table.players):
        return refuse("giver", player=who, by=by)
    return refuse("exchange", count=len(table.passed), place=place) if place > len(table.passed) else None


# What is asked


def who_tells(ask: PromptBuilder) -> tuple[Group, ...]:
    """Return whoever has not told yet; and, folded away, whoever may tell it otherwise."""
    people = infected(ask.table)
    waits = [player for player in people if ask.table.track(TOLD, player) is None]
    said = {"action": "tell"}
    mine = [Choice(ask.say("tell.mine", player=p), {**said, "player": p}, player=p) for p in people]
    groups = (
        Group("", tuple(one for one in mine if one.player in waits)),
        Group(ask.say("tell.again"), tuple(one for one in mine if one.player not in waits), quiet=True),
    )
    return tuple(group for group in groups if group.choices)


def who_and_when(ask: PromptBuilder) -> Question:
    """Ask whoever tells by whom it was, La Cosa first, then in which of the few exchanges with them."""
    table, said, player = ask.table, ask.said, ask.heard("player")
    if player not in infected(table):
        return Question(ask.say("tell.who"), {"action": "tell"}, who_tells(ask))
    if "from" in said:
        by = ask.heard("from")
        unsure = ask.plain("tell.no-place", {**said, "exchange": None})
        groups = (Group("", tuple(_places(ask, player, by))), Group("", (unsure,)))
        return Question(ask.say("tell.when", player=player, by=by), said, groups, player=player)
    roles = table.ended.roles if table.ended else {}
    gave = {giver for one in table.passed for giver, taker in one.pairs if taker == player}
    others = sorted((p for p in table.players if p != player), key=lambda p: roles.get(p) != THING)
    people = [_giver(ask, player, by) for by in others]
    unknown = ask.plain("tell.unknown", {**said, "from": None, "exchange": None})
    met, not_met = (tuple(one for one in people if (one.player in gave) == has) for has in (True, False))
    every = (Group("", met), Group("", (unknown,)), Group(ask.say("tell.others"), not_met, quiet=True))
    return Question(
        ask.say("tell.giver", player=player), said, tuple(one for one in every if one.choices), player=player
    )


def _giver(ask: PromptBuilder, player: str, by: str) -> Choice:
    """Return the choice of a giver; it is all there is to say where there are not several exchanges with them."""
    said = {"action": "tell", "player": player, "from": by}
    places = tuple(_places(ask, player, by))
    if len(places) > 1:
        return ask.player(by, said, done=False)
    return ask.player(by, places[0].said if places else {**said, "exchange": None})


def _places(ask: PromptBuilder, player: str, by: str) -> Iterator[Choice]:
    """Yield every exchange in which somebody got a card from somebody."""
    for place, one in enumerate(ask.table.passed, 1):
        if (by, player) in one.pairs:
            said = {"action": "tell", "player": player, "from": by, "exchange": place}
            key = "tell.place" if len(one.pairs) == 2 else "tell.round"
            yield ask.plain(key, said, place=place, turn=one.turn)


def _tells(log: Log) -> str:
    by, place = log.action.text("from"), log.action.number("exchange")
    key = "tell.unknown" if not by else "tell.who" if not place else "tell.when"
    return log.say(key, player=log.action.player, by=by, place=place)


TELL = seat(
    fields={"player": text, "from": text, "exchange": optional(number(1, MOST))},
    required=("player",),
    rules=(actor_unknown, before_the_end, unfit),
    does=lambda effects, action: effects.do(f.TrackSet(TOLD, action.player, action.number("exchange"))),
    asks=who_and_when,
    tells=_tells,
)


# What is made of it


@dataclass(frozen=True, slots=True)
class Telling:
    """What somebody says of their infection; `by` is empty and `place` 0 where they do not know."""

    player: str
    by: str = ""
    place: int = 0


@dataclass(frozen=True, slots=True)
class Exchange:
    """One exchange of the record: its entry, who gave to whom, and to whom ¡Fallaste! handed it on."""

    number: int
    pairs: tuple[tuple[str, str], ...]
    turn: str
    handed_on: str = ""


@dataclass(slots=True)
class Chain(Naming):
    """What everybody has told, beside the exchanges of the record; names are those people have in the end."""

    told: dict[str, Telling] = field(default_factory=dict)
    exchanges: list[Exchange] = field(default_factory=list)
    thing: str = ""

    def moment(self, player: str) -> Exchange | None:
        """Return the exchange that somebody names, if it can have been that one by the record and the rules."""
        one = self.told.get(player)
        if one is None or not one.place or not self._gave(one) or one.by != self.thing:
            return None
        found = self.exchanges[one.place - 1]
        return None if found.handed_on == player else found

    def order(self) -> tuple[str, ...]:
        """Return those whose exchange is known, in its order."""
        known = [(found.number, player) for player in self.told if (found := self.moment(player))]
        return tuple(player for _, player in sorted(known))

    def when(self, player: str, words: Wording) -> str:
        """Return what somebody says of when it was; nothing before they have said anything."""
        one = self.told.get(player)
        if one is None:
            return ""
        if not one.place or one.place > len(self.exchanges):
            return words.raw("chain.unknown")
        found = self.exchanges[one.place - 1]
        key = "chain.when" if len(found.pairs) == 2 else "chain.round"
        return words.say(key, place=one.place, turn=found.turn)

    def doubts(self, entered: Sequence[str], last: str, seen: Sequence[Seen], words: Wording) -> Iterator[str]:
        """Yield where what is told does not go with the record or with what was `entered` with the roles."""
        for one in self.told.values():
            if key := self._doubt(one):
                yield words.say(f"chain.{key}", player=one.player, by=one.by, place=one.place, thing=self.thing)
            found = self.moment(one.player)
            shown = next((c for c in seen if c.player == one.player and found and c.number > found.number), None)
            if shown and INFECTED not in shown.fits and HUMAN in shown.fits:
                yield words.say("chain.clean", player=one.player, place=one.place)
        order = self.order()
        for a, b in pairwise(player for player in entered if player in order):
            if order.index(a) > order.index(b):
                yield words.say("chain.order", first=a, then=b)
        after = order[order.index(last) + 1 :] if last in order else ()
        for player in after:
            yield words.say("chain.last", last=last, player=player)

    def _doubt(self, one: Telling) -> str:
        """Return which sentence says what is wrong with a telling; nothing where it fits."""
        if not one.by:
            return ""
        if not self._gave(one):
            gifts = [
                place for place in range(1, len(self.exchanges) + 1) if self._gave(Telling(one.player, one.by, place))
            ]
            return "never" if not gifts else "not-yet" if one.place and one.place < gifts[0] else "not-theirs"
        if one.by != self.thing:
            return "not-thing"
        return "handed-on" if one.place and self.exchanges[one.place - 1].handed_on == one.player else ""

    def _gave(self, one: Telling) -> bool:
        """Return True if the giver gave a card in the exchange named, or in any where none is."""
        pairs = [each.pairs for each in self.exchanges]
        among = pairs[one.place - 1 : one.place] if one.place else pairs
        return any((one.by, one.player) in each for each in among)


def chain(decklist: Decklist, past: Sequence[Past]) -> Chain:
    """Return what has been told, from the entries that stand."""
    found = Chain()
    for entry, _ in past:
        for fact in entry.facts:
            if isinstance(fact, f.Renamed) and fact.player != fact.to:
                found.rename(fact.player, fact.to)
    handed_on = ""
    for (entry, before), (_, after) in zip(steps(past), past, strict=True):
        said = Action(entry.verb, entry.action)
        for fact in entry.facts:
            if isinstance(fact, f.CardsPassed):
                pairs = tuple((found.name(a), found.name(b)) for a, b in fact.pairs)
                found.exchanges.append(Exchange(entry.number, pairs, found.name(before.turn), found.name(handed_on)))
            if isinstance(fact, f.Settled | f.TurnBegan):
                handed_on = ""
        handed_on = spared(decklist, said, before, after) or handed_on
        if entry.verb == "tell":
            player, by = found.name(said.player), found.name(said.text("from")) if said.text("from") else ""
            found.told[player] = Telling(player, by, said.number("exchange"))
    table = at_the_end(past)
    found.thing = next((p for p, role in (table.ended.roles if table.ended else {}).items() if role == THING), "")
    found.told = {player: found.told[player] for player in infected(table) if player in found.told}
    return found
