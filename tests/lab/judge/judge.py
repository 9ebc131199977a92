"""The judge of whole games of La Cosa: told a set-up, actions and checks as lines, asked for one more verdict.

judge = Judge(setup)                     # the first line of a playthrough
judge.check(lines_so_far, check)         # -> Verdict
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from tests.lab.judge.course import Step
from tests.lab.judge.follower import ASIDE, IN_PILE, NO_WORLD, Follower, Line, Spot, discarded, silent, texts
from tests.lab.judge.public import BY_RULING, DISCARD, INFECTION, THING, Event, Given, Held, Move, Verdict, slug_of
from tests.lab.judge.table import Table, box_for, opened, told
from tests.lab.judge.verdicts import RESOLUTE, Bench
from tests.lab.judge.worlds import Worlds

__all__ = ["ASIDE", "IN_PILE", "NO_WORLD", "Judge"]

PASSES_ON = frozenset({"show", "rename"})
"""Actions after which an offer is still the same."""


class Judge(Follower):
    """One game of La Cosa as the judge follows it."""

    worlds: Worlds

    def opened(self) -> Table:
        """Lay the table of the set-up line."""
        return opened(self.setup)

    def all_worlds(self, table: Table) -> Worlds:
        """Make the solver's side."""
        return Worlds(box_for(len(table.world.players)), table.world.players, self.patience)

    def told(self, table: Table, line: Line) -> tuple[Table, Sequence[Event]]:
        """Read an action."""
        return told(table, line)

    def stepped(self, before: Spot, spot: Spot, again: bool) -> None:
        """Say which cards changed hands in a step; an offer outlasts what does not touch it.

        Of the cards shown for ¡Determinación! three are those that it draws, and two of these go.
        """
        if spot.verb in PASSES_ON:
            if not again:
                spot.pending, spot.due = before.pending, before.due
                spot.drawn = before.drawn
        elif before.pending is not None:
            self.course.give(self._given(before, spot.step))
        elif before.drawn is not None and not again and _is_resolute(spot.step):
            self.course.see(before.drawn)

    def _given(self, spot: Spot, step: Step) -> Given | None:
        """Say which cards, shown last, changed hands in a step."""
        gifts = step.moved.gifts if step.moved is not (step.before or step).where else None
        if spot.pending is None or gifts is None:
            return None
        cards = tuple(sorted((giver, card) for giver, card in spot.pending.items() if giver in gifts))
        return Given(cards) if set(spot.pending) <= set(gifts) else None

    # ------------------------------------------------------------------ checks

    def misfit(self, check: Line) -> None:
        """Forget the offer: something else was shown last, and the judge makes nothing of it."""
        if check["what"] in ("exchange", "round"):
            self.spot.pending = None

    def remember(self, check: Line) -> None:
        """Remember what a check showed."""
        spot, bench = self.spot, self._bench()
        called, what = spot.table.called, check["what"]
        if what == "hand":
            player, cards = called(check["player"]), texts(check["cards"])
            self.course.see(Held(player, cards, len(cards) == bench.moment.sizes[player]))
        elif what == "discard":
            held = texts(check["hand"]) if "hand" in check else None
            shown = bench.shown_with_discard(called(check["player"]), discarded(check), held)
            self.course.see(shown)
            if shown.beside:
                spot.drawn = replace(shown, beside=(DISCARD,), but_for=None, drawn=frozenset())
        elif what == "exchange":
            self._due({called(check["from"]): str(check["gives"]), called(check["to"]): str(check["takes"])})
        else:
            self._due({called(giver): str(card) for giver, card in _gives(check).items()})

    def _due(self, gifts: Mapping[str, str]) -> None:
        """Remember cards shown for what is due: they lie in the hands until it is done or refused."""
        spot, under = self.spot, self.worlds.sat.fresh()
        for giver, card in gifts.items():
            self.worlds.demand(spot.step.where, Held(giver, (card,), False), under)
        spot.pending, spot.due = gifts, [*spot.due, under]

    def _bench(self) -> Bench:
        spot = self.spot
        return Bench(self.worlds, spot.step.where, [*self.course.binding(), *spot.due], spot.table.moment())

    def verdict(self, check: Line) -> Verdict:
        """Judge a check."""
        if self.spot.table.world.options["thing_starts"] == "in-the-pile":
            return silent(IN_PILE)
        bench = self._bench()
        try:
            found = self._weighed(bench, check)
        finally:
            bench.close()
        return replace(found, why=BY_RULING) if found.verdict == "legal" and self._is_left_open(check) else found

    def _is_left_open(self, check: Line) -> bool:
        """Tell whether a lawful hand is left open by the ruling of docs/referee.md, "A hand without ¡Infectado! depends
        on what its owner was given": from the hands of this kind that they show it does not follow what they are."""
        player = self.spot.table.called(check.get("player"))
        if check["what"] != "hand" or not _is_plain(player, Held(player, texts(check["cards"]), True)):
            return False
        binding = self.course.binding(partial(_is_plain, player))
        return self.worlds.possible([*binding, *self.spot.due, self.spot.step.where.infected[player]])

    def _weighed(self, bench: Bench, check: Line) -> Verdict:
        called, what = self.spot.table.called, check["what"]
        if what == "hand":
            occasion = str(check.get("occasion", "dispute"))
            return bench.judge_hand(called(check["player"]), texts(check["cards"]), occasion)
        if what == "discard":
            held = texts(check["hand"]) if "hand" in check else None
            return bench.judge_discard(called(check["player"]), discarded(check), held)
        if what == "exchange":
            one, other = called(check["from"]), called(check["to"])
            gifts = {one: (str(check["gives"]), other), other: (str(check["takes"]), one)}
            return bench.judge_gifts(gifts, in_round=False)
        takers = dict(bench.moment.round_pairs)
        gives = {called(giver): str(card) for giver, card in _gives(check).items()}
        return bench.judge_gifts({giver: (card, takers[giver]) for giver, card in gives.items()}, in_round=True)


def _is_plain(player: str, seen: Held) -> bool:
    """Tell whether this is a whole hand of the player, without ¡Infectado! and La Cosa."""
    return seen.player == player and seen.whole and {INFECTION, THING}.isdisjoint(map(slug_of, seen.cards))


def _is_resolute(step: Step) -> bool:
    """Tell whether ¡Determinación! was played in a step."""
    return any(isinstance(event, Move) and event.slug == RESOLUTE for event in step.events)


def _gives(check: Line) -> Mapping[str, object]:
    return cast("Mapping[str, object]", check["gives"])
