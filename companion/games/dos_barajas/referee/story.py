"""All worlds of a game with two Spanish decks: who was dealt the Rey de bastos, where the clubs are, who took one.

Who is what hangs on two things that nobody sees: the court cards, and whether a card from the middle was a club. What
people say of themselves proves nothing of anybody else, so that it is no clause here; a denial is theirs to answer for.

The book: a human keeps no club once the first hands are cleared and after each supply. It is a law of each player apart
(`kept`): of the player who is judged it is just what is asked, of all the others it is taken for granted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.referee import Recalled, Step
from companion.engine.hidden.spots import Taken, slug_of
from companion.engine.hidden.told import FactByFact
from companion.engine.places import DISCARD, hand
from companion.engine.state import Table
from companion.games.dos_barajas import cards, queries
from companion.games.dos_barajas.queries import HUMAN, MIDDLE, THING
from companion.games.dos_barajas.referee.shown import figure_of

TRIOS = {"accuse": cards.COINS, "supply": cards.CUPS, "attack": cards.SWORDS}
"""The suit of the trio that is spent for something."""


def is_club(card: str) -> bool:
    """Return True for a card that only a Thing may keep."""
    return cards.suit(slug_of(card)) == cards.CLUBS


class Tale(FactByFact):
    """One game told to its worlds."""

    def __init__(self, decklist: Decklist, table: Table) -> None:
        super().__init__(decklist, table)
        deck = [copy.id for copy in cards.main_deck(decklist, table.options)]
        self.cards = HiddenPlaces(deck, marked=is_club)
        self.figures: dict[str, str] = {}
        """Whose court card the referee saw."""
        self.court: list[Counter[str]] = []
        """The court cards that it was shown before the deal, each time."""
        self.cards.deal_any({self.names[player]: many for player, many in table.hands.items()})
        self.cards.spot(MIDDLE)
        self._people()

    def _people(self) -> None:
        clauses = self.cards.clauses
        self.first = {who: clauses.new() for who in dict.fromkeys(self.names.values())}
        clauses.exactly_one(list(self.first.values()))
        self.thing, self.took = dict(self.first), dict.fromkeys(self.first, -clauses.yes)
        """Who is a Thing, and who has taken a club from the middle, as literals."""
        self.kept = {who: clauses.new() for who in self.first}
        self.denied: dict[str, list[int]] = {who: [] for who in self.first}
        """Of each who said that they are human, that they were a Thing then."""
        self.revealed: dict[str, list[int]] = {who: [] for who in self.first}
        """Of each who was found to be a Thing before all, that they were one then."""

    @property
    def places(self) -> Sequence[HiddenPlaces]:
        return (self.cards,)

    # Entries

    def happened(self, action: Action, facts: Sequence[f.Fact], k: int) -> None:
        match facts[k]:
            case f.CardsMoved() as fact:
                self._moved(action, fact, facts[:k], facts[k + 1 : k + 2])
            case f.CardsShown(owner, None, faces) if owner in self.table.seats:
                self._shown(owner, faces, action.verb == "accuse" and action.text("result") == HUMAN)
            case f.RoleShown(player, role) if role == THING:
                self.revealed[self.names[player]].append(self.thing[self.names[player]])
            case _:
                pass

    def ended(self, action: Action, step: Step) -> None:
        cleared = step.after.seats if action.verb == "skip" and step.before.step == queries.DEAL else ()
        for player in (action.player,) if action.verb == "supply" else cleared:
            self._keeps_no_clubs(player)

    def _moved(self, action: Action, fact: f.CardsMoved, past: Sequence[f.Fact], then: Sequence[f.Fact]) -> None:
        is_first = not any(isinstance(one, f.CardsMoved) for one in past)
        is_trio = is_first and (fact.source, fact.target) == (hand(action.player), DISCARD)
        thrown = bool(then) and isinstance(then[0], f.TrackSet) and then[0].track == queries.THROWN
        going = self.goes(self.cards, fact)
        if fact.source == MIDDLE and fact.target.kind == "hand":
            who, some = self.who(fact.target), list(map(self.cards.as_marked, going))
            self.took[who] = self.cards.clauses.any_of([self.took[who], *some])
            self.thing[who] = self.cards.clauses.any_of([self.thing[who], *some])
        elif thrown:
            self.cards.learn(map(self.cards.as_marked, going))
        elif is_trio and action.verb in TRIOS and not fact.faces:
            for number, card in enumerate(going):
                self._must_be(card, TRIOS[action.verb], number < action.number("aces"))

    def _must_be(self, card: Taken, suit: str, is_ace: bool) -> None:
        """Add that a card of a trio was shown: of this suit, and an ace or not."""
        fits = {one for one in card.named if cards.suit(slug_of(one)) == suit and cards.is_ace(one) == is_ace}
        self.cards.learn([-card.marked, *(-lit for one, lit in card.named.items() if one not in fits)])

    def _keeps_no_clubs(self, player: str) -> None:
        """Add that a human has thrown their clubs; a player known to all as a Thing need not."""
        who = self.names[player]
        if player in self.table.seats and self.table.roles.get(player) != THING:
            for club in self.cards.marked_in(self.cards.hands[who]):
                self.cards.clauses.add(-self.kept[who], self.thing[who], -club)

    # What is seen

    def _shown(self, owner: str, faces: Sequence[str], as_human: bool) -> None:
        """Tell a hand shown to all: with its cards if they were recorded, and of a human without clubs."""
        who = self.names[owner]
        if as_human:
            self.cards.learn(-club for club in self.cards.marked_in(self.cards.hands[who]))
            self.denied[who].append(self.thing[who])
        if faces:
            self.cards.saw(who, faces, whole=len(faces) == self.cards.hands[who].size)

    def saw(self, sight: Recalled) -> None:
        check = sight.check
        if check.text("what") == "figures":
            self.court.append(Counter(map(slug_of, check.names("cards"))))
        if check.text("what") != "hand":
            return
        who, figure = self.names[check.player], figure_of(check)
        if figure:
            self.figures[who] = figure
        if sight.faded or check.player not in self.table.seats:
            return
        self.cards.saw(who, check.names("cards"), whole=True)

    def says(self, who: str, figure: str) -> list[int]:
        """Return what a court card says of its owner, as a literal; nothing if there is none."""
        return [self.first[who] if figure == cards.FIRST_THING else -self.first[who]] if figure else []

    def roles(self) -> list[int]:
        """Return what the seen court cards say of who was the first Thing; the commander's everybody saw."""
        seen = {**self.figures, self.names.get(self.table.notes.get(queries.COMMANDER, ""), ""): cards.COMMANDER_KING}
        return [lit for who, figure in seen.items() if who in self.first for lit in self.says(who, figure)]

    def others_kept(self, player: str) -> list[int]:
        """Return the book without what this player did: that is judged, however often their hand is shown."""
        return [self.cards.book, *(lit for who, lit in self.kept.items() if who != self.names[player])]

    # What nobody told

    def corrected(self, named: frozenset[str]) -> None:
        """Cards may lie anywhere that the table counts, and anybody may have taken a club; a Thing stays one."""
        places, table = self.cards, self.table
        clauses = places.clauses
        sizes = {self.names[player]: table.hands[player] for player in table.seats}
        places.scatter(sizes)
        places.table[MIDDLE] = places.any_hand(queries.middle(table))
        for who in sizes:
            # What they had kept is no longer asked: who could draw nothing but clubs has put just that right.
            self.took[who] = clauses.new()
            self.thing[who] = clauses.any_of((self.thing[who], self.took[who]))
            self.kept[who] = clauses.new()

    def begin_anew(self) -> None:
        self.cards.clauses.close()
        self.cards = HiddenPlaces(self.cards.copies, marked=is_club)
        self._people()
        self.corrected(frozenset())
