"""Tiny games played at random, judged by the solver and by the list of all worlds; every difference is told.

python -m tests.lab.judge.small_games --games 1000 --seed 1
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from random import Random

from tests.lab.judge.course import Course
from tests.lab.judge.listing import Lister, Listing, One
from tests.lab.judge.public import (
    ASIDE,
    DISCARD,
    DRAW,
    Box,
    Event,
    Given,
    Held,
    Infections,
    IsThing,
    Moment,
    Move,
    Out,
    Overfull,
    Round,
    Shown,
    Shuffle,
    Swap,
    Verdict,
    hand,
    slug_of,
)
from tests.lab.judge.verdicts import Bench
from tests.lab.judge.worlds import Worlds

PLAIN = ("whisky.1", "whisky.2", "hacha.1", "lanzallamas.1", "sospecha.1", "determinacion.1", "sospecha.2")

SMALLER = ((3, 1, 2, 4), (3, 1, 2, 5), (3, 2, 2, 5), (4, 1, 2, 4), (2, 2, 2, 4), (2, 2, 3, 4), (2, 3, 2, 5))
LARGER = ((3, 2, 2, 6), (3, 2, 3, 5), (4, 1, 2, 5), (2, 3, 3, 6))
"""Numbers of people, cards in a hand, ¡Infectado! and plain cards."""


class Difference(Exception):
    """Both sides do not agree."""


class Tiny:
    """One tiny game: the truth, and both sides that are told the public facts."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        shape = rng.choice(LARGER if rng.random() < 0.1 else SMALLER)
        people, size, infections, plain = shape
        self.players = ("A", "B", "C", "D")[:people]
        green = ("la-cosa.1", *(f"infectado.{k + 1}" for k in range(infections)), *PLAIN[:plain])
        self.box = Box(green, frozenset({"ups"}), size)
        self.listing = Listing(self.box, self.players)
        self.worlds = Worlds(self.box, self.players)
        self.course = Course(self.worlds)
        self.true = rng.choice(sorted(self.listing.worlds()))
        self.living = list(self.players)
        self.trail: list[tuple[One, list[str], int, Moment]] = []
        self.turn = 0
        self.due: list[Held] = []
        """The cards shown for the offer that is due."""
        self.crowded = rng.random() < 0.3
        """A hand of nothing but ¡Infectado! puts nobody out."""
        self.moment = self._moment("draw", None)
        self.verdicts: Counter[str] = Counter()
        self.story: list[object] = []

    def _moment(self, step: str, offer: tuple[str, str] | None) -> Moment:
        order = self.living
        return Moment(
            turn=order[self.turn % len(order)],
            sizes={player: len(self.listing.hand(self.true, player)) for player in order},
            step=step,
            offer=offer,
            round_pairs=tuple(zip(order, order[1:] + order[:1], strict=True)),
            draw=self.true.lies.count(DRAW),
            full_goes_out=not self.crowded,
        )

    # ------------------------------------------------------------------ what happens

    def happen(self, *events: Event, step: str, offer: tuple[str, str] | None = None, show: bool = False) -> bool:
        """Let something happen, lawfully and at random; tell whether it could."""
        world, picked = self.true, None
        for event in events:
            ways = sorted(self.listing._after(world, event, {}, None), key=repr)
            if not ways:
                return False
            spread = [way for way in ways if len(way.infected) > len(world.infected)]
            after = self.rng.choice(spread if spread and self.rng.random() < 0.7 else ways)
            if isinstance(event, Swap | Round):
                picked = self._who_gave(world, after, event)
            world = after
        self.trail.append((self.true, list(self.living), self.turn, self.moment))
        given = Given(picked) if show and picked else None
        self.due = []
        self.listing.worlds()
        self.story.append((events, given))
        self.course.go(events, given)
        self.listing.go(events, given)
        self.true = world
        for event in events:
            if isinstance(event, Out):
                self.living.remove(event.player)
        self.moment = self._moment(step, offer)
        return True

    def _who_gave(self, before: One, after: One, event: Swap | Round) -> tuple[tuple[str, str], ...]:
        pairs = event.gifts if isinstance(event, Round) else ((event.one, event.other), (event.other, event.one))
        found = []
        for giver, taker in pairs:
            gone = [c for c in self.listing.hand(before, giver) if c in self.listing.hand(after, taker)]
            if gone:
                found.append((giver, self.rng.choice((gone[0], slug_of(gone[0])))))
        return tuple(found)

    def back(self) -> None:
        """Take the last step back."""
        if self.trail:
            self.due = []
            self.true, self.living, self.turn, self.moment = self.trail.pop()
            self.course.back()
            self.listing.back()
            self.story.append("back")

    def _drawing(self, target: str, many: int, spare: int = 0) -> list[Event]:
        """Draw, with a shuffle where the pile is empty; `spare`: cards thrown away just before."""
        left, thrown = self.true.lies.count(DRAW), self.true.lies.count(DISCARD) + spare
        events: list[Event] = []
        for _ in range(many):
            if left == 0:
                events.append(Shuffle())
                left, thrown = thrown, 0
            events.append(Move(DRAW, target))
            left -= 1
        return events

    def go_on(self) -> None:
        """Let the next thing happen."""
        rng, me = self.rng, self.moment.turn
        if rng.random() < 0.07:
            self.back()
        elif self.moment.step == "draw":
            self._begin(me)
        elif self.moment.step == "act":
            self._act(me)
        else:
            self._answer(me)

    def _begin(self, me: str) -> None:
        rng = self.rng
        if rng.random() < 0.75:
            self.happen(*self._drawing(hand(me), 1), step="act")
        elif rng.random() < 0.3:
            if self.happen(Round(self.moment.round_pairs), step="draw", show=rng.random() < 0.4):
                self._next()
        elif rng.random() < 0.4:
            many = min(2, self.box.hand_size - 1)
            throws: list[Event] = [Move(hand(me), DISCARD, kept_rules=me) for _ in range(many)]
            self._offer(me, throws + self._drawing(hand(me), many, many))
        elif rng.random() < 0.5:
            draws = self._drawing(ASIDE, 1)
            date = [Move(hand(me), DRAW, kept_rules=me, on_top=True), Move(ASIDE, hand(me))]
            if self.happen(*draws, *date, step="draw"):
                self._next()
        else:
            who = rng.choice(self.living)
            some = any(c.startswith("infectado.") for c in self.listing.hand(self.true, who))
            self.happen(Infections(who, some), step="draw")

    def _act(self, me: str) -> None:
        rng = self.rng
        held = self.listing.hand(self.true, me)
        plain = [c for c in held if slug_of(c) not in ("la-cosa", "infectado")]
        if "determinacion.1" in held and rng.random() < 0.5:
            place = f"laid:{len(self.story)}"
            events: list[Event] = [Move(hand(me), place, "determinacion"), *self._drawing(ASIDE, 3)]
            events += [Move(ASIDE, DISCARD), Move(ASIDE, DISCARD), Move(ASIDE, hand(me))]
            self.happen(*events, Move(place, DISCARD, "determinacion"), step="act")
        elif plain and rng.random() < 0.4:
            slug = slug_of(rng.choice(plain))
            place = f"laid:{len(self.story)}"
            if slug == "lanzallamas" and len(self.living) > 2 and self.true.thing == me:
                victim = rng.choice([p for p in self.living if p != me])
                self._offer(me, [Move(hand(me), DISCARD, slug), Out(victim), IsThing(victim, False)])
            elif slug == "whisky":
                shown = tuple(slug_of(c) for c in held)
                self._offer(me, [Shown(me, shown, True), Move(hand(me), DISCARD, slug)])
            else:
                self._offer(me, [Move(hand(me), place, slug), Move(place, DISCARD, slug)])
        else:
            self._offer(me, [Move(hand(me), DISCARD, kept_rules=me)])

    def _offer(self, me: str, events: Sequence[Event]) -> None:
        others = [p for p in self.living if p != me and Out(p) not in events]
        self.happen(*events, step="respond", offer=(me, self.rng.choice(others)))

    def _answer(self, me: str) -> None:
        assert self.moment.offer is not None
        rng, (one, other) = self.rng, self.moment.offer
        for player, facing in () if self.crowded else ((one, other), (other, one)):
            if self.listing.overfull(self.true, player, facing) and len(self.living) > 2:
                out: list[Event] = [Overfull(player, facing, True), Out(player)]
                if self.true.thing != player and self.happen(*out, step="draw"):
                    self._next()
                return
        calm: list[Event] = [] if self.crowded else [Overfull(one, other, False), Overfull(other, one, False)]
        plain = [c for c in self.listing.hand(self.true, other) if slug_of(c) not in ("la-cosa", "infectado")]
        if plain and rng.random() < 0.25:
            refusal: list[Event] = [Move(hand(other), DISCARD, slug_of(rng.choice(plain)))]
            if self.happen(*calm, *refusal, *self._drawing(hand(other), 1, 1), step="draw"):
                self._next()
        else:
            immune = other if rng.random() < 0.2 else None
            if self.happen(*calm, Swap(one, other, immune, self.crowded), step="draw", show=rng.random() < 0.35):
                self._next()
            else:
                self.back()

    def _next(self) -> None:
        self.turn += 1
        self.moment = self._moment("draw", None)

    # ------------------------------------------------------------------ checks

    def check(self) -> None:
        """Put one check to both sides; what is true may be remembered."""
        rng = self.rng
        bench = Bench(self.worlds, self.course.now.where, self.course.binding(), self.moment)
        for held in self.due:
            bench.bound.append(bench.selector())
            self.worlds.demand(bench.where, held, bench.bound[-1])
        lister = Lister(self.listing, self.moment, self.due)
        if not lister.strict:
            if bench.can():
                raise Difference("the solver finds a world where none is listed")
            self.verdicts["no world is left"] += 1
            return
        what = rng.choice(("hand", "hand", "gifts", "gifts", "discard", "round"))
        seen: Held | None = None
        player = rng.choice(self.living)
        held = self.listing.hand(self.true, player)
        if what == "hand":
            cards = self._named(self._altered(held))
            occasion = rng.choice(("dispute", "private"))
            mine, list_ = bench.judge_hand(player, cards, occasion), lister.judge_hand(player, cards, occasion)
            seen = Held(player, tuple(cards), len(cards) == len(held))
            asked: object = (what, player, cards, occasion)
        elif what == "discard":
            many = rng.choice((1, 1, 1, 2))
            cards = self._named(rng.sample(held, min(many, len(held)))) if held else []
            whole = self._whole(held, cards) if rng.random() < 0.5 else None
            seen = bench.shown_with_discard(player, cards, whole)
            mine, list_ = bench.judge_discard(player, cards, whole), lister.judge_discard(player, cards, whole, seen)
            asked = (what, player, cards, whole)
        else:
            pairs = self.moment.round_pairs
            if what == "gifts":
                one, other = rng.sample(self.living, 2)
                pairs = ((one, other), (other, one))
            gifts = {giver: (self._named([self._any(giver)])[0], taker) for giver, taker in pairs}
            mine, list_ = bench.judge_gifts(gifts, what == "round"), lister.judge_gifts(gifts, what == "round")
            asked = (what, gifts)
            shown = [Held(giver, (card,), False) for giver, (card, _) in gifts.items()]
            if mine.verdict != "illegal" and all(self.listing.shows(self.true, held) for held in shown):
                self.due += shown
        bench.close()
        self.story.append((asked, mine.verdict))
        self._compare(mine, list_)
        self.verdicts[f"{what} {mine.verdict}{'' if mine.fits else ' unfit'}"] += 1
        if seen is not None and mine.verdict != "illegal" and mine.fits and rng.random() < 0.6:
            self._remember(seen)

    def _remember(self, seen: Held) -> None:
        """Let both sides remember what was shown; now and then even what is not so."""
        if self.listing.shows(self.true, seen) or self.rng.random() < 0.1:
            self.course.see(seen)
            self.listing.see(seen)
            self.story.append(("seen", seen))

    def _compare(self, mine: Verdict, listed: Verdict) -> None:
        if mine != listed:
            raise Difference(f"solver {mine}\n  list   {listed}")

    def _any(self, player: str) -> str:
        held = self.listing.hand(self.true, player)
        risky = [c for c in held if slug_of(c) in ("infectado", "la-cosa")]
        if risky and self.rng.random() < 0.5:
            return self.rng.choice(risky)
        return self.rng.choice(held if held and self.rng.random() < 0.8 else self.box.green)

    def _named(self, cards: Sequence[str]) -> list[str]:
        return [c if self.rng.random() < 0.7 else slug_of(c) for c in cards]

    def _whole(self, held: Sequence[str], cards: Sequence[str]) -> list[str]:
        return [*cards, *[c for c in held if c not in cards][: len(held) - len(cards)]]

    def _altered(self, held: Sequence[str]) -> list[str]:
        cards, rng = list(held), self.rng
        if cards and rng.random() < 0.4:
            cards[rng.randrange(len(cards))] = rng.choice((*self.box.green, "ups.1", "analisis.1"))
        if cards and rng.random() < 0.05:
            cards.pop()
        return cards


