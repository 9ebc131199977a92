"""How well the hindsight of a game of La Cosa is calibrated: its chances beside what was true in the twin's games.

A twin's game has true roles at every moment. Of each chance that the hindsight gave a living player then, the square of
what it was off is summed up (the Brier score: 0 is perfect, lower is better), beside that of somebody who only knows
how many sit there; and in tenths, how often what was given such a chance was so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from companion.decks.catalog import title
from companion.engine.retelling import Hindsight
from companion.games.la_cosa.known import hindsight
from tests.lab.harness.harness import CompanionSide
from tests.lab.twin.la_cosa.deal import NAMES, deal
from tests.lab.twin.la_cosa.game import Evening
from tests.lab.twin.la_cosa.players import Fair
from tests.lab.twin.la_cosa.players_sensible import Sensible
from tests.lab.twin.la_cosa.world import INFECTED, THING

STYLES: Mapping[str, type[Fair]] = {"fair": Fair, "sensible": Sensible}
TENTHS = 10


@dataclass(slots=True)
class Played:
    """A twin's game as the companion has it, and what everybody was after each of its entries."""

    side: CompanionSide
    truth: list[dict[str, str]] = field(default_factory=list)
    hands: list[dict[str, int]] = field(default_factory=list)
    """How many ¡Infectado! each of the living held."""


def played(players: int, seed: str, style: str = "sensible", most_turns: int = 60) -> Played:
    """Play one game among the twin's people, told to the companion as it goes."""
    dice, la_cosa = Random(seed), title("la-cosa")
    names = list(NAMES[:players])
    world = deal(names, dice.choice(names), {}, dice)
    evening = Evening(world, STYLES[style](dice), most_turns)
    game = Played(CompanionSide(la_cosa.game, la_cosa.decklist))
    game.side.begin({"playthrough": 1, "game": "la-cosa", "players": names, "first": world.first, "options": {}})
    while True:
        game.truth.append(dict(world.roles))
        game.hands.append({p: sum(piece.slug == "infectado" for piece in hand) for p, hand in world.hands.items()})
        said = evening.go_on()
        if said is None:
            return game
        game.side.record(said)


def known_of(game: Played) -> Hindsight:
    """Return what could be known of a game."""
    return hindsight(game.side.decklist, game.side.course.standing)


@dataclass(slots=True)
class Score:
    """Sums over many games, for who is La Cosa and for who is infected."""

    games: int = 0
    exact: int = 0
    doubted: int = 0
    off: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    blind: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    told: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    tenths: dict[str, list[list[float]]] = field(
        default_factory=lambda: defaultdict(lambda: [[0, 0.0, 0] for _ in range(TENTHS)])
    )

    def add(self, game: Played) -> None:
        """One game more: every living player at every moment."""
        found = known_of(game)
        self.games += 1
        self.exact += found.is_exact
        self.doubted += len(found.doubted)
        for moment, truth, living in zip(found.moments, game.truth, game.hands, strict=True):
            thing, infected = moment.root, moment.turned
            for place, player in enumerate(found.players):
                if player in living:
                    self._one(THING, thing[place], truth[player] == THING, 1 / len(found.players))
                    self._one(INFECTED, infected[place], truth[player] == INFECTED, 0.5)

    def _one(self, what: str, chance: float, is_so: bool, blind: float) -> None:
        self.told[what] += 1
        self.off[what] += (chance - is_so) ** 2
        self.blind[what] += (blind - is_so) ** 2
        tenth = self.tenths[what][min(TENTHS - 1, int(chance * TENTHS))]
        tenth[0] += 1
        tenth[1] += chance
        tenth[2] += is_so

    def lines(self) -> list[str]:
        """Return the score as lines to read."""
        found = [f"{self.games} games, {self.exact} exact, {self.doubted} doubted"]
        for what in (THING, INFECTED):
            many = max(1, self.told[what])
            found.append(
                f"{what}: Brier {self.off[what] / many:.4f}, blind {self.blind[what] / many:.4f}, {many} chances"
            )
            for often, chances, so in self.tenths[what]:
                if often:
                    found.append(f"  told {chances / often:.3f}  was {so / often:.3f}  of {often:.0f}")
        return found
