"""One small game: its public table, one true world, and every world that fits what was seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from companion.engine.hidden.line import line
from companion.engine.hidden.referee import Finding, Line
from companion.games.la_cosa.referee import REFEREE
from tests.engine.evening import Refereed
from tests.lab.small import worlds as w
from tests.lab.small.mini import HAND, MINIS, PLAYERS, Mini, mini_game, setup_line
from tests.lab.small.truth import Public, Truth, holds, truth
from tests.lab.small.worlds import PANIC, World

OFFERS = ("exchange", "seduccion")


@dataclass
class Judged:
    """One check: what the referee said of it at the end of which line, and the truth."""

    mini: Mini
    line: Line
    check: dict[str, Any]
    found: Finding
    truth: Truth
    true: bool
    """The cards shown are those that the person holds (else it is a near miss, and is not remembered)."""
    alone: str = ""
    """La Cosa with no human left about it, in every world that has these cards; empty where that may fail."""
    alone_then: str = ""
    """The same, after an exchange is carried out as shown."""


@cache
def dealt(mini: Mini) -> frozenset[World]:
    return frozenset(w.deals(PLAYERS, mini.deck, HAND))


@dataclass
class Course:
    """One game: the public table, one true world, every world that fits, and what was judged.

    `unsaid`: for each player every world that fits but for the hands without ¡Infectado! that this player has shown:
    however often that is done, nothing follows on whether they may have been infected.
    """

    mini: Mini
    rng: Random
    cheats: bool = False
    spares: bool = True
    """By ruling, whoever exchanges by ¡Fallaste! is not infected."""
    crowded: bool = False
    """By ruling, nobody goes out by a hand of nothing but ¡Infectado!."""
    judged: list[Judged] = field(default_factory=list)
    said: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sitting = Refereed(mini_game(), self.mini.decklist, self._setup())
        self.worlds: set[World] = set(dealt(self.mini))
        self.true = self.rng.choice(sorted(self.worlds))
        self.unsaid = {player: set(self.worlds) for player in PLAYERS}
        self.redirected = ""
        self.aside = Random(repr(self.true))
        """Says who shows one card and then another, so that a game goes on as it would without."""

    def _setup(self) -> dict[str, object]:
        return setup_line(missed_protects=self.spares, full_of_infected="three-at-most" if self.crowded else "out")

    @classmethod
    def begun(cls, mini: str, seed: str) -> Course:
        return cls(next(one for one in MINIS if one.name == mini), Random(seed))

    # The public side

    @property
    def public(self) -> Public:
        table = self.sitting.course.table
        prompt = table.prompt
        offer = frozenset({prompt.by, prompt.to} if prompt and prompt.about in OFFERS else ())
        order = table.seats if table.clockwise else table.seats[::-1]
        return Public(dict(table.hands), table.turn, offer, order, self.mini.deck, self.crowded)

    def follow(self, action: dict[str, Any], followers: Callable[[World], Iterable[World]], true: World) -> None:
        """Say an action and follow every world, the true one to `true`."""
        assert self.sitting.say(**action) == "ok", action
        self.said.append(action)
        table = self.sitting.course.table
        is_clear = not table.open

        def followed(worlds: set[World]) -> set[World]:
            return {w.cleared(after) if is_clear else after for world in worlds for after in followers(world)}

        self._each(followed)
        self.true = w.cleared(true) if is_clear else true
        assert self.true in self.worlds, action
        for player, cards in self.true.hands:
            assert len(cards) == table.hands[player], (player, action)

    def goes_on(self) -> None:
        """Drop the worlds in which a player who left was La Cosa, for play goes on."""
        self._each(lambda worlds: {world for world in worlds if not world.dead_thing})

    def _each(self, change: Callable[[set[World]], set[World]], but_for: str = "") -> None:
        """Change all sets of worlds, but for one player's; those that are the same are changed once."""
        before, self.worlds = self.worlds, change(self.worlds)
        for player, worlds in self.unsaid.items():
            if player != but_for:
                self.unsaid[player] = self.worlds if worlds == before else change(worlds)

    # Checks

    def check(self, thing: dict[str, Any], true: bool) -> Finding:
        """Show cards; only what is true is remembered."""
        before = self.sitting.memory
        here = line(self.sitting.course, before, REFEREE)
        found = self.sitting.check(**thing)
        assert isinstance(found, Finding)
        exact = truth(self.worlds, thing, self.public, self.unsaid)
        alone, then = (self.alone(thing), self.alone(thing, then=True)) if true else ("", "")
        self.judged.append(Judged(self.mini, here, thing, found, exact, true, alone, then))
        if not true:
            self.sitting.memory = before
        elif found.verdict != "illegal":
            self.said.append({"action": "check", **thing})
            shown = [(thing["player"], thing.get("hand") or thing["cards"], True)] if thing["what"] == "hand" else []
            if thing["what"] == "discard":
                shown = [(thing["player"], thing.get("hand") or [thing["card"]], "hand" in thing)]
            self.learn(shown)
        return found

    def learn(self, shown: list[tuple[str, list[str], bool]]) -> None:
        for player, cards, whole in shown:

            def held(worlds: set[World], player=player, cards=cards, whole=whole) -> set[World]:
                return {
                    world
                    for world in worlds
                    if (sorted(world.hand(player)) == sorted(cards) if whole else holds(world, player, tuple(cards)))
                }

            self._each(held, player if whole and not any(map(w.sick, cards)) else "")

    def alone(self, thing: dict[str, Any], then: bool = False) -> str:
        """Return who is La Cosa with no human left, in every world that has the cards of a check (or after the
        exchange)."""
        shown = [(p, c) for p, c in (*thing.get("gives", {}).items(),)] if thing["what"] == "round" else []
        if thing["what"] == "exchange":
            shown = [(thing["from"], thing["gives"]), (thing["to"], thing["takes"])]
        elif thing["what"] != "round":
            shown = [(thing["player"], card) for card in thing.get("cards") or thing.get("hand") or [thing["card"]]]
        cards = {player: tuple(card for who, card in shown if who == player) for player, _ in shown}
        worlds = {one for one in self.worlds if all(holds(one, p, held) for p, held in cards.items())}
        if then and thing["what"] == "exchange":
            pairs, gives = ((thing["from"], thing["to"]), (thing["to"], thing["from"])), dict(shown)
            crowded, spared = self.crowded, self.redirected
            worlds = {after for one in worlds for after, _ in w.passing(one, pairs, gives, spared, crowded)}
        if then and thing["what"] == "round":
            ring = [(giver, self.public.next(giver)) for giver in thing["gives"]]
            worlds = {after for one in worlds for after, _ in w.passing(one, ring, dict(shown), "", True)}
        things = {one.thing for one in worlds}
        over = all({p for p, _ in one.hands} - one.infected == {one.thing} for one in worlds)
        return things.pop() if over and len(things) == 1 else ""

    def look_round(self) -> None:
        """Check a hand, and perhaps a near miss of it."""
        player = self.rng.choice(self.sitting.course.table.seats)
        hand = list(self.true.hand(player))
        occasion = self.rng.choice(["dispute", "private"])
        thing = {"what": "hand", "player": player, "cards": hand, "occasion": occasion}
        roll = self.rng.random()
        if roll < 0.5:
            self.check(near_miss(thing, self), False)
        else:
            self.check(thing, roll > 0.75)


def near_miss(thing: dict[str, Any], course: Course) -> dict[str, Any]:
    """Return a hand with one card exchanged for another, another's hand, or an infected player's without
    ¡Infectado!."""
    rng, cards = course.rng, list(thing["cards"])
    roll = rng.random()
    if roll < 0.15:
        return {**thing, "cards": list(rng.choice(course.true.hands)[1])}
    if roll < 0.4 and course.true.infected:
        cards = ["sospecha"] * len(course.true.hand(one := rng.choice(sorted(course.true.infected))))
        return {**thing, "player": one, "cards": cards}
    cards[rng.randrange(len(cards))] = rng.choice(sorted(set(course.mini.deck) - {PANIC}))
    return {**thing, "cards": cards}
