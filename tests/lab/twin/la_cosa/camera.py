"""Checked games: the referee sees through a camera, and whatever it answers is held against the truth.

Only honest checks are remembered, as at a table; what a probe shows never happens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from tests.lab.harness.harness import Desk, Disagreement, Finding
from tests.lab.twin.la_cosa.deck import Piece
from tests.lab.twin.la_cosa.observations import Sight, a_hand, bystander, hand_of, probe, withdrawn
from tests.lab.twin.la_cosa.world import Action, World

WAVERS = 0.3
"""Rate at which two offers are shown for one that is carried out."""


class Camera:
    """Camera of the referee of one game: everything shown to it, and its answers."""

    def __init__(self, desk: Desk, rate: float, rng: Random) -> None:
        self.desk, self.rate, self.rng = desk, rate, rng
        self._wavered: list[str] = []
        """Players who have shown one card for an offer and then another, before it is carried out."""
        self._aloud: dict[tuple[str, ...], object] = {}

    def before(self, world: World) -> None:
        """Show a hand between two actions perhaps, or try a cheat."""
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
        """Show cards to the referee; what it says must be so."""
        found = self.desk.show(sight.check, remember=remember)
        truth = "lawful" if not sight.broken else "unlawful"
        self.desk.tale.verdicts[f"{sight.check['what']} {truth}: {found.verdict}"] += 1
        if found.verdict == "illegal" and not set(found.rules) & sight.broken:
            raise self._wrong(sight, found, "accuses wrongly")
        if found.verdict == "legal" and (sight.broken or found.rules):
            raise self._wrong(sight, found, "calls lawful what is not")
        if found.verdict == "undetermined" and not found.needs:
            raise self._wrong(sight, found, "does not say what it needs")
        self._says_the_same(sight, found)
        return found

    def _wrong(self, sight: Sight, found: Finding, what: str) -> Disagreement:
        check = self.desk.names.outward(dict(sight.check))
        if self.desk.told[-1] != check:
            self.desk.told.append(check)
        return Disagreement(
            f"referee {what}: {sight.check['what']}", sorted(sight.broken), [found.verdict, found.rules]
        )

    def _says_the_same(self, sight: Sight, found: Finding) -> None:
        """Assert that the public words are the same for any cards of an exchange, discard or round, and of hands that
        are not illegal."""
        check = sight.check
        if check["what"] == "hand" and found.verdict == "illegal":
            return
        about = (str(check["what"]), *(str(self.desk.names.outward(check.get(k))) for k in ("player", "from", "to")))
        if self._aloud.setdefault(about, found.public) != found.public:
            raise self._wrong(sight, found, "gives something away aloud")
