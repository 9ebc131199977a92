"""Small tables of La Cosa: four seats, two cards each, a dozen cards, played with the rules as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from companion.decks.catalog import title
from companion.engine import facts as f
from companion.engine.deck import Card, Decklist
from companion.engine.game import Setup
from companion.engine.kit.game import Game
from tests.lab.small.worlds import Cards

PLAYERS = ("Ana", "Beto", "Carla", "Dani")
HAND = 2


@dataclass(frozen=True)
class Mini:
    """A deck by how many copies of each card; `copies`: the cards that are told apart copy by copy."""

    name: str
    cards: tuple[tuple[str, int], ...]
    copies: tuple[str, ...] = ()

    @property
    def deck(self) -> Cards:
        """The cards as the worlds know them."""
        return tuple(
            f"{slug}.{k}" if slug in self.copies else slug for slug, many in self.cards for k in range(1, many + 1)
        )

    @property
    def decklist(self) -> Decklist:
        """The cards as the referee knows them."""
        box = title("la-cosa").decklist
        cards = tuple(_card(box.by_slug[slug], many) for slug, many in self.cards)
        return Decklist("la-cosa", f"mini-{self.name}", box.seal, 4, 4, cards, options=box.options)


def _card(card: Card, many: int) -> Card:
    return replace(card, copies=many, numbers=())


MINIS = (
    Mini("roles", (("la-cosa", 1), ("infectado", 3), ("sospecha", 8))),
    Mini("copies", (("la-cosa", 1), ("infectado", 2), ("hacha", 1), ("whisky", 1), ("sospecha", 7)), ("infectado",)),
    Mini(
        "cards",
        (
            ("la-cosa", 1),
            ("infectado", 3),
            ("lanzallamas", 1),
            ("seduccion", 1),
            ("fallaste", 1),
            ("vuelta-y-vuelta", 1),
            ("sospecha", 5),
            ("nada-de-barbacoas", 0),  # none, but the flames ask for it
        ),
    ),
)


@cache
def mini_game() -> Game:
    """Return the rules of La Cosa with two cards a hand."""
    game = title("la-cosa").game

    def opened(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
        (fact,) = game.open(decklist, setup)
        assert isinstance(fact, f.TableOpened)
        size = decklist.size(len(setup.players))
        return (replace(fact, hands=HAND, draw=size - HAND * len(setup.players)),)

    return replace(game, open=opened)


def setup_line(players: Sequence[str] = PLAYERS, **options: object) -> dict[str, object]:
    """Return the set-up of a small table."""
    return {"playthrough": 1, "game": "la-cosa", "players": list(players), "options": options}
