"""Tiny games with Spanish cards, played at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.lab.judge.dos_barajas.listing import PEOPLE_CARDS, Lister, Listing
from tests.lab.judge.dos_barajas.table import COMMANDS, MIDDLE, Dealt, Figure, NoClubs, Others, Role, Taken
from tests.lab.judge.dos_barajas.verdicts import Bench, Moment
from tests.lab.judge.dos_barajas.worlds import Worlds
from tests.lab.judge.piles import Merged, Seen
from tests.lab.judge.piles_small import Tiny
from tests.lab.judge.public import DISCARD, Verdict, hand

KINDS = ("as-de-oros", "dos-de-bastos", "dos-de-oros", "tres-de-bastos", "tres-de-oros")
SHAPES = ((2, (2, 2), 3), (2, (3, 2), 3), (3, (2, 1, 1), 3), (3, (2, 1, 1), 4), (3, (2, 2, 1), 3))
"""Hands, and how many kinds of cards there are two of."""


class Small(Tiny):
    """One tiny game; the commander is A."""

    def __init__(self, rng: Random) -> None:
        people, hands, kinds = rng.choice(SHAPES)
        self.players = ("A", "B", "C")[:people]
        deck = [f"{kind}.{k}" for kind in KINDS[:kinds] for k in (1, 2)]
        worlds = Worlds(deck, dict(zip(self.players, hands, strict=True)))
        super().__init__(rng, worlds, Listing(worlds.packs, self.players, "A"))
        self.deck, self.dealt = deck, rng.random() < 0.3

    def state(self) -> bool:
        """Keep whether the first hands are being cleared."""
        return self.dealt

    def restore(self, state: bool) -> None:
        """Restore it."""
        self.dealt = state

    def none_left(self, bound: Sequence[int]) -> bool:
        """Tell whether the solver finds no world."""
        return not self._bench(bound).can()

    def _bench(self, bound: Sequence[int]) -> Bench:
        sizes = {one: len(self.at(hand(one))) for one in self.players}
        return Bench(self.worlds, self.course.now.where, bound, Moment(sizes, "A", self.dealt))

    # ------------------------------------------------------------------ what happens

    def act(self) -> None:
        """Let something happen."""
        rng = self.rng
        me = rng.choice(self.players)
        mine, way = hand(me), rng.random()
        if way < 0.2:
            self.happen(*self.drawn(mine, rng.choice((1, 2))))
        elif way < 0.35:
            self.happen(*self.some(mine, DISCARD, 2, 0.4))
        elif way < 0.55:
            self.happen(*self.some(mine, MIDDLE, 2, 0.15))
        elif way < 0.75 and self.at(MIDDLE):
            self.happen(Taken(me, tuple(self.some(MIDDLE, mine, 2, 0.2))))
        elif way < 0.8:
            self.happen(Merged(MIDDLE, DISCARD))
        elif way < 0.83:
            self.dealt = False
        else:
            self._known(me)

    def _known(self, me: str) -> None:
        rng, true = self.rng, f"thing:{me}" in self.true.marks
        way = rng.random()
        if way < 0.2:
            self.happen(*self.public_seen(hand(me)))
        elif way < 0.3:
            self.happen(Figure(me, self._figure(me)))
        elif way < 0.6 and not true and not any("bastos" in card for card in self.at(hand(me))):
            self.happen(NoClubs(me), Role(me, False, own_word=True))
        elif way < 0.65:
            self.happen(Role(me, False, own_word=True), but=me)
        elif way < 0.8 and true:
            self.happen(Role(me, True))
        elif way < 0.9:
            some = tuple(rng.sample(self.players, rng.randint(1, len(self.players))))
            self.happen(Others(some, any(f"thing:{one}" in self.true.marks for one in some)))

    def _figure(self, player: str) -> str:
        (mark,) = [mark for mark in self.true.marks if mark.startswith(f"figure:{player}:")]
        return mark.split(":")[2]

    # ------------------------------------------------------------------ checks

    def put(self, bound: Sequence[int]) -> tuple[str, object, Verdict, Verdict, Sequence[Any]]:
        """Put a hand or a trio to both."""
        rng, bench = self.rng, self._bench(bound)
        lister = Lister(self.listing, bench.moment)  # type: ignore[arg-type]
        player = rng.choice(self.players)
        held = self.at(hand(player))
        others = (*self.deck, *self.deck, "rey-de-copas", "as-de-bastos.1")
        if rng.random() < 0.2:
            suit = rng.choice(("oros", "oros", "copas"))
            cards = self.named(self.altered(rng.sample(held, min(len(held), rng.randint(1, 3))), others))
            seen = [Seen(hand(player), tuple(cards), len(cards) == len(held))]
            both = bench.judge_trio(player, suit, cards), lister.judge_trio(player, suit, cards)
            bench.close()
            return "trio", (player, suit, cards), *both, seen
        cards = self.named(self.altered(held, others))
        figure = None if rng.random() < 0.6 else self._figure(player)
        if figure is not None and rng.random() < 0.3:
            figure = rng.choice((*PEOPLE_CARDS, COMMANDS, "sota-de-bastos"))
        both = bench.judge_hand(player, cards, figure), lister.judge_hand(player, cards, figure)
        bench.close()
        seen_all: list[Any] = [Seen(hand(player), tuple(cards), len(cards) == len(held))]
        if figure is not None:
            seen_all.append(Figure(player, figure))
        elif rng.random() < 0.05:
            seen_all = [Dealt(tuple(self._figure(one) for one in self.players))]
        return "hand", (player, cards, figure, self.dealt), *both, seen_all
