"""The referee against every world there can be: who was the first Thing, and which cards from the middle were clubs.

A hand with clubs is illegal where its owner has broken a rule in every world that fits what eyes have seen, legal where
in none, undetermined where it depends. What people say of others is no evidence here; what they said of themselves
when accused is theirs to answer for. The worlds know nothing of the code they are held against.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from tests.games.dos_barajas.test_referee import CLUB, FOUR, Evening

KING = "rey-de-bastos"
PLAIN = [f"{rank}-de-{suit}" for rank in ("dos", "tres", "cuatro") for suit in ("oros", "copas", "espadas")]


@dataclass
class Story:
    """What happened that matters: in order, who took from the middle and who was accused and passed for human."""

    events: list[tuple[str, str]] = field(default_factory=list)
    figures: dict[str, str] = field(default_factory=dict)
    revealed: set[str] = field(default_factory=set)

    def verdict(self, player: str) -> str:
        """What a hand with clubs of this player proves."""
        broken = {self._breaks(player, thing, bits) for thing in self._first_things() for bits in self._clubs(player)}
        return "undetermined" if len(broken) > 1 else "illegal" if True in broken else "legal"

    def _first_things(self) -> list[str]:
        """Who can have been dealt the king of clubs: by the court cards that were seen."""
        seen = [p for p, figure in self.figures.items() if figure == KING]
        return seen or [p for p in FOUR if p not in self.figures]

    def _clubs(self, player: str) -> list[tuple[bool, ...]]:
        takes = sum(event == ("take", player) for event in self.events)
        return list(product((False, True), repeat=takes))

    def _breaks(self, player: str, first: str, clubs: tuple[bool, ...]) -> bool:
        """Whether this player has broken a rule in this world: denied being a Thing, or keeps clubs as a human."""
        is_thing, denied, bits = player == first, False, list(clubs)
        for what, who in self.events:
            if who != player:
                continue
            if what == "take":
                is_thing = bits.pop(0) or is_thing
            else:
                denied = denied or is_thing
        return denied or not (is_thing or player in self.revealed)


def _play(dice: random.Random) -> tuple[Evening, Story]:
    """A random course of up to two rounds, its hands corrected by nobody."""
    evening, story = Evening("skip"), Story(figures={"Ana": "rey-de-espadas"})
    for _ in range(dice.randint(1, 2)):
        for accuser in ("Ana", "Dani"):
            target = dice.choice([p for p in FOUR if p != accuser])
            held = evening.sitting.state["hands"]
            if dice.random() < 0.4 and held[accuser] >= 4 and held[target] >= 3:
                evening.say(f"accuse {accuser} {target} human aces=1")
                story.events.append(("human", target))
        evening.say("skip")
        if not _supplied(evening, story, dice):
            break
        evening.say("skip")
    return evening, story


def _supplied(evening: Evening, story: Story, dice: random.Random) -> bool:
    """Supplies and infection as far as they come; whether the round was finished."""
    order = ("Ana", "Dani", "Carla", "Beto")
    for player in order:
        evening.say(f"supply {player} cups=true aces=1" if dice.random() < 0.5 and _held(evening, player) > 2
                    else f"supply {player}")  # fmt: skip
    if any(_held(evening, player) < 3 for player in order):
        return False
    for player in order:
        evening.say(f"leave {player}")
    last = dice.randint(0, 4)
    for player in order[:last]:
        evening.say(f"take {player} {dice.choice((1, 2))}")
        story.events.append(("take", player))
    return last == 4


def _held(evening: Evening, player: str) -> int:
    held: int = evening.sitting.state["hands"][player]
    return held


def _shown(evening: Evening, story: Story, dice: random.Random) -> None:
    """Some show their court card, with a hand that has no clubs."""
    figures = dict(
        zip(("Beto", "Carla", "Dani"), dice.sample((KING, "sota-de-oros", "caballo-de-copas"), 3), strict=True)
    )
    for player, figure in figures.items():
        if dice.random() < 0.35:
            found = evening.hand(player, *PLAIN[: _held(evening, player)], figure=figure)
            if found.verdict == "legal":
                story.figures[player] = figure
            else:
                assert figure == KING and ("human", player) in story.events and found.rules == ("hand.denied",)


def test_the_referee_says_what_every_world_says() -> None:
    said: Counter[str] = Counter()
    for seed in range(250):
        dice = random.Random(seed)
        evening, story = _play(dice)
        _shown(evening, story, dice)
        for player in evening.sitting.state["seats"]:
            held = _held(evening, player)
            if not 1 <= held <= len(PLAIN):
                continue
            found: Any = evening.hand(player, *PLAIN[: held - 1], CLUB)
            wanted = story.verdict(player)
            assert found.verdict == wanted, (seed, player, story, found)
            said[found.verdict] += 1
    assert min(said[one] for one in ("legal", "illegal", "undetermined")) > 30, said
