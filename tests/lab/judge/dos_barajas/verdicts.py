"""The checks of a game with two Spanish decks, each put to all worlds.

What is wrong with the cards themselves is named first. Where that is so already, what follows from the other cards is
named as what may be broken too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.lab.judge.dos_barajas.table import CLUBS, COMMANDS, FIGURES, FILLERS, KING, suit_of, worth
from tests.lab.judge.dos_barajas.worlds import COPIES, Worlds, thing
from tests.lab.judge.piles import Question, Seen, Where
from tests.lab.judge.public import Verdict, hand, is_copy, slug_of, summed_up

TRIO = 3


@dataclass(frozen=True)
class Moment:
    """Public facts at the moment when cards are shown."""

    sizes: Mapping[str, int]
    commander: str
    dealt: bool
    """The clubs of the first hands are still being thrown."""


class Bench(Question):
    """One check."""

    piles: Worlds

    def __init__(self, piles: Worlds, where: Where, bound: Sequence[int], moment: Moment) -> None:
        super().__init__(piles, where, [*bound, piles.figures[moment.commander][COMMANDS]])
        self.moment = moment

    def can(self, *lits: int, liar: str | None = None) -> bool:
        """Tell whether some world has this; `liar`: whose own word at an accusation is not taken."""
        words = [lit for one, lit in self.piles.own_word.items() if one != liar]
        return super().can(*words, *lits)

    # ------------------------------------------------------------------ a hand

    def judge_hand(self, player: str, cards: Sequence[str], figure: str | None = None) -> Verdict:
        """Judge a hand, with the court card shown beside it if there is one."""
        certain, maybe = self._shape(player, cards), list[str]()
        place, whole = hand(player), len(cards) == self.moment.sizes[player]
        under = [self.shown(Seen(place, tuple(cards), whole))]
        if figure is not None:
            under.append(self.piles.figures[player].get(figure, self.sat.no))
            self._court_card(player, figure, certain, maybe)
        fits = not certain and self.can(*under)
        cannot = not fits and self._elsewhere(place, cards, certain, maybe)
        if any(suit_of(card) == CLUBS for card in cards) and not self.moment.dealt:
            self._keeps_clubs(player, under, maybe if certain else certain, maybe)
        return summed_up(certain, maybe, fits, cannot, fits and not maybe)

    def _shape(self, player: str, cards: Sequence[str]) -> list[str]:
        found = []
        if len(cards) != self.moment.sizes[player]:
            found.append("hand.size")
        return found + self._no_such(cards)

    def _no_such(self, cards: Sequence[str]) -> list[str]:
        """Find cards that do not play, or are shown more often than they are there."""
        found, real = [], [card for card in cards if self.piles.is_real(card)]
        if len(real) < len(cards):
            found.append("hand.not-in-deck")
        counts = Counter(slug_of(card) for card in real)
        twice = len({card for card in real if is_copy(card)}) < sum(map(is_copy, real))
        if twice or any(many > len(self.piles.by_slug[slug]) for slug, many in counts.items()):
            found.append("hand.duplicate-copy")
        return found

    def _elsewhere(self, place: str, cards: Sequence[str], certain: list[str], maybe: list[str]) -> bool:
        """Look for cards that cannot be there, since no world has them all; tell whether there are any."""
        if not self.can():
            return False
        maybe.append("hand.duplicate-copy")
        if not certain and self.lies_elsewhere(place, cards):
            certain.append("hand.duplicate-copy")
        return True

    def _court_card(self, player: str, figure: str, certain: list[str], maybe: list[str]) -> None:
        """Judge a court card by itself."""
        mine = self.piles.figures[player].get(figure, self.sat.no)
        if (player == self.moment.commander) != (figure == COMMANDS) or figure not in (KING, COMMANDS, *FILLERS):
            certain.append("figure.commander")
            maybe.append("figure.second-thing")
        elif not self.can(mine) and self.can():
            passed = figure == KING and self.can(mine, liar=player)
            certain.append("hand.denied" if passed else "figure.second-thing")

    def _keeps_clubs(self, player: str, under: Sequence[int], certain: list[str], maybe: list[str]) -> None:
        """Judge clubs by what their owner is in the worlds that the hand fits; failing those, in all."""
        is_thing = self.where.marks[thing(player)]
        bound = under if self.can(*under) else ()
        if self.can(*bound, -is_thing):
            (maybe if self.can(*bound, is_thing) else certain).append("hand.human-clubs")

    # ------------------------------------------------------------------ a trio

    def judge_trio(self, player: str, suit: str, cards: Sequence[str]) -> Verdict:
        """Judge a trio."""
        certain = self._no_such(cards)
        count = sum(map(worth, cards))
        if any(suit_of(card) != suit for card in cards):
            certain.append("trio.suit")
        if count < TRIO:
            certain.append("trio.short")
        if any(count - worth(card) >= TRIO for card in cards):
            certain.append("trio.surplus")
        maybe = list[str]()
        if len(cards) > self.moment.sizes[player]:
            (maybe if certain else certain).append("hand.size")
        place = hand(player)
        fits = not certain and self.can(self.shown(Seen(place, tuple(cards), len(cards) == self.moment.sizes[player])))
        cannot = not fits and self._elsewhere(place, cards, certain, maybe)
        return summed_up(certain, maybe, fits, cannot, fits)

    # ------------------------------------------------------------------ before the deal

    def judge_figures(self, cards: Sequence[str]) -> Verdict:
        """Judge the court cards that will be dealt."""
        counts = Counter(slug_of(card) for card in cards)
        certain = []
        if len(cards) != len(self.piles.players):
            certain.append("figures.count")
        if counts[KING] != 1:
            certain.append("figures.thing")
        if counts[COMMANDS] != 1:
            certain.append("figures.commander")
        if any(card not in (KING, COMMANDS, *FILLERS) for card in counts):
            certain.append("figures.others")
        if any(card in FILLERS and many > COPIES for card, many in counts.items()):
            certain.append("hand.duplicate-copy")
        return summed_up(certain, (), True, False, True)

    def judge_deck(self, cards: Sequence[str]) -> Verdict:
        """Judge the main deck."""
        certain, strays = [], [slug_of(card) for card in cards if not self.piles.is_real(card)]
        if any(card in FIGURES for card in strays):
            certain.append("deck.figures")
        if f"as-de-{CLUBS}" in strays:
            certain.append("deck.clubs-aces")
        if any(card not in FIGURES and card != f"as-de-{CLUBS}" for card in strays):
            certain.append("deck.not-in-deck")
        if "hand.duplicate-copy" in self._no_such(cards):
            certain.append("hand.duplicate-copy")
        whole = len(cards) == sum(map(len, self.piles.by_slug.values()))
        return summed_up(certain, (), True, False, whole)
