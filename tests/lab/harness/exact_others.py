"""Perfect referee of the two other card games: the log of a table told to worlds, and a check asked.

Of the companion it reads only what everybody has seen, the entries and the tables around them, and the cards that were
shown. It shares nothing with the referees it judges: every copy of every card is followed, and nothing is left out but
what is said at its place. After a correction nothing is judged any more (`None`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import Finding, Line, Recalled, Step
from companion.engine.places import DISCARD, DRAW, Place
from companion.engine.state import Table
from tests.lab.twin.clauses import TooHard
from tests.lab.twin.copies import Copies, Impossible, name_of

LOW, PILE, MIDDLE = "low", "pile", "middle"
"""The discards, the draw pile, the middle of the table."""


class Told(ABC):
    """A game as it is told. People keep the names they had at the beginning."""

    follows = True
    """True if the worlds depend on which cards were named."""

    def __init__(self, decklist: Decklist, table: Table, named: frozenset[str]) -> None:
        """Begin with every card in `named`, those said or shown in this game."""
        self.decklist, self.table, self.named = decklist, table, named
        self.names = {player: player for player in table.players}
        self.lost = False

    def hear(self, event: Step | Recalled) -> None:
        """Take in an entry, or cards that were shown."""
        if self.lost:
            return
        try:
            if isinstance(event, Recalled):
                if not event.faded:
                    self.saw(event.check)
                return
            self.table = event.before if event.before.players else event.after
            if event.entry.verb == "override":
                self.lost = True
            elif event.entry.verb:
                self.entered(Action(event.entry.verb, event.entry.action), event.entry.facts, event)
            self.table = event.after
        except Impossible:
            self.lost = True

    @property
    @abstractmethod
    def sets(self) -> Sequence[Copies]:
        """All cards, in sets that have nothing to do with one another."""

    @abstractmethod
    def entered(self, action: Action, facts: Sequence[f.Fact], step: Step) -> None:
        """Take in an entry of the log."""

    @abstractmethod
    def saw(self, check: Action) -> None:
        """Take in cards shown to the referee."""

    @abstractmethod
    def judge(self, check: Action) -> Exact | None:
        """Return the exact verdict on a check now, or None."""


@dataclass(frozen=True, slots=True)
class Exact:
    """Exact verdict. `fits`: some world has the cards shown; where none has, nothing is proven of any player."""

    verdict: str
    fits: bool = True

    def contradicts(self, found: Finding) -> bool:
        """Return True if the referee is wrong: if no world fits, only an accusation is; else any other verdict but
        "undetermined"."""
        if not self.fits:
            return found.verdict == "illegal" != self.verdict
        return found.verdict not in (self.verdict, "undetermined")


class ExactOther:
    """One game of a kind, judged by each of the ways in which its worlds can be told, the quickest first."""

    def __init__(self, decklist: Decklist) -> None:
        self.ways = [_Followed(decklist, kind) for kind in KINDS[decklist.game]]

    def judge(self, line: Line, check: Action, found: Finding) -> Exact | None:
        """Return the exact verdict on a check at the end of a line.

        None where a correction hides too much, or where a way that knows less is contradicted and one that knows more
        gives up.
        """
        exact = None
        for way in self.ways:
            try:
                exact = way.judge(line, check)
            except TooHard:
                return None
            if exact is None or (exact.fits and exact.verdict == found.verdict):
                return exact
        return exact

    def close(self) -> None:
        """Give back the solvers' memory."""
        for way in self.ways:
            way.close()


class _Followed:
    """One game, followed entry by entry; whatever is taken back begins anew."""

    def __init__(self, decklist: Decklist, kind: type[Told]) -> None:
        self.decklist, self.kind = decklist, kind
        self._heard: list[Step | Recalled] = []
        self._named: frozenset[str] = frozenset()
        self._told: Told | None = None

    def judge(self, line: Line, check: Action) -> Exact | None:
        """Return the exact verdict on a check at the end of a line."""
        happened: list[Step | Recalled] = []
        for step in line:
            happened += (step, *step.sights)
        same = len(self._heard) <= len(happened) and all(map(_is_same, self._heard, happened))
        named = (self._named if same else frozenset()).union(
            _cards(check), *map(_said, happened[len(self._heard) if same else 0 :])
        )
        if self._told is None or not same or (self.kind.follows and named != self._named):
            self.close()
            self._told, self._heard = self.kind(self.decklist, line[0].after, named), []
            self._named = named
        told = self._told
        for event in happened[len(self._heard) :]:
            told.hear(event)
        self._heard = happened
        return None if told.lost or not all(cards.clauses.has([]) for cards in told.sets) else told.judge(check)

    def close(self) -> None:
        """Give back the solver's memory."""
        if self._told is not None:
            for cards in self._told.sets:
                cards.clauses.close()
        self._told = None


