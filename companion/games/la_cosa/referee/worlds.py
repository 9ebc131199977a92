"""All worlds of a game of La Cosa: who is La Cosa, who is infected, and which unseen acts are lawful.

The card of La Cosa never leaves its hand, so that a literal for each player says who has it. Of the cards with the
green back that nobody has seen only their number is known, apart those that are ¡Infectado! (`HiddenPlaces`); of the
panics everybody sees how many lie in a pile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.engine.deck import Decklist
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.spots import Spot, Taken, slug_of
from companion.games.la_cosa.cards import effect, is_panic

THING, INFECTED = "la-cosa", "infectado"


class Worlds(HiddenPlaces):
    """All worlds of one game, by the names people had at its beginning."""

    def __init__(self, decklist: Decklist, players: Sequence[str]) -> None:
        copies = [c for c in decklist.in_play(len(players)) if effect(decklist, c.slug) != THING]
        green = [c.id for c in copies if not is_panic(decklist, c.slug)]
        acts = {card.slug: effect(decklist, card.slug) for card in decklist.cards}
        self.things = frozenset(slug for slug, act in acts.items() if act == THING)
        self.infections = frozenset(slug for slug, act in acts.items() if act == INFECTED)
        super().__init__(green, len(copies) - len(green), self.sick)
        self.thing = {player: self.clauses.new() for player in players}
        self.clauses.exactly_one(list(self.thing.values()))
        self.infected = dict.fromkeys(players, -self.clauses.yes)
        self.bare: dict[str, int] = {}
        """Whose last ¡Infectado! may have gone in a correction, and that none has come since."""
        self.left: list[str] = []
        """Who was eliminated and may have been La Cosa."""
        self.givers: dict[str, set[str]] = {player: set() for player in players}
        """Who has given each player a card that may have infected them; empty name: a correction may have."""
        self.doubted: dict[str, set[str]] = {player: set() for player in players}
        """The same of those who have shown a hand without ¡Infectado! since."""

    # Cards

    def sick(self, card: str) -> bool:
        """Return True for an ¡Infectado!."""
        return slug_of(card) in self.infections

    def is_thing(self, card: str) -> bool:
        """Return True for La Cosa."""
        return slug_of(card) in self.things

    def has_thing(self, player: str, cards: Iterable[str]) -> int:
        """Return the literal that a player is La Cosa, or is not, as a whole hand says it."""
        return self.thing[player] if any(map(self.is_thing, cards)) else -self.thing[player]

    def some(self, player: str, cards: Iterable[str]) -> list[int]:
        """Return the literals that these cards are in a hand."""
        wanted = list(cards)
        plain = [card for card in wanted if not self.is_thing(card)]
        return [self.thing[player]] * (len(plain) < len(wanted)) + self.holding(player, plain)

    def whole(self, player: str, cards: Collection[str]) -> list[int]:
        """Return the literals that a hand is just these cards. There must be as many of them as the hand has."""
        plain = [card for card in cards if not self.is_thing(card)]
        return [self.has_thing(player, cards), *self.some(player, cards), *self.without_others(player, plain)]

    def sick_in(self, player: str) -> list[int]:
        """As many literals hold as a hand has ¡Infectado!."""
        return self.marked_in(self.hands[player])

    def all_sick(self, player: str) -> int:
        """Return the literal that a hand holds nothing but ¡Infectado!."""
        return -self.clauses.any_of([self.thing[player], *self._plain_in(player)])

    def _plain_in(self, player: str) -> list[int]:
        hand = self.hands[player]
        return [*(hand.plain or ())[:1], *(lit for copy, lit in hand.named.items() if not self.sick(copy))]

    def deal(self, size: int) -> None:
        """La Cosa and cards that are neither panics nor ¡Infectado!, so many for each; those last if it was lawful."""
        self.dealt(size, self.thing)

    # What is seen

    def may_have_lost(self, player: str) -> bool:
        """Return True if a player may have been infected before a hand without ¡Infectado! and have lost theirs."""
        by_hand = (giver for giver in self.doubted[player] if giver)
        return "" in self.doubted[player] or any(self.possible([self.book, self.thing[giver]]) for giver in by_hand)

    def saw_whole(self, player: str, cards: Collection[str]) -> None:
        """Add that a hand is just these cards."""
        if not any(self.sick(card) or self.is_thing(card) for card in cards):
            self._showing_plain(player)
        self.clauses.add(self.has_thing(player, cards))
        self.saw(player, [card for card in cards if not self.is_thing(card)], whole=True)

    def saw_some(self, player: str, cards: Collection[str]) -> None:
        """Add that these cards are in a hand, whatever else is."""
        if any(map(self.is_thing, cards)):
            self.clauses.add(self.thing[player])
        self.saw(player, [card for card in cards if not self.is_thing(card)], whole=False)

    def saw_no_infection(self, player: str) -> None:
        """Add that no ¡Infectado! is in a hand."""
        self._showing_plain(player)
        hand = self.hands[player]
        self.learn(-lit for lit in self.sick_in(player))
        hand.marked = []
        hand.named = {copy: lit for copy, lit in hand.named.items() if not self.sick(copy)}

    def saw_superinfection(self, player: str, facing: str) -> None:
        """Add a hand of nothing but ¡Infectado! in an exchange, of nobody infected who faces La Cosa."""
        self.learn([self.all_sick(player)])
        self.law(-self.infected[player], -self.thing[facing])

    def _showing_plain(self, player: str) -> None:
        """Prepare for a hand without ¡Infectado! that is about to be seen.

        It proves that its owner is not infected only if they kept to the rules, which is what a check of that hand
        asks; so those who may have infected them stay in doubt, however often the hand is shown.
        """
        if self.possible([self.book, self.infected[player]]):
            self.doubted[player] |= self.givers[player]
        self.givers[player] = set()

    # Unseen acts

    def part(self, player: str, among: Spot | None = None) -> Taken:
        """Move a card from a hand to a pile, unseen: of an infected player not the last ¡Infectado!.

        `among`: it is one of these, which have not yet come to the hand.
        """
        hand = self.hands[player]
        parted = self.take(hand if among is None else among)
        left = self.sick_in(player) + (self.marked_in(among) if among else [])
        self.law(-self.infected[player], -self.as_marked(parted), *left)
        return parted

    def discard(self, player: str, among: Spot | None = None) -> None:
        """Discard a card unseen."""
        self.put_low(self.part(player, among))

    def give(
        self,
        pairs: Sequence[tuple[str, str]],
        seen: Mapping[str, str],
        spared: str = "",
        unavoidable: bool = False,
    ) -> None:
        """Cards change hands at once, each giver's to the taker beside the name.

        `seen`: what somebody was seen to give: a fact, lawful or not; `spared`: whom no ¡Infectado! infects now;
        `unavoidable`: nobody gets out of it and nobody is eliminated by it.
        """
        gifts = {giver: self._gift(giver, taker, seen.get(giver, ""), unavoidable) for giver, taker in pairs}
        infected = {taker: self._infected_by(giver, taker, gifts[giver]) for giver, taker in pairs if taker != spared}
        for giver, taker in pairs:
            self.to_hand(taker, gifts[giver])
            if taker in infected:
                self.givers[taker].add(giver)
        self.infected |= infected

    def _gift(self, giver: str, taker: str, seen: str, unavoidable: bool) -> Taken:
        if seen:
            return self.take(self.hands[giver], seen)
        # A hand of nothing but ¡Infectado! has nothing else to give: that it is lawful only for the infected facing La
        # Cosa follows from what is given.
        excused = [self.all_sick(giver)] if unavoidable else []
        gift = self.take(self.hands[giver])
        is_sick = self.as_marked(gift)
        for reason in ([self.infected[giver]], [self.thing[taker]], self.sick_in(giver)):
            self.law(-is_sick, self.thing[giver], *excused, *reason)
        return gift

    def _infected_by(self, giver: str, taker: str, gift: Taken) -> int:
        """Return the literal that a player is infected after this gift."""
        by_gift = self.clauses.all_of((self.thing[giver], self.as_marked(gift)))
        return self.clauses.any_of((self.infected[taker], by_gift))

    def to_hand(self, player: str, taken: Taken) -> None:
        """Put a card into a hand."""
        super().to_hand(player, taken)
        self.must_keep(player, taken)

    def must_keep(self, player: str, taken: Taken) -> None:
        """Record a card that comes: an ¡Infectado! is one that an infected player has to keep, whatever was
        corrected."""
        if player in self.bare:
            self.bare[player] = self.clauses.all_of((self.bare[player], -self.as_marked(taken)))

    # People

    def leaves(self, player: str) -> None:
        """Eliminate a player: their cards are discarded unseen. They may have been La Cosa until play goes on."""
        self.gone(player)
        self.left.append(player)

    def play_goes_on(self) -> None:
        """Conclude that no eliminated player was La Cosa: they would have said so."""
        for player in self.left:
            self.law(-self.thing[player])
        self.left.clear()

    def corrected(self, sizes: Mapping[str, int], lying: Mapping[object, Sequence[str]]) -> None:
        """Something happened that nobody told: cards may lie anywhere, and anybody may have been infected.

        La Cosa stays who it is, and the infected stay infected; their last ¡Infectado! may have gone.
        """
        clauses = self.clauses
        self.scatter(sizes, self.thing, lying)
        self.left = [player for player in self.left if player not in sizes]
        for player in sizes:
            fresh, bare, sick = clauses.new(), clauses.new(), self.sick_in(player)
            clauses.add(-fresh, -self.thing[player])
            self.infected[player] = clauses.any_of((self.infected[player], fresh))
            self.givers[player].add("")
            self.bare[player] = bare
            for lit in sick:
                clauses.add(-bare, -lit)
            self.law(-self.infected[player], bare, *sick)
