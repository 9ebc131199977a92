"""Every world of a tiny game with Spanish cards, and the verdicts read off the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from tests.lab.judge import piles_listing
from tests.lab.judge.dos_barajas.table import Dealt, Figure, NoClubs, Others, Role, Taken
from tests.lab.judge.dos_barajas.verdicts import Moment
from tests.lab.judge.piles import Pack, Seen
from tests.lab.judge.piles_listing import One
from tests.lab.judge.public import Verdict

PEOPLE_CARDS = ("rey-de-bastos", "sota-de-oros", "caballo-de-oros", "sota-de-copas", "caballo-de-copas")


class Listing(piles_listing.Listing):
    """All worlds; what else is so: `thing:Ana`, and `figure:Ana:rey-de-bastos`."""

    def __init__(self, packs: Sequence[Pack], players: Sequence[str], commander: str) -> None:
        super().__init__(packs)
        self.players, self.commander = tuple(players), commander

    def firsts(self) -> Iterator[frozenset[str]]:
        """Deal the court cards in every way."""
        others = [one for one in self.players if one != self.commander]
        for cards in product(PEOPLE_CARDS, repeat=len(others)):
            counts = Counter(cards)
            if counts["rey-de-bastos"] != 1 or max(counts.values()) > 2:
                continue
            dealt = {self.commander: "rey-de-espadas", **dict(zip(others, cards, strict=True))}
            first = others[cards.index("rey-de-bastos")]
            yield frozenset({f"figure:{one}:{card}" for one, card in dealt.items()} | {f"thing:{first}"})

    def otherwise(self, world: One, event: Any, but: str | None) -> Iterator[One]:
        """List what a world becomes."""
        if isinstance(event, Taken):
            yield from self._taken(world, event, list(event.moves))
        elif self._true(world, event, but):
            yield world

    def _taken(self, world: One, event: Taken, moves: list[Any]) -> Iterator[One]:
        if not moves:
            yield world
            return
        for after, cards in self.moved(world, moves[0]):
            caught = {f"thing:{event.player}"} if any("-de-bastos" in card for card in cards) else set[str]()
            yield from self._taken(after._replace(marks=after.marks | caught), event, moves[1:])

    def _true(self, world: One, event: Any, but: str | None) -> bool:
        if isinstance(event, Role):
            return (event.own_word and but == event.player) or self.is_thing(world, event.player) == event.thing
        if isinstance(event, Others):
            return any(self.is_thing(world, one) for one in event.players) == event.some
        if isinstance(event, NoClubs):
            return not any("-de-bastos" in card for card in self.at(world, "hand:" + event.player))
        return self.is_so(world, event)

    def is_thing(self, world: One, player: str) -> bool:
        """Tell whether `player` is a Thing."""
        return f"thing:{player}" in world.marks

    def is_so(self, world: One, seen: Any) -> bool:
        """Tell whether a court card is so, or all of them."""
        if isinstance(seen, Figure):
            return f"figure:{seen.player}:{seen.card}" in world.marks
        assert isinstance(seen, Dealt)
        return Counter(mark.split(":")[2] for mark in world.marks if mark.startswith("figure")) == Counter(seen.cards)


class Lister:
    """The rules read off a list of worlds."""

    def __init__(self, listing: Listing, moment: Moment) -> None:
        self.all, self.moment = listing, moment
        self.fair = listing.worlds()

    def judge_hand(self, player: str, cards: Sequence[str], figure: str | None) -> Verdict:
        """Judge a hand."""
        size = self.moment.sizes[player]
        sure = {"hand.size"} if len(cards) != size else set[str]()
        sure |= self._no_such(cards)
        open_ = set[str]()
        seen = Seen("hand:" + player, tuple(cards), len(cards) == size)
        fitting = [world for world in self.fair if self.all.shows(world, seen)]
        if figure is not None:
            fitting = [world for world in fitting if f"figure:{player}:{figure}" in world.marks]
            self._figure(player, figure, sure, open_)
        fits = bool(fitting) and not sure
        cannot = not fits
        if cannot:
            open_.add("hand.duplicate-copy")
            if not sure and self.all.lie_elsewhere(self.fair, "hand:" + player, cards):
                sure.add("hand.duplicate-copy")
        if not self.moment.dealt and any("-de-bastos" in card for card in cards):
            states = {self.all.is_thing(world, player) for world in fitting or self.fair}
            if states == {False} and not sure:
                sure.add("hand.human-clubs")
            elif False in states:
                open_.add("hand.human-clubs")
        verdict = "illegal" if sure or cannot else "undetermined" if open_ else "legal"
        return Verdict(verdict, frozenset(sure), frozenset(sure | open_), fits)

    def _figure(self, player: str, figure: str, sure: set[str], open_: set[str]) -> None:
        mine = f"figure:{player}:{figure}"
        known = figure in PEOPLE_CARDS or figure == "rey-de-espadas"
        if not known or (player == self.moment.commander) != (figure == "rey-de-espadas"):
            sure.add("figure.commander")
            open_.add("figure.second-thing")
        elif not any(mine in world.marks for world in self.fair):
            lied = figure == "rey-de-bastos" and any(mine in world.marks for world in self.all.worlds(player))
            sure.add("hand.denied" if lied else "figure.second-thing")

    def _no_such(self, cards: Sequence[str]) -> set[str]:
        kinds = Counter(copy.split(".")[0] for copy in self.all.copies)
        found = set[str]()
        real = [card for card in cards if card in self.all.spot or card in kinds]
        if len(real) != len(cards):
            found.add("hand.not-in-deck")
        wanted = Counter(card.split(".")[0] for card in real)
        twice = any(many > 1 and "." in card for card, many in Counter(real).items())
        if twice or any(many > kinds[kind] for kind, many in wanted.items()):
            found.add("hand.duplicate-copy")
        return found

    def judge_trio(self, player: str, suit: str, cards: Sequence[str]) -> Verdict:
        """Judge a trio."""
        values = [2 if card.startswith("as-") else 1 for card in cards]
        sure, open_ = self._no_such(cards), set[str]()
        if any(card.split(".")[0].split("-de-")[1] != suit for card in cards):
            sure.add("trio.suit")
        if sum(values) < 3:
            sure.add("trio.short")
        if any(sum(values) - value >= 3 for value in values):
            sure.add("trio.surplus")
        size = self.moment.sizes[player]
        if len(cards) > size:
            (open_ if sure else sure).add("hand.size")
        seen = Seen("hand:" + player, tuple(cards), len(cards) == size)
        fits = not sure and any(self.all.shows(world, seen) for world in self.fair)
        if not fits:
            open_.add("hand.duplicate-copy")
            if not sure and self.all.lie_elsewhere(self.fair, seen.place, cards):
                sure.add("hand.duplicate-copy")
        verdict = "legal" if fits else "illegal"
        return Verdict(verdict, frozenset(sure), frozenset(sure | open_), fits)