def _is_same(then: Step | Recalled, now: Step | Recalled) -> bool:
    if isinstance(then, Step) or isinstance(now, Step):
        return isinstance(then, Step) and isinstance(now, Step) and then.entry is now.entry
    return then == now


def _said(event: Step | Recalled) -> frozenset[str]:
    """Return every card that an entry or a sight names."""
    if isinstance(event, Recalled):
        return _cards(event.check)
    faces = (fact.faces for fact in event.entry.facts if isinstance(fact, f.CardsMoved | f.CardsShown))
    return frozenset(card for some in faces for card in some)


def _cards(check: Action) -> frozenset[str]:
    gives = [str(card) for card in check.table("gives").values()] if "gives" in check.said else []
    return frozenset([*check.names("cards"), *check.names("hand"), check.text("card"), *gives]) - {""}


# Two Spanish decks

KING, COMMANDER = "rey-de-bastos", "rey-de-espadas"
DEALT = {COMMANDER: 1, KING: 1} | {f"{rank}-de-{suit}": 2 for rank in ("sota", "caballo") for suit in ("oros", "copas")}
"""The court cards that are dealt, and how many of each there are."""
SUITS = {"accuse": "oros", "supply": "copas", "attack": "espadas"}


def is_club(card: str) -> bool:
    """Return True if only a Thing may keep the card."""
    return name_of(card).endswith("-de-bastos")


def _exactly(count: Sequence[int], many: int, yes: int) -> list[int]:
    """Return literals that say that exactly `many` are counted."""
    if many > len(count):
        return [-yes]
    return [*count[max(0, many - 1) : many], *(-lit for lit in count[many:])]


