"""What could have been known of a game that is over: how likely each role of each player was after each entry.

Only what everybody saw counts, put beside the rules. A *state* is who is La Cosa, who is infected, and how many
¡Infectado! each hand and pile holds; the other cards with a green back differ in nothing that hides. Each is weighed by
how often it comes about if the deal and every draw are chance and people choose at random among what the rules let
them do, save that La Cosa infects whenever it can. As long as there are not too many states all of them are followed
and the answer is exact. After that each hand and pile is followed by itself, for everybody who may be La Cosa: nothing
that may be so is ever left out, and who is ruled out is so for certain; what errs is how likely the others are.

A state is one number, so that a card that moves is an addition: La Cosa in the lowest bits, a bit for each infected
player, then how many ¡Infectado! lie in each place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import comb

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.game import Past
from companion.engine.history import Entry
from companion.engine.kit.retelling import steps
from companion.engine.places import DISCARD, DRAW, PLAY
from companion.engine.retelling import Hindsight, Moment
from companion.engine.state import Table, evolve
from companion.games.la_cosa.cards import effect, is_panic, spared
from companion.games.la_cosa.chain import Chain, chain
from companion.games.la_cosa.queries import HAND, HUMAN, INFECTED, INFECTED_CARD, THING, nobody_overflows, out_at_once

MOST = 20_000
"""So many states are followed together."""
ZEAL, THRIFT = 0.9, 0.1
"""How often La Cosa infects where it can, and how rarely it throws away an ¡Infectado! beside another card."""

WHO, FIELD = 4, 7
"""Bits for who is La Cosa, and for a number of cards."""
HARMLESS, PILES = frozenset({"direction", "options"}), frozenset({"draw_pile", "discard_pile"})
"""What a correction may name without any hidden card becoming doubtful, and without one of a hand."""
PLAYS = frozenset({"draw", "discard", "play", "respond", "eliminate"})
"""The verbs of play: whoever says one after an elimination says that it was not La Cosa who left."""

State = int
Ways = Iterable[tuple[State, float]]
"""The states that may follow, each with its part."""
Apart = dict[int, dict[State, float]]
"""What each place holds by itself."""
Kept = tuple[dict[State, float], dict[int, float], dict[int, Apart]]


def hindsight(decklist: Decklist, past: Sequence[Past], viewer: str = "", most: int = MOST) -> Hindsight:
    """Return what could be known after each entry, by everybody or by one who also knew what they were themselves.

    Names are those people have in the end.
    """
    knowing = Knowing(decklist, past[0][1], most)
    own = Own(chain(decklist, past), past, viewer) if viewer else None
    for entry, before in steps(past):
        knowing.hear(entry, before)
        if own:
            own.adds(knowing, entry.number)
        knowing.moments.append(knowing.now())
    names = tuple(sorted(knowing.place, key=lambda player: knowing.place[player]))
    return Hindsight(names, (THING, INFECTED), tuple(knowing.moments), knowing.is_exact, tuple(knowing.doubted))


class Own:
    """What a player knew alone: their role, when they were turned and by whom if they tell it, the hand shown later."""

    def __init__(self, told: Chain, past: Sequence[Past], viewer: str) -> None:
        table = past[-1][1]
        roles = table.ended.roles if table.ended else {}
        place = {player: place for place, player in enumerate(table.players)}
        self.seat, self.role, self.thing = place[viewer], roles.get(viewer, ""), place.get(told.thing, -1)
        turned = {place[p]: found.number for p in told.told if (found := told.moment(p))}
        self.turned = turned if self.role == THING else {p: n for p, n in turned.items() if p == self.seat}
        """At which entry whom, as far as this player knew at once."""
        self.hands: dict[int, tuple[str, ...]] = {}
        """The whole hand after an entry, where it was shown before it changed."""
        since = past[0][0].number
        for (entry, before), (_, after) in zip(steps(past), past, strict=True):
            for fact in entry.facts:
                match fact:
                    case f.CardsShown(owner, None, faces, _) if entry.verb == "show" and told.name(owner) == viewer:
                        if len(faces) == before.hands.get(owner):
                            self.hands[since] = faces
                    case f.CardsPassed(pairs) if any(viewer in map(told.name, pair) for pair in pairs):
                        since = entry.number
                    case f.CardsMoved(source, target) if viewer in {
                        told.name(str(one.name)) for one in (source, target) if one.kind == "hand"
                    }:
                        since = entry.number
            if entry.verb == "override" or viewer not in map(told.name, after.seats):
                since = entry.number

    def adds(self, knowing: Knowing, number: int) -> None:
        """Say what this player knew after an entry."""
        knowing.is_thing(self.seat, self.role == THING)
        if self.role == HUMAN:
            knowing.is_turned(self.seat, False)
        for place, when in self.turned.items():
            if number <= when:
                knowing.is_turned(place, number == when)
            if number == when:
                knowing.is_thing(self.thing, True)
        if number in self.hands:
            name = next(player for player, place in knowing.place.items() if place == self.seat)
            kept = knowing.kept()
            knowing.see(name, self.hands[number])
            knowing.even(kept)


class Knowing:
    """The states of one game and their weights, from its beginning to the entry heard last."""

    def __init__(self, decklist: Decklist, table: Table, most: int) -> None:
        self.decklist, self.most, self.number = decklist, most, 0
        self.many = len(table.players)
        self.place = {player: place for place, player in enumerate(table.players)}
        """Where each player stands in a state, by the name they have at the moment."""
        start = WHO + self.many
        self.draw, self.low, self.top, self.laid = (start + FIELD * k for k in range(4))
        """Where a state counts the ¡Infectado! of the draw pile, of the discards, of the card that somebody put on top
        of the pile, and of one about to be put there."""
        self.hands = [start + FIELD * (4 + place) for place in range(self.many)]
        self.gifts = [start + FIELD * (4 + self.many + place) for place in range(self.many)]
        """Where it counts the hand of each place, and what is being given to it."""
        self.masks = {start + FIELD * k: 127 << (start + FIELD * k) for k in range(4 + 2 * self.many)}
        for place, hand in enumerate(self.hands):
            self.masks[hand] |= 1 << (WHO + place)
        copies = decklist.in_play(self.many)
        self.pink = sum(is_panic(decklist, copy.slug) for copy in copies)
        """How many panics the draw pile holds; everybody sees the backs."""
        self.low_pink = 0
        self.sick = sum(effect(decklist, copy.slug) == INFECTED_CARD for copy in copies)
        self.weights: dict[State, float] = {place | self.sick << self.draw: 1 / self.many for place in range(self.many)}
        """Every state, as long as `is_exact`."""
        self.odds: dict[int, float] = {}
        self.apart: dict[int, Apart] = {}
        """After that how likely each player is La Cosa and, if so, what each place holds, by itself."""
        self.is_exact, self.has_top = True, False
        self.spared, self.shown = -1, dict[int, str]()
        """Who is not infected by the exchange that is offered, and the cards everybody saw being given."""
        self.drawn = 0
        """How many cards were drawn for ¡Determinación! and have not yet come to the hand."""
        self.gone: list[int] = []
        """Who left and may have been La Cosa."""
        self.doubted: list[int] = []
        """The entries that cannot have been as they were told, if all was lawful."""
        self.moments: list[Moment] = []

    # Entries

    def hear(self, entry: Entry, before: Table) -> None:
        """One entry that stands, and the table before it."""
        kept = self.kept()
        self.table, self.number = before, entry.number
        action = Action(entry.verb, entry.action)
        if entry.verb in PLAYS and self.gone:
            self._keep(lambda state: state & 15 not in self.gone)
            self.gone = []
        self._enter(entry, action)
        if self.even(kept):
            self.doubted.append(entry.number)
            self._scatter()
        if self.is_exact and len(self.weights) > self.most:
            self._part()

    def is_thing(self, seat: int, so: bool) -> None:
        """Say that a seat is La Cosa, or is not."""
        self._believe(lambda state: (state & 15 == seat) == so)

    def is_turned(self, seat: int, so: bool) -> None:
        """Say that a seat is infected, or is not."""
        self._believe(lambda state: state >> (WHO + seat) & 1 == so, self.hands[seat])

    def _believe(self, fits: Callable[[State], bool], *places: int) -> None:
        """Leave out what does not fit, unless nothing does."""
        kept = self.kept()
        self._keep(fits, *places)
        self.even(kept)

    def kept(self) -> Kept:
        return self.weights, dict(self.odds), {thing: dict(places) for thing, places in self.apart.items()}

    def even(self, kept: Kept) -> bool:
        """Let all weights together be 1, and return True if none was left: then all is as it was."""
        is_empty = not self.weights and not self.odds
        if is_empty:
            self.weights, self.odds, self.apart = kept
        for weights in (self.weights, self.odds):
            total = sum(weights.values())
            for one, weight in weights.items():
                weights[one] = weight / total
        return is_empty

    def now(self) -> Moment:
        """Return who may be what after the entry heard last."""
        many, worlds = self.many, 0
        root, turned = [0.0] * many, [0.0] * many
        if self.is_exact:
            found: dict[int, float] = defaultdict(float)
            for state, weight in self.weights.items():
                found[state & (1 << (WHO + many)) - 1] += weight
            worlds = len(found)
            for world, weight in found.items():
                root[world & 15] += weight
                for place in range(many):
                    turned[place] += weight * (world >> (WHO + place) & 1)
        for thing, odds in self.odds.items():
            root[thing], ways = odds, 1
            for place in range(many):
                ill: dict[int, float] = defaultdict(float)
                for part, weight in self.apart[thing][self.hands[place]].items():
                    ill[part >> (WHO + place) & 1] += weight
                turned[place] += odds * ill.get(1, 0.0)
                ways *= len(ill)
            worlds += ways
        return Moment(self.number, worlds, tuple(root), tuple(turned))

    def _enter(self, entry: Entry, action: Action) -> None:
        acts = effect(self.decklist, action.text("card"))
        facts, table = entry.facts, self.table
        named = frozenset(action.table("set")) if entry.verb == "override" else HARMLESS
        if entry.verb == "eliminate":
            prompt = table.prompt
            other = "" if prompt is None else prompt.to if action.player == prompt.by else prompt.by
            self._superinfected(action.player, "" if out_at_once(table) else other)
        if entry.verb == "play" and acts == "revelaciones":
            for player in action.names("shown"):
                self._saw_infected(player, player == action.text("infected"))
        cita = entry.verb == "play" and acts == "cita-a-ciegas" and any(isinstance(o, f.CardsMoved) for o in facts)
        if cita:
            self._discard(action.player, 1, self.laid)
        for number, fact in enumerate(facts):
            out = any(isinstance(one, f.PlayerOut) for one in facts[number + 1 : number + 2])
            self._happened(fact, entry.verb, entry.verb == "play" and acts == "determinacion", out)
            self.table = evolve(self.table, fact)
        if not named <= HARMLESS | PILES:
            self._corrected()
        elif not named <= HARMLESS:
            self._counted(table)
        if who := spared(self.decklist, action, table, self.table):
            self.spared = self.place[who]

    def _happened(self, fact: f.Fact, verb: str, drawn: bool, leaves: bool) -> None:
        match fact:
            case f.Renamed(player, to):
                self.place[to] = self.place.pop(player)
            case f.CardsMoved() if verb != "override":
                self._moved(fact, verb, drawn, leaves)
            case f.StackShuffled():
                self.pink, self.low_pink = self.pink + self.low_pink, 0
                self.has_top = False
                low, draw, top = self.low, self.draw, self.top
                self._follow(lambda state: [(_poured(_poured(state, low, draw), top, draw), 1.0)], low, top, draw)
            case f.CardsShown(owner, None, faces, _) if faces:
                if verb == "respond":
                    self.shown[self.place[owner]] = faces[0]
                elif verb == "show" and owner in self.table.seats:
                    self.see(owner, faces)
            case f.CardsPassed(pairs):
                self._pass(pairs)
            case f.RoleShown(player, role):
                thing = self.place[player]
                self._keep(lambda state: (state & 15 == thing) == (role == THING))
                self.gone = [one for one in self.gone if one != thing]
            case f.PlayerOut(player, _) if verb != "override":
                self.gone.append(self.place[player])
            case f.Asked() | f.Settled() | f.TurnBegan():
                self.spared, self.shown = -1, {}
            case _:
                pass

    # Cards that move

    def _moved(self, fact: f.CardsMoved, verb: str, drawn: bool, leaves: bool) -> None:
        count_, faces = fact.count, fact.faces
        if fact.source == DRAW:
            if fact.target.kind != "hand":
                pink = min(self.pink, count_)
                self.pink, self.low_pink = self.pink - pink, self.low_pink + (fact.target == DISCARD and pink)
            else:
                for taken in range(count_):
                    at = self.laid if drawn else self.hands[self.place[str(fact.target.name)]]
                    self._draw(at, faces[0] if faces else "", taken)
                self.drawn += drawn and count_
        elif fact.source.kind == "hand":
            player = str(fact.source.name)
            if leaves:
                self._leave(player)
            elif fact.target == DRAW:
                self.has_top = True
                self._follow(lambda state: [(_poured(state, self.laid, self.top), 1.0)], self.laid, self.top)
            elif len(faces) == count_:
                for face in faces:
                    self._lay(player, face, verb == "discard", self.low if fact.target == DISCARD else 0)
            elif self.drawn:
                self._keep_one(player)
            else:
                self._discard(player, count_, self.low)
        elif fact.source == PLAY and fact.target == DISCARD:
            self.low_pink += sum(is_panic(self.decklist, face) for face in faces)

    def _sick(self, face: str) -> bool:
        return effect(self.decklist, face.split(".")[0]) == INFECTED_CARD

    def _size(self, player: str) -> int:
        return self.table.hands.get(player, 0)

    def _draw(self, hand: int, face: str, taken: int) -> None:
        """Draw a card with a green back to a hand, or for ¡Determinación! beside it; `taken` came with it before."""
        draw, top = self.draw, self.top
        if self.has_top:
            self.has_top = False
            self._follow(lambda state: [(_poured(state, top, hand), 1.0)], top, hand)
            return
        green = max(1, self.table.piles["draw"] - self.pink - taken)
        seen = self._sick(face) if face else None

        def ways(state: State) -> Iterator[tuple[State, float]]:
            sick = min(count(state, draw), green)
            if sick and seen is not False:
                yield state + (1 << hand) - (1 << draw), sick / green
            if sick < green and seen is not True:
                yield state, 1 - sick / green

        self._follow(ways, draw, hand)

    def _lay(self, player: str, face: str, chosen: bool, to: int) -> None:
        """Take a card that everybody sees from a hand. Played it tells that it was there; thrown, it was `chosen`."""
        place, size = self.place[player], self._size(player)
        hand, sick = self.hands[place], self._sick(face)

        def ways(state: State) -> Iterator[tuple[State, float]]:
            has = count(state, hand)
            plain, may = size - has - (state & 15 == place), has - (state >> (WHO + place) & 1)
            odds = may * (THRIFT if state & 15 == place else 1.0) if chosen else may
            if not sick and plain > 0:
                yield state, plain / (plain + odds) if chosen else 1.0
            elif sick and may > 0:
                yield state - (1 << hand) + (to and 1 << to), odds / (plain + odds) if chosen else 1.0

        self._follow(ways, hand, *([to] if to else []))

    def _discard(self, player: str, many: int, to: int) -> None:
        """Cards leave a hand unseen, any of those that may."""
        place, size = self.place[player], self._size(player)
        hand = self.hands[place]

        def ways(state: State) -> Iterator[tuple[State, float]]:
            has = count(state, hand)
            plain = size - has - (state & 15 == place)
            most = has - (state >> (WHO + place) & 1)
            worth = THRIFT if state & 15 == place else 1.0
            found = {
                sick: comb(has, sick) * comb(max(plain, 0), many - sick) * worth**sick
                for sick in range(min(many, most) + 1)
            }
            total = sum(found.values())
            for sick, often in found.items():
                if often:
                    yield state - (sick << hand) + (sick << to), often / total

        self._follow(ways, hand, to)

    def _keep_one(self, player: str) -> None:
        """Of the cards just drawn two are discarded unseen, any of them that may, and the rest comes to the hand."""
        place, drawn = self.place[player], self.drawn
        hand, laid, low = self.hands[place], self.laid, self.low
        self.drawn = 0

        def ways(state: State) -> Iterator[tuple[State, float]]:
            has, came = count(state, hand), count(state, laid)
            worth = THRIFT if state & 15 == place else 1.0
            most = has + came - (state >> (WHO + place) & 1)
            found = {
                sick: comb(came, sick) * comb(drawn - came, 2 - sick) * worth**sick for sick in range(min(2, most) + 1)
            }
            total = sum(found.values())
            for sick, often in found.items():
                if often:
                    yield state - (came << laid) + (came - sick << hand) + (sick << low), often / total

        self._follow(ways, hand, laid, low)

    def _leave(self, player: str) -> None:
        """Discard a hand unseen; nobody asks any more whether its owner is infected."""
        place = self.place[player]
        hand, low, bit = self.hands[place], self.low, 1 << (WHO + place)
        self._follow(lambda state: [(_poured(state, hand, low) & ~bit, 1.0)], hand, low)

    # Exchanges

    def _pass(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Let everybody choose what they give before anybody takes it."""
        offered = self.table.prompt is not None
        spared = self.spared if offered else -1
        for giver, taker in pairs:
            self._give(self.place[giver], self.place[taker], self._size(giver), spared, offered)
        for giver, taker in pairs:
            self._take(self.place[giver], self.place[taker], spared)

    def _give(self, giver: int, taker: int, size: int, spared: int, offered: bool) -> None:
        hand, gift = self.hands[giver], self.gifts[taker]

        def ways(state: State) -> Iterator[tuple[State, float]]:
            for sick, odds in self._gifts(state, giver, taker, size, spared, offered):
                yield state + (sick and (1 << gift) - (1 << hand)), odds

        self._follow(ways, hand, gift, self.hands[taker])

    def _take(self, giver: int, taker: int, spared: int) -> None:
        hand, gift = self.hands[taker], self.gifts[taker]

        def ways(state: State) -> Iterator[tuple[State, float]]:
            ill = count(state, gift) and state & 15 == giver and taker != spared
            yield _poured(state, gift, hand) | (ill and 1 << (WHO + taker)), 1.0

        self._follow(ways, hand, gift)

    def _gifts(
        self, state: State, giver: int, taker: int, size: int, spared: int, offered: bool
    ) -> list[tuple[bool, float]]:
        """Return whether a card given may be an ¡Infectado!, or another, and how likely each is."""
        thing, has = state & 15, count(state, self.hands[giver])
        plain = size - has - (giver == thing)
        may = has
        if giver != thing:
            spare = state >> (WHO + giver) & 1 and taker == thing
            may = has if spare and has > 1 else 0
            if not plain and (not offered or nobody_overflows(self.table)):
                may = has  # nobody can get out of a round, and nobody is eliminated by it
        odds = may / (may + plain) if may + plain else 0.0
        fresh = giver == thing and taker != spared and not state >> (WHO + taker) & 1
        if fresh and may and plain:
            odds = ZEAL
        seen = self._sick(self.shown[giver]) if giver in self.shown else None
        return [
            (sick, part)
            for sick, part, can in ((True, odds, may), (False, 1 - odds, plain > 0))
            if can and seen in (None, sick)
        ]

    def _superinfected(self, player: str, facing: str) -> None:
        """Someone showed nothing but ¡Infectado! at an exchange; or, `facing` nobody, four of them."""
        place, other, size = self.place[player], self.place.get(facing, -1), self._size(player)
        hand, least = self.hands[place], size if facing else min(size, HAND)

        def can(state: State) -> bool:
            excused = state >> (WHO + place) & 1 and state & 15 == other
            return state & 15 != place and count(state, hand) >= least and not excused

        self._keep(can, hand)

    # What is seen

    def see(self, player: str, faces: Sequence[str]) -> None:
        """Everybody saw these cards of a hand: all of them, or as many as were shown."""
        place, size = self.place[player], self._size(player)
        hand = self.hands[place]
        thing = any(effect(self.decklist, face.split(".")[0]) == THING for face in faces)
        sick = sum(map(self._sick, faces))
        plain = len(faces) - sick - thing
        whole = len(faces) == size

        def ways(state: State) -> Iterator[tuple[State, float]]:
            has, is_thing = count(state, hand), state & 15 == place
            rest = size - has - is_thing
            if whole and (has != sick or is_thing != thing):
                return
            if has >= sick and rest >= plain and is_thing >= thing:
                yield state, comb(has, sick) * comb(rest, plain) / comb(size, len(faces)) if not whole else 1.0

        self._follow(ways, hand)

    def _saw_infected(self, player: str, has: bool) -> None:
        hand = self.hands[self.place[player]]
        self._keep(lambda state: bool(count(state, hand)) == has, hand)

    # Corrections

    def _counted(self, before: Table) -> None:
        """Mix the two piles once they were counted: any green card may lie in either."""
        lost = before.piles["draw"] - self.table.piles["draw"]
        lost = max(-self.low_pink, min(self.pink, lost))
        self.pink, self.low_pink, self.has_top = self.pink - lost, self.low_pink + lost, False
        draw, low, top = self.draw, self.low, self.top
        green, other = (max(0, self.table.piles[pile] - pink)
                        for pile, pink in (("draw", self.pink), ("discard", self.low_pink)))  # fmt: skip

        def ways(state: State) -> Iterator[tuple[State, float]]:
            state = _poured(_poured(state, top, draw), low, draw)
            sick = count(state, draw)
            for away in range(max(0, sick - green), min(sick, other) + 1):
                yield state + away * ((1 << low) - (1 << draw)), comb(green, sick - away) * comb(other, away)
            if sick > green + other:
                yield state, 1.0

        self._follow(ways, draw, low, top)

    def _corrected(self) -> None:
        """Something happened that nobody told: cards may lie anywhere. La Cosa and the infected stay who they are."""
        self.gone, self.spared, self.shown = [], -1, {}
        self._scatter()

    def _scatter(self) -> None:
        """Deal the ¡Infectado! anew to all places that may hold them; the infected have one each."""
        if self.is_exact:
            self._part()
        self.has_top, table = False, self.table
        self.pink = min(self.pink, table.piles["draw"])
        sizes = {self.hands[self.place[p]]: size for p, size in table.hands.items() if p in table.seats}
        sizes |= {self.draw: table.piles["draw"] - self.pink, self.low: table.piles["discard"]}
        for thing, places in self.apart.items():
            owes: dict[int, dict[int, float]] = {}
            for at in sizes:
                ill = owes[at] = defaultdict(float)
                for part, weight in places[at].items():
                    ill[part & (1 << (WHO + self.many)) - 1] += weight
            room = {at: size - (at == self.hands[thing]) for at, size in sizes.items()}
            owed = round(sum(weight for ill in owes.values() for bit, weight in ill.items() if bit))
            left = max(0, self.sick - owed)
            slots = max(left, sum(room.values()) - owed)
            for at in places:
                places[at] = {
                    bit + (sick + (bit > 0) << at): weight * often
                    for bit, weight in owes.get(at, {0: 1.0}).items()
                    for sick, often in _dealt(slots, left, max(0, room.get(at, 0) - (bit > 0)))
                }

    # Weights

    def _follow(self, ways: Callable[[State], Ways], *places: int) -> None:
        """Go on to the states that follow. `ways` depends on who is La Cosa and on these places alone, and changes
        nothing else; of a hand its place also says whether its player is infected."""
        looks_at = 15 | sum(self.masks[at] for at in places)
        found: dict[State, list[tuple[int, float]]] = {}
        weights: dict[State, float] = {}
        for state, weight in self.weights.items():
            seen = state & looks_at
            if seen not in found:
                found[seen] = [(after - seen, part) for after, part in ways(seen)]
            for step, part in found[seen]:
                weights[state + step] = weights.get(state + step, 0.0) + weight * part
        self.weights = weights
        for thing in list(self.odds):
            apart = self.apart[thing]
            joint = {thing: 1.0}
            for at in places:
                joint = {state | part: one * other for state, one in joint.items() for part, other in apart[at].items()}
            after: dict[State, float] = defaultdict(float)
            for state, weight in joint.items():
                for then, part in ways(state):
                    after[then] += weight * part
            total = sum(after.values())
            self.odds[thing] *= total
            if not self.odds[thing]:
                del self.odds[thing], self.apart[thing]
                continue
            apart.update(self._each(after, places, total))

    def _keep(self, fits: Callable[[State], bool], *places: int) -> None:
        self._follow(lambda state: [(state, 1.0)] if fits(state) else [], *places)

    def _part(self) -> None:
        """Go on with each place by itself, for whoever may be La Cosa: nothing that may be is lost by it, but what
        two places say of one another is."""
        self.is_exact = False
        for thing in {state & 15 for state in self.weights}:
            states = {state: weight for state, weight in self.weights.items() if state & 15 == thing}
            self.odds[thing] = sum(states.values())
            self.apart[thing] = self._each(states, tuple(self.masks), self.odds[thing])
        self.weights = {}

    def _each(self, states: Mapping[State, float], places: Sequence[int], total: float) -> Apart:
        found: Apart = {at: defaultdict(float) for at in places}
        for at, each in found.items():
            mask = self.masks[at]
            for state, weight in states.items():
                each[state & mask] += weight / total
        return found


def _dealt(slots: int, sick: int, room: int) -> Iterator[tuple[int, float]]:
    """Yield how many of `sick` cards among `slots` fall to some of these, and how likely."""
    for some in range(max(0, sick - (slots - room)), min(sick, room) + 1):
        yield some, comb(room, some) * comb(slots - room, sick - some) / comb(slots, sick)


def _poured(state: State, at: int, to: int) -> State:
    """Return the state after all ¡Infectado! of one place went to another."""
    return state + count(state, at) * ((1 << to) - (1 << at))


def count(state: State, at: int) -> int:
    """Return how many ¡Infectado! a state has in a place."""
    return state >> at & 127
