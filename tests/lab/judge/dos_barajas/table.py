"""The public side of a game with two Spanish decks: what each action means, as cards that go from place to place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from tests.lab.judge.follower import Line, OutOfScope, texts
from tests.lab.judge.piles import Heap, Merged, Moved, Seen, named
from tests.lab.judge.public import DISCARD, hand, slug_of

MIDDLE = "middle"
RANKS = ("as", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve")
SUITS = ("oros", "copas", "espadas", "bastos")
CLUBS, KING, COMMANDS = "bastos", "rey-de-bastos", "rey-de-espadas"
FILLERS = tuple(f"{rank}-de-{suit}" for rank in ("sota", "caballo") for suit in ("oros", "copas"))
FIGURES = frozenset(f"{rank}-de-{suit}" for rank in ("sota", "caballo", "rey") for suit in SUITS)


def suit_of(card: str) -> str:
    """Read the suit off a card."""
    return slug_of(card).rpartition("-")[2]


def worth(card: str) -> int:
    """Count a card for a trio."""
    return 2 if card.startswith("as-") else 1


def main_deck(large: bool) -> tuple[str, ...]:
    """List the copies of the main deck."""
    ranks = RANKS if large else RANKS[:7]
    kinds = [f"{rank}-de-{suit}" for suit in SUITS for rank in ranks if (rank, suit) != ("as", CLUBS)]
    return tuple(f"{kind}.{k}" for kind in kinds for k in (1, 2))


def of_suit(deck: Sequence[str], suit: str, aces: bool | None = None) -> frozenset[str]:
    """List the kinds of a suit: only aces, none of them, or all."""
    kinds = {slug_of(copy) for copy in deck if suit_of(copy) == suit}
    return frozenset(kind for kind in kinds if aces is None or (worth(kind) == 2) == aces)


# ---------------------------------------------------------------------- what happens


@dataclass(frozen=True)
class Taken:
    """Cards taken from the middle: a club among them makes a Thing. `among`: the kinds that all saw."""

    player: str
    moves: tuple[Moved, ...]


@dataclass(frozen=True)
class Role:
    """Public role of a player, a Thing or human; `own_word`: because the accused said so."""

    player: str
    thing: bool
    own_word: bool = False


@dataclass(frozen=True)
class Others:
    """Public answer to whether there is a Thing among these players."""

    players: tuple[str, ...]
    some: bool


@dataclass(frozen=True)
class NoClubs:
    """Hand without clubs that all have seen."""

    player: str


@dataclass(frozen=True)
class Figure:
    """A court card was seen: it is this person's."""

    player: str
    card: str


@dataclass(frozen=True)
class Dealt:
    """The court cards were seen before they were dealt."""

    cards: tuple[str, ...]


# ---------------------------------------------------------------------- the table


@dataclass(frozen=True)
class Table:
    """Public facts after some actions."""

    ring: tuple[str, ...]
    commander: str
    deck: tuple[str, ...]
    hands: Mapping[str, int]
    draw: int
    thrown: int = 0
    middle: int = 0
    dealt: bool = True
    """The clubs of the first hands are still being thrown."""
    revealed: frozenset[str] = frozenset()
    took: frozenset[str] = frozenset()
    """Players who have taken from the middle in this round."""
    options: Mapping[str, object] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    """Name at the set-up of each renamed player, by the new name."""
    everybody: tuple[str, ...] = ()

    def called(self, name: object) -> str:
        """Translate a name to the one of the set-up."""
        return self.names.get(str(name), str(name))


def opened(setup: Line) -> Table:
    """Lay the table of a set-up line."""
    people = texts(setup["players"])
    options = cast("Mapping[str, object]", setup.get("options") or {})
    first = str(setup.get("first", people[0]))
    deck = main_deck(str(options.get("deck", 40)) == "48")
    hands = {player: 5 if player == first else 4 for player in people}
    return Table(people, first, deck, hands, len(deck) - sum(hands.values()), options=options, everybody=people)


