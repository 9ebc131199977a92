"""What a perfect referee of La Cosa would say: the log of a table told to the worlds of the twin, and a check asked.

Of the companion it reads only what everybody has seen, the entries and the tables around them, and the cards that were
shown; it shares nothing with the referee it judges. `HiddenWorlds` says what a world is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import Finding, Line, Recalled, Step
from companion.engine.places import DISCARD, DRAW, PLAY, Place
from companion.engine.state import Table, evolve
from tests.lab.twin.la_cosa.deck import OFFERS
from tests.lab.twin.la_cosa.hidden_worlds import HiddenWorlds, Impossible, is_copy, sick, slug_of
from tests.lab.twin.la_cosa.world import THING

PLAYED = frozenset({"draw", "discard", "play", "respond", "eliminate"})
"""Who says one of these plays on."""

HARMLESS = frozenset({"direction", "options"})
"""What a correction may name without anything hidden hanging on it."""

PILES = frozenset({"draw_pile", "discard_pile"})

LAID = {"doors": "puerta-atrancada", "quarantine": "cuarentena"}
"""What of the table is said anew, and the card that lies there."""


@dataclass(frozen=True, slots=True)
class Exact:
    """The exact verdict. `fits`: some world has the cards shown; where none has, nothing is proven of anybody.

    `after`: something was corrected before: *count* (the piles only) or *correction*.
    """

    verdict: str
    fits: bool = True
    after: str = ""

    def contradicts(self, found: Finding) -> bool:
        """Whether a referee is wrong: where no world fits, only if it accuses; else, unless it shrugs."""
        if not self.fits:
            return found.verdict == "illegal" != self.verdict
        return found.verdict not in (self.verdict, "undetermined")


@dataclass
class Offer:
    """Cards that were shown before they change hands. Refused, or come to nothing otherwise, they leave no trace."""

    gifts: Mapping[str, str]
    held: list[int] = field(default_factory=list)


class ExactReferee:
    """One game, followed entry by entry; whatever is taken back begins anew."""

    def __init__(self, decklist: Decklist, patience: int = 0) -> None:
        """`patience`: conflicts after which a question is given up; 0 for none."""
        self.decklist, self.patience = decklist, patience
        self._told: list[Step | Recalled] = []
        self._story: Story | None = None

    def judge(self, line: Line, check: Action) -> Exact | None:
        """The exact verdict on a check at the end of a line; None where what was told cannot be. Raises `TooHard`."""
        happened: list[Step | Recalled] = []
        for step in line:
            happened += (step, *step.sights)
        story = self._story
        if story is None or len(self._told) > len(happened) or not all(map(_is_same, self._told, happened)):
            self.close()
            story = self._story = Story(self.decklist, line[0].after, self.patience)
            self._told = []
        for event in happened[len(self._told) :]:
            story.hear(event)
        self._told = happened
        return story.judge(check)

    def close(self) -> None:
        """Give back the solver's memory."""
        if self._story is not None:
            self._story.worlds.clauses.close()
        self._story = None


def _is_same(then: Step | Recalled, now: Step | Recalled) -> bool:
    if isinstance(then, Step) or isinstance(now, Step):
        return isinstance(then, Step) and isinstance(now, Step) and then.entry is now.entry
    return then == now


