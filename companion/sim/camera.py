"""Checked games: the referee sees through a camera, and whatever it answers is held against the truth.

Only honest checks are remembered, as at a table; what a probe shows never happens.
"""

from __future__ import annotations

from random import Random
from typing import Any

from companion.referee.hidden import Finding, Memory, Reread
from companion.referee.hidden_line import line
from companion.sim.sights import Sight, a_hand, probe
from companion.sim.sitting import Disagreement, Sitting
from companion.sim.world import Action, World


class Camera:
    """One game's referee: its memory, what it said aloud, and how often it said what."""

    def __init__(self, sitting: Sitting, rate: float, rng: Random, shown: list[Action]) -> None:
        self.sitting, self.rate, self.rng = sitting, rate, rng
        self.memory = Memory()
        self.folded: dict[bool, tuple[Any, Any]] = {}
        self.shown = shown
        self.counts: dict[str, int] = {}
        self._aloud: dict[tuple[str, ...], object] = {}

    def before(self, world: World) -> None:
        """Between two actions: perhaps a hand is shown, perhaps something is tried."""
        if world.status != "playing" or world.counts.get("forced gifts"):
            return
        if self.rng.random() < self.rate:
            self.look(a_hand(world, self.rng), remember=True)
        if self.rng.random() < self.rate:
            sight = probe(world, self.rng)
            if sight is not None:
                self.look(sight, remember=False)

    def just_before(self, world: World, honest: list[Action]) -> None:
        """What has just been done was shown first; the companion has not been told yet."""
        if world.counts.get("forced gifts"):
            return
        for check in honest:
            if self.rng.random() < 3 * self.rate:
                self.look(Sight(check), remember=True)

    def look(self, sight: Sight, *, remember: bool) -> Finding:
        """The referee is shown cards; what it says must be so."""
        found = self._answer(sight.check, remember=remember)
        truth = "lawful" if not sight.broken else "unlawful"
        key = f"{sight.check['what']} {truth}: {found.verdict}"
        self.counts[key] = self.counts.get(key, 0) + 1
        if found.verdict == "illegal" and not set(found.rules) & sight.broken:
            raise self._wrong(sight, found, "accuses wrongly")
        if found.verdict == "legal" and (sight.broken or found.rules):
            raise self._wrong(sight, found, "calls lawful what is not")
        if found.verdict == "undetermined" and not found.needs:
            raise self._wrong(sight, found, "does not say what it needs")
        self._says_the_same(sight, found)
        return found

    def _answer(self, check: Action, *, remember: bool) -> Finding:
        sitting = self.sitting
        witness = sitting.game.witness
        assert witness is not None
        said = sitting.names.outward(check)
        action = witness.read(said)
        self.shown.append(said)
        refused = witness.refuse(sitting.decklist, sitting.course.table, action)
        if refused is not None:
            raise Disagreement(f"a check is refused: {refused.rule}", None, refused.rule)
        told = Reread(line(sitting.course, self.memory, witness), self.folded)
        found = witness.judge(sitting.decklist, told, action)
        if remember:
            self.memory = self.memory.with_sight(action, sitting.course.version, found)
        else:
            self.shown.pop()
        return found

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
