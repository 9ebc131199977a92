"""What can be shown to the referee, and what it knows: folded from everything that stands and everything it was shown.

An offer whose cards were shown and not found illegal *hangs*: it counts as carried out when those cards change hands.
Refused, redirected to somebody else, or not come to at all, it leaves no trace; while nothing is decided yet it counts.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from companion.engine import facts as f
from companion.engine.actions import Action, ActionType, FieldType, Malformed, list_of, one_of, table_of, text
from companion.engine.deck import Decklist
from companion.engine.hidden import CHECK, Line, Recalled, Reread
from companion.engine.history import Entry
from companion.engine.kit import card_checks
from companion.engine.kit.card_checks import card_id, discarded, players_of, read_by
from companion.engine.kit.common_rules import slug_of
from companion.engine.places import DISCARD, DRAW
from companion.engine.rules import Moment, Violation
from companion.engine.state import Table, evolve
from companion.games.la_cosa.cards import effect
from companion.games.la_cosa.referee.worlds import INFECTED, THING, Places, Roles, Shown

# Checks


_WHAT: Mapping[str, FieldType] = {"what": one_of("hand", "exchange", "discard", "round")}


FORMS: Mapping[str, ActionType] = {
    "hand": ActionType(
        CHECK,
        {**_WHAT, "player": text, "cards": list_of(text), "occasion": one_of("dispute", "private")},
        ("what", "cards"),
    ),
    "exchange": ActionType(
        CHECK, {**_WHAT, "from": text, "to": text, "gives": card_id, "takes": card_id}, ("gives", "takes")
    ),
    "discard": ActionType(CHECK, {**_WHAT, **card_checks.DISCARD}),
    "round": ActionType(CHECK, {**_WHAT, "gives": table_of(card_id)}, ("gives",)),
}
"""The fields of each kind of check, with their shapes."""


def read_check(thing: object) -> Action:
    """The check a JSON value stands for; raises `Malformed`."""
    check = read_by(FORMS, _WHAT, thing)
    if check.text("what") == "exchange" and check.text("from") == check.text("to"):
        raise Malformed("malformed.value", field="to", values="≠ from")
    return check


def givers(table: Table, check: Action) -> tuple[tuple[str, str, str], ...]:
    """Who gives what to whom in a check about an exchange or a round: (giver, taker, card)."""
    if check.text("what") == "exchange":
        a, b = check.text("from"), check.text("to")
        return ((a, b, check.text("gives")), (b, a, check.text("takes")))
    gives = check.table("gives")
    return tuple((player, table.next_after(player), str(card)) for player, card in gives.items())


def refuse(decklist: Decklist, table: Table, check: Action) -> Violation | None:
    """Why a check cannot be made: the game is over, somebody in it does not play, a card does not exist."""
    return card_checks.refused(decklist, table, check, _who_is_named)


def _who_is_named(m: Moment, who: str) -> Violation | None:
    if who not in m.table.players:
        return Violation("player.unknown", {"player": who})
    return None if who in m.table.seats else Violation("player.eliminated", {"player": who})


# What is known

PLAYS = frozenset({"draw", "discard", "play", "respond", "eliminate"})
"""The verbs of play: whoever says one after an elimination says that it was not La Cosa who left."""


HARMLESS = frozenset({"direction", "options"})


OBSTACLES = frozenset({"doors", "quarantine"})
"""What a correction may name without anything hidden becoming doubtful, and with only the obstacles' cards."""