class Story:
    """A game as it is told to the worlds. People keep the names they had at the beginning."""

    def __init__(self, decklist: Decklist, table: Table, patience: int) -> None:
        self.decklist = decklist
        many = len(table.players)
        copies = [copy for copy in decklist.in_play(many) if decklist.by_slug[copy.slug].acts_as != THING]
        self.pink = {card.slug for card in decklist.cards if card.back == "panic"}
        green = [copy.id for copy in copies if copy.slug not in self.pink]
        hand = max(table.hands.values())
        self.playing = {copy.id for copy in decklist.in_play(many)}
        self.worlds = HiddenWorlds(table.players, green, len(copies) - len(green), hand, patience)
        self.names = {player: player for player in table.players}
        self.gaps: list[object] = list(range(len(table.players)))
        """What each gap between two seats is called in the worlds; gaps that became one share a name."""
        self.table = table
        self.offers: list[Offer] = []
        self.spared = ""
        self.announced: tuple[str, list[str]] | None = None
        """A hand shown for ¡Determinación! with the cards that are only then drawn."""
        self.lost = False
        self.after = ""

    def hear(self, event: Step | Recalled) -> None:
        """One entry happened, or cards were shown."""
        if self.lost:
            return
        try:
            if isinstance(event, Recalled):
                self._saw(event)
            else:
                self._entered(event)
        except Impossible:
            self.lost = True

    # ------------------------------------------------------------------ entries

    def _entered(self, step: Step) -> None:
        entry, action = step.entry, Action(step.entry.verb, step.entry.action)
        self.table = step.before if step.before.players else step.after
        if entry.verb in PLAYED:
            self.worlds.play_goes_on()
        if entry.verb == "override":
            self._corrected(step, action)
            return
        if entry.verb:
            self._seen_by_all(entry.verb, action)
            Telling(self, entry.verb, action).tell(entry.facts)
        before, after = step.before.prompt, step.after.prompt
        if self.acts(action.text("card")) == "fallaste" and entry.verb == "respond" and before and after:
            passed_on = (before.about, before.by) == (after.about, after.by)
            self.spared = self.names[after.to] if passed_on else ""
        self.announced = None
        self.table = step.after

    def acts(self, card: str) -> str:
        known = self.decklist.by_slug.get(card)
        return known.acts_as if known else card

    def _corrected(self, step: Step, action: Action) -> None:
        """Only what a correction leaves alone is still sure."""
        named, worlds, before, self.table = frozenset(action.table("set")), self.worlds, step.before, step.after
        for fact in step.entry.facts:
            if isinstance(fact, f.Renamed):
                self.names[fact.to] = self.names.pop(fact.player)
        self.announced = None
        if named <= HARMLESS:
            return
        if named <= PILES and (before.piles == self.table.piles or self._are_as_told()):
            self.after = self.after or "count"
            return
        self.after = "correction"
        lying = self._lying()
        if named <= HARMLESS | set(LAID):
            slugs = [card.slug for card in self.decklist.cards if card.acts_as in LAID.values()]
            worlds.laid_otherwise(slugs, lying, self.table.piles[str(DISCARD.name)])
            return
        worlds.left += [self.names[player] for player in before.seats if player not in self.table.seats]
        self.offers.clear()
        self.spared = ""
        worlds.corrected({self.names[player]: self.table.hands[player] for player in self.table.seats}, lying)

    def _are_as_told(self) -> bool:
        """Whether the piles were counted as what was told has them."""
        worlds, piles = self.worlds, self.table.piles
        told = (worlds.greens + worlds.pinks, worlds.low_greens + worlds.low_pinks)
        return worlds.counted and told == (piles[str(DRAW.name)], piles[str(DISCARD.name)])

    def _lying(self) -> dict[object, list[str]]:
        """The green cards that lie open, by their place; each gap has a new name."""
        table = self.table
        self.gaps = [object() for _ in table.gaps]
        lying: dict[object, list[str]] = {
            ("gap", gap): list(cards) for gap, cards in zip(self.gaps, table.gaps, strict=True)
        }
        lying |= {("front", self.names[player]): list(cards) for player, cards in table.fronts.items()}
        lying[PLAY.kind, PLAY.name] = [card for card in table.open if card not in self.pink]
        return lying

    def _seen_by_all(self, verb: str, action: Action) -> None:
        """What an entry tells besides the cards it moves."""
        worlds = self.worlds
        if verb == "reveal":
            worlds.learn([worlds.thing[self.names[action.player]]])
            worlds.left = [player for player in worlds.left if player != self.names[action.player]]
        elif verb == "show" and action.text("to") in ("", "all") and action.player in self.table.seats:
            cards = list(action.names("cards"))
            whole = len(cards) == self.table.hands[action.player]
            (worlds.saw_whole if whole and cards else worlds.saw_some)(self.names[action.player], cards)
        elif verb == "play" and self.acts(action.text("card")) == "revelaciones":
            for player in action.names("shown"):
                if player == action.text("infected"):
                    worlds.saw_some(self.names[player], ["infectado"])
                else:
                    worlds.saw_no_infection(self.names[player])
        elif verb == "eliminate" and self.table.prompt is not None:
            prompt = self.table.prompt
            partner = prompt.to if action.player == prompt.by else prompt.by
            worlds.saw_superinfection(self.names[action.player], self.names[partner])

    # ------------------------------------------------------------------ cards that only the referee saw

    def _saw(self, sight: Recalled) -> None:
        check, what = sight.check, sight.check.text("what")
        if what == "hand" or (what == "discard" and check.names("hand")):
            cards = list(check.names("cards" if what == "hand" else "hand"))
            self._saw_hand(self.names[check.player], cards, self.table.hands[check.player], sight.faded)
        elif sight.faded:
            return
        elif what == "discard":
            self.worlds.saw_some(self.names[check.player], away(check))
        else:
            gifts = self._gifts(check)
            held = [lit for giver, card in gifts.items() for lit in self.worlds.holding(giver, [card])]
            self.offers.append(Offer(gifts, held))

    def _saw_hand(self, player: str, cards: list[str], size: int, faded: bool) -> None:
        worlds = self.worlds
        if not faded and len(cards) == size:
            worlds.saw_whole(player, cards)
            return
        thing = worlds.thing[player]
        worlds.learn([thing if THING in map(slug_of, cards) else -thing])
        if not faded:
            self.announced = (player, cards)

    def _gifts(self, check: Action) -> dict[str, str]:
        if check.text("what") == "exchange":
            shown = {check.text("from"): check.text("gives"), check.text("to"): check.text("takes")}
        else:
            shown = {giver: str(card) for giver, card in check.table("gives").items()}
        return {self.names[giver]: card for giver, card in shown.items() if giver in self.table.seats}

    def offered_to(self, people: Collection[str]) -> None:
        """These two are to exchange now: what others had shown comes to nothing."""
        self.offers = [offer for offer in self.offers if set(offer.gifts) == set(people)]

    def carried_out(self, givers: Collection[str]) -> dict[str, str]:
        """Return the card that each giver showed last for what is carried out now."""
        seen: dict[str, str] = {}
        for offer in self.offers:
            if set(offer.gifts) <= set(givers):
                self.worlds.learn(offer.held)
                seen |= offer.gifts
        self.offers.clear()
        return seen

    # ------------------------------------------------------------------ checks

    def judge(self, check: Action) -> Exact | None:
        """The exact verdict on a check, now."""
        pending = [lit for offer in self.offers for lit in offer.held]
        if self.lost or not self.worlds.possible(pending):
            return None
        what = check.text("what")
        judged = {"hand": self._hand, "discard": self._discard}.get(what, self._giving)(check, pending)
        return judged and Exact(judged.verdict, judged.fits, self.after)

    def _among(self, known: Sequence[int], lawful: int) -> Exact | None:
        """The verdict if a literal says whether it is lawful: over all worlds that have what is known."""
        can, cannot = self.worlds.possible([*known, lawful]), self.worlds.possible([*known, -lawful])
        if not can and not cannot:
            return None
        return Exact("undetermined" if can and cannot else "legal" if can else "illegal")

    def _hand(self, check: Action, pending: list[int]) -> Exact:
        worlds, player, cards = self.worlds, self.names[check.player], list(check.names("cards"))
        held, certain = THING in map(slug_of, cards), self._of_the_cards(check, cards)
        twice = self._elsewhere(player, cards, pending)
        thing = worlds.thing[player] if held else -worlds.thing[player]
        if not worlds.possible([*pending, thing]):
            return Exact("illegal", fits=False)
        plain = not any(map(sick, cards))
        if certain or twice:
            return Exact("illegal", fits=not twice)
        if plain:
            kept = worlds.clauses.any_of((-worlds.infected[player], worlds.bare.get(player, -worlds.clauses.yes)))
            return self._among([*pending, thing], kept) or Exact("illegal", fits=False)
        known = [*pending, *worlds.whole(player, cards)]
        if not worlds.possible(known):
            return Exact("undetermined", fits=False)
        facing = self._faced(check.player)
        if facing and all(map(sick, cards)):
            spare = worlds.clauses.all_of((worlds.infected[player], worlds.thing[facing]))
            return self._among(known, spare) or Exact("undetermined", fits=False)
        return Exact("legal")

    def _of_the_cards(self, check: Action, cards: list[str]) -> bool:
        """Whether the cards by themselves break a rule."""
        table, acts = self.table, {self.acts(slug_of(card)) for card in cards}
        caught = {THING, "lanzallamas"} <= acts and table.turn != check.player
        caught = caught and check.text("occasion") != "private" and table.options.get("thing_caught_loses") is not False
        slugs = {copy.split(".")[0] for copy in self.playing}
        absent = any(card not in (self.playing if is_copy(card) else slugs) for card in cards)
        wrong_many = len(cards) != table.hands[check.player]
        return caught or absent or wrong_many or any(slug_of(card) in self.pink for card in cards)

    def _elsewhere(self, player: str, cards: list[str], pending: list[int]) -> bool:
        """Whether a copy is there twice, or some card cannot be in this hand."""
        copies = [THING if slug_of(card) == THING else card for card in cards if is_copy(card) or card == THING]
        if len(set(copies)) < len(copies):
            return True
        slugs = {slug_of(card): [other for other in cards if slug_of(other) == slug_of(card)] for card in cards}
        ones = [[card] for card in cards if is_copy(card)] + [[slug] * len(some) for slug, some in slugs.items()]
        some = [one for one in ones if slug_of(one[0]) != THING]
        return any(not self.worlds.possible([*pending, *self.worlds.holding(player, one)]) for one in some)

    def _faced(self, player: str) -> str:
        """Whom somebody faces in an exchange that is offered; empty where none is."""
        prompt = self.table.prompt
        if prompt is None or self.acts(prompt.about) not in OFFERS:
            return ""
        return self.names.get({prompt.by: prompt.to, prompt.to: prompt.by}.get(player, ""), "")

    def _discard(self, check: Action, pending: list[int]) -> Exact | None:
        worlds, player, cards = self.worlds, self.names[check.player], list(away(check))
        hand = list(check.names("hand"))
        gone = sum(map(sick, cards))
        if THING in map(slug_of, cards):
            return Exact("illegal")
        lawful = worlds.clauses.yes
        if not hand:
            if len(cards) == 2:
                return None  # of ¡Determinación!, whose cards are not drawn yet
            known = [*pending, *worlds.holding(player, cards)]
            if gone:
                spare = worlds.clauses.at_least(worlds.infections(player), gone + 1)
                lawful = worlds.clauses.any_of((-worlds.infected[player], spare))
        else:
            known = [*pending, *self._hand_of_a_discard(check, player, hand)]
            if gone and sum(map(sick, hand)) == gone:
                lawful = -worlds.infected[player]
        return self._among(known, lawful) or Exact("undetermined", fits=False)

    def _hand_of_a_discard(self, check: Action, player: str, hand: list[str]) -> list[int]:
        """The hand before a discard; for ¡Determinación! with the three drawn cards and without itself."""
        worlds = self.worlds
        if len(hand) == self.table.hands[check.player]:
            return worlds.whole(player, hand)
        thing = worlds.thing[player] if THING in map(slug_of, hand) else -worlds.thing[player]
        held = worlds.hands[player].items()
        gone = [-lit for copy, lit in held if not {copy, slug_of(copy)} & {*hand, "determinacion"}]
        return [thing, *gone]

    def _giving(self, check: Action, pending: list[int]) -> Exact:
        worlds, gifts = self.worlds, self._gifts(check)
        if THING in map(slug_of, gifts.values()):
            return Exact("illegal")
        known = [*pending, *(lit for giver, card in gifts.items() for lit in worlds.holding(giver, [card]))]
        takers, unavoidable = self._takers(check), check.text("what") == "round"
        lawful = [self._may_give(giver, takers[giver], card, unavoidable) for giver, card in gifts.items()]
        return self._among(known, worlds.clauses.all_of(lawful)) or Exact("undetermined", fits=False)

    def _takers(self, check: Action) -> dict[str, str]:
        if check.text("what") == "exchange":
            a, b = self.names[check.text("from")], self.names[check.text("to")]
            return {a: b, b: a}
        return {self.names[giver]: self.names[self.table.next_after(giver)] for giver in check.table("gives")}

    def _may_give(self, giver: str, taker: str, card: str, unavoidable: bool) -> int:
        """A literal: this card may lawfully be given."""
        worlds, clauses = self.worlds, self.worlds.clauses
        if not sick(card):
            return clauses.yes
        spare = clauses.at_least(worlds.infections(giver), 2)
        ways = [worlds.thing[giver], clauses.all_of((worlds.infected[giver], worlds.thing[taker], spare))]
        if unavoidable:
            ways.append(clauses.all_of(worlds.all_sick(giver)))
        return clauses.any_of(ways)


