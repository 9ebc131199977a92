"""What the referee knows, folded from everything that stands and everything it was shown (contract §3.3).

An offer whose cards were shown and not found illegal *hangs*: it counts as carried out when those cards change hands,
and is forgotten when the offer is settled otherwise.
"""

from __future__ import annotations

from companion.cards.decklist import Decklist
from companion.games.la_cosa.cards import effect
from companion.games.la_cosa.hidden.checks import (
    INFECTED,
    Shown,
    all_shown,
    discarded,
    givers,
    infected_among,
    is_infected,
    is_thing,
    shown,
)
from companion.games.la_cosa.hidden.places import Places
from companion.games.la_cosa.hidden.reread import events, laid_down, taken_up
from companion.games.la_cosa.hidden.roles import Roles
from companion.referee.actions import Action
from companion.referee.hidden import Line, Recalled
from companion.table import facts as f
from companion.table.history import Entry
from companion.table.places import DISCARD, DRAW
from companion.table.state import Table, evolve

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
        infected = {giver: is_infected(self.decklist, card) for giver, card in seen.items()}
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
            cards = all_shown(self.decklist, self.table, action.names("cards"))
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
                self._saw(check.player, all_shown(self.decklist, self.table, discarded(check)), False)
        elif not recalled.faded:
            self._saw_offer(check)

    def _saw_hand(self, player: str, cards: tuple[str, ...], faded: bool) -> None:
        seen = all_shown(self.decklist, self.table, cards)
        if faded or len(seen) != self.table.hands.get(player):
            self._saw_who_is_who(player, seen)
        else:
            self._saw(player, seen, True)

    def _saw_who_is_who(self, player: str, cards: tuple[Shown, ...]) -> None:
        if any(is_thing(self.decklist, card) for card in cards):
            self.roles.holds_thing(player)
        else:
            self.roles.lacks_thing(player)

    def _saw(self, player: str, cards: tuple[Shown, ...], whole: bool) -> None:
        held, count = self.table.hands[player], infected_among(self.decklist, cards)
        if whole:
            self._saw_who_is_who(player, cards)
            self.roles.holds(player, held, count)
            self.places.holds_only(player, cards)
        else:
            if any(is_thing(self.decklist, card) for card in cards):
                self.roles.holds_thing(player)
            self.roles.holds_at_least(player, held, count)
            self.places.holds(player, cards)

    def _saw_offer(self, check: Action) -> None:
        offer = givers(self.table, check)
        for giver, taker, card in offer:
            if giver in self.table.seats:
                seen = shown(self.decklist, self.table, card)
                self._saw(giver, (seen,), False)
                self.hanging[giver, taker] = seen


def recall(decklist: Decklist, line: Line, by_the_book: bool) -> Knowledge:
    """Everything that is known at the end of a line; raises `Contradiction` (only `by_the_book`)."""
    happened = events(line)
    known, done = taken_up(line, happened, by_the_book) or (Knowledge(decklist, line[0].after, by_the_book), 0)
    for event in happened[done:]:
        known.see(event) if isinstance(event, Recalled) else known.enter(event)
    laid_down(line, happened, by_the_book, known)
    return known
