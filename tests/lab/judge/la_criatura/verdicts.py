"""The checks of La Criatura, each put to all worlds.

What is wrong with the cards themselves is named first. Where that is so already, what follows from the other cards is
named as what may be broken too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.lab.judge.la_criatura.table import CREATURE, EVENTS, INFECTED, SCIENTIST, WEAPONS, Table, face_down
from tests.lab.judge.la_criatura.worlds import HandedIn, Worlds
from tests.lab.judge.piles import Question, Seen
from tests.lab.judge.public import Verdict, hand, is_copy, slug_of, summed_up


class Bench(Question):
    """One check; `table` has the public facts."""

    piles: Worlds
    table: Table

    def judge_hand(self, player: str, cards: Sequence[str]) -> Verdict:
        """Judge a hand of events."""
        certain = self._shape(cards, self.table.hands[player], "hand", EVENTS, "event")
        return self._lies(Seen(hand(player), tuple(cards), True), certain)

    def judge_weapons(self, player: str, cards: Sequence[str]) -> Verdict:
        """Judge the weapons that lie face down."""
        certain = self._shape(cards, self.table.weapons.get(player, 0), "weapons", WEAPONS, "weapon")
        return self._lies(Seen(face_down(player), tuple(cards), True), certain, "weapons")

    def judge_discard(self, player: str, cards: Sequence[str], held: Sequence[str] | None) -> Verdict:
        """Judge events that go from a hand to the discards; `held`: the hand before, if it was shown.

        What is wrong with the hand has one name here: cards that are not in it.
        """
        size = self.table.hands[player]
        strays = any(slug_of(card) not in EVENTS for card in cards)
        certain = ["discard.not-event"] * strays + ["discard.sleeping"] * (player in self.table.sedated)
        shape = self._shape(held if held is not None else cards, size, "hand", EVENTS, "event")
        if held is None and len(cards) <= size:
            shape = [rule for rule in shape if rule != "hand.size"]
        shape = [rule for rule in shape if rule != "hand.not-event" or held is not None]
        seen = Seen(hand(player), tuple(cards if held is None else held), held is not None or len(cards) == size)
        fits = not strays and not shape and self.can(self.shown(seen))
        cannot = not fits and self.can()
        maybe = ["discard.not-held"] if cannot else []
        if shape or (cannot and not strays):
            certain.append("discard.not-held")
        return summed_up(certain, maybe, fits, False, fits)

    def _shape(self, cards: Sequence[str], size: int, what: str, kinds: Mapping[str, int], name: str) -> list[str]:
        """Find what is wrong with cards wherever the others lie."""
        found = []
        strays = sum(slug_of(card) not in kinds for card in cards)
        if len(cards) != size and len(cards) - strays != size:
            found.append(f"{what}.size")
        if strays:
            found.append(f"{what}.not-{name}")
        counts = Counter(slug_of(card) for card in cards)
        twice = len({card for card in cards if is_copy(card)}) < sum(map(is_copy, cards))
        if twice or any(many > len(self.piles.by_slug.get(slug, ())) > 0 for slug, many in counts.items()):
            found.append("hand.duplicate-copy")
        return found

    def _lies(self, seen: Seen, certain: list[str], what: str = "hand") -> Verdict:
        """Judge whether cards may lie where they are shown; of cards that are wrong it is open which are too many."""
        fits = not certain and self.can(self.shown(seen))
        cannot = not fits and self.can()
        if cannot and not certain and self.lies_elsewhere(seen.place, seen.cards):
            certain.append("hand.duplicate-copy")
        maybe = ["hand.duplicate-copy", *([f"{what}.size"] if certain else [])] if cannot else []
        return summed_up(certain, maybe, fits, cannot, fits)

    # ------------------------------------------------------------------ cards handed in

    def judge_round(self, gives: Mapping[str, str]) -> Verdict:
        """Judge the character cards that are handed in."""
        table, certain = self.table, list[str]()
        kinds = {player: slug_of(card) for player, card in gives.items()}
        copies = [card for card in gives.values() if is_copy(card)]
        if any(kind not in (CREATURE, SCIENTIST, INFECTED) for kind in kinds.values()):
            certain.append("round.not-character")
        if INFECTED in kinds.values():
            certain.append("round.infected")
        if any(player in table.sedated for player in kinds):
            certain.append("round.sleeping")
        if table.bereft in kinds:
            certain.append("round.bereft")
        under = self.shown_in_round(kinds)
        fits = self.can(under)
        too_many = list(kinds.values()).count(CREATURE) > 1 or len(set(copies)) < len(copies)
        if too_many or (not fits and self.can()):
            certain.append("round.too-many")
        missing = set(table.handing_in()) - set(kinds)
        return summed_up(certain, (), fits, False, fits and not missing)

    def shown_in_round(self, kinds: Mapping[str, str]) -> int:
        """Make a selector for: these character cards lie before these people."""
        under = self.sat.fresh()
        self.spent.append(under)
        self.piles.demand(self.where, handed_in(kinds), under)
        return under


def handed_in(gives: Mapping[str, str]) -> HandedIn:
    """Say what cards handed in prove: who has the Creature's, and who has it not."""
    known = [(player, slug_of(card)) for player, card in gives.items()]
    return HandedIn(tuple((player, kind == CREATURE) for player, kind in known if kind in (CREATURE, SCIENTIST)))