def play(seed: str, steps: int) -> tuple[Counter[str], str | None]:
    """Play one tiny game; count the verdicts, and tell the difference if there is one."""
    game = Tiny(Random(seed))
    try:
        for _ in range(steps):
            game.go_on()
            while game.rng.random() < 0.4:
                game.check()
    except Difference as found:
        return game.verdicts, f"seed {seed}\n  " + "\n  ".join(str(line) for line in game.story) + f"\n  {found}"
    finally:
        game.worlds.sat.close()
    return game.verdicts, None


def main() -> int:
    """Play many and report."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--steps", type=int, default=14)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--seconds", type=float, default=500)
    asked = parser.parse_args()
    verdicts: Counter[str] = Counter()
    wrong, began, games = 0, time.monotonic(), 0
    for k in range(asked.games):
        counted, found = play(f"{asked.seed}/{k}", asked.steps)
        verdicts += counted
        games += 1
        if found is not None:
            wrong += 1
            print(found)
        if wrong >= 3 or time.monotonic() - began > asked.seconds:
            break
    seconds = time.monotonic() - began
    print(f"{games} tiny games, {sum(verdicts.values())} checks, {wrong} differences, {seconds:.0f} s")
    for name, many in sorted(verdicts.items()):
        print(f"  {name}: {many}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
