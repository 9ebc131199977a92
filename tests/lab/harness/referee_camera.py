"""Checked games: the referee sees through a camera, and whatever it answers is held against the truth.

Only honest checks are remembered, as at a table; what a probe shows never happens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from companion.engine.actions import Action as Check
from companion.engine.hidden.line import line
from companion.engine.hidden.referee import Finding, Line, Memory, Reread
from tests.lab.harness.harness import Disagreement
from tests.lab.harness.harness_la_cosa import Sitting
from tests.lab.twin.la_cosa.deck import Piece
from tests.lab.twin.la_cosa.observations import Sight, a_hand, bystander, hand_of, probe, withdrawn
from tests.lab.twin.la_cosa.world import Action, World

if TYPE_CHECKING:
    from tests.lab.harness.exact_referee import ExactReferee

WRONG = "wrong: "

WAVERS = 0.3
"""How often two offers are shown for what is then carried out once."""


class Camera:
    """One game's referee: its memory, what it said aloud, and how often it said what."""

    def __init__(
        self,
        sitting: Sitting,
        rate: float,
        rng: Random,
        shown: list[Action],
        exact: ExactReferee | None = None,
    ) -> None:
        self.sitting, self.rate, self.rng = sitting, rate, rng
        self.memory = Memory()
        self.kept: dict[object, Any] = {}
        self.shown = shown
        self.exact = exact
        self.counts: dict[str, int] = {}
        self._wavered: list[str] = []
        """Who has shown one card for an offer and then another, before it is carried out."""
        self._aloud: dict[tuple[str, ...], object] = {}

    def before(self, world: World) -> None:
        """Between two actions: perhaps a hand is shown, perhaps something is tried."""
        if world.status != "playing":
            return
        if self.rng.random() < self.rate:
            self.look(a_hand(world, self.rng), remember=True)
        if self.rng.random() < self.rate:
            sight = probe(world, self.rng)
            if sight is not None:
                self.look(sight, remember=False)

    def just_before(self, world: World, honest: Sequence[Action], instead: Mapping[str, Sequence[Piece]]) -> None:
        """Show what has just been done, of which the companion has not been told yet.

        `instead`: the cards that each giver could have given besides. Now and then one of them is shown first, and
        perhaps the hand of a player who gives nothing.
        """
        for check in honest:
            if self.rng.random() >= 3 * self.rate:
                continue
            wavers = bool(instead) and self.rng.random() < WAVERS
            before = withdrawn(check, instead, self.rng) if wavers else None
            if before is not None:
                self.look(Sight(before), remember=True)
                self._wavered = list(instead)
            self.look(Sight(check), remember=True)
            other = bystander(world, instead, self.rng) if before is not None and self.rng.random() < 0.5 else None
            if other is not None:
                self.look(other, remember=True)

    def after(self, world: World) -> None:
        """Show the hands of two who had shown more cards than they gave, now that the companion knows of the gifts."""
        givers, self._wavered = [player for player in self._wavered if player in world.seats], []
        if world.status == "playing":
            for player in self.rng.sample(givers, min(2, len(givers))):
                self.look(hand_of(world, player, self.rng), remember=True)

    def look(self, sight: Sight, *, remember: bool) -> Finding:
        """The referee is shown cards; what it says must be so."""
        found, proven = self._answer(sight.check, remember=remember)
        truth = "lawful" if not sight.broken else "unlawful"
        key = f"{sight.check['what']} {truth}: {found.verdict}"
        for counted in (key, *proven):
            self.counts[counted] = self.counts.get(counted, 0) + 1
        if any(one.startswith(WRONG) for one in proven):
            raise self._wrong(sight, found, "differs from all worlds")
        if found.verdict == "illegal" and not set(found.rules) & sight.broken:
            raise self._wrong(sight, found, "accuses wrongly")
        if found.verdict == "legal" and (sight.broken or found.rules):
            raise self._wrong(sight, found, "calls lawful what is not")
        if found.verdict == "undetermined" and not found.needs:
            raise self._wrong(sight, found, "does not say what it needs")
        self._says_the_same(sight, found)
        return found

    def _answer(self, check: Action, *, remember: bool) -> tuple[Finding, list[str]]:
        """What the referee says, and how that compares with all worlds where they are asked."""
        sitting = self.sitting
        referee = sitting.game.referee
        assert referee is not None
        said = sitting.names.outward(check)
        action = referee.read(said)
        self.shown.append(said)
        refused = referee.refuse(sitting.decklist, sitting.course.table, action)
        if refused is not None:
            raise Disagreement(f"a check is refused: {refused.rule}", None, refused.rule)
        told = Reread(line(sitting.course, self.memory, referee), self.kept)
        found = referee.judge(sitting.decklist, told, action)
        proven = self._proven(told, action, found)
        if remember:
            self.memory = self.memory.with_sight(action, sitting.course.version, found)
        else:
            self.shown.pop()
        return found, proven

    def _proven(self, told: Line, check: Check, found: Finding) -> list[str]:
        """What is counted of a check whose exact verdict is known; `WRONG …` where the referee contradicts it."""
        if self.exact is None:
            return []
        from tests.lab.twin.clauses import TooHard  # comes with a solver that other games need not have

        try:
            exact = self.exact.judge(told, check)
        except TooHard:
            return [f"{check.text('what')} too hard to compare: {found.verdict}"]
        if not exact:
            return []
        what, after = check.text("what"), f" after a {exact.after}" if exact.after else ""
        if exact.contradicts(found):
            return [f"{WRONG}{what} {exact.verdict}{after}: {found.verdict}"]
        if not exact.fits:
            return [f"{what} fits no world"]
        certain = "open" if exact.verdict == "undetermined" else f"proven {exact.verdict}"
        return [f"{what} {certain}{after}: {found.verdict}"]

    def _wrong(self, sight: Sight, found: Finding, what: str) -> Disagreement:
        self.shown.append(self.sitting.names.outward(sight.check))
        return Disagreement(
            f"referee {what}: {sight.check['what']}", sorted(sight.broken), [found.verdict, found.rules]
        )

    def _says_the_same(self, sight: Sight, found: Finding) -> None:
        """Aloud an exchange, a discard and a round sound the same whatever is shown, and so do hands not illegal."""
        check = sight.check
        if check["what"] == "hand" and found.verdict == "illegal":
            return
        about = (str(check["what"]), *(str(self.sitting.names.outward(check.get(k))) for k in ("player", "from", "to")))
        if self._aloud.setdefault(about, found.public) != found.public:
            raise self._wrong(sight, found, "gives something away aloud")
