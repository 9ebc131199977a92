"""The judge of whole games: told a set-up, actions and checks as lines, asked for the verdict on one more check.

    judge = Judge(setup)                     # the first line of a playthrough
    judge.check(lines_so_far, check)         # -> Verdict; lines: actions, undo, redo and remembered checks, in order

A check among the lines is one whose cards truly lay there: it is judged as it comes and teaches, unless it was found
illegal. Lines that begin as those of the call before are not read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from tests.lab.judge.course import Course, Step
from tests.lab.judge.public import Given, Held, Verdict
from tests.lab.judge.solver import OutOfPatience
from tests.lab.judge.table import Line, OutOfScope, Table, box_for, opened, told
from tests.lab.judge.verdicts import Bench
from tests.lab.judge.worlds import Worlds

ASIDE = "a correction, or piles that do not add up"
PATIENCE = "patience at its end"
NO_WORLD = "no world fits what was told"
NOT_THERE = "somebody who is not at the table"
"""Why the judge does not say."""

PASSES_ON = frozenset({"show", "rename"})
"""Actions after which an offer is still the same."""


@dataclass
class Spot:
    """A step with its table, and the cards shown last for the offer or round that is due."""

    step: Step
    table: Table
    verb: str
    pending: Mapping[str, str] | None = None
    aside: bool = False
    """The judge has lost its way on the road here."""


class Judge:
    """One game as the judge follows it."""

    def __init__(self, setup: Line, patience: int = 20_000) -> None:
        self.setup, self.patience = setup, patience
        self._begin()

    def _begin(self) -> None:
        table = opened(self.setup)
        self.worlds = Worlds(box_for(len(table.world.players)), table.world.players, self.patience)
        self.course = Course(self.worlds)
        self.standing = [Spot(self.course.root, table, "")]
        self.undone: list[Spot] = []
        self.read: list[Line] = []
        self.asked: dict[str, tuple[int, Verdict]] = {}

    @property
    def spot(self) -> Spot:
        """Give the last step that stands."""
        return self.standing[-1]

    def check(self, lines: Sequence[Line], check: Line) -> Verdict:
        """Judge a check after these lines."""
        self.catch_up(lines)
        return self._judge(check)

    def catch_up(self, lines: Sequence[Line]) -> None:
        """Read the lines that are new."""
        known = len(self.read)
        if list(lines[:known]) != self.read:
            self.worlds.sat.close()
            self._begin()
            known = 0
        for line in lines[known:]:
            self.tell(line)

    def tell(self, line: Line) -> None:
        """Read one line."""
        verb = line["action"]
        if verb == "undo":
            self.undone.append(self.standing.pop())
            self._stand()
        elif verb == "redo":
            self.standing.append(self.undone.pop())
            self._stand()
            if self.standing[-2].pending is not None and self.spot.verb not in PASSES_ON:
                self.course.give(self._given(self.standing[-2], self.spot.step))
        elif verb == "check":
            self._learn(line)
        else:
            self._act(line)
            self.undone.clear()
        self.read.append(dict(line))

    def _stand(self) -> None:
        self.course.now = self.spot.step

    def _act(self, line: Line) -> None:
        spot, verb = self.spot, str(line["action"])
        if spot.aside:
            self.standing.append(Spot(spot.step, spot.table, verb, aside=True))
            return
        try:
            table, events = told(spot.table, line)
        except OutOfScope:
            self.standing.append(Spot(spot.step, spot.table, verb, aside=True))
            return
        step = self.course.go(events)
        self.course.give(self._given(spot, step))
        pending = spot.pending if verb in PASSES_ON else None
        self.standing.append(Spot(step, table, verb, pending))

    def _given(self, spot: Spot, step: Step) -> Given | None:
        """Say which cards, shown last, changed hands in a step."""
        gifts = step.moved.gifts if step.moved is not (step.before or step).where else None
        if spot.pending is None or gifts is None:
            return None
        cards = tuple(sorted((giver, card) for giver, card in spot.pending.items() if giver in gifts))
        return Given(cards) if set(spot.pending) <= set(gifts) else None

    # ------------------------------------------------------------------ checks

    def _learn(self, check: Line) -> None:
        """Remember what a check showed, unless it was unlawful."""
        verdict = self._judge(check)
        spot = self.spot
        if spot.aside or verdict.verdict == "illegal":
            return
        if not verdict.fits:
            if check["what"] in ("exchange", "round"):
                spot.pending = None  # something else was shown last, and the judge makes nothing of it
            return
        bench, called = self._bench(), spot.table.called
        what = check["what"]
        if what == "hand":
            player, cards = called(check["player"]), _cards(check["cards"])
            self.course.see(Held(player, cards, len(cards) == bench.moment.sizes[player]))
        elif what == "discard":
            held = _cards(check["hand"]) if "hand" in check else None
            self.course.see(bench.shown_with_discard(called(check["player"]), _discarded(check), held))
        elif what == "exchange":
            gifts = {called(check["from"]): str(check["gives"]), called(check["to"]): str(check["takes"])}
            spot.pending = gifts
        else:
            spot.pending = {called(giver): str(card) for giver, card in _gives(check).items()}

    def _bench(self) -> Bench:
        spot = self.spot
        return Bench(self.worlds, spot.step.where, self.course.binding(), spot.table.moment())

    def _judge(self, check: Line) -> Verdict:
        spot = self.spot
        if spot.aside:
            return _silent(ASIDE)
        key = repr(sorted(check.items(), key=str))
        memory = sum(len(step.seen) for step in spot.step.path()) + len(self.read)
        if key in self.asked and self.asked[key][0] == memory:
            return self.asked[key][1]
        bench = self._bench()
        try:
            verdict = self._verdict(bench, check)
            if not verdict.fits and not bench.can():
                verdict = _silent(NO_WORLD)
        except OutOfPatience:
            verdict = _silent(PATIENCE)
        except KeyError:
            verdict = _silent(NOT_THERE)
        bench.close()
        self.asked = {key: (memory, verdict)}
        return verdict

    def _verdict(self, bench: Bench, check: Line) -> Verdict:
        called, what = self.spot.table.called, check["what"]
        if what == "hand":
            occasion = str(check.get("occasion", "dispute"))
            return bench.judge_hand(called(check["player"]), _cards(check["cards"]), occasion)
        if what == "discard":
            held = _cards(check["hand"]) if "hand" in check else None
            return bench.judge_discard(called(check["player"]), _discarded(check), held)
        if what == "exchange":
            one, other = called(check["from"]), called(check["to"])
            gifts = {one: (str(check["gives"]), other), other: (str(check["takes"]), one)}
            return bench.judge_gifts(gifts, in_round=False)
        takers = dict(bench.moment.round_pairs)
        gives = {called(giver): str(card) for giver, card in _gives(check).items()}
        return bench.judge_gifts({giver: (card, takers[giver]) for giver, card in gives.items()}, in_round=True)


def _silent(why: str) -> Verdict:
    return Verdict("unknown", fits=False, why=why)


def _cards(cards: object) -> tuple[str, ...]:
    return tuple(str(card) for card in cast("Sequence[object]", cards))


def _discarded(check: Line) -> tuple[str, ...]:
    return _cards(check["cards"]) if "cards" in check else (str(check["card"]),)


def _gives(check: Line) -> Mapping[str, object]:
    return cast("Mapping[str, object]", check["gives"])
