"""A game told to its worlds: every entry that stands, and every sight of the referee, in order.

An offer whose cards were shown counts as carried out when the cards change hands. Refused, passed on to somebody else
or not come to at all, it leaves no trace; while nothing is decided yet it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden import told as telling
from companion.engine.hidden.line import touches
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.referee import Line, Recalled, Step
from companion.engine.hidden.spots import Impossible, Spot, Taken, is_copy
from companion.engine.hidden.told import Event, Story
from companion.engine.hidden.weighing import Offer
from companion.engine.kit.card_checks import discarded
from companion.engine.places import DISCARD, DRAW, PLAY, Place
from companion.engine.solver import Clauses
from companion.engine.state import Table, evolve
from companion.games.la_cosa.cards import effect, is_panic, reach, spared
from companion.games.la_cosa.queries import HAND as FOUR
from companion.games.la_cosa.queries import nobody_overflows, out_at_once
from companion.games.la_cosa.referee.worlds import Worlds
from companion.games.la_cosa.steps import BARS, CHANGES, ISOLATES, KEEPS, REVEALS

PLAYS = frozenset({"draw", "discard", "play", "respond", "eliminate"})
"""The verbs of play: whoever says one after an elimination says that it was not La Cosa who left."""

HARMLESS = frozenset({"direction", "options"})
"""What a correction may name without anything hidden becoming doubtful."""

OBSTACLES = frozenset({"doors", "quarantine"})
"""The same, with nothing doubtful but where the obstacles' cards are."""

MILD = HARMLESS | OBSTACLES
"""What leaves the hands known."""

PILES = frozenset({"draw_pile", "discard_pile"})
"""The same, where they were counted as the table has them."""


def told(decklist: Decklist, line: Line, begins: bool = True) -> Tale:
    """Return the story at the end of a line; `begins`: with a new check."""
    return telling.told(line, lambda table: Tale(decklist, table), begins)