class Knowledge:
    """What is known of roles and cards at one moment."""

    def __init__(self, decklist: Decklist, table: Table, by_the_book: bool) -> None:
        self.decklist = decklist
        self.table = table
        hand = max(table.hands.values(), default=0)
        self.roles = Roles(table.players, hand, by_the_book)
        self.places = Places(decklist, table)
        self.hanging: dict[tuple[str, str], Shown] = {}
        self.redirected: str | None = None

    # Cards as they are shown

    def shown(self, cards: Iterable[str]) -> tuple[Shown, ...]:
        """The cards of a check; one that does not exist was refused before. Of a card with one copy in play it is that
        one."""
        return tuple(map(self._shown, cards))

    def _shown(self, card: str) -> Shown:
        if card in self.decklist.by_slug:
            copies = [copy for copy in self.decklist.in_play(len(self.table.players)) if copy.slug == card]
            return Shown(card, copies[0].k) if len(copies) == 1 else Shown(card)
        return Shown(str(slug_of(self.decklist, card)), int(card.rpartition(".")[2]))

    def infected(self, *cards: Shown) -> int:
        """How many of the cards are ¡Infectado!."""
        return sum(effect(self.decklist, card.slug) == INFECTED for card in cards)

    def thing_among(self, *cards: Shown) -> bool:
        """Whether one of the cards is La Cosa."""
        return any(effect(self.decklist, card.slug) == THING for card in cards)

    # Entries

    def enter(self, entry: Entry) -> None:
        """One entry that stands has happened."""
        action = Action(entry.verb, entry.action)
        if entry.verb in PLAYS:
            self.roles.play_goes_on()
        if entry.verb == "play" and effect(self.decklist, action.text("card")) == "revelaciones":
            self._revealed(action)
        if entry.verb == "eliminate":
            self._superinfected(action.player)
        asked_before = self.table.prompt is not None
        for fact in entry.facts:
            asked_before = asked_before and not isinstance(fact, f.Settled)
            self._happened(fact, entry.verb == "override", asked_before)
            self.table = evolve(self.table, fact)
        self._said(entry.verb, action)

    def _said(self, verb: str, action: Action) -> None:
        """What an entry tells besides its facts."""
        if verb == "override":
            self._corrected(frozenset(action.table("set")))
        elif verb == "reveal":
            self.roles.holds_thing(action.player)
        elif verb == "show" and action.text("to") in ("", "all"):
            self._shown_to_all(action)

    def _happened(self, fact: f.Fact, is_correction: bool, redirects: bool) -> None:
        match fact:
            case f.Renamed(player, to):
                self._renamed(player, to)
            case f.PlayerOut(player, _):
                self.roles.leaves(player)
            case f.PlayerBack(player, _):
                self.roles.comes_back(player)
            case f.Asked(_, by, to):
                self.redirected = to if redirects else None
                self.hanging = {pair: c for pair, c in self.hanging.items() if set(pair) == {by, to}}
            case f.Settled() | f.TurnBegan():
                self.redirected = None
                self.hanging = {}
            case f.CardsMoved() if not is_correction:
                self._moved(fact)
            case f.CardsPassed(pairs):
                self._passed(pairs)
            case f.StackShuffled():
                self.places.emptied(DISCARD, DRAW)
            case _:
                pass

    def _moved(self, fact: f.CardsMoved) -> None:
        seen = [effect(self.decklist, face) == INFECTED for face in fact.faces]
        known = len(seen) == fact.count
        if fact.source.kind == "hand":
            self._lost(str(fact.source.name), fact.count, seen if known else None)
        if fact.target.kind == "hand":
            player = str(fact.target.name)
            if known:
                for infected in seen:
                    self.roles.takes(player, infected)
            else:
                self.roles.draws(player, fact.count, self.places.infected_in_pile())
        self.places.moved(self.table, fact)

    def _lost(self, player: str, count: int, seen: list[bool] | None) -> None:
        """Cards left a hand. A whole hand that goes was not chosen: its owner is eliminated."""
        held = self.table.hands[player]
        if seen is None and count >= held:
            return
        for k in range(count):
            self.roles.loses(player, held - k, seen[k] if seen is not None else None)

    def _passed(self, pairs: tuple[tuple[str, str], ...]) -> None:
        offered = self.table.prompt is not None
        seen = {giver: self.hanging[giver, taker] for giver, taker in pairs if (giver, taker) in self.hanging}
        infected = {giver: bool(self.infected(card)) for giver, card in seen.items()}
        self.roles.passes(pairs, self.table.hands, infected, self.redirected if offered else None, not offered)
        self.places.passed(pairs, seen)
        self.hanging = {}

    def hand_over(self, check: Action) -> None:
        """The cards that were just shown change hands, as they would if nobody refuses."""
        self._passed(tuple((giver, taker) for giver, taker, _ in givers(self.table, check)))

    def _superinfected(self, player: str) -> None:
        """The one who is to leave showed a hand of nothing but ¡Infectado! in the exchange that is offered."""
        prompt = self.table.prompt
        if prompt is not None:
            partner = prompt.to if player == prompt.by else prompt.by
            self.roles.superinfected(player, partner, self.table.hands[player])

    def _renamed(self, player: str, to: str) -> None:
        self.roles.rename(player, to)
        self.places.rename(player, to)

        def new(name: str) -> str:
            return to if name == player else name

        self.hanging = {(new(a), new(b)): card for (a, b), card in self.hanging.items()}
        self.redirected = new(self.redirected) if self.redirected else None

    def _corrected(self, named: frozenset[str]) -> None:
        """After a correction only what it leaves alone is still sure."""
        if named <= HARMLESS:
            return
        if named <= HARMLESS | OBSTACLES:
            laid = ("puerta-atrancada", "cuarentena")
            self.places.doubt(c.slug for c in self.decklist.cards if c.acts_as in laid)
            return
        self.roles.doubt(self.table.players)
        self.places.doubt()

    # Cards that everybody saw

    def _revealed(self, action: Action) -> None:
        """Revelaciones: each showed their whole hand, which held no ¡Infectado!, but the last who showed one."""
        for player in action.names("shown"):
            held = self.table.hands.get(player, 0)
            if player == action.text("infected"):
                self.roles.holds_at_least(player, held, 1)
            elif held:
                self.roles.holds(player, held, 0)

    def _shown_to_all(self, action: Action) -> None:
        if action.player in self.table.seats:
            cards = self.shown(action.names("cards"))
            self._saw(action.player, cards, len(cards) == self.table.hands[action.player])

    # Cards that only the referee saw

    def see(self, recalled: Recalled) -> None:
        """A check was made here."""
        check, what = recalled.check, recalled.check.text("what")
        if what == "hand":
            self._saw_hand(check.player, check.names("cards"), recalled.faded)
        elif what == "discard":
            if check.names("hand"):
                self._saw_hand(check.player, check.names("hand"), recalled.faded)
            elif not recalled.faded:
                self._saw(check.player, self.shown(discarded(check)), False)
        elif not recalled.faded:
            self._saw_offer(check)

    def _saw_hand(self, player: str, cards: tuple[str, ...], faded: bool) -> None:
        seen = self.shown(cards)
        if faded or len(seen) != self.table.hands.get(player):
            self._saw_who_is_who(player, seen)
        else:
            self._saw(player, seen, True)

    def _saw_who_is_who(self, player: str, cards: tuple[Shown, ...]) -> None:
        if self.thing_among(*cards):
            self.roles.holds_thing(player)
        else:
            self.roles.lacks_thing(player)

    def _saw(self, player: str, cards: tuple[Shown, ...], whole: bool) -> None:
        held, count = self.table.hands[player], self.infected(*cards)
        if whole:
            self._saw_who_is_who(player, cards)
            self.roles.holds(player, held, count)
            self.places.holds_only(player, cards)
        else:
            if self.thing_among(*cards):
                self.roles.holds_thing(player)
            self.roles.holds_at_least(player, held, count)
            self.places.holds(player, cards)

    def _saw_offer(self, check: Action) -> None:
        offer = givers(self.table, check)
        for giver, taker, card in offer:
            if giver in self.table.seats:
                seen = self._shown(card)
                self._saw(giver, (seen,), False)
                self.hanging[giver, taker] = seen