class TwoDecks(Told):
    """Worlds of the Rey de bastos: who was dealt it, where every card is, who took a club from the middle.

    `lawful`: for each player the literal that says that they have kept no club as a human since their hand was last
    seen; `past`: the same of the times before. Left out: how many cards of a suit there are among those that were never
    named.
    """

    def __init__(self, decklist: Decklist, table: Table, named: frozenset[str]) -> None:
        super().__init__(decklist, table, named)
        long = table.options.get("deck") == 48
        self.mine = [copy.id for copy in decklist.copies if self.plays(copy.slug, long)]
        names = set(map(name_of, named))
        followed = [copy for copy in self.mine if self.follows and name_of(copy) in names]
        clubs = sum(is_club(copy) for copy in self.mine) - sum(map(is_club, followed))
        self.cards = Copies(followed, marked=clubs)
        self.clauses = self.cards.clauses
        self.cards.deal(dict(table.hands), PILE, len(self.mine))
        self.first = {player: self.clauses.new() for player in table.players}
        self.clauses.exactly_one(list(self.first.values()))
        self.thing = dict(self.first)
        self.lawful = {player: self.clauses.new() for player in table.players}
        self.past: list[int] = []
        self.denials: dict[str, list[int]] = {player: [] for player in table.players}
        self.court: dict[str, str] = {}

    @property
    def sets(self) -> Sequence[Copies]:
        return (self.cards,)

    def has(self, *literals: int) -> bool:
        """Return True if a world has all of this."""
        return self.clauses.has(literals)

    def plays(self, name: str, long: bool) -> bool:
        """Return True if a card lies in the main deck."""
        rank = name.split("-de-")[0]
        if rank in ("sota", "caballo", "rey") or name == "as-de-bastos":
            return False
        return long or rank not in ("ocho", "nueve")

    def entered(self, action: Action, facts: Sequence[f.Fact], step: Step) -> None:
        spent = {"accuse": True, "supply": bool(action.said.get("cups")), "attack": action.number("trios") > 0}
        trio = spent.get(action.verb, False)
        for k, fact in enumerate(facts):
            match fact:
                case f.Renamed(player, to):
                    self.names[to] = self.names[player]
                case f.StackShuffled():
                    self.cards.empty(PILE)
                    self.cards.pour(LOW, PILE)
                case f.CardsShown(owner, None, faces):
                    self._shown(action, self.names[owner], faces)
                case f.CardsMoved(source, target) if source.kind == "hand" and target == DISCARD and trio:
                    trio = False
                    self._trio(action, fact)
                case f.CardsMoved():
                    after = facts[k + 1] if k + 1 < len(facts) else None
                    clubs = isinstance(after, f.TrackSet) and after.track == "clubs"
                    self._moved(fact, clubs)
                case _:
                    pass
        if action.verb == "skip" and step.before.step == "deal":
            for player in step.after.seats:
                self._clean(player)
        elif action.verb == "supply" and action.player in step.after.seats:
            self._clean(action.player)

    def _place(self, place: Place) -> str:
        if place.kind == "hand":
            return self.names[str(place.name)]
        return {"draw": PILE, "discard": LOW, "middle": MIDDLE}[str(place.name)]

    def _moved(self, fact: f.CardsMoved, clubs: bool) -> None:
        known = len(fact.faces) == fact.count
        source, target = self._place(fact.source), self._place(fact.target)
        for k in range(fact.count):
            face = fact.faces[k] if known else ""
            fits = frozenset(
                copy for copy in self.cards.followed if face in ("", name_of(copy)) and (not clubs or is_club(copy))
            )
            told = face and self.follows
            club = clubs or is_club(face)
            taken = self.cards.move(
                source, target, fits.__contains__, not told and not club, marked=not told and (club or not face)
            )
            if source == MIDDLE and target != LOW:
                got = [lit for copy, lit in taken.items() if not copy or is_club(copy)]
                self.thing[target] = self.clauses.any_of([self.thing[target], *got])

    def _trio(self, action: Action, fact: f.CardsMoved) -> None:
        """Learn that the cards spent are of one suit, with the given number of aces."""
        suit, aces = SUITS[action.verb], action.number("aces")
        for k in range(fact.count):
            face = fact.faces[k] if fact.faces else ""
            fits = {
                copy
                for copy in self.cards.followed
                if (name_of(copy) == face if face else copy.split(".")[0].endswith(f"-de-{suit}"))
                and (face or copy.startswith("as-") == (k < aces))
            }
            self.cards.move(self._place(fact.source), LOW, fits.__contains__, unnamed=not (face and self.follows))

    def _shown(self, action: Action, who: str, faces: Sequence[str]) -> None:
        """Learn from a hand shown to all; a player accused in vain has no clubs and has said that they are human."""
        if action.verb == "accuse" and action.text("result") == "human":
            self.denials[who].append(self.thing[who])
            self.cards.learn(-lit for lit in self._clubs(who))
        if faces and len(faces) == self._size(who):
            self.cards.learn(self._whole(who, faces))

    def _whole(self, who: str, cards: Sequence[str]) -> list[int]:
        """Return literals that say that a hand is exactly these cards."""
        return self.cards.whole(who, cards)

    def _alone(self, who: str, cards: Sequence[str]) -> list[list[int]]:
        """Return for each card its literals in a hand: one list for a copy, one for all cards of a name together."""
        return self.cards.alone(who, cards)

    def _size(self, who: str) -> int:
        """Return the size of a hand that is shown: as the table counts it, less the trio that was just spent."""
        return next(self.table.hands[player] for player in self.table.seats if self.names[player] == who)

    def _clean(self, player: str) -> None:
        """Learn that a human who keeps the rules holds no clubs."""
        who = self.names[player]
        if self.table.roles.get(player) == "thing":
            return
        for lit in self._clubs(who):
            self.clauses.add(-self.lawful[who], self.thing[who], -lit)

    def _clubs(self, who: str) -> list[int]:
        """Return literals of which as many hold as `who` holds clubs."""
        named = [lit for copy, lit in self.cards.spot(who).items() if is_club(copy)]
        return [*named, *self.cards.counts.get(who, ())]

    def saw(self, check: Action) -> None:
        if check.text("what") != "hand":
            return
        who = self.names[check.player]
        if check.text("figure"):
            self.court[who] = name_of(check.text("figure"))
        self.cards.learn(self._whole(who, check.names("cards")))
        self.past.append(self.lawful[who])
        self.lawful[who] = self.clauses.new()

    def judge(self, check: Action) -> Exact | None:
        if check.text("what") != "hand":
            return None
        who, cards = self.names[check.player], list(check.names("cards"))
        commander = self.names.get(self.table.notes.get("commander", ""), "")
        if len(cards) != self.table.hands[check.player] or self._court_is_wrong(
            who, name_of(check.text("figure")), commander
        ):
            return Exact("illegal")
        names = {name_of(copy) for copy in self.mine}
        if any(name_of(card) not in names or ("." in card and card not in self.mine) for card in cards):
            return Exact("illegal")
        if any(not self.has(*one) for one in self._alone(who, cards)):
            return Exact("illegal")
        court = {**self.court, commander: COMMANDER}
        if check.text("figure"):
            court[who] = name_of(check.text("figure"))
        known = self._whole(who, cards)
        known += [self.first[p] if figure == KING else -self.first[p] for p, figure in court.items() if p in self.first]
        others = [*self.past, *(lit for player, lit in self.lawful.items() if player != who)]
        fits = self.has(*known, *others)
        if fits:
            known += others
        elif not self.has(*known):
            return Exact("undetermined", fits=False)
        keeps = any(map(is_club, cards)) and self.table.step != "deal"
        keeps = keeps and self.table.roles.get(check.player) != "thing"
        wrong = self.clauses.any_of([*self.denials[who], -self.thing[who] if keeps else -self.clauses.yes])
        can, cannot = self.has(*known, -wrong), self.has(*known, wrong)
        if not keeps:
            return Exact("legal" if can else "illegal", fits)
        return Exact("undetermined" if can and cannot else "legal" if can else "illegal", fits)

    def _court_is_wrong(self, who: str, figure: str, commander: str) -> bool:
        if not figure:
            return False
        others = Counter(one for player, one in self.court.items() if player != who)
        if figure not in DEALT or (figure == COMMANDER) != (who == commander):
            return True
        return others[figure] >= DEALT[figure] or self.court.get(who, figure) != figure