class Tale(Story):
    """A game as it is told to the worlds."""

    doubts = (Clauses.has_at_once, Clauses.has)
    """What cannot be is mostly seen without a search, which after each event would take too long."""

    def __init__(self, decklist: Decklist, table: Table) -> None:
        super().__init__(decklist, table)
        self.worlds = Worlds(decklist, table.players)
        self.worlds.deal(max(table.hands.values(), default=0))
        self.gaps: list[object] = list(range(len(table.players)))
        """What each gap between two seats is called in the worlds."""
        self.offers: list[Offer] = []
        self.spared = ""
        """Who is not infected by the exchange that is offered, for ¡Fallaste! brought it to them."""
        self.announced: tuple[str, tuple[str, ...]] | None = None
        """A hand shown for ¡Determinación! with the cards that are only then drawn."""
        self.judged: object = None
        """What was judged last, after the last event."""
        self.eyed: dict[str, tuple[str, ...]] = {}
        """The hands that were seen whole and in which nothing has moved since."""
        self.within: dict[str, tuple[str, ...]] = {}
        """The cards of which a hand can have no other, shown for ¡Determinación!, until one comes to it."""
        self.keepers = [card.slug for card in decklist.cards if KEEPS in self.traits(card.slug)]
        """The cards that are played like ¡Determinación!."""
        self.seen_holding = ""
        self.seen_without: set[str] = set()
        """Who was seen with La Cosa, and who without it."""

    @property
    def places(self) -> Sequence[HiddenPlaces]:
        return (self.worlds,)

    def hear(self, event: Event) -> None:
        """One thing happened, and nothing is lent or judged any more."""
        self.judged, self.worlds.lent = None, {}
        super().hear(event)

    def acts(self, card: str) -> str:
        """Return the card whose rules a card follows."""
        return effect(self.decklist, card)

    def traits(self, card: str) -> frozenset[str]:
        """Return what the rules ask of a card's steps."""
        return reach(self.decklist, card).traits

    def is_possible(self) -> bool:
        """Return True if the story is possible; a lawful world is tried first, as the check asks for one next."""
        return self.worlds.possible([self.worlds.book]) or super().is_possible()

    def must_be(self, literals: Callable[[], Sequence[int]]) -> None:
        """Add a fact; if it cannot be, something happened that nobody told (asked only if the story is `careful`)."""
        if self.careful is not None and not self.careful(self.worlds.clauses, literals()):
            self._scatter()

    # What eyes have seen of La Cosa

    def may_hold_thing(self, player: str) -> bool:
        """Return True if nothing seen speaks against this player holding La Cosa: eyes only, no reasoning."""
        who = self.names[player]
        return who == self.seen_holding if self.seen_holding else who not in self.seen_without

    def seen_thing(self) -> str:
        """Return who is La Cosa as far as eyes alone can tell: it was seen, or it was seen that nobody else has it."""
        left = [player for player in self.table.players if self.may_hold_thing(player)]
        return left[0] if len(left) == 1 else ""

    def _saw_who_is_who(self, who: str, cards: Iterable[str]) -> None:
        if any(map(self.worlds.is_thing, cards)):
            self.seen_holding = who
        else:
            self.seen_without.add(who)

    # Entries

    def entered(self, step: Step) -> None:
        entry, action = step.entry, Action(step.entry.verb, step.entry.action)
        facts = () if entry.verb == "override" else entry.facts  # what a correction leaves sure it says itself
        moved = {self.names[player] for player in self.table.seats for fact in facts if touches(fact, player)}
        self.eyed = {who: cards for who, cards in self.eyed.items() if who not in moved}
        if entry.verb != "discard":
            self.within = {who: cards for who, cards in self.within.items() if who not in moved}
        if entry.verb in PLAYS:
            self.worlds.play_goes_on()
        if entry.verb == "override":
            self._corrected(step, frozenset(action.table("set")))
        else:
            self._seen_by_all(entry.verb, action)
            Telling(self, entry.verb, action).tell(entry.facts)
        if who := spared(self.decklist, action, step.before, step.after):
            self.spared = self.names[who]
        self.announced = None

    def _seen_by_all(self, verb: str, action: Action) -> None:
        """Tell what an entry shows to all besides the cards it moves."""
        worlds = self.worlds
        if verb == "reveal":
            who = self.names[action.player]
            self.seen_holding = who
            worlds.learn([worlds.thing[who]])
            worlds.left = [player for player in worlds.left if player != who]
        elif verb == "show" and action.text("to") in ("", "all") and action.player in self.table.seats:
            who, cards = self.names[action.player], action.names("cards")
            if cards and len(cards) == self.table.hands[action.player]:
                self._saw_who_is_who(who, cards)
                worlds.saw_whole(who, cards)
            elif any(map(worlds.is_thing, cards)):
                self.seen_holding = who
            worlds.saw_some(who, cards)
        elif verb == "play" and REVEALS in self.traits(action.text("card")):
            for player in action.names("shown"):
                if player == action.text("infected"):
                    worlds.learn([worlds.clauses.any_of(worlds.sick_in(self.names[player]))])
                else:
                    worlds.saw_no_infection(self.names[player])
        elif verb == "eliminate" and out_at_once(self.table):
            who = self.names[action.player]
            self.seen_without.add(who)
            worlds.learn([worlds.clauses.at_least(worlds.sick_in(who), FOUR)])
        elif verb == "eliminate" and self.table.prompt is not None:
            prompt, who = self.table.prompt, self.names[action.player]
            self.seen_without.add(who)
            worlds.saw_superinfection(who, self.names[prompt.to if action.player == prompt.by else prompt.by])

    # Corrections, and what cannot be

    def _corrected(self, step: Step, named: frozenset[str]) -> None:
        """After a correction only what it leaves alone is still sure."""
        before, self.table = self.table, step.after
        for fact in step.entry.facts:
            if isinstance(fact, f.Renamed):
                self.names[fact.to] = self.names.pop(fact.player)
        if named <= HARMLESS or (named <= PILES and self._are_right(before, step.after)):
            return
        if named <= MILD:
            laid = (card.slug for card in self.decklist.cards if self.traits(card.slug) & {BARS, ISOLATES})
            self._scatter(frozenset(laid))
            return
        worlds = self.worlds
        worlds.left += [self.names[player] for player in before.seats if player not in self.table.seats]
        self._scatter()

    def _are_right(self, before: Table, after: Table) -> bool:
        """Return True if the piles were counted as the table has them, or as the story has them."""
        return before.piles == after.piles or all(
            after.piles.get(str(place.name)) == many for place, many in self.worlds.sizes().items()
        )

    def _scatter(self, only: frozenset[str] | None = None) -> None:
        """Begin the worlds anew from what the table counts."""
        self.eyed.clear()
        self.within.clear()
        table, sizes, lying = self.table, {}, dict[object, Sequence[str]]()
        self.gaps = [object() for _ in table.gaps]
        for gap, cards in zip(self.gaps, table.gaps, strict=True):
            lying["gap", gap] = cards
        for player, cards in table.fronts.items():
            lying["front", self.names[player]] = cards
        lying["pile", PLAY.name] = tuple(card for card in table.open if not is_panic(self.decklist, card))
        sizes = {self.names[player]: table.hands[player] for player in table.seats}
        if only is None:
            self.offers.clear()
            self.spared = ""
            self.worlds.corrected(sizes, lying)
        else:
            self.worlds.scatter(sizes, self.worlds.thing, lying, only)

    def begin_anew(self) -> None:
        """Something was told that cannot be: only what eyes have seen of La Cosa, and the table, are left."""
        self.worlds.clauses.close()
        worlds = self.worlds = Worlds(self.decklist, list(self.worlds.thing))
        without = self.seen_without - {self.seen_holding}
        if self.seen_holding:
            worlds.learn([worlds.thing[self.seen_holding]])
        elif len(without) < len(worlds.thing):
            worlds.learn(-worlds.thing[who] for who in without)
        self._scatter()

    # Cards that only the referee saw

    def saw(self, sight: Recalled) -> None:
        check, what = sight.check, sight.check.text("what")
        if what == "hand" or (what == "discard" and check.names("hand")):
            self._saw_hand(check.player, check.names("cards" if what == "hand" else "hand"), sight)
        elif sight.faded:
            return
        elif what == "discard":
            if check.player in self.table.seats and not self.is_announced(check):
                self.must_be(lambda: self.worlds.some(self.names[check.player], discarded(check)))
                self.worlds.saw_some(self.names[check.player], discarded(check))
        else:
            gifts = self.gifts(check)
            held = [lit for giver, card in gifts.items() for lit in self.worlds.some(giver, [card])]
            self.offers.append(Offer(gifts, held))

    def _saw_hand(self, player: str, cards: tuple[str, ...], sight: Recalled) -> None:
        who = self.names[player]
        self._saw_who_is_who(who, cards)
        moves = self.believed(sight)
        if (not sight.faded or moves) and len(cards) - sum(move.more for move in moves) == self.table.hands.get(player):
            self.worlds.taken_back(who, moves, lambda: self._saw_whole(who, cards))
            if not sight.faded:
                self.eyed[who] = cards
            return
        self.worlds.learn([self.worlds.has_thing(who, cards)])
        if not sight.faded:
            self.announced = (who, cards)
            if len(cards) == self.table.hands.get(player, 0) + 2:  # with the three that are drawn, without itself
                self.within[who] = (*cards, *self.keepers)

    def _saw_whole(self, who: str, cards: tuple[str, ...]) -> None:
        self.must_be(lambda: self.worlds.whole(who, cards))
        self.worlds.saw_whole(who, cards)

    def is_announced(self, check: Action) -> bool:
        """Return True if a discard may be ¡Determinación!'s, two of whose cards are drawn only then."""
        return len(discarded(check)) == 2

    def gifts(self, check: Action) -> dict[str, str]:
        """Return the card each gives in a check about an exchange or a round."""
        if check.text("what") == "exchange":
            shown = {check.text("from"): check.text("gives"), check.text("to"): check.text("takes")}
        else:
            shown = {giver: str(card) for giver, card in check.table("gives").items()}
        return {self.names[giver]: card for giver, card in shown.items() if giver in self.table.seats}

    def offered_to(self, people: Collection[str]) -> None:
        """Tell that these two are to exchange now: what others had shown comes to nothing."""
        self.offers = [offer for offer in self.offers if set(offer.gifts) == set(people)]

    def carried_out(self, givers: Collection[str]) -> dict[str, str]:
        """Return the card that each giver showed last for what is carried out now."""
        seen: dict[str, str] = {}
        concerned = [offer for offer in self.offers if set(offer.gifts) <= set(givers)]
        for offer in concerned:
            seen |= offer.gifts
        held = [lit for offer in concerned for lit in offer.held]
        self.must_be(lambda: held)
        for giver, card in seen.items() if self.offers else ():  # none are left where they cannot have had the cards
            self.worlds.saw_some(giver, [card])
        self.offers.clear()
        return seen