def away(check: Action) -> tuple[str, ...]:
    """The cards a check about a discard is about."""
    return check.names("cards") if "cards" in check.said else (check.text("card"),)


class Telling:
    """One entry's facts, in their order; cards drawn for one effect are told together."""

    def __init__(self, story: Story, verb: str, action: Action) -> None:
        self.story, self.worlds, self.action, self.verb = story, story.worlds, action, verb
        self.acts = story.acts(action.text("card")) if verb == "play" else ""
        self.drawn: dict[str, int] = {}
        self.laid: dict[str, int] = {}
        self.run: list[f.CardsMoved | f.StackShuffled] = []
        self.shown: dict[str, str] = {}

    def tell(self, facts: Sequence[f.Fact]) -> None:
        """All that happened."""
        if self.acts == "cita-a-ciegas" and any(isinstance(fact, f.CardsMoved) for fact in facts):
            self.laid = self.worlds.part(self._who(self.action.player))  # it is chosen before the other is seen
        for number, fact in enumerate(facts):
            if isinstance(fact, f.StackShuffled) or (isinstance(fact, f.CardsMoved) and fact.source == DRAW):
                self.run.append(fact)
            elif not isinstance(fact, f.TrackSet):
                self._draw()
                self._happened(fact, facts[number + 1 :])
            self.story.table = evolve(self.story.table, fact)
        self._draw()

    def _who(self, name: str) -> str:
        return self.story.names[name]

    def _draw(self) -> None:
        """The cards that came from the draw pile in one go."""
        told, self.run = self.run, []
        run = [fact for fact in told if isinstance(fact, f.CardsMoved)]
        if not run:
            return
        if len(run) < len(told) and not self.worlds.counted:
            (self.worlds.shuffle if len(run) == 1 else self.worlds.shuffle_in)()
        taken = [fact for fact in run if fact.target.kind == "hand"]
        if any(fact.target == PLAY for fact in run):
            self.worlds.draw_panic()
            return
        skipped = sum(fact.count for fact in run if fact.target == DISCARD)
        if not taken:
            raise Impossible
        player = self._who(str(taken[0].target.name))
        if self.verb == "draw":
            self.worlds.draw(player, "".join(taken[0].faces))
            return
        self.drawn = self.worlds.draw_away(player, sum(fact.count for fact in taken), skipped)
        if self.acts == "determinacion" and self.story.announced and self.story.announced[0] == player:
            self.worlds.saw_whole(player, self.story.announced[1])

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
            case f.PlayerBack() | f.CountsSet() | f.ObstaclesSet():
                raise Impossible
            case _:
                pass

    def _passed(self, pairs: list[tuple[str, str]]) -> None:
        story = self.story
        offered = story.table.prompt is not None
        seen = {**self.shown, **story.carried_out([giver for giver, _ in pairs])}
        self.worlds.give(pairs, seen, story.spared if offered else "", unavoidable=not offered)

    def _place(self, place: Place) -> object:
        if place.kind == "gap":
            return "gap", self.story.gaps[int(place.name)]
        return (place.kind, self._who(str(place.name)) if place.kind == "front" else place.name)

    def _moved(self, fact: f.CardsMoved, then: Sequence[f.Fact]) -> None:
        if fact.source.kind == "hand":
            self._left_a_hand(fact, then)
        elif fact.target == DISCARD:
            for face in fact.faces:
                if face in self.story.pink:
                    self.worlds.discard_panic()
                else:
                    self.worlds.clear(self._place(fact.source), face)

    def _left_a_hand(self, fact: f.CardsMoved, then: Sequence[f.Fact]) -> None:
        worlds, player = self.worlds, self._who(str(fact.source.name))
        if any(isinstance(one, f.PlayerOut) and one.player == fact.source.name for one in then[:1]):
            worlds.leaves(player, fact.count)
        elif fact.target == DRAW:
            worlds.lay_on_pile(self.laid)
        elif fact.target != DISCARD:
            for face in fact.faces:
                worlds.lay_open(player, face, self._place(fact.target))
        elif len(fact.faces) == fact.count:
            for face in fact.faces:
                worlds.throw(player, face)
        else:
            for _ in range(fact.count):
                worlds.discard(player, self.drawn if self.acts == "determinacion" else None)

    def _out(self, player: str) -> None:
        """The chair is taken away, and the gaps beside it become one."""
        story, k = self.story, self.story.table.seats.index(player)
        if len(story.gaps) < 2:
            return
        kept, closed = story.gaps[k - 1], story.gaps[k]
        spot = self.worlds.spot(("gap", kept))
        for copy, lit in self.worlds.spot(("gap", closed)).items():
            spot[copy] = self.worlds.clauses.any_of((spot[copy], lit)) if copy in spot else lit
        self.worlds.table.pop(("gap", closed))
        del story.gaps[k]