class Clubs(TwoDecks):
    """Worlds known by the number of clubs in each place alone. They know less and answer sooner."""

    follows = False

    def _whole(self, who: str, cards: Sequence[str]) -> list[int]:
        return _exactly(self.cards.counts.get(who, []), sum(map(is_club, cards)), self.clauses.yes)

    def _alone(self, who: str, cards: Sequence[str]) -> list[list[int]]:
        return []


# La Criatura

CREATURE = "criatura"


class Creature(Told):
    """Worlds of the Creature's card, every event and every weapon.

    Left out is the order in which weapons that went back come again. That only adds worlds.
    """

    def __init__(self, decklist: Decklist, table: Table, named: frozenset[str]) -> None:
        super().__init__(decklist, table, named)
        people, many = list(table.players), Counter(copy.slug for copy in decklist.copies)
        self.events = self._followed("event", "evento")
        self.events.deal(dict(table.hands), PILE, sum(n for slug, n in many.items() if self._back(slug) == "event"))
        self.weapons = self._followed("weapon", "arma")
        self.weapons.deal(
            dict.fromkeys(people, 0), PILE, sum(n for slug, n in many.items() if self._back(slug) == "weapon")
        )
        self.parts = self._followed("character", "cientifico")
        self.parts.deal(dict.fromkeys(people, 1), "box", many[CREATURE] + many["cientifico"])
        self.parts.learn([-self.parts.spot("box").pop(f"{CREATURE}.1", -self.parts.clauses.yes)])
        self.truth = self.parts.clauses.new()
        """Holds where everybody whom the vote has hit has said truly that they are not the Creature."""
        self.bereft = ""

    def _followed(self, back: str, common: str) -> Copies:
        """Return the followed copies of a back: those of uncommon cards, and those told by their copy."""
        mine = [copy for copy in self.decklist.copies if self._back(copy.slug) == back and copy.slug != "infectado"]
        return Copies((c.id for c in mine if c.slug != common or c.id in self.named), common)

    @property
    def sets(self) -> Sequence[Copies]:
        return (self.events, self.weapons, self.parts)

    def entered(self, action: Action, facts: Sequence[f.Fact], step: Step) -> None:
        if action.verb == "declare":
            self._declared(action)
        for fact in facts:
            match fact:
                case f.Renamed(player, to):
                    self.names[to] = self.names[player]
                case f.StackShuffled(source, _) if source == DISCARD:
                    self.events.empty(PILE)
                    self.events.pour(LOW, PILE)
                case f.PlayerOut(player, _):
                    for cards in (self.weapons, self.parts, self.events):
                        cards.pour(self.names[player], "gone")
                case f.CardsMoved():
                    self._moved(fact, step)
                case _:
                    pass

    def _declared(self, action: Action) -> None:
        who = self.names[action.player]
        card = self.parts.spot(who).get(f"{CREATURE}.1", -self.parts.clauses.yes)
        if self.table.track("found", "") == 2:
            return
        if action.said.get("creature") is True:
            self.parts.learn([card])
            if self.table.track("found", "") == 1:
                self.parts.pour(who, "gone")
                self.bereft = who
        else:
            self.parts.clauses.add(-self.truth, -card)

    def _moved(self, fact: f.CardsMoved, step: Step) -> None:
        source, target = str(fact.source.name), str(fact.target.name)
        if "characters" in (source, target):
            self.parts.move(self.names.get(source, "chief"), self.names.get(target, "chief"))
        elif fact.source == fact.target:
            faces = fact.faces
            self.weapons.move(
                self.names[source], "open", lambda copy: name_of(copy) == faces[0], unnamed=faces[0] == "arma"
            )
        elif source == "weapons":
            self.weapons.move(PILE, self.names[target])
            self._laid_down(fact.target, step)
        elif target == "weapons":
            self.weapons.move(self.names[source], PILE)
        else:
            for k in range(fact.count):
                face = fact.faces[k] if len(fact.faces) == fact.count else ""
                fits = frozenset(copy for copy in self.events.followed if face in ("", name_of(copy)))
                unnamed = face in ("", "evento")
                self.events.move(self._pile(fact.source), self._pile(fact.target), fits.__contains__, unnamed)

    def _pile(self, place: Place) -> str:
        return PILE if place == DRAW else LOW if place == DISCARD else self.names[str(place.name)]

    def _laid_down(self, place: Place, step: Step) -> None:
        """Put a weapon out of the game if its owner has no more weapons than before and none went back."""
        player = str(place.name)
        more = (step.after.track("weapons", player) or 0) > (step.before.track("weapons", player) or 0)
        back = any(isinstance(one, f.CardsMoved) and one.source == place != one.target for one in step.entry.facts)
        if not more and not back:
            self.weapons.move(self.names[player], "out")

    def saw(self, check: Action) -> None:
        what = check.text("what")
        if what == "round":
            for player, card in check.table("gives").items():
                if name_of(str(card)) != "infectado":
                    self.parts.learn(self.parts.some(self.names[player], [str(card)]))
        elif what == "weapons":
            self.weapons.learn(self.weapons.whole(self.names[check.player], check.names("cards")))
        elif what == "hand":
            self.events.learn(self.events.whole(self.names[check.player], self._events(check.names("cards"))))
        else:
            self.events.learn(self.events.some(self.names[check.player], _away(check)))

    def _back(self, card: str) -> str:
        return self.decklist.by_slug[name_of(card)].back

    def _events(self, cards: Sequence[str]) -> list[str]:
        return [card for card in cards if self._back(card) == "event"]

    def judge(self, check: Action) -> Exact | None:
        if check.text("what") == "round":
            return self._round({player: str(card) for player, card in check.table("gives").items()})
        player, what = check.player, check.text("what")
        who, cards = self.names[player], list(_away(check) if what == "discard" else check.names("cards"))
        held = self.table.hands[player]
        if what == "weapons":
            if any(self._back(c) != "weapon" for c in cards) or len(cards) != (
                self.table.track("weapons", player) or 0
            ):
                return Exact("illegal")
            return self._lying(self.weapons, who, cards, whole=True)
        if what == "discard":
            asleep = self.table.track("sedated", player) is not None
            if asleep or len(cards) > held or len(self._events(cards)) < len(cards):
                return Exact("illegal")
            return self._lying(self.events, who, cards, whole=False)
        shown = [card for card in cards if self._back(card) != "character"]
        if len(self._events(shown)) < len(shown) or len(shown) != held:
            return Exact("illegal")
        return self._lying(self.events, who, shown, whole=True)

    def _lying(self, cards: Copies, who: str, shown: Sequence[str], whole: bool) -> Exact:
        """Return the verdict on cards shown from a place: each alone, then all together."""
        if any(not cards.clauses.has(one) for one in cards.alone(who, shown)):
            return Exact("illegal")
        fits = cards.clauses.has((cards.whole if whole else cards.some)(who, shown))
        return Exact("legal" if fits else "undetermined", fits)

    def _round(self, gives: dict[str, str]) -> Exact:
        """Return the verdict on a round: one character card of each, never an infected one, and together what there
        is."""
        asleep = {player for player in self.table.seats if self.table.track("sedated", player) is not None}
        wrong = any(self._back(card) != "character" or name_of(card) == "infectado" for card in gives.values())
        if wrong or asleep & set(gives) or self.bereft in {self.names[player] for player in gives}:
            return Exact("illegal")
        lies = [lit for player, card in gives.items() for lit in self.parts.some(self.names[player], [card])]
        if not self.parts.clauses.has([self.truth, *lies]):
            return Exact("illegal")
        waits = {p for p in self.table.seats if p not in asleep and self.names[p] != self.bereft} - set(gives)
        return Exact("undetermined" if waits else "legal")


def _away(check: Action) -> Sequence[str]:
    return check.names("cards") if "cards" in check.said else (check.text("card"),)


KINDS: dict[str, tuple[type[Told], ...]] = {"dos-barajas": (Clubs, TwoDecks), "la-criatura": (Creature,)}
"""The ways in which the worlds of a game are told, by its slug."""
