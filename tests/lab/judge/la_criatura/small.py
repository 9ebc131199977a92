"""Tiny games of La Criatura, played at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.lab.judge.la_criatura.listing import Lister, Listing
from tests.lab.judge.la_criatura.table import OUT, Gone, Holds, Redealt, Table, face_down, in_row, shown
from tests.lab.judge.la_criatura.verdicts import Bench, handed_in
from tests.lab.judge.la_criatura.worlds import Worlds
from tests.lab.judge.piles import Merged, Moved, Seen
from tests.lab.judge.piles_small import Tiny
from tests.lab.judge.public import DISCARD, Verdict, hand

EVENTS = ("evento.1", "evento.2", "evento.3", "armado.1", "despierto.1", "evento.4")
WEAPONS = ("arma.1", "cuchillo.1", "arma.2")
SHAPES = ((2, (2, 1), 5, 2), (2, (2, 2), 6, 3), (3, (1, 1, 1), 5, 3), (3, (2, 1, 1), 5, 2), (3, (1, 1, 1), 6, 2))
"""Hands, and how many events and weapons there are."""


class Small(Tiny):
    """One tiny game."""

    def __init__(self, rng: Random) -> None:
        people, hands, events, weapons = rng.choice(SHAPES)
        self.players = ("A", "B", "C")[:people]
        worlds = Worlds(EVENTS[:events], WEAPONS[:weapons], dict(zip(self.players, hands, strict=True)))
        super().__init__(rng, worlds, Listing(worlds.packs, self.players))
        self.row, self.ends = list(range(weapons)), weapons
        self.bereft, self.sedated = "", dict[str, int]()

    def state(self) -> Any:
        """Keep the row of weapons, and who is sedated or bereft."""
        return list(self.row), self.ends, self.bereft, dict(self.sedated)

    def restore(self, state: Any) -> None:
        """Restore them."""
        self.row, self.ends, self.bereft, self.sedated = state

    def none_left(self, bound: Sequence[int]) -> bool:
        """Tell whether the solver finds no world."""
        return not Bench(self.worlds, self.course.now.where, bound).can()

    # ------------------------------------------------------------------ what happens

    def act(self) -> None:
        """Let something happen."""
        rng = self.rng
        me = rng.choice(self.players)
        mine, way = hand(me), rng.random()
        if way < 0.2:
            self.happen(*self.drawn(mine, rng.choice((1, 1, 2))))
        elif way < 0.4:
            self.happen(*self.some(mine, DISCARD, 2, 0.4))
        elif way < 0.55:
            self._weapon(me)
        elif way < 0.65:
            self.happen(*self.some(face_down(me), shown(me), 1, 1.0))
        elif way < 0.7:
            self.happen(*self.public_seen(mine))
        elif way < 0.73:
            self.happen(Merged(face_down(me), OUT), Merged(mine, DISCARD))
        else:
            self._character(me)

    def _weapon(self, me: str) -> None:
        if not self.row:
            return
        state = self.state()
        first, *rest = self.row
        events: list[Any] = [Merged(in_row(first), face_down(me))]
        if self.rng.random() < 0.6:
            events.append(Moved(face_down(me), in_row(self.ends), 1))
            rest.append(self.ends)
        if self.happen(*events):
            self.trail[-1] = (self.trail[-1][0], state)
            self.row, self.ends = rest, self.ends + 1

    def _character(self, me: str) -> None:
        rng = self.rng
        active = tuple(one for one in self.players if one not in self.sedated and one != self.bereft)
        has = f"creature:{me}" in self.true.marks
        way = rng.random()
        if way < 0.4 and len(active) > 1:
            self.happen(Redealt(active))
        elif way < 0.7:
            self.happen(Holds(me, has))
        elif way < 0.75 and has and not self.bereft:
            state = self.state()
            if self.happen(Holds(me, True), Gone()):
                self.trail[-1] = (self.trail[-1][0], state)
                self.bereft = me
        elif not has:
            self.sedated = {me: 1} if rng.random() < 0.7 else {}

    # ------------------------------------------------------------------ checks

    def put(self, bound: Sequence[int]) -> tuple[str, object, Verdict, Verdict, Sequence[Any]]:
        """Put cards to both."""
        rng = self.rng
        bench = Bench(self.worlds, self.course.now.where, bound)
        sizes = {one: len(self.at(hand(one))) for one in self.players}
        weapons = {one: len(self.at(face_down(one))) for one in self.players}
        bench.table = Table(
            self.players, self.players, sizes, 0, weapons=weapons, sedated=self.sedated, bereft=self.bereft
        )
        lister = Lister(self.listing, bench.table)
        player = rng.choice(self.players)
        what = rng.choice(("hand", "hand", "weapons", "discard", "round"))
        others = (*self.listing.copies, *self.listing.copies, "evento", "cuchillo")
        held = self.at(hand(player))
        asked: object
        if what == "round":
            gives = self._gives()
            both = bench.judge_round(gives), lister.judge_round(gives)
            asked, seen = gives, [handed_in(gives)]
        elif what == "discard":
            going = rng.sample(held, rng.randint(0, len(held)))
            cards = self.named(self.altered(going, others))
            whole = self.named(held) if rng.random() < 0.3 else None
            both = bench.judge_discard(player, cards, whole), lister.judge_discard(player, cards, whole)
            shown_all = len(cards) == len(held) or whole is not None
            asked, seen = (player, cards, whole), [Seen(hand(player), tuple(whole or cards), shown_all)]
        elif what == "weapons":
            cards = self.named(self.altered(self.at(face_down(player)), others))
            both = bench.judge_weapons(player, cards), lister.judge_weapons(player, cards)
            asked, seen = (player, cards), [Seen(face_down(player), tuple(cards), True)]
        else:
            cards = self.named(self.altered(held, others))
            both = bench.judge_hand(player, cards), lister.judge_hand(player, cards)
            asked, seen = (player, cards), [Seen(hand(player), tuple(cards), True)]
        bench.close()
        return what, asked, *both, seen

    def _gives(self) -> dict[str, str]:
        rng = self.rng
        able = [one for one in self.players if one not in self.sedated and one != self.bereft]
        if rng.random() < 0.1:
            able = list(self.players)
        gives = {p: "criatura" if f"creature:{p}" in self.true.marks else "cientifico" for p in able}
        if len(gives) > 1 and rng.random() < 0.3:
            del gives[rng.choice(list(gives))]
        if gives and rng.random() < 0.3:
            gives[rng.choice(list(gives))] = rng.choice(("criatura", "cientifico", "infectado", "evento", "criatura.1"))
        return gives