class Telling:
    """One entry's facts, in their order; cards drawn for one effect are told together."""

    def __init__(self, story: Tale, verb: str, action: Action) -> None:
        self.story, self.worlds, self.action, self.verb = story, story.worlds, action, verb
        prompt, card = story.table.prompt, action.text("card")
        acting = card if verb == "play" else prompt.about if verb == "respond" and prompt and not card else ""
        self.traits = story.traits(acting)
        self.drawn: Spot | None = None
        """What was drawn for ¡Determinación! and has not yet come to the hand."""
        self.laid: Taken | None = None
        self.run: list[f.CardsMoved | f.StackShuffled] = []
        self.shown: dict[str, str] = {}

    def tell(self, facts: Sequence[f.Fact]) -> None:
        """All that happened."""
        moved = [fact for fact in facts if isinstance(fact, f.CardsMoved)]
        laid = [fact for fact in moved if fact.target == DRAW and fact.source.kind == "hand"]
        if CHANGES in self.traits and laid:
            self.laid = self.worlds.part(self._who(str(laid[0].source.name)))  # it is chosen before the other is seen
        for number, fact in enumerate(facts):
            if isinstance(fact, f.StackShuffled) or (isinstance(fact, f.CardsMoved) and fact.source == DRAW):
                self.run.append(fact)
            elif not isinstance(fact, f.TrackSet):
                self._draw()
                self._happened(fact, facts[number + 1 :])
            if number + 1 < len(facts):  # the table after the last of them is known
                self.story.table = evolve(self.story.table, fact)
        self._draw()
        if self.drawn is not None:
            self.worlds.pour(self.worlds.hands[self._who(self.action.player)], self.drawn)

    def _who(self, name: str) -> str:
        return self.story.names[name]

    def _draw(self) -> None:
        """Tell the cards that came from the draw pile in one go."""
        run, shuffled = [fact for fact in self.run if isinstance(fact, f.CardsMoved)], len(self.run)
        self.run = []
        if not run:
            return
        if shuffled > len(run) and not self.worlds.counted:
            self.worlds.shuffle() if len(run) == 1 else self.worlds.shuffle_in()
        taken = [fact for fact in run if fact.target.kind == "hand"]
        if any(fact.target == PLAY for fact in run):
            self.worlds.draw_other()
            return
        skipped = sum(fact.count for fact in run if fact.target == DISCARD)
        if not taken:
            raise Impossible
        player = self._who(str(taken[0].target.name))
        if self.verb == "draw":
            self.worlds.draw(player, "".join(taken[0].faces))
            return
        drawn = self.worlds.draw_past(sum(fact.count for fact in taken), skipped)
        if KEEPS not in self.traits:
            for card in drawn:
                self.worlds.to_hand(player, card)
            return
        self.drawn = Spot()
        for card in drawn:
            self.worlds.put(self.drawn, card)
            self.worlds.must_keep(player, card)
        announced = self.story.announced
        if announced and announced[0] == player:
            self._saw_with_drawn(player, announced[1], self.drawn)

    def _saw_with_drawn(self, player: str, cards: Sequence[str], drawn: Spot) -> None:
        """Tell that the hand was shown with what was drawn."""
        worlds = self.worlds
        worlds.learn([worlds.has_thing(player, cards)])
        plain = [card for card in cards if not worlds.is_thing(card)]
        if all(map(is_copy, plain)):
            worlds.saw_with_drawn(player, drawn, plain)
            return
        worlds.pour(worlds.hands[player], drawn)  # some by their names: nobody knows any more which were drawn
        self.drawn = None
        worlds.saw_whole(player, cards)

    def _happened(self, fact: f.Fact, then: Sequence[f.Fact]) -> None:
        story = self.story
        match fact:
            case f.Renamed(player, to):
                story.names[to] = story.names.pop(player)
            case f.CardsMoved():
                self._moved(fact, then)
            case f.CardsShown(owner, None, (face,), 1) if self.verb == "respond":
                self.shown[self._who(owner)] = face
            case f.CardsPassed(pairs):
                self._passed([(self._who(giver), self._who(taker)) for giver, taker in pairs])
            case f.PlayerOut(player, _):
                self._out(player)
            case f.Asked(_, by, to):
                story.spared = ""
                story.offered_to((self._who(by), self._who(to)))
            case f.Settled() | f.TurnBegan():
                story.spared = ""
                story.offers.clear()
            case _:
                pass

    def _passed(self, pairs: list[tuple[str, str]]) -> None:
        story = self.story
        offered = story.table.prompt is not None
        forced = not offered or nobody_overflows(story.table)
        seen = {**self.shown, **story.carried_out([giver for giver, _ in pairs])}
        self.worlds.give(pairs, seen, story.spared if offered else "", unavoidable=forced)

    def _place(self, place: Place) -> object:
        if place.kind == "gap":
            return "gap", self.story.gaps[int(place.name)]
        return (place.kind, self._who(str(place.name)) if place.kind == "front" else place.name)

    def _moved(self, fact: f.CardsMoved, then: Sequence[f.Fact]) -> None:
        if fact.source.kind == "hand":
            self._left_a_hand(fact, then)
        elif fact.target == DISCARD:
            for face in fact.faces:
                if is_panic(self.story.decklist, face):
                    self.worlds.low_others += 1
                else:
                    self.worlds.clear(self._place(fact.source), face)

    def _left_a_hand(self, fact: f.CardsMoved, then: Sequence[f.Fact]) -> None:
        worlds, player = self.worlds, self._who(str(fact.source.name))
        if any(isinstance(one, f.PlayerOut) and one.player == fact.source.name for one in then[:1]):
            worlds.leaves(player)
        elif fact.target == DRAW:
            assert self.laid is not None
            worlds.lay_on_pile(self.laid)
        elif fact.target != DISCARD:
            for face in fact.faces:
                self.story.must_be(partial(worlds.some, player, [face]))
                worlds.lay_open(player, face, self._place(fact.target))
        elif len(fact.faces) == fact.count:
            for face in fact.faces:
                self.story.must_be(partial(worlds.some, player, [face]))
                worlds.throw(player, face)
        else:
            for _ in range(fact.count):
                worlds.discard(player, self.drawn if KEEPS in self.traits else None)

    def _out(self, player: str) -> None:
        """Take the chair away; the gaps beside it become one."""
        story, k = self.story, self.story.table.seats.index(player)
        if len(story.gaps) < 2:
            return
        kept, closed = story.gaps[k - 1], story.gaps[k]
        self.worlds.pour(self.worlds.spot(("gap", kept)), self.worlds.spot(("gap", closed)))
        self.worlds.table.pop(("gap", closed))
        del story.gaps[k]
