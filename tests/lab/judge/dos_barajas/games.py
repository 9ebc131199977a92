"""Games with two Spanish decks in which people show their cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, cast

from tests.lab.judge.agreement import Agreement
from tests.lab.judge.desk import EVENTS, SHOWN, Desk, Enough, Sitting, as_shown, piece, snapshot
from tests.lab.judge.dos_barajas.judge import Judge
from tests.lab.judge.dos_barajas.table import FIGURES, Table
from tests.lab.judge.follower import Line
from tests.lab.judge.sitting import Referee
from tests.lab.twin.dos_barajas.rounds import MOST_ROUNDS, Rounds
from tests.lab.twin.dos_barajas.twin import OPTIONS
from tests.lab.twin.dos_barajas.world import NAMES, World

COUNTED = {"draw_pile": "draw", "discard_pile": "thrown", "middle": "middle"}
__all__ = ["EVENTS", "KINDS", "one_game"]

KINDS = ("hand", "trio", "figures", "deck")
"""The kinds of checks."""
OTHERWISE = 0.2
"""Rate at which a question is answered in another way."""


class Told(Desk):
    """The desk at which this game is told."""

    def checked(self, table: Table, state: Mapping[str, object]) -> None:
        """Hold the judge's table against what the twin says everybody sees."""
        assert dict(table.hands) == state["hands"], (table.hands, state["hands"])
        assert list(table.ring) == state["seats"]
        for theirs, mine in COUNTED.items():
            assert getattr(table, mine) == state[theirs], (theirs, getattr(table, mine), state[theirs])

    def look(self, truth: World) -> None:
        """Let a player show a hand, or a trio, as it is or made up."""
        rng = self.rng
        player = rng.choice(truth.ring)
        held = list(truth.hands[player])
        said: dict[str, object] = {"action": "check", "player": player}
        if rng.random() < 0.15:
            self._trio(truth, player, said)
            return
        made_up = rng.random() < self.habits.false
        cards = self._made_up(truth, held) if made_up else held
        figure = truth.figures[player] if rng.random() < 0.3 else None
        if figure is not None and rng.random() < self.habits.false / 2:
            figure, made_up = rng.choice(sorted(FIGURES)), True
        if figure is not None:
            said["figure"] = str(figure)
        self.ask({**said, "what": "hand", "cards": as_shown(cards, rng)}, true=not made_up)
        if not made_up and rng.random() < 0.1:
            self.ask({**said, "what": "hand", "cards": as_shown(cards, rng)}, true=True)
        elif not (made_up or self.undone) and cards and rng.random() < 0.05:
            shown = rng.sample(cards, rng.randint(1, len(cards)))
            more = [str(figure)] if figure is not None and rng.random() < 0.3 else []
            line = {"action": "show", "player": player, "cards": [*as_shown(shown, rng), *more], "to": "all"}
            self.sitting.tell(self.under_new_names(line), SHOWN)

    def _made_up(self, truth: World, held: Sequence[str]) -> list[str]:
        """Change a hand: a card that another player has, a club, one too many or too few, one that does not play."""
        rng, cards = self.rng, list(held)
        everything = [*truth.deck, *truth.discard, *truth.middle, *(c for hand in truth.hands.values() for c in hand)]
        clubs = [card for card in everything if card.endswith("bastos")]
        for _ in range(rng.choice((1, 1, 2))):
            way = rng.random()
            spot = rng.randrange(len(cards)) if cards else None
            if spot is None or way < 0.05:
                cards.append(rng.choice(everything))
            elif way < 0.1:
                cards.pop(spot)
            elif way < 0.15:
                cards[spot] = rng.choice(("rey-de-oros", "as-de-bastos", "ocho-de-copas", "sota-de-copas"))
            elif way < 0.2:
                cards[spot] = rng.choice(cards)
            elif way < 0.5:
                cards[spot] = rng.choice(clubs)
            else:
                cards[spot] = rng.choice(everything)
        return cards

    def _trio(self, truth: World, player: str, said: dict[str, object]) -> None:
        rng = self.rng
        suit = rng.choice(("oros", "copas", "espadas"))
        trio: list[str] = truth.trio(player, suit)
        true = bool(trio)
        if not trio or rng.random() < 0.3:
            everything = [*truth.deck, *truth.hands[player]]
            trio = rng.sample(everything, min(len(everything), rng.randint(1, 3)))
            true = False
        self.ask({**said, "what": "trio", "suit": suit, "cards": as_shown(trio, rng)}, true=true)

    def before_the_deal(self, world: World) -> None:
        """Show the court cards and the deck, as they are and with something wrong."""
        rng, said = self.rng, {"action": "check"}
        figures = [str(figure) for figure in world.figures.values()]
        rng.shuffle(figures)
        if rng.random() < 0.5:
            self.ask({**said, "what": "figures", "cards": figures}, true=True)
        wrong = list(figures)
        wrong[rng.randrange(len(wrong))] = rng.choice(sorted(FIGURES))
        self.ask({**said, "what": "figures", "cards": wrong[: rng.choice((99, 99, 2))]}, true=False)
        whole = [str(card) for card in world.whole]
        rng.shuffle(whole)
        cut = rng.choice((len(whole), rng.randrange(1, len(whole))))
        shown = whole[:cut]
        if rng.random() < 0.5:
            stray = rng.choice(("as-de-bastos", "caballo-de-oros", "nueve-de-copas", "dos-de-oros"))
            shown[rng.randrange(cut)] = stray
        self.ask({**said, "what": "deck", "cards": shown}, true=False)


class Evening(Rounds):
    """Game of the twin in which people show cards and try nothing that is refused."""

    desk: Any

    def pause(self) -> None:
        """Let people show cards between two actions."""
        if self.phase not in ("over", "answer", "count") and self.dice.random() < self.desk.habits.looks:
            self.desk.look(self.world)


def one_game(seed: str, number: int, make: Callable[[Line], Referee] | None, found: Agreement) -> None:
    """Play one game of the twin and add what came of it."""
    rng = Random(f"{seed}/{number}")
    people = rng.choice((4, 4, 5, 6, 7, 9))
    options = {name: rng.choice(values[1:]) for name, values in OPTIONS.items() if rng.random() < OTHERWISE}
    world = World(people, options, rng)
    _number(world)
    first = rng.choice(world.names) if rng.random() < 0.2 else world.commander
    setup: Line = {
        "playthrough": 1, "game": "dos-barajas", "players": list(NAMES[:people]), "first": first, "options": options,
    }  # fmt: skip
    sitting = Sitting(Judge(setup), setup, make, found)
    desk = Told(sitting, options, Random(f"looks {seed}/{number}"))
    desk.world = world
    evening = Evening(cast(Any, desk), world)
    try:
        if first != world.commander:
            desk.say({"action": "commander", "player": world.commander})
        else:
            desk.truth = snapshot(world)
        desk.before_the_deal(world)
        evening.deal()
        for _ in range(MOST_ROUNDS * 9):
            getattr(evening, evening.phase)()
    except Enough:
        pass
    finally:
        sitting.judge.close()
    found.games += 1


def _number(world: World) -> None:
    """Tell the two copies of each card apart."""
    many: Counter[str] = Counter()
    for cards in (world.deck, *world.hands.values()):
        for k, card in enumerate(cards):
            many[card] += 1
            cards[k] = piece(card, many[card])
