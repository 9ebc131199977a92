"""All worlds of La Criatura: where events and weapons lie, and who has the Creature's card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tests.lab.judge.la_criatura.table import Gone, Holds, Redealt, in_row
from tests.lab.judge.piles import Lits, Pack, Piles, Seen, Where
from tests.lab.judge.public import hand


def holds(player: str) -> str:
    """Name the mark of the player with the Creature's card."""
    return f"holds:{player}"


@dataclass(frozen=True)
class HandedIn:
    """Character cards that were seen as they were handed in: by person, whether it is the Creature's."""

    cards: tuple[tuple[str, bool], ...]


class Worlds(Piles):
    """The solver's side of one game."""

    def __init__(
        self, events: Sequence[str], weapons: Sequence[str], hands: Mapping[str, int], patience: int = 20_000
    ) -> None:
        row = tuple((in_row(k), 1) for k in range(len(weapons)))
        shares = tuple((hand(one), many) for one, many in hands.items())
        super().__init__([Pack(tuple(events), shares), Pack(tuple(weapons), row, None)], patience)
        self.players = tuple(hands)

    def at_first(self) -> Lits:
        """Deal the Creature's card to one."""
        lits = {holds(one): self.sat.fresh() for one in self.players}
        self.sat.exactly(list(lits.values()), 1)
        return lits

    def otherwise(self, where: Where, event: object, step: int) -> Where:
        """Make the next moment."""
        sat = self.sat
        if isinstance(event, Holds):
            lit = where.marks[holds(event.player)]
            sat.need(-step, lit if event.creature else -lit)
            return where
        if isinstance(event, Gone):
            return replace(where, marks=dict.fromkeys(where.marks, sat.no))
        assert isinstance(event, Redealt)
        among = sat.any_of(where.marks[holds(one)] for one in event.players)
        after = {holds(one): sat.fresh() for one in event.players}
        for lit in after.values():
            sat.need(-lit, among)
        sat.need(-among, *after.values())
        sat.at_most_one(list(after.values()))
        return replace(where, marks={**where.marks, **after})

    def demand(self, where: Where, seen: Seen | HandedIn, under: int) -> None:
        """Demand under a selector what was seen."""
        if isinstance(seen, Seen):
            super().demand(where, seen, under)
            return
        for player, creature in seen.cards:
            lit = where.marks[holds(player)]
            self.sat.need(-under, lit if creature else -lit)
