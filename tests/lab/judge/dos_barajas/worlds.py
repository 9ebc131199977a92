"""All worlds of a game with two Spanish decks: where the cards lie, whose court card is which, and who is a Thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from tests.lab.judge.dos_barajas.table import (
    CLUBS,
    COMMANDS,
    FILLERS,
    KING,
    Dealt,
    Figure,
    NoClubs,
    Others,
    Role,
    Taken,
    suit_of,
)
from tests.lab.judge.piles import Lits, Pack, Piles, Seen, Where
from tests.lab.judge.public import hand

PERSONALITIES = (KING, COMMANDS, *FILLERS)
COPIES = 2
"""Number of copies of each jack or knight."""


def thing(player: str) -> str:
    """Name the mark of a Thing."""
    return f"thing:{player}"


class Worlds(Piles):
    """The solver's side of one game."""

    def __init__(self, deck: Sequence[str], hands: Mapping[str, int], patience: int = 20_000) -> None:
        super().__init__([Pack(tuple(deck), tuple((hand(one), many) for one, many in hands.items()))], patience)
        self.players = tuple(hands)
        fresh = self.sat.fresh
        self.figures: dict[str, dict[str, int]] = {
            one: {figure: fresh() for figure in PERSONALITIES} for one in self.players
        }
        self.own_word = {one: fresh() for one in self.players}
        """Assumed true: who passed for human when accused was so."""
        self._deal_figures()

    def _deal_figures(self) -> None:
        sat = self.sat
        for lits in self.figures.values():
            sat.exactly(list(lits.values()), 1)
        for figure in PERSONALITIES:
            lits = [self.figures[one][figure] for one in self.players]
            if figure in (KING, COMMANDS):
                sat.exactly(lits, 1)
            else:
                sat.at_most(lits, COPIES)

    def at_first(self) -> Lits:
        """Make the first Thing."""
        return {thing(one): self.figures[one][KING] for one in self.players}

    def otherwise(self, where: Where, event: object, step: int) -> Where:
        """Make the next moment."""
        sat = self.sat
        if isinstance(event, Taken):
            return self._taken(where, event, step)
        if isinstance(event, Role):
            lit = where.marks[thing(event.player)]
            word = [-self.own_word[event.player]] if event.own_word else []
            sat.need(-step, *word, lit if event.thing else -lit)
        elif isinstance(event, Others):
            lits = [where.marks[thing(one)] for one in event.players]
            for clause in [lits] if event.some else [[-lit] for lit in lits]:
                sat.need(-step, *clause)
        elif isinstance(event, NoClubs):
            for lit in self.clubs(where.at(hand(event.player))).values():
                sat.need(-step, -lit)
        elif isinstance(event, Figure):
            sat.need(-step, self.figures[event.player].get(event.card, sat.no))
        return where

    def _taken(self, where: Where, event: Taken, step: int) -> Where:
        """Take from the middle."""
        caught = where.marks[thing(event.player)]
        for move in event.moves:
            where, gone = self.moved(where, move, step)
            caught = self.sat.either(caught, self.sat.any_of(self.clubs(gone).values()))
        return replace(where, marks={**where.marks, thing(event.player): caught})

    def clubs(self, lits: Lits) -> dict[str, int]:
        """Keep the clubs."""
        return {copy: lit for copy, lit in lits.items() if suit_of(copy) == CLUBS}

    def demand(self, where: Where, seen: Seen | Figure | Dealt, under: int) -> None:
        """Demand under a selector what was seen."""
        sat = self.sat
        if isinstance(seen, Seen):
            super().demand(where, seen, under)
        elif isinstance(seen, Figure):
            sat.need(-under, self.figures[seen.player].get(seen.card, sat.no))
        else:
            counts = Counter(seen.cards)
            for figure in FILLERS:
                lits = [self.figures[one][figure] for one in self.players]
                for too_many in combinations(lits, counts[figure] + 1):
                    sat.need(-under, *(-lit for lit in too_many))
