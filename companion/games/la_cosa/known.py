"""What could have been known of a game that is over: how likely each role of each player was after each entry.

Only what everybody saw counts, put beside the rules. A *state* is who is La Cosa, who is infected, and how many
¡Infectado! each hand and pile holds; the other cards with a green back differ in nothing that hides. Each is weighed by
how often it comes about if the deal and every draw are chance and people choose at random among what the rules let
them do, save that La Cosa infects whenever it can. As long as there are not too many states all of them are followed
and the answer is exact; after that a weighted sample of them is, several times over, which tells how far it errs.

A state is one number, so that a card that moves is an addition: La Cosa in the lowest bits, a bit for each infected
player, then how many ¡Infectado! lie in each place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import comb, sqrt

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.game import Past
from companion.engine.history import Entry
from companion.engine.kit.retelling import steps
from companion.engine.places import DISCARD, DRAW, PLAY
from companion.engine.retelling import Hindsight, Moment, Roll
from companion.engine.state import Table, evolve
from companion.games.la_cosa.cards import effect, is_panic, spared
from companion.games.la_cosa.queries import HAND, HUMAN, INFECTED, INFECTED_CARD, THING, nobody_overflows, out_at_once

MOST = 2000
"""So many states are followed at a time; of more than that a sample."""
ZEAL = 0.9
THRIFT, FEAR = 0.1, 1.0
"""How often La Cosa infects where it can: not always, so that no lawful world is left out."""

WHO, FIELD = 4, 7
"""Bits for who is La Cosa, and for a number of cards."""
HARMLESS, PILES = frozenset({"direction", "options"}), frozenset({"draw_pile", "discard_pile"})
"""What a correction may name without any hidden card becoming doubtful, and without one of a hand."""
PILES = frozenset({"draw_pile", "discard_pile"})
"""What it may name without a card of a hand becoming doubtful."""
PLAYS = frozenset({"draw", "discard", "play", "respond", "eliminate"})
"""The verbs of play: whoever says one after an elimination says that it was not La Cosa who left."""

State = int
Ways = Iterable[tuple[State, float]]
"""The states that may follow, each with its part."""


def hindsight(decklist: Decklist, past: Sequence[Past], rolls: Sequence[Roll], most: int = MOST) -> Hindsight:
    """Return what could be known after each entry; names are those people have in the end.

    `rolls`: the chance of as many samples as are to be compared, where not everything can be counted.
    """
    told = [_told(decklist, past, most, rolls[0])]
    if not told[0].is_exact:
        told += [_told(decklist, past, most, roll) for roll in rolls[1:]]
    end = past[-1][1]
    moments = []
    for here in zip(*(run.moments for run in told), strict=True):
        moments.append(_moment(here[0][0], [worlds for _, worlds in here], told[0].many, end))
    error = max((moment.error for moment in moments), default=0.0)
    return Hindsight(
        told[0].names(), (THING, INFECTED), tuple(moments), told[0].is_exact, error, tuple(told[0].doubted)
    )


def _told(decklist: Decklist, past: Sequence[Past], most: int, roll: Roll) -> Knowing:
    knowing = Knowing(decklist, past[0][1], most, roll)
    for entry, before in steps(past):
        knowing.hear(entry, before)
    return knowing


def _moment(number: int, runs: Sequence[Mapping[int, float]], many: int, end: Table) -> Moment:
    """Return one moment of all samples: their mean, and how far it may err."""
    roles = end.ended.roles if end.ended else {}
    everybody = _likely(runs, many, -1, "")
    views = {"": everybody, **{p: _likely(runs, many, place, roles.get(p, "")) for place, p in enumerate(end.players)}}
    means = {who: tuple(sum(one) / len(one) for one in zip(*rows, strict=True)) for who, rows in views.items()}
    error = 0.0
    if len(runs) > 1:
        for column in zip(*everybody, strict=True):
            mean = sum(column) / len(column)
            error = max(error, sqrt(sum((one - mean) ** 2 for one in column) / (len(column) * (len(column) - 1))))
    worlds = len(set().union(*runs))
    return Moment(number, worlds, {who: (row[:many], row[many:]) for who, row in means.items() if row}, error)


def _likely(runs: Sequence[Mapping[int, float]], many: int, seat: int, role: str) -> list[tuple[float, ...]]:
    """Return for each sample how likely everybody is La Cosa, then infected; as a seat sees it that knows its role.

    Somebody who was infected in the end was human before, and nobody says until when.
    """
    rows = []
    for worlds in runs:
        row, total = [0.0] * (2 * many), 0.0
        for world, weight in worlds.items():
            thing, infected = world % (1 << WHO), world >> WHO
            if role and ((thing == seat) != (role == THING) or (role == HUMAN and infected >> seat & 1)):
                continue
            total += weight
            row[thing] += weight
            for place in range(many):
                row[many + place] += weight * (infected >> place & 1)
        if total:
            rows.append(tuple(one / total for one in row))
    return rows


class Knowing:
    """The states of one game and their weights, from its beginning to the entry heard last."""

    def __init__(self, decklist: Decklist, table: Table, most: int, roll: Roll) -> None:
        self.decklist, self.most, self.roll = decklist, most, roll
        self.many = len(table.players)
        self.place = {player: place for place, player in enumerate(table.players)}
        """Where each player stands in a state, by the name they have at the moment."""
        start = WHO + self.many
        self.draw, self.low, self.top, self.laid = (start + FIELD * k for k in range(4))
        """Where a state counts the ¡Infectado! of the draw pile, of the discards, of the card that somebody put on top
        of the pile, and of one about to be put there."""
        self.hands = [start + FIELD * (4 + place) for place in range(self.many)]
        copies = decklist.in_play(self.many)
        self.pink = sum(is_panic(decklist, copy.slug) for copy in copies)
        """How many panics the draw pile holds; everybody sees the backs."""
        self.low_pink = 0
        self.sick = sum(effect(decklist, copy.slug) == INFECTED_CARD for copy in copies)
        self.weights: dict[State, float] = {place | self.sick << self.draw: 1 / self.many for place in range(self.many)}
        self.is_exact, self.has_top = True, False
        self.spared, self.shown = -1, dict[int, str]()
        """Who is not infected by the exchange that is offered, and the cards everybody saw being given."""
        self.drawn = 0
        """How many cards were drawn for ¡Determinación! and have not yet come to the hand."""
        self.gone: list[int] = []
        """Who left and may have been La Cosa."""
        self.doubted: list[int] = []
        """The entries that cannot have been as they were told, if all was lawful."""
        self.moments: list[tuple[int, dict[int, float]]] = []

    def names(self) -> tuple[str, ...]:
        """Return what everybody is called now, in the order of the places."""
        return tuple(sorted(self.place, key=lambda player: self.place[player]))

    # Entries

    def hear(self, entry: Entry, before: Table) -> None:
        """One entry that stands, and the table before it."""
        kept, self.table = self.weights, before
        action = Action(entry.verb, entry.action)
        if entry.verb in PLAYS and self.gone:
            self._keep(lambda state: state & 15 not in self.gone)
            self.gone = []
        self._enter(entry, action)
        if not self.weights:
            self.weights = kept
            if self.is_exact:  # else what was true may only be missing in the sample
                self.doubted.append(entry.number)
            self._scatter()
        total = sum(self.weights.values())  # of long games it would vanish
        self.weights = {state: weight / total for state, weight in self.weights.items()}
        self._thin()
        self.moments.append((entry.number, self.worlds()))

    def worlds(self) -> dict[int, float]:
        """Return how much each world weighs: who is La Cosa, in the lowest bits, and a bit for each who is infected."""
        worlds: dict[int, float] = defaultdict(float)
        total = sum(self.weights.values())
        for state, weight in self.weights.items():
            worlds[state % (1 << (WHO + self.many))] += weight / total
        return dict(worlds)

    def give(self, player: str, card: str) -> None:
        """Say what a player is seen to give in the exchange that is offered, if it is carried out."""
        self.shown[self.place[player]] = card

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
                    self.give(owner, faces[0])
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

        self._follow(ways, draw)

    def _lay(self, player: str, face: str, chosen: bool, to: int) -> None:
        """Take a card that everybody sees from a hand. Played it tells that it was there; thrown, it was `chosen`."""
        place, size = self.place[player], self._size(player)
        hand, sick = self.hands[place], self._sick(face)

        def ways(state: State) -> Iterator[tuple[State, float]]:
            has = count(state, hand)
            plain, may = size - has - (state & 15 == place), has - self._must_keep(state, place)
            odds = may * self._worth(state, place) if chosen else may
            if not sick and plain > 0:
                yield state, plain / (plain + odds) if chosen else 1.0
            elif sick and may > 0:
                yield state - (1 << hand) + (to and 1 << to), odds / (plain + odds) if chosen else 1.0

        self._follow(ways, hand)

    def _must_keep(self, state: State, place: int) -> int:
        """Return how many ¡Infectado! a player has to keep: one who is infected, the last."""
        return state >> (WHO + place) & 1

    def _worth(self, state: State, place: int) -> float:
        """Return how much sooner than another card a player throws away an ¡Infectado!."""
        if state & 15 == place:
            return THRIFT
        return 1.0 if state >> (WHO + place) & 1 else FEAR

    def _discard(self, player: str, many: int, to: int) -> None:
        """Cards leave a hand unseen, any of those that may."""
        place, size = self.place[player], self._size(player)
        hand = self.hands[place]

        def ways(state: State) -> Iterator[tuple[State, float]]:
            has = count(state, hand)
            plain = size - has - (state & 15 == place)
            most = has - self._must_keep(state, place)
            worth = self._worth(state, place)
            found = {
                sick: comb(has, sick) * comb(max(plain, 0), many - sick) * worth**sick
                for sick in range(min(many, most) + 1)
            }
            total = sum(found.values())
            for sick, often in found.items():
                if often:
                    yield state - (sick << hand) + (sick << to), often / total

        self._follow(ways, hand)

    def _keep_one(self, player: str) -> None:
        """Of the cards just drawn two are discarded unseen, any of them that may, and the rest comes to the hand."""
        place, drawn = self.place[player], self.drawn
        hand, laid, low = self.hands[place], self.laid, self.low
        self.drawn = 0

        def ways(state: State) -> Iterator[tuple[State, float]]:
            has, came = count(state, hand), count(state, laid)
            worth = self._worth(state, place)
            most = has + came - self._must_keep(state, place)
            found = {
                sick: comb(came, sick) * comb(drawn - came, 2 - sick) * worth**sick for sick in range(min(2, most) + 1)
            }
            total = sum(found.values())
            for sick, often in found.items():
                if often:
                    yield state - (came << laid) + (came - sick << hand) + (sick << low), often / total

        self._follow(ways, hand, laid)

    def _leave(self, player: str) -> None:
        """Discard a hand unseen; nobody asks any more whether its owner is infected."""
        place = self.place[player]
        hand, low, bit = self.hands[place], self.low, 1 << (WHO + place)
        self._follow(lambda state: [(_poured(state, hand, low) & ~bit, 1.0)], hand)

    # Exchanges

    def _pass(self, pairs: Sequence[tuple[str, str]]) -> None:
        offered = self.table.prompt is not None
        places = [(self.place[giver], self.place[taker]) for giver, taker in pairs]
        sizes = [self._size(giver) for giver, _ in pairs]
        spared = self.spared if offered else -1

        def ways(state: State) -> Iterator[tuple[State, float]]:
            choices = [
                self._gifts(state, giver, taker, size, spared, offered)
                for (giver, taker), size in zip(places, sizes, strict=True)
            ]
            thing = state & 15
            for gifts in product(*choices):
                after, part = state, 1.0
                for (giver, taker), (sick, odds) in zip(places, gifts, strict=True):
                    part *= odds
                    if sick:
                        after += (1 << self.hands[taker]) - (1 << self.hands[giver])
                        if giver == thing and taker != spared:
                            after |= 1 << (WHO + taker)
                yield after, part

        self._follow(ways, *(self.hands[giver] for giver, _ in places))

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

        self._keep(can)

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
        self._keep(lambda state: bool(count(state, hand)) == has)

    # Corrections

    def _counted(self, before: Table) -> None:
        """The piles were counted: panics that had to be skipped lie in the other, and any green card in either."""
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
        out = sum(1 << (WHO + place) for player, place in self.place.items() if player not in self.table.seats)
        self._follow(lambda state: [(state & ~out, 1.0)])
        self._scatter()

    def _scatter(self) -> None:
        """Deal the ¡Infectado! of each state anew to all places that may hold them: a sample."""
        self.is_exact, self.has_top = False, False
        table = self.table
        self.pink = min(self.pink, table.piles["draw"])
        seats = [(self.place[player], size) for player, size in table.hands.items() if player in table.seats]
        seats_of_piles = [self.draw] * (table.piles["draw"] - self.pink) + [self.low] * table.piles["discard"]

        def ways(state: State) -> Iterator[tuple[State, float]]:
            for _ in range(3):
                world = state % (1 << (WHO + self.many))
                after, slots = world, list(seats_of_piles)
                for place, size in seats:
                    room, owed = size - (world & 15 == place), world >> (WHO + place) & 1
                    after += owed << self.hands[place]
                    slots += [self.hands[place]] * max(0, room - owed)
                left = self.sick - sum(world >> (WHO + place) & 1 for place, _ in seats)
                for at in sorted(slots, key=lambda _: self.roll())[: max(0, left)]:
                    after += 1 << at
                yield after - state, 1 / 3

        weights: dict[State, float] = defaultdict(float)
        for state, weight in self.weights.items():
            for step, part in ways(state):
                weights[state + step] += weight * part
        self.weights = weights

    # Weights

    def _follow(self, ways: Callable[[State], Ways], *places: int) -> None:
        """Go on to the states that follow. `ways` depends on who is La Cosa, who is infected and these places alone."""
        looks_at = (1 << (WHO + self.many)) - 1 | sum(127 << at for at in places)
        found: dict[State, list[tuple[int, float]]] = {}
        weights: dict[State, float] = {}
        for state, weight in self.weights.items():
            seen = state & looks_at
            if seen not in found:
                found[seen] = [(after - seen, part) for after, part in ways(seen)]
            for step, part in found[seen]:
                weights[state + step] = weights.get(state + step, 0.0) + weight * part
        self.weights = weights

    def _keep(self, fits: Callable[[State], bool]) -> None:
        self.weights = {state: weight for state, weight in self.weights.items() if fits(state)}

    def _thin(self) -> None:
        """Take a sample where there are too many states: as many for whoever may be La Cosa.

        Those that weigh most are kept as they are, and the others stand in for what lies next to them.
        """
        if len(self.weights) <= self.most:
            return
        self.is_exact = False
        groups: dict[int, list[tuple[State, float]]] = defaultdict(list)
        for state in sorted(self.weights):
            groups[state & 15].append((state, self.weights[state]))
        self.weights = {}
        for group in groups.values():
            many, left = self.most // len(groups), sum(weight for _, weight in group)
            if len(group) <= many:
                self.weights.update(group)
                continue
            for heavy in sorted((weight for _, weight in group), reverse=True):
                if many < 2 or heavy * many <= left:
                    break
                many, left = many - 1, left - heavy
            step = left / many
            reached, next_ = 0.0, self.roll() * step
            for state, weight in group:
                if weight > step:
                    self.weights[state] = weight
                    continue
                reached += weight
                if next_ < reached:
                    self.weights[state] = step
                    next_ += step


def _poured(state: State, at: int, to: int) -> State:
    """Return the state after all ¡Infectado! of one place went to another."""
    return state + count(state, at) * ((1 << to) - (1 << at))


def count(state: State, at: int) -> int:
    """Return how many ¡Infectado! a state has in a place."""
    return state >> at & 127
