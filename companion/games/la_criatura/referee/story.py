"""All worlds of a game of La Criatura: who has the Creature's card, which events are in which hand, which weapons lie
face down. Three sets of cards that have nothing to do with one another.

Of the characters the Creature's card is the one that tells (`marked`). Everybody has one character card; a movement
mixes those of everybody awake. Once the Creature is gone and nobody knows whose card went, what is followed is the gap
it has left: who has it has no card to hand in.

The book: whoever the vote has hit says truly that they are not the Creature.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.referee import Recalled, Step
from companion.engine.hidden.spots import Spot, slug_of
from companion.engine.hidden.told import Story, moved, shuffled
from companion.engine.kit.card_checks import discarded
from companion.engine.places import DISCARD, Place
from companion.engine.solver import Clauses
from companion.engine.state import Table
from companion.games.la_criatura import queries
from companion.games.la_criatura.cards import CREATURE, EVENT, SCIENTIST, WEAPON, effect
from companion.games.la_criatura.queries import ARMOURY, CHARACTERS
from companion.games.la_criatura.referee.checks import given

HARMLESS = frozenset({"sedated", "votes", "tokens", "two_weapons", "played", "clock", "chief", "options", "seats"})
"""What a correction may name without any card becoming doubtful."""
EVENTS, WEAPONS = frozenset({"hands", "draw_pile", "discard_pile"}), frozenset({"weapons", "weapon_pile"})
"""The same, with nothing doubtful but where the events are, or the weapons; with `found` the characters alone."""


def _none(card: str) -> bool:
    return False


class Tale(Story):
    """One game told to its worlds."""

    def __init__(self, decklist: Decklist, table: Table) -> None:
        super().__init__(decklist, table)
        people = list(table.players)
        self.events, self.weapons = self._set(EVENT), self._set(WEAPON)
        self.events.deal_any({who: table.hands[who] for who in people})
        self.weapons.deal_any(dict.fromkeys(people, 0))
        self.characters = self._characters(people)

    def _set(self, back: str) -> HiddenPlaces:
        """All cards with a back; none of them is one that a law is about."""
        copies = self.decklist.in_play(len(self.table.players))
        mine = [copy.id for copy in copies if self.decklist.by_slug[copy.slug].back == back]
        return HiddenPlaces(mine, 0, _none, small=0, forgets=False)

    def is_creature(self, card: str) -> bool:
        """Whether it is the Creature's card."""
        return effect(self.decklist, slug_of(card)) == CREATURE

    @property
    def places(self) -> Sequence[HiddenPlaces]:
        return (self.events, self.weapons, self.characters)

    def _characters(self, people: Sequence[str]) -> HiddenPlaces:
        """One card for each, the Creature's among them (or the gap it has left)."""
        copies = self.decklist.in_play(len(self.table.players))
        mine = [copy.id for copy in copies if effect(self.decklist, copy.slug) in (CREATURE, SCIENTIST)]
        places = HiddenPlaces(mine, 0, self.is_creature, small=0, forgets=False)
        places.deal_any(dict.fromkeys(people, 1))
        places.clauses.exactly_one([lit for who in people for lit in places.hands[who].marked])
        places.pile = Spot()
        return places

    # Entries

    def entered(self, step: Step) -> None:
        entry, action = step.entry, Action(step.entry.verb, step.entry.action)
        if entry.verb == "override":
            self.table = step.after
            self._corrected(frozenset(action.table("set")))
            return
        if entry.verb == "declare":
            self._declared(action)
        moves = [fact for fact in entry.facts if isinstance(fact, f.CardsMoved)]
        for fact in entry.facts:
            match fact:
                case f.CardsMoved():
                    self._moved(fact)
                case f.StackShuffled(source, _) if source == DISCARD:
                    shuffled(self.events)
                case f.PlayerOut(player, _):
                    for places in self.places:
                        places.gone(self.names[player])
                case _:
                    pass
        for fact in moves:
            if fact.source == ARMOURY:
                self._lays_down(str(fact.target.name), step.after)

    def _declared(self, action: Action) -> None:
        """Whom the vote has hit says whether they are the Creature; the second time its card goes."""
        who, places = self.names[action.player], self.characters
        if queries.is_gone(self.table):
            return
        is_creature = places.clauses.any_of(self.creature(who))
        if action.said.get("creature") is not True:
            places.law(-is_creature)
            return
        places.learn([is_creature])
        if queries.number(self.table, queries.FOUND):
            places.hands[who] = Spot()
            for other, hand in places.hands.items():
                places.learn(-lit for lit in self.creature(other) if hand is not places.hands[who])

    def creature(self, who: str) -> list[int]:
        """One of these holds if somebody has the Creature's card."""
        hand = self.characters.hands[who]
        return [*hand.marked, *(lit for card, lit in hand.named.items() if self.is_creature(card))]

    def _moved(self, fact: f.CardsMoved) -> None:
        if CHARACTERS in (fact.source, fact.target):
            moved(self.characters, fact, self._of_characters)
        elif fact.source == fact.target:
            self.weapons.lay_open(self.who(fact.source), fact.faces[0], fact.target)
        elif "front" in (fact.source.kind, fact.target.kind):
            moved(self.weapons, fact, self._of_weapons, pile=ARMOURY)
        else:
            moved(self.events, fact, self._of_events)

    def _of_characters(self, place: Place) -> Spot | None:
        return self.characters.spot(place) if place == CHARACTERS else self.characters.hands[self.who(place)]

    def _of_weapons(self, place: Place) -> Spot | None:
        return None if place == ARMOURY else self.weapons.hands[self.who(place)]

    def _of_events(self, place: Place) -> Spot | None:
        return None if place.kind == "pile" else self.events.hands[self.who(place)]

    def _lays_down(self, player: str, after: Table) -> None:
        """A weapon was drawn; where one too many lies face down and none went back, one is out of the game."""
        hand = self.weapons.hands[self.names[player]]
        while hand.size > queries.number(after, (queries.WEAPONS, player)):
            self.weapons.put_low(self.weapons.take(hand))

    # Cards that only the referee saw

    def saw(self, sight: Recalled) -> None:
        check, what = sight.check, sight.check.text("what")
        if sight.faded:
            return
        if what == "round":
            for player, card in given(check).items():
                if self.is_character(card) and player in self.table.seats:
                    self.characters.saw(self.names[player], [card], whole=True)
        elif check.player not in self.table.seats:
            return
        elif what == "weapons":
            self.weapons.saw(self.names[check.player], check.names("cards"), whole=True)
        else:
            cards = discarded(check) if what == "discard" else self.events_of(check.names("cards"))
            self.events.saw(self.names[check.player], cards, whole=what == "hand")

    def is_character(self, card: str) -> bool:
        """Whether it is the Creature's card or a scientist's."""
        return effect(self.decklist, slug_of(card)) in (CREATURE, SCIENTIST)

    def back(self, card: str) -> str:
        """What is printed on the back of a card."""
        return self.decklist.by_slug[slug_of(card)].back

    def lies(self, player: str, card: str) -> list[int]:
        """That a character card is somebody's, as literals."""
        who = self.names[player]
        if not self.characters.hands[who].size:
            return [-self.clauses.yes]
        return [*self.characters.holding(who, [card]), *self.characters.without_others(who, [card])]

    @property
    def clauses(self) -> Clauses:
        """Of the characters."""
        return self.characters.clauses

    def events_of(self, cards: Sequence[str]) -> list[str]:
        """The events among cards."""
        return [card for card in cards if self.back(card) == EVENT]

    # What nobody told

    def _corrected(self, named: frozenset[str]) -> None:
        """After a correction only what it leaves alone is still sure."""
        if named <= HARMLESS:
            return
        known = named <= HARMLESS | EVENTS | WEAPONS | {"found"}
        self._scatter(*(not known or bool(named & some) for some in (EVENTS, WEAPONS, frozenset({"found"}))))

    def begin_anew(self) -> None:
        self._scatter(True, True, True)

    def _scatter(self, events: bool, weapons: bool, characters: bool) -> None:
        """The worlds of these sets begin anew from what the table counts."""
        table = self.table
        people = {self.names[player]: player for player in table.seats}
        if events:
            self.events.clauses.close()
            self.events = self._set(EVENT)
            self.events.scatter({who: table.hands[p] for who, p in people.items()}, self._no(self.events), {})
        if weapons:
            self.weapons.clauses.close()
            self.weapons = self._set(WEAPON)
            held = {who: queries.number(table, (queries.WEAPONS, p)) for who, p in people.items()}
            lying: dict[object, Sequence[str]] = {Place("front", p): cards for p, cards in table.fronts.items()}
            self.weapons.scatter(held, self._no(self.weapons), lying)
        if characters:
            self.characters.clauses.close()
            self.characters = self._characters(list(dict.fromkeys(self.names.values())))
            if bereft := queries.bereft(table):
                self.characters.learn(self.creature(self.names[bereft]))
                self.characters.hands[self.names[bereft]] = Spot()

    def _no(self, places: HiddenPlaces) -> dict[str, int]:
        return dict.fromkeys(self.names.values(), -places.clauses.yes)
