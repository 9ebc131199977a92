"""All worlds at once: where every copy lies and who is what, as literals of a solver.

A `Where` is one moment, in every world; `Worlds.after` makes the next one of what happened. What happened binds only
under the selector of its step, so that a step that was taken back binds nothing unless cards were seen after it.
Unseen acts are lawful. Only the duty of the infected to keep an ¡Infectado! can be lifted, player by player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tests.lab.judge.public import (
    DISCARD,
    DRAW,
    INFECTION,
    THING,
    Box,
    Event,
    Given,
    Held,
    Infections,
    IsThing,
    Move,
    Out,
    Overfull,
    Round,
    Shown,
    Shuffle,
    Swap,
    hand,
    slug_of,
)
from tests.lab.judge.solver import Solver

Lits = Mapping[str, int]


@dataclass(frozen=True)
class Where:
    """One moment: for each place the copies that may lie there, and who is infected."""

    places: Mapping[str, Lits]
    infected: Mapping[str, int]
    top: Lits | None = None
    """Card on top of the draw pile, where a player put it there."""
    gifts: Mapping[str, Lits] | None = None
    """Card that each gave in the last swap or round."""

    def at(self, place: str) -> Lits:
        """Give the copies that may lie in a place."""
        return self.places.get(place, {})


class Worlds:
    """The solver's side of one game."""

    def __init__(self, box: Box, players: Sequence[str], patience: int = 20_000) -> None:
        self.box = box
        self.players = tuple(players)
        self.sat = Solver(patience, "minicard")
        self.dutiful = {player: self.sat.fresh() for player in players}
        """Assumed true: the infected player keeps an ¡Infectado!, and gives a spare one to La Cosa only."""
        self.thing: dict[str, int] = {}

    def deal(self) -> Where:
        """Deal in every way: no ¡Infectado! to any player, La Cosa to one, the rest to the draw pile."""
        sat, places = self.sat, {hand(player): dict[str, int]() for player in self.players}
        draw: dict[str, int] = dict.fromkeys(self.box.infections, sat.yes)
        for copy in self.box.green:
            if slug_of(copy) == INFECTION:
                continue
            to = [sat.fresh() for _ in self.players]
            for player, lit in zip(self.players, to, strict=True):
                places[hand(player)][copy] = lit
            if slug_of(copy) == THING:
                sat.need(*to)
                self.thing = dict(zip(self.players, to, strict=True))
            else:
                draw[copy] = -sat.any_of(to)
            sat.at_most_one(to)
        for player in self.players:
            sat.exactly(list(places[hand(player)].values()), self.box.hand_size)
        return Where({**places, DRAW: draw, DISCARD: {}}, dict.fromkeys(self.players, sat.no))

    # ------------------------------------------------------------------ what happened

    def after(self, where: Where, event: Event, step: int) -> Where:
        """Make the next moment; `step` is the selector under which it binds."""
        if isinstance(event, Move):
            return self._move(where, event, step)
        if isinstance(event, Shuffle):
            return replace(where, places={**where.places, DRAW: where.at(DISCARD), DISCARD: {}}, top=None)
        if isinstance(event, Swap):
            pairs = ((event.one, event.other), (event.other, event.one))
            return self._give(where, pairs, step, event.immune, needy=event.needy)
        if isinstance(event, Round):
            return self._give(where, event.gifts, step, None, needy=True)
        if isinstance(event, Out):
            thrown = self._joined(where.at(DISCARD), where.at(hand(event.player)))
            return replace(where, places={**where.places, DISCARD: thrown, hand(event.player): {}})
        self._fact(where, event, step)
        return where

    def _fact(self, where: Where, event: Shown | Infections | Overfull | IsThing, step: int) -> None:
        sat = self.sat
        if isinstance(event, Shown):
            self.demand(where, Held(event.player, event.slugs, event.whole), step)
        elif isinstance(event, IsThing):
            lit = self.thing[event.player]
            sat.need(-step, lit if event.truth else -lit)
        elif isinstance(event, Infections):
            some = self.some_infection(where, event.player)
            sat.need(-step, some if event.some else -some)
        else:
            plain = self.some_plain(where, event.player)
            guest = sat.both(where.infected[event.player], self.thing[event.facing])
            if event.was:
                sat.need(-step, -plain)
                sat.need(-step, -guest)
            else:
                sat.need(-step, plain, guest)

    def _chosen(self, lits: Lits, slug: str | None, without: str, step: int) -> dict[str, int]:
        """Choose exactly one card of a place."""
        sat = self.sat
        able = {copy: lit for copy, lit in lits.items() if slug in (None, slug_of(copy)) and copy != without}
        if len(able) == 1:
            ((copy, lit),) = able.items()
            sat.need(-step, lit)
            return {copy: sat.yes}
        chosen = {copy: sat.fresh() for copy in able}
        for copy, lit in chosen.items():
            sat.need(-step, -lit, able[copy])
        sat.at_most_one(list(chosen.values()))
        sat.need(-step, *chosen.values())
        return chosen

    def _move(self, where: Where, event: Move, step: int) -> Where:
        sat = self.sat
        source, top = where.at(event.source), where.top
        may_be_thing = event.source == DRAW or event.slug == THING
        chosen = self._chosen(source, event.slug, "" if may_be_thing else self.box.thing, step)
        if event.source == DRAW:
            for copy, lit in (top or {}).items():
                sat.need(-step, -lit, chosen.get(copy, sat.no))
            top = None
        if event.on_top:
            top = chosen
        places = dict(where.places)
        places[event.source] = self._without(source, chosen)
        places[event.target] = self._joined(where.at(event.target), chosen)
        made = replace(where, places=places, top=top)
        if event.kept_rules is not None:
            player = event.kept_rules
            sat.need(-step, -self.dutiful[player], -where.infected[player], self.some_infection(made, player))
        return made

    def _give(
        self, where: Where, pairs: Sequence[tuple[str, str]], step: int, immune: str | None, *, needy: bool
    ) -> Where:
        sat = self.sat
        gifts = {giver: self._chosen(where.at(hand(giver)), None, self.box.thing, step) for giver, _ in pairs}
        places, infected = dict(where.places), dict(where.infected)
        for giver, taker in pairs:
            forced = -self.some_plain(where, giver) if needy else sat.no
            given = self._infections(gifts[giver])
            self._lawful_gift(where, (giver, taker), given, forced, step)
            places[hand(giver)] = self._without(places[hand(giver)], gifts[giver])
            if taker != immune:
                caught = sat.both(sat.any_of(given.values()), self.thing[giver])
                infected[taker] = sat.either(infected[taker], caught)
        for giver, taker in pairs:
            places[hand(taker)] = self._joined(places[hand(taker)], gifts[giver])
        return replace(where, places=places, infected=infected, gifts=gifts)

    def _lawful_gift(self, where: Where, pair: tuple[str, str], given: Lits, forced: int, step: int) -> None:
        """Hold a giver to the rules; `forced`: nothing else is in the hand, where that is an excuse."""
        sat, (giver, taker) = self.sat, pair
        thing, infected, dutiful = self.thing[giver], where.infected[giver], self.dutiful[giver]
        held = self._infections(where.at(hand(giver)))
        for copy, lit in given.items():
            others = [other for name, other in held.items() if name != copy]
            sat.need(-step, -lit, forced, thing, infected)
            sat.need(-step, -dutiful, -lit, forced, thing, self.thing[taker])
            sat.need(-step, -dutiful, -lit, forced, thing, *others)

    # ------------------------------------------------------------------ what was shown

    def demand(self, where: Where, held: Held, under: int) -> None:
        """Demand under a selector that shown cards lie where they were shown."""
        sat, here = self.sat, where.at(hand(held.player))
        spots = [where.at(place) for place in held.beside]
        picks: list[dict[str, int]] = []
        for k, card in enumerate(held.cards):
            able = spots if k in held.drawn else [here, *spots]
            lits = {copy: sat.fresh() for copy in self.box.meant(card) if any(copy in spot for spot in able)}
            for copy, lit in lits.items():
                sat.need(-under, -lit, *(spot.get(copy, sat.no) for spot in able))
            sat.at_most_one(list(lits.values()))
            sat.need(-under, *lits.values())
            picks.append(lits)
        for copy in {copy for lits in picks for copy in lits}:
            sat.at_most_one([lits[copy] for lits in picks if copy in lits])
        if held.whole:
            self._no_more(here, held, picks, under)

    def _no_more(self, here: Lits, held: Held, picks: Sequence[Lits], under: int) -> None:
        """Demand that nothing else is in the hand, save one card of the kind that need not be shown."""
        sat, left_out = self.sat, list[int]()
        for copy, lit in here.items():
            among = [lits[copy] for lits in picks if copy in lits]
            if held.but_for is not None and slug_of(copy) == held.but_for:
                extra = sat.fresh()
                left_out.append(extra)
                among.append(extra)
            sat.need(-under, -lit, *among)
        sat.at_most_one(left_out)

    def demand_gifts(self, where: Where, given: Given, under: int) -> None:
        """Demand under a selector that these cards were given in the swap or round just made."""
        assert where.gifts is not None
        for giver, card in given.cards:
            gifts = where.gifts.get(giver, {})
            self.sat.need(-under, *(gifts.get(copy, self.sat.no) for copy in self.box.meant(card)))

    # ------------------------------------------------------------------ small words

    def _infections(self, lits: Lits) -> dict[str, int]:
        return {copy: lit for copy, lit in lits.items() if slug_of(copy) == INFECTION}

    def some_infection(self, where: Where, player: str) -> int:
        """Make a literal for: this hand has an ¡Infectado!."""
        return self.sat.any_of(self._infections(where.at(hand(player))).values())

    def some_plain(self, where: Where, player: str) -> int:
        """Make a literal for: this hand has a card that is no ¡Infectado!."""
        return self.sat.any_of(lit for copy, lit in where.at(hand(player)).items() if slug_of(copy) != INFECTION)

    def _without(self, lits: Lits, gone: Lits) -> dict[str, int]:
        left = {copy: self.sat.both(lit, -gone[copy]) if copy in gone else lit for copy, lit in lits.items()}
        return {copy: lit for copy, lit in left.items() if lit != self.sat.no}

    def _joined(self, lits: Lits, more: Lits) -> dict[str, int]:
        joined = dict(lits)
        for copy, lit in more.items():
            joined[copy] = self.sat.either(joined[copy], lit) if copy in joined else lit
        return joined

    def possible(self, assumed: Iterable[int], lawless: str | None = None) -> bool:
        """Tell whether a world has all of this; `lawless`: who need not have kept an ¡Infectado!."""
        duties = [lit for player, lit in self.dutiful.items() if player != lawless]
        return self.sat.possible([*duties, *assumed])
