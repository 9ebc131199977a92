"""All worlds of a game of La Criatura: who has the Creature's card, which events are in which hand, which weapons lie
face down. Three sets of cards that have nothing to do with one another.

Of the characters the Creature's card is the one that tells (`marked`). Everybody has one character card; a movement
mixes those of everybody awake. Once the Creature is gone and nobody knows whose card went, what is followed is the gap
it has left: who has it has no card to hand in.

The book: whoever the vote has hit says truly that they are not the Creature.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.referee import Recalled, Step
from companion.engine.hidden.spots import Spot, is_copy, slug_of
from companion.engine.hidden.told import FactByFact
from companion.engine.kit.card_checks import discarded
from companion.engine.places import Place
from companion.engine.state import Table
from companion.games.la_criatura import queries
from companion.games.la_criatura.queries import (
    ARMOURY,
    CHARACTER,
    CHARACTERS,
    CREATURE,
    EVENT,
    SCIENTIST,
    WEAPON,
    effect,
)

HARMLESS = frozenset({"sedated", "votes", "tokens", "two_weapons", "played", "clock", "chief", "options", "seats"})
"""What a correction may name without any card becoming doubtful."""
DOUBTFUL = {
    EVENT: frozenset({"hands", "draw_pile", "discard_pile"}),
    WEAPON: frozenset({"weapons", "weapon_pile"}),
    CHARACTER: frozenset({"found"}),
}
"""The same, with nothing doubtful but where the cards of one set are."""


def given(check: Action) -> Mapping[str, str]:
    """Return who hands in which card."""
    return {player: str(card) for player, card in check.table("gives").items()}


class Tale(FactByFact):
    """One game told to its worlds."""

    def __init__(self, decklist: Decklist, table: Table) -> None:
        super().__init__(decklist, table)
        self.events, self.weapons, self.characters = self._set(EVENT), self._set(WEAPON), self._characters()
        self.events.deal_any({who: table.hands[who] for who in table.players})
        self.weapons.deal_any(dict.fromkeys(table.players, 0))

    def _set(self, back: str) -> HiddenPlaces:
        """All cards with a back; none of them is one that a law is about."""
        return self._those(lambda card: self.back(card) == back)

    def _those(self, are: Callable[[str], bool]) -> HiddenPlaces:
        copies = [copy.id for copy in self.decklist.in_play(len(self.table.players)) if are(copy.slug)]
        return HiddenPlaces(copies, marked=self.is_creature, small=0, forgets=False)

    def _characters(self) -> HiddenPlaces:
        """One card for each, the Creature's among them (or the gap it has left)."""
        places = self._those(self.is_character)
        places.deal_any(dict.fromkeys(self.names.values(), 1))
        places.clauses.exactly_one([lit for hand in places.hands.values() for lit in hand.marked])
        places.pile, places.table[CHARACTERS] = Spot(), Spot()
        return places

    @property
    def places(self) -> Sequence[HiddenPlaces]:
        return (self.events, self.weapons, self.characters)

    # Cards

    def is_creature(self, card: str) -> bool:
        """Return True for the Creature's card."""
        return effect(self.decklist, slug_of(card)) == CREATURE

    def is_character(self, card: str) -> bool:
        """Return True for the Creature's card or a scientist's."""
        return effect(self.decklist, slug_of(card)) in (CREATURE, SCIENTIST)

    def back(self, card: str) -> str:
        """Return the back of a card."""
        return self.decklist.by_slug[slug_of(card)].back

    def events_of(self, cards: Sequence[str]) -> list[str]:
        """Return the events among cards."""
        return [card for card in cards if self.back(card) == EVENT]

    def held(self, check: Action) -> Sequence[str]:
        """Return the hand before a discard if it was shown whole and has what is discarded; else what is discarded."""
        cards, hand = discarded(check), self.events_of(check.names("hand"))
        lacks = Counter(map(slug_of, cards)) - Counter(map(slug_of, hand))
        other = any(is_copy(card) and not {card, slug_of(card)} & {*hand} for card in cards)
        return cards if lacks or other or len(hand) != self.table.hands[check.player] else hand

    def creature(self, who: str) -> list[int]:
        """One of these holds if somebody has the Creature's card."""
        return self.characters.marked_in(self.characters.hands[who])

    def lies(self, player: str, card: str) -> list[int]:
        """Return the literals that a character card is a player's."""
        characters, who = self.characters, self.names[player]
        if not characters.hands[who].size:
            return [-characters.clauses.yes]
        return [*characters.holding(who, [card]), *characters.without_others(who, [card])]

    def armed(self, player: str) -> int:
        """Return how many weapons lie face down before a player now."""
        return queries.number(self.table, (queries.WEAPONS, player))

    # Entries

    def happened(self, action: Action, facts: Sequence[f.Fact], k: int) -> None:
        if isinstance(fact := facts[k], f.CardsMoved):
            self._moved(fact)

    def began(self, action: Action) -> None:
        if action.verb == "declare" and not queries.is_gone(self.table):
            self._declared(action)
        elif action.verb == "show" and action.text("to") in ("", "all") and action.player in self.table.seats:
            self._seen_by_all(action.player, action.names("cards"))

    def _seen_by_all(self, player: str, cards: Sequence[str]) -> None:
        """Tell cards shown to all. A weapon of which the player has one open may be that one."""
        who, lying = self.names[player], set(map(slug_of, self.table.fronts.get(player, ())))
        events = self.events_of(cards)
        weapons = [card for card in cards if self.back(card) == WEAPON and slug_of(card) not in lying]
        if events:
            self.events.saw(who, events, whole=len(events) == self.table.hands[player])
        if weapons:
            self.weapons.saw(who, weapons, whole=len(weapons) == self.armed(player))
        for card in filter(self.is_character, cards):
            self.characters.saw(who, [card], whole=True)

    def _declared(self, action: Action) -> None:
        """Tell the declaration of the player hit by the vote; the second time the Creature's card goes."""
        who, places = self.names[action.player], self.characters
        is_creature = places.clauses.any_of(self.creature(who))
        if action.said.get("creature") is not True:
            places.law(-is_creature)
            return
        places.learn([is_creature])
        if queries.number(self.table, queries.FOUND):
            places.hands[who] = Spot()
            for other in places.hands:
                places.learn(-lit for lit in self.creature(other))

    def _moved(self, fact: f.CardsMoved) -> None:
        if CHARACTERS in (fact.source, fact.target):
            self.goes(self.characters, fact)
        elif fact.source == fact.target:
            self.weapons.lay_open(self.who(fact.source), fact.faces[0], fact.target)
        elif "front" in (fact.source.kind, fact.target.kind):
            self.goes(self.weapons, fact, pile=ARMOURY)
        else:
            self.goes(self.events, fact)

    def ended(self, action: Action, step: Step) -> None:
        """Take a weapon out of the game if one was drawn, one too many lies face down and none went back."""
        for fact in step.entry.facts:
            if isinstance(fact, f.CardsMoved) and fact.source == ARMOURY:
                hand = self.weapons.hands[self.who(fact.target)]
                while hand.size > queries.number(step.after, (queries.WEAPONS, str(fact.target.name))):
                    self.weapons.put_low(self.weapons.take(hand))

    # Cards that only the referee saw

    def saw(self, sight: Recalled) -> None:
        check, what = sight.check, sight.check.text("what")
        if sight.faded and not (what == "hand" and self.believed(sight)):
            return
        if what == "round":
            for player, card in given(check).items():
                if self.is_character(card) and player in self.table.seats:
                    self.characters.saw(self.names[player], [card], whole=True)
        elif check.player in self.table.seats:
            shown = self.held(check) if what == "discard" else check.names("cards")
            cards = self.events_of(shown) if what == "hand" else shown
            places = self.weapons if what == "weapons" else self.events
            whole = what != "discard" or len(cards) == self.table.hands[check.player]
            who = self.names[check.player]
            places.taken_back(who, self.believed(sight), lambda: places.saw(who, cards, whole=whole))

    # What nobody told

    def corrected(self, named: frozenset[str]) -> None:
        """After a correction only what it leaves alone is still sure."""
        is_known = named <= HARMLESS.union(*DOUBTFUL.values())
        self._scatter([one for one, doubtful in DOUBTFUL.items() if named & doubtful] if is_known else DOUBTFUL)

    def begin_anew(self) -> None:
        self._scatter(DOUBTFUL)

    def _scatter(self, doubtful: Collection[str]) -> None:
        """Begin the worlds of these sets anew from what the table counts."""
        table, people = self.table, {self.names[player]: player for player in self.table.seats}
        for places in (places for back, places in zip(DOUBTFUL, self.places, strict=True) if back in doubtful):
            places.clauses.close()
        if EVENT in doubtful:
            self.events = self._set(EVENT)
            self.events.scatter({who: table.hands[p] for who, p in people.items()})
        if WEAPON in doubtful:
            self.weapons = self._set(WEAPON)
            lying: dict[object, Sequence[str]] = {Place("front", p): cards for p, cards in table.fronts.items()}
            self.weapons.scatter({who: self.armed(p) for who, p in people.items()}, lying=lying)
        if CHARACTER in doubtful:
            self.characters = self._characters()
            if bereft := queries.bereft(table):
                self.characters.learn(self.creature(self.names[bereft]))
                self.characters.hands[self.names[bereft]] = Spot()
