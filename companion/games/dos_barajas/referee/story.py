"""All worlds of a game with two Spanish decks: who was dealt the Rey de bastos, where the clubs are, who took one.

Who is what hangs on two things that nobody sees: the court cards, and whether a card from the middle was a club. What
people say before all of who is what they are bound to say truly: of the others it is taken for granted where some world
has all of it (`others_said`), but it is no clause here, since whoever lied is not who is judged.

A human keeps no club once the first hands are cleared and after each supply; but that is taken for granted of nobody:
who shows a club may be the one who broke the rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.referee import Recalled, Step
from companion.engine.hidden.spots import Taken, slug_of
from companion.engine.hidden.told import FactByFact
from companion.engine.places import DISCARD, hand
from companion.engine.state import Table
from companion.games.dos_barajas import queries
from companion.games.dos_barajas.queries import HUMAN, MIDDLE, THING
from companion.games.dos_barajas.referee.shown import figure_of

TRIOS = {"accuse": queries.COINS, "supply": queries.CUPS, "attack": queries.SWORDS}
"""The suit of the trio that is spent for something."""


def is_club(card: str) -> bool:
    """Return True for a card that only a Thing may keep."""
    return queries.suit(slug_of(card)) == queries.CLUBS


class Tale(FactByFact):
    """One game told to its worlds."""

    def __init__(self, decklist: Decklist, table: Table) -> None:
        super().__init__(decklist, table)
        deck = [copy.id for copy in queries.main_deck(decklist, table.options)]
        self.cards = HiddenPlaces(deck, marked=is_club, forgets=False)
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
        self.denied: dict[str, list[int]] = {who: [] for who in self.first}
        """Of each who said before all that they are human, that they were a Thing then."""
        self.revealed: dict[str, list[int]] = {who: [] for who in self.first}
        """Of each who was found to be a Thing before all, that they were one then."""
        self.answers: list[int] = []
        """What a dead Thing said of the others, as a literal."""

    @property
    def places(self) -> Sequence[HiddenPlaces]:
        return (self.cards,)

    # Entries

    def happened(self, action: Action, facts: Sequence[f.Fact], k: int) -> None:
        match facts[k]:
            case f.CardsMoved() as fact:
                self._moved(action, fact, facts[:k], facts[k + 1 : k + 2])
            case f.CardsShown(owner, None, faces) if owner in self.table.seats:
                cards = action.names("cards") if action.verb == "show" else faces  # a fact has only their names
                self._shown(owner, cards, action.verb == "accuse" and action.text("result") == HUMAN)
            case f.RoleShown(player, role):
                who = self.names[player]
                (self.revealed if role == THING else self.denied)[who].append(self.thing[who])
            case _:
                pass

    def ended(self, action: Action, step: Step) -> None:
        if (others := action.said.get("others")) is not None:
            some = self.cards.clauses.any_of(self.thing[self.names[player]] for player in step.after.seats)
            self.answers.append(some if others else -some)

    def _moved(self, action: Action, fact: f.CardsMoved, past: Sequence[f.Fact], then: Sequence[f.Fact]) -> None:
        is_first = not any(isinstance(one, f.CardsMoved) for one in past)
        is_trio = is_first and (fact.source, fact.target) == (hand(action.player), DISCARD) and action.verb in TRIOS
        thrown = bool(then) and isinstance(then[0], f.TrackSet) and then[0].track == queries.THROWN
        unnamed = is_trio and not fact.faces
        if unnamed:
            aces = min(action.number("aces"), fact.count)
            fact = replace(fact, faces=(f"as-de-{TRIOS[action.verb]}",) * aces + ("",) * (fact.count - aces))
        going = self.goes(self.cards, fact)
        if fact.source == MIDDLE and fact.target.kind == "hand":
            who, some = self.who(fact.target), list(map(self.cards.as_marked, going))
            self.took[who] = self.cards.clauses.any_of([self.took[who], *some])
            self.thing[who] = self.cards.clauses.any_of([self.thing[who], *some])
        elif thrown:
            self.cards.learn(map(self.cards.as_marked, going))
        elif unnamed:
            for card in going[aces:]:
                self._must_be(card, TRIOS[action.verb])

    def _must_be(self, card: Taken, suit: str) -> None:
        """Add that a card of a trio was shown: of this suit, and no ace."""
        fits = {one for one in card.named if queries.suit(slug_of(one)) == suit and not queries.is_ace(one)}
        self.cards.learn([-card.marked, *(-lit for one, lit in card.named.items() if one not in fits)])

    # What is seen

    def _shown(self, owner: str, faces: Sequence[str], as_human: bool) -> None:
        """Tell a hand shown to all: with its cards if they were recorded, a court card too, and of a human without
        clubs."""
        who = self.names[owner]
        if as_human:
            self.cards.learn(-club for club in self.cards.marked_in(self.cards.hands[who]))
            self.denied[who].append(self.thing[who])
        dealt = [face for face in faces if self.decklist.by_slug[slug_of(face)].kind != queries.FIGURES]
        self.figures.update((who, slug_of(face)) for face in faces if face not in dealt)
        if dealt:
            self.cards.saw(who, dealt, whole=len(dealt) == self.cards.hands[who].size)

    def saw(self, sight: Recalled) -> None:
        check = sight.check
        if check.text("what") == "figures":
            self.court.append(Counter(map(slug_of, check.names("cards"))))
        if "player" not in check.said:
            return
        who, figure = self.names[check.player], figure_of(check)
        if figure:
            self.figures[who] = figure
        whole = check.text("what") == "hand"
        moves = self.believed(sight)
        if (sight.faded and not (whole and moves)) or check.player not in self.table.seats:
            return
        self.cards.taken_back(who, moves, lambda: self.cards.saw(who, check.names("cards"), whole=whole))

    def says(self, who: str, figure: str) -> list[int]:
        """Return what a court card says of its owner, as a literal; nothing if there is none."""
        return [self.first[who] if figure == queries.FIRST_THING else -self.first[who]] if figure else []

    def roles(self) -> list[int]:
        """Return what the seen court cards say of who was the first Thing; the commander's everybody saw."""
        seen = {**self.figures, self.names.get(self.table.notes.get(queries.COMMANDER, ""), ""): queries.COMMANDER_KING}
        return [lit for who, figure in seen.items() if who in self.first for lit in self.says(who, figure)]

    def others_said(self, player: str) -> list[int]:
        """Return what the others said before all of who is what, as literals: the rules bid them say what is so."""
        others = self.first.keys() - {self.names[player]}
        said = [lit for who in sorted(others) for lit in (*self.revealed[who], *(-lit for lit in self.denied[who]))]
        return [*self.answers, *said]

    # What nobody told

    def corrected(self, named: frozenset[str]) -> None:
        """Cards may lie anywhere that the table counts, and anybody may have taken a club; a Thing stays one."""
        places, table = self.cards, self.table
        clauses = places.clauses
        sizes = {self.names[player]: table.hands[player] for player in table.seats}
        places.scatter(sizes)
        places.table[MIDDLE] = places.any_hand(queries.middle(table))
        self.answers = []
        for who in sizes:
            self.took[who] = clauses.new()
            self.thing[who] = clauses.any_of((self.thing[who], self.took[who]))
        for player in table.players:
            who = self.names[player]
            self.denied[who], self.revealed[who] = [], [self.thing[who]] if table.roles.get(player) == THING else []

    def begin_anew(self) -> None:
        self.cards.clauses.close()
        self.cards = HiddenPlaces(self.cards.copies, marked=is_club, forgets=False)
        self._people()
        self.corrected(frozenset())