class Telling:
    """One action as it is read."""

    def __init__(self, table: Table, action: Line) -> None:
        self.table = table
        names = {key: table.called(action[key]) for key in ("player", "target") if action.get(key) is not None}
        self.action = {**action, **names}
        self.heap = Heap(table.draw, table.thrown)
        self.hands = dict(table.hands)
        self.middle = table.middle
        self.events: list[object] = []
        self.more: dict[str, object] = {}

    def told(self) -> tuple[Table, tuple[object, ...]]:
        """Read the action: the table after it, and what happened."""
        reader = _READERS.get(str(self.action["action"]))
        if reader is not None:
            reader(self, str(self.action.get("player")))
        piles = {"draw": self.heap.draw, "thrown": self.heap.thrown, "middle": self.middle}
        table = replace(self.table, hands=self.hands, **piles, **self.more)  # type: ignore[arg-type]
        return table, tuple(self.events)

    # ------------------------------------------------------------------ moves

    def _is(self, option: str, value: object, usual: object) -> bool:
        return self.table.options.get(option, usual) == value

    def _out(self, player: str, many: int, among: frozenset[str] | None = None) -> int:
        """Discard from a hand."""
        many = min(many, self.hands[player])
        if many:
            self.events.append(Moved(hand(player), DISCARD, many, among))
            self.hands[player] -= many
            self.heap.thrown += many
        return many

    def _draws(self, player: str, many: int) -> None:
        events, drawn = self.heap.drawn(hand(player), many)
        self.events += events
        self.hands[player] += drawn

    def _seen(self, player: str, field_: str) -> None:
        cards = self.action.get(field_)
        if cards:
            said = texts(cards)
            self.events.append(Seen(hand(player), said, len(said) == self.hands[player]))

    def _trios(self, player: str, suit: str, many: int = 1) -> None:
        """Spend trios: by their cards, or by how many aces are among them."""
        if self.action.get("cards"):
            said = texts(self.action["cards"])
            moves = named(hand(player), DISCARD, said)
            count = len(said)
        else:
            aces = cast(int, self.action.get("aces") or 0)
            count = 3 * many - min(aces, many)
            lots = ((aces, True), (count - aces, False))
            moves = [Moved(hand(player), DISCARD, lot, of_suit(self.table.deck, suit, ace)) for lot, ace in lots if lot]
        self.events += moves
        self.hands[player] -= count
        self.heap.thrown += count

    def _dies(self, player: str) -> None:
        self.events.append(Merged(hand(player), DISCARD))
        self.heap.thrown += self.hands.pop(player)
        self.more["ring"] = tuple(one for one in self.table.ring if one != player)
        self.more["revealed"] = self._revealed() - {player}
        self.more["took"] = self.table.took - {player}

    def _revealed(self) -> frozenset[str]:
        return cast("frozenset[str]", self.more.get("revealed", self.table.revealed))

    def _is_thing(self, player: str) -> None:
        self.events.append(Role(player, True))
        self.more["revealed"] = self._revealed() | {player}

    # ------------------------------------------------------------------ actions

    def _commander(self, player: str) -> None:
        old = self.table.commander
        self.events.append(Moved(hand(old), hand(player), 1))
        self.hands[old] -= 1
        self.hands[player] += 1
        self.more["commander"] = player

    def _clubs(self, player: str) -> None:
        gone = self._out(player, cast(int, self.action["count"]), of_suit(self.table.deck, CLUBS))
        if self._is("initial_clubs", "replaced", "lost"):
            self._draws(player, gone)

    def _skip(self, player: str) -> None:
        self.more["dealt"] = False

    def _accuse(self, player: str) -> None:
        target = str(self.action["target"])
        self._trios(player, "oros")
        self._seen(target, "shown")
        if self.action["result"] == "thing":
            self._is_thing(target)
            return
        self.events += [NoClubs(target), Role(target, False, own_word=True)]
        for one in (player, target):
            if self.hands[one] >= 2 or self._is("short_hand", "all", "all"):
                self._out(one, 2)

    def _supply(self, player: str) -> None:
        wanted = 2
        if self.action.get("cups"):
            self._trios(player, "copas")
            wanted = 8 if self._is("cups", "six-more", "six") else 6
        self._draws(player, wanted)
        for _ in range(cast(int, self.action.get("clubs") or 0)):
            if self._out(player, 1, of_suit(self.table.deck, CLUBS)):
                self._draws(player, 1)

    def _leave(self, player: str) -> None:
        if self.action.get("cards"):
            self.events += named(hand(player), MIDDLE, texts(self.action["cards"]))
        else:
            self.events.append(Moved(hand(player), MIDDLE, 2))
        self.hands[player] -= 2
        self.middle += 2
        self._out(player, 1)
        self.more["took"] = frozenset()

    def _starve(self, player: str) -> None:
        self._seen(player, "shown")
        thing = self.action["role"] == "thing"
        self.events.append(Role(player, thing))
        if thing and self.action.get("others") is not None:
            rest = tuple(one for one in self.table.ring if one != player)
            self.events.append(Others(rest, self.action["others"] is True))
        self._dies(player)
        self.more["took"] = frozenset()

    def _take(self, player: str) -> None:
        many = min(cast(int, self.action["count"]), self.middle)
        cards = texts(self.action.get("cards") or ())
        moves = named(MIDDLE, hand(player), cards) if len(cards) == many else [Moved(MIDDLE, hand(player), many)]
        if many:
            self.events.append(Taken(player, tuple(moves)))
        self.middle -= many
        self.hands[player] += many
        took = self.table.took | {player}
        if took >= set(self.table.ring):
            took = frozenset()
            if self.middle and self._is("leftovers", "discard", "discard"):
                self.events.append(Merged(MIDDLE, DISCARD))
                self.heap.thrown += self.middle
                self.middle = 0
        self.more["took"] = took

    def _invade(self, player: str) -> None:
        for one in self.table.ring if self.action.get("all") else (player,):
            self._is_thing(one)

    def _attack(self, player: str) -> None:
        trios = cast(int, self.action.get("trios") or 0)
        if trios:
            self._trios(player, "espadas", trios)
        claims = self.action.get("as") == "thing"
        thing = claims or player in self.table.revealed
        if claims:
            self._is_thing(player)
        total = sum(cast("list[int]", self.action["dice"])) + trios * (1 if thing else 3)
        if total >= (10 if thing else 12):
            self._dies(str(self.action["target"]))

    def _answer(self, player: str) -> None:
        self.events.append(Others(self.table.ring, self.action["others"] is True))

    def _rename(self, player: str) -> None:
        self.more["names"] = {**self.table.names, str(self.action["to"]): player}

    def _show(self, player: str) -> None:
        if self.action.get("to") != "all" or player not in self.hands:
            return
        said = texts(self.action.get("cards") or ())
        figures = [slug_of(card) for card in said if slug_of(card) in FIGURES]
        self.events += [Figure(player, figure) for figure in figures]
        cards = tuple(card for card in said if slug_of(card) not in FIGURES)
        if cards:
            self.events.append(Seen(hand(player), cards, len(cards) == self.hands[player]))

    def _override(self, player: str) -> None:
        fields = cast("Mapping[str, object]", self.action["set"])
        if set(fields) != {"options"}:
            raise OutOfScope("a correction")
        self.more["options"] = {**self.table.options, **cast("Mapping[str, object]", fields["options"])}


_READERS: Mapping[str, Callable[[Telling, str], None]] = {
    "commander": Telling._commander,
    "clubs": Telling._clubs,
    "skip": Telling._skip,
    "accuse": Telling._accuse,
    "supply": Telling._supply,
    "leave": Telling._leave,
    "starve": Telling._starve,
    "take": Telling._take,
    "invade": Telling._invade,
    "reveal": Telling._is_thing,
    "attack": Telling._attack,
    "answer": Telling._answer,
    "rename": Telling._rename,
    "show": Telling._show,
    "override": Telling._override,
}


def told(table: Table, action: Line) -> tuple[Table, tuple[object, ...]]:
    """Read an action: the table after it, and what happened."""
    return Telling(table, action).told()