# Offers that came to nothing

OFFERED = frozenset({"exchange", "round"})


def without_refused(happened: Sequence[Event]) -> list[Event]:
    """What happened, without the offers that came to nothing."""
    return [
        event
        for k, event in enumerate(happened)
        if not isinstance(event, Recalled)
        or event.check.text("what") not in OFFERED
        or not _came_to_nothing(frozenset(players_of(event.check)), _facts(happened[k + 1 :]))
    ]


def _facts(happened: Iterable[Event]) -> Iterable[f.Fact]:
    return (fact for event in happened if not isinstance(event, Recalled) for fact in event.facts)


def _came_to_nothing(people: frozenset[str], facts: Iterable[f.Fact]) -> bool:
    """Whether these people did not give each other the cards they had shown."""
    for fact in facts:
        match fact:
            case f.Renamed(player, to):
                people = frozenset(to if name == player else name for name in people)
            case f.CardsPassed(pairs):
                return not people <= {giver for giver, _ in pairs}
            case f.Asked(_, by, to) if {by, to} != people:
                return True
            case f.Settled() | f.TurnBegan():
                return True
            case _:
                pass
    return False


# Taken up again by whoever asks again and again in one game (`Reread`)

T = TypeVar("T")
Event = Entry | Recalled


def events(line: Line) -> list[Event]:
    """Everything that happened after the set-up, and what was seen in between, in order."""
    happened: list[Event] = []
    for step in line:
        happened += (step.entry, *step.sights)
    return happened[1:]


def taken_up(line: Line, happened: Sequence[Event], by_the_book: bool) -> tuple[Any, int] | None:
    """What was known the last time and of how many events; None where that is not how it happened."""
    if isinstance(line, Reread) and by_the_book in line.folded:
        known, told = line.folded[by_the_book]
        if len(told) <= len(happened) and all(map(_is_same, told, happened)):
            return own(known), len(told)
    return None


def laid_down(line: Line, happened: Sequence[Event], by_the_book: bool, known: object) -> None:
    """Remember what is known now, for the next time."""
    if isinstance(line, Reread):
        line.folded[by_the_book] = (own(known), happened)


def _is_same(then: Event, now: Event) -> bool:
    """An entry is known by being that very entry, a sight by what it says."""
    return then is now or (isinstance(then, Recalled) and then == now)


def own(thing: T) -> T:
    """A copy of what is known in which nothing that can change is shared."""
    other = copy.copy(thing)
    for name, value in vars(thing).items():
        if isinstance(value, dict):
            value = {key: part.copy() if isinstance(part, dict) else part for key, part in value.items()}
        elif isinstance(value, set):
            value = value.copy()
        elif type(value).__module__.startswith(__package__):
            value = own(value)
        setattr(other, name, value)
    return other


def recall(decklist: Decklist, line: Line, by_the_book: bool) -> Knowledge:
    """Everything that is known at the end of a line; raises `Contradiction` (only `by_the_book`)."""
    happened = without_refused(events(line))
    known, done = taken_up(line, happened, by_the_book) or (Knowledge(decklist, line[0].after, by_the_book), 0)
    for event in happened[done:]:
        known.see(event) if isinstance(event, Recalled) else known.enter(event)
    laid_down(line, happened, by_the_book, known)
    return known
