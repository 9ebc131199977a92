"""Every world of a tiny game, one by one: the judge's own truth. It shares nothing with the solver's side.

A world is where each copy lies, who was dealt La Cosa, who is infected, and what was put on top of the pile. Only the
plain list of what happened is common to both sides (`judge.public`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import NamedTuple

from tests.lab.judge.public import (
    Box,
    Event,
    Given,
    Held,
    Infections,
    IsThing,
    Moment,
    Move,
    Out,
    Overfull,
    Round,
    Shown,
    Shuffle,
    Swap,
    Verdict,
)


class One(NamedTuple):
    """One world at one moment."""

    lies: tuple[str, ...]
    """The place of each copy, in the order of the box."""
    thing: str
    infected: frozenset[str]
    top: str | None


@dataclass
class Node:
    """One step of the game as the list keeps it."""

    before: Node | None
    events: tuple[Event, ...] = ()
    given: Given | None = None
    seen: list[Held] = field(default_factory=list)
    after: list[Node] = field(default_factory=list)
    known: dict[str | None, set[One]] = field(default_factory=dict)
    """The worlds that were listed here already, by who need not have kept an ¡Infectado!."""

    def tells(self) -> bool:
        """Tell whether cards were seen here or later."""
        return bool(self.seen) or any(node.tells() for node in self.after)


class Listing:
    """All worlds of one tiny game."""

    def __init__(self, box: Box, players: Sequence[str]) -> None:
        self.box, self.players = box, tuple(players)
        self.root = self.now = Node(None)
        self.spot = {copy: k for k, copy in enumerate(box.green)}
        self.kinds = [copy.split(".")[0] for copy in box.green]

    # ------------------------------------------------------------------ the course

    def go(self, events: Sequence[Event], given: Given | None) -> None:
        """Take one step on."""
        node = Node(self.now, tuple(events), given)
        self.now.after.append(node)
        self.now = node

    def back(self) -> None:
        """Take the last step back."""
        assert self.now.before is not None
        self.now = self.now.before
        self.now.known.clear()

    def see(self, held: Held) -> None:
        """Remember cards seen in a hand now."""
        self.now.seen.append(held)
        self.now.known.clear()

    def worlds(self, lawless: str | None = None) -> set[One]:
        """List the worlds that are possible now."""
        return self._listed(self.now, lawless)

    def _listed(self, node: Node, lawless: str | None) -> set[One]:
        if lawless not in node.known:
            here = set(self._deals()) if node.before is None else self._listed(node.before, lawless)
            here = self._through(here, node, lawless)
            node.known[lawless] = self._and_branches(here, node, lawless)
        return node.known[lawless]

    def _through(self, worlds: Iterable[One], node: Node, lawless: str | None) -> set[One]:
        found = set(worlds)
        for event in node.events:
            given = dict(node.given.cards) if node.given and isinstance(event, Swap | Round) else {}
            found = {after for world in found for after in self._after(world, event, given, lawless)}
        return {world for world in found if all(self.shows(world, held) for held in node.seen)}

    def _and_branches(self, worlds: set[One], node: Node, lawless: str | None) -> set[One]:
        """Keep the worlds from which the undone steps, as they were seen, could have happened.

        The worlds listed before the next step know of every undone step.
        """
        for branch in node.after:
            if branch.tells():
                worlds = {w for w in worlds if self._and_branches(self._through({w}, branch, lawless), branch, lawless)}
        return worlds

    def _deals(self) -> Iterator[One]:
        able = [copy for copy in self.box.green if not copy.startswith("infectado.")]
        start = ["draw"] * len(self.box.green)

        def give(left: Sequence[str], people: Sequence[str], lies: list[str]) -> Iterator[list[str]]:
            if not people:
                yield lies
                return
            for cards in combinations(left, self.box.hand_size):
                laid = list(lies)
                for card in cards:
                    laid[self.spot[card]] = "hand:" + people[0]
                yield from give([card for card in left if card not in cards], people[1:], laid)

        for lies in give(able, self.players, start):
            place = lies[self.spot[self.box.thing]]
            if place != "draw":
                yield One(tuple(lies), place[5:], frozenset(), None)

    # ------------------------------------------------------------------ what happens to one world

    def hand(self, world: One, player: str) -> list[str]:
        """List the copies in a hand."""
        return self._at(world, "hand:" + player)

    def _at(self, world: One, place: str) -> list[str]:
        return [copy for copy, lies in zip(self.box.green, world.lies, strict=True) if lies == place]

    def _moved(self, world: One, *moves: tuple[str, str]) -> One:
        lies = list(world.lies)
        for copy, place in moves:
            lies[self.spot[copy]] = place
        return world._replace(lies=tuple(lies))

    def _infections(self, world: One, player: str) -> int:
        return sum(copy.startswith("infectado.") for copy in self.hand(world, player))

    def _after(self, world: One, event: Event, given: Mapping[str, str], lawless: str | None) -> Iterator[One]:
        if isinstance(event, Move):
            yield from self._move(world, event, lawless)
        elif isinstance(event, Shuffle):
            swapped = tuple("draw" if place == "discard" else place for place in world.lies)
            yield world._replace(lies=swapped, top=None)
        elif isinstance(event, Swap):
            pairs = ((event.one, event.other), (event.other, event.one))
            yield from self._gifts(world, pairs, event.immune, given, lawless, event.needy)
        elif isinstance(event, Round):
            yield from self._gifts(world, event.gifts, None, given, lawless, True)
        elif isinstance(event, Out):
            yield self._moved(world, *((copy, "discard") for copy in self.hand(world, event.player)))
        elif self._true(world, event):
            yield world

    def _move(self, world: One, event: Move, lawless: str | None) -> Iterator[One]:
        for copy in self._at(world, event.source):
            if event.slug is not None and copy.split(".")[0] != event.slug:
                continue
            if event.source == "draw" and world.top not in (None, copy):
                continue
            if event.source != "draw" and copy == self.box.thing:
                continue
            player = event.kept_rules
            bound = player is not None and player in world.infected and player != lawless
            if bound and copy.startswith("infectado.") and self._infections(world, str(player)) == 1:
                continue
            top = copy if event.on_top else None if event.source == "draw" else world.top
            yield self._moved(world, (copy, event.target))._replace(top=top)

    def may_give(self, world: One, giver: str, copy: str, taker: str, forced: bool, lawless: str | None) -> bool:
        """Tell whether the rules let a card be given."""
        if copy == self.box.thing:
            return False
        if not copy.startswith("infectado.") or world.thing == giver or forced:
            return True
        if giver not in world.infected:
            return False
        return giver == lawless or (world.thing == taker and self._infections(world, giver) > 1)

    def _gifts(
        self,
        world: One,
        pairs: Sequence[tuple[str, str]],
        immune: str | None,
        given: Mapping[str, str],
        lawless: str | None,
        needy: bool,
    ) -> Iterator[One]:
        choices = []
        for giver, taker in pairs:
            held = self.hand(world, giver)
            forced = needy and all(copy.startswith("infectado.") for copy in held)
            lawful = [copy for copy in held if self.may_give(world, giver, copy, taker, forced, lawless)]
            said = given.get(giver)
            choices.append([copy for copy in lawful if said is None or said in (copy, copy.split(".")[0])])
        for cards in product(*choices):
            moved = self._moved(world, *((c, "hand:" + taker) for c, (_, taker) in zip(cards, pairs, strict=True)))
            caught = {
                taker
                for c, (giver, taker) in zip(cards, pairs, strict=True)
                if c.startswith("infectado.") and giver == world.thing and taker != immune
            }
            yield moved._replace(infected=world.infected | caught)

    def _true(self, world: One, event: Shown | Infections | Overfull | IsThing) -> bool:
        if isinstance(event, Shown):
            return self.shows(world, Held(event.player, event.slugs, event.whole))
        if isinstance(event, IsThing):
            return (world.thing == event.player) == event.truth
        if isinstance(event, Infections):
            return (self._infections(world, event.player) > 0) == event.some
        return self.overfull(world, event.player, event.facing) == event.was

    def overfull(self, world: One, player: str, facing: str) -> bool:
        """Tell whether a hand at an offer is nothing but ¡Infectado!, and that matters."""
        if any(not copy.startswith("infectado.") for copy in self.hand(world, player)):
            return False
        return not (player in world.infected and world.thing == facing)

    def shows(self, world: One, held: Held) -> bool:
        """Tell whether the cards shown lie in this world where they were shown."""
        here = self.hand(world, held.player)
        if not held.beside:
            return self._plainly(here, held)
        beside = [copy for place in held.beside for copy in self._at(world, place)]
        return any(True for _ in self._matches(here, beside, held))

    def _plainly(self, here: Sequence[str], held: Held) -> bool:
        """Tell whether a hand has the cards shown, copies by name and the others by kind."""
        if len(held.cards) > len(here) or (held.whole and len(held.cards) != len(here)):
            return False
        left = list(here)
        for card in sorted(held.cards, key=lambda card: "." not in card):
            found = [copy for copy in left if card in (copy, copy.split(".")[0])]
            if not found:
                return False
            left.remove(found[0])
        return True

    def _matches(self, here: Sequence[str], beside: Sequence[str], held: Held) -> Iterator[tuple[str, ...]]:
        """List the ways to read the shown cards as copies."""
        options = []
        for number, card in enumerate(held.cards):
            able = beside if number in held.drawn else [*here, *beside]
            options.append([copy for copy in able if card in (copy, copy.split(".")[0])])
        for chosen in product(*options):
            if len(set(chosen)) < len(chosen):
                continue
            left = [copy for copy in here if copy not in chosen]
            if held.whole and left and not (len(left) == 1 and left[0].split(".")[0] == held.but_for):
                continue
            yield chosen


# ---------------------------------------------------------------------- verdicts


class Lister:
    """The rules read off a list of worlds."""

    def __init__(self, listing: Listing, moment: Moment, due: Sequence[Held]) -> None:
        self.all, self.moment, self.due = listing, moment, due
        self.strict = self.worlds(None)

    def worlds(self, lawless: str | None) -> set[One]:
        """List the worlds that are possible now and have what was shown for the offer that is due."""
        return {w for w in self.all.worlds(lawless) if all(self.all.shows(w, held) for held in self.due)}

    def judge_hand(self, player: str, cards: Sequence[str], occasion: str) -> Verdict:
        """Judge a hand."""
        size = self.moment.sizes[player]
        kinds = [card.split(".")[0] for card in cards]
        sure, open_ = self._shape(cards, kinds, size), set[str]()
        held = Held(player, tuple(cards), len(cards) == size)
        shown = [w for w in self.strict if self.all.shows(w, held)] if len(cards) <= size else []
        fits = bool(shown)
        if not shown:
            self._elsewhere(player, cards, sure, open_)
            holders = {w.thing == player for w in self.strict}
            if "la-cosa" in kinds and holders <= {False}:
                sure.add("hand.thing-moved")
            if "la-cosa" not in kinds and True in holders:
                (sure if holders == {True} else open_).add("hand.thing-missing")
        if "infectado" not in kinds and any(player in w.infected for w in self.strict | self.worlds(player)):
            loose = [w for w in self.worlds(player) if self.all.shows(w, held)] if len(cards) <= size else []
            fits = fits or bool(loose)
            states = {player in w.infected for w in loose or self.strict}
            if True in states:
                (sure if states == {True} else open_).add("hand.infected-keeps-one")
        judged = self.moment.caught_loses and occasion == "dispute" and player != self.moment.turn
        if judged and {"la-cosa", "lanzallamas"} <= set(kinds):
            sure.add("hand.thing-with-flamethrower")
        offer = self.moment.offer if self.moment.full_goes_out else None
        if offer and player in offer and set(kinds) == {"infectado"}:
            facing = offer[1] if player == offer[0] else offer[0]
            guests = {player in w.infected and w.thing == facing for w in (shown or self.strict)}
            if False in guests:
                (sure if guests == {False} else open_).add("hand.superinfection")
        verdict = "illegal" if sure else "undetermined" if open_ or not fits else "legal"
        return Verdict(verdict, frozenset(sure), frozenset(sure | open_), fits)

    def _shape(self, cards: Sequence[str], kinds: Sequence[str], size: int) -> set[str]:
        box, sure = self.all.box, set[str]()
        if len(cards) != size:
            sure.add("hand.size")
        if set(kinds) & box.pink:
            sure.add("hand.panic-card")
        green = {card for card, kind in zip(cards, kinds, strict=True) if kind not in box.pink}
        if any(card not in box.green and card not in self.all.kinds for card in green):
            sure.add("hand.not-in-deck")
        if any(many > 1 and "." in card for card, many in Counter(cards).items()):
            sure.add("hand.duplicate-copy")
        return sure

    def _elsewhere(self, player: str, cards: Sequence[str], sure: set[str], open_: set[str]) -> None:
        if "hand.duplicate-copy" in sure:
            return
        ever = {copy for w in self.strict for copy in self.all.hand(w, player)}
        real = [card for card in cards if card in self.all.kinds or card in self.all.box.green]
        if any("." in card and card not in ever for card in real):
            sure.add("hand.duplicate-copy")
            return
        wanted = Counter(card.split(".")[0] for card in real)
        if any(many > self.all.kinds.count(kind) for kind, many in wanted.items()):
            sure.add("hand.duplicate-copy")
            open_.add("hand.not-in-deck")
        elif any(many > sum(copy.split(".")[0] == kind for copy in ever) for kind, many in wanted.items()):
            sure.add("hand.duplicate-copy")

    def judge_gifts(self, gifts: Mapping[str, tuple[str, str]], in_round: bool) -> Verdict:
        """Judge cards that are given at once."""
        helds = [Held(giver, (card,), False) for giver, (card, _) in gifts.items()]

        def broken(world: One) -> set[str]:
            found = set[str]()
            for giver, (card, taker) in gifts.items():
                if card.startswith("la-cosa"):
                    found.add("exchange.thing")
                held = self.all.hand(world, giver)
                if not card.startswith("infectado") or world.thing == giver:
                    continue
                needy = in_round or not self.moment.full_goes_out
                if needy and all(copy.startswith("infectado.") for copy in held):
                    continue
                if giver not in world.infected:
                    found.add("exchange.human-gives-infected")
                else:
                    if world.thing != taker:
                        found.add("exchange.infected-to-non-thing")
                    if sum(copy.startswith("infectado.") for copy in held) < 2:
                        found.add("exchange.last-infected")
            return found

        return self._weigh(helds, broken)

    def judge_discard(self, player: str, cards: Sequence[str], held: Sequence[str] | None, shown: Held) -> Verdict:
        """Judge cards that go to a pile."""
        going = sum(card.startswith("infectado") for card in cards)

        def broken(world: One) -> set[str]:
            found = {"discard.thing"} if any(card.startswith("la-cosa") for card in cards) else set[str]()
            if going and player in world.infected:
                have = sum(c.startswith("infectado") for c in (self.all.hand(world, player) if held is None else held))
                if have <= going and not (held is None and shown.but_for):
                    found.add("discard.last-infected")
            return found

        return self._weigh([shown], broken)

    def _weigh(self, helds: Sequence[Held], broken: Callable[[One], set[str]]) -> Verdict:
        shown = [w for w in self.strict if all(self.all.shows(w, held) for held in helds)]
        found = [broken(w) for w in shown or self.strict]
        sure = set.intersection(*found) if found else set[str]()
        some = set.union(*found) if found else set[str]()
        always = bool(found) and all(found)
        verdict = "illegal" if sure or always else "undetermined" if some else "legal"
        return Verdict(verdict, frozenset(sure), frozenset(some), bool(shown))
