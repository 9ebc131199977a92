"""A check judged: which rules the cards shown break in which worlds, and the words of the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import Finding, Line, Phrase, Verdict, aloud
from companion.engine.hidden.spots import is_copy, slug_of
from companion.engine.hidden.weighing import Broken, Ways, Weighed, Weighing, are_more, unlike
from companion.engine.kit.card_checks import discarded, players_of
from companion.games.la_cosa import queries
from companion.games.la_cosa.cards import is_panic, offers, passes_to
from companion.games.la_cosa.referee.story import Tale, told
from companion.games.la_cosa.referee.worlds import THING

RULES = (
    "hand.size",
    "hand.panic-card",
    "hand.not-in-deck",
    "hand.duplicate-copy",
    "hand.thing-missing",
    "hand.thing-moved",
    "hand.infected-keeps-one",
    "hand.thing-with-flamethrower",
    "hand.superinfection",
    "exchange.thing",
    "exchange.human-gives-infected",
    "exchange.infected-to-non-thing",
    "exchange.last-infected",
    "discard.thing",
    "discard.last-infected",
)
"""Every id, in the order of docs/rules/la-cosa.md (Refusals)."""

TOLD = (
    "hand.size",
    "hand.panic-card",
    "hand.not-in-deck",
    "hand.duplicate-copy",
    "hand.thing-with-flamethrower",
    "hand.superinfection",
)
"""The rules that the table may hear by name."""


HANG = frozenset(RULES) - {
    *("hand.size", "hand.panic-card", "hand.not-in-deck", "hand.thing-with-flamethrower"),
    *("exchange.thing", "discard.thing"),
}
"""The rules that cards break by what was shown before; the others they break by themselves."""


def judge(decklist: Decklist, line: Line, check: Action) -> Finding:
    """Return what the cards of a check prove at the end of a line."""
    return judged(decklist, line, check).finding()


def judged(decklist: Decklist, line: Line, check: Action, begins: bool = True) -> Judging:
    """Return the whole weighing of a check; on a kept line the last check is judged once."""
    story = told(decklist, line, begins)
    last = story.judged
    if isinstance(last, Judging) and last.check == check:
        return last
    story.judged = Judging(story, check)
    return story.judged


class Judging(Weighing):
    """One check, and what is known when it is made."""

    def __init__(self, story: Tale, check: Action) -> None:
        super().__init__(story.worlds, RULES, story.offers)
        self.story, self.worlds, self.check, self.table = story, story.worlds, check, story.table
        self.what = check.text("what")
        self.certain: set[str] = set()
        self.by: dict[str, dict[str, int]] = {}
        """What each of those whose cards were shown may break."""
        {"hand": self._hand, "discard": self._discard}.get(self.what, self._giving)()
        mine = self.shown
        self.shown = self._with_la_cosa(mine)
        self.found = self.weigh(self.by.values(), self.certain)
        self.shown = mine

    # A whole hand

    def _hand(self) -> None:
        worlds, player, cards = self.worlds, self.story.names[self.check.player], self.check.names("cards")
        thing, clauses = worlds.has_thing(player, cards), self.clauses
        self.certain = {*self._of_the_cards(cards), *self._by_eyes(cards)}
        complete = len(cards) == self.table.hands[self.check.player]
        whole = worlds.whole(player, cards) if complete else [thing, *worlds.some(player, cards)]
        before = clauses.given_up
        fits = self.can(*whole, lawful=True)
        can = fits or self.can(*whole)
        self.is_unsure = clauses.given_up > before
        twice = self._twice(cards) or self._lie_open(cards) or unlike(self.story.eyed.get(player, cards), cards)
        if twice or (not can and self.lie_elsewhere(player, cards)):
            self.certain.add("hand.duplicate-copy")
        plain = not any(map(worlds.sick, cards))
        if plain:
            # It is judged against all that its owner may have been: who was infected may have lost theirs unlawfully.
            excused = worlds.bare.get(player, -clauses.yes)
            kept = clauses.any_of((-worlds.infected[player], excused))
            self.by = {player: {"hand.infected-keeps-one": -kept}}
            self.lawful = fits or not self.cannot_be(player, cards)
            self.unfit = self.lawful and not fits and not self.can(thing, -kept, lawful=True)
            self.may_have_lost = not any(map(worlds.is_thing, cards)) and worlds.may_have_lost(player)
        self.unfit |= not can or unlike(self.story.within.get(player, cards), cards)
        facing = self._faced()
        full = cards and all(map(worlds.sick, cards))
        if facing and full and not (queries.nobody_overflows(self.table) or queries.out_at_once(self.table)):
            self.by = {
                player: {"hand.superinfection": -clauses.all_of((worlds.infected[player], worlds.thing[facing]))}
            }
        self.at_least = [thing]
        self.shown = [thing] if plain or not complete else whole
        self.lawful = self.lawful and (plain or not complete or fits)

    unfit = is_unsure = may_have_lost = False

    def _of_the_cards(self, cards: Sequence[str]) -> set[str]:
        """Return the rules that the cards break by themselves."""
        table, decklist = self.table, self.story.decklist
        acts = {self.story.acts(slug_of(card)) for card in cards}
        caught = {THING, "lanzallamas"} <= acts and table.turn != self.check.player
        caught = caught and self.check.text("occasion") != "private"
        many = len(table.players)
        playing = {copy.id for copy in decklist.in_play(many)}
        absent = (card not in playing if is_copy(card) else not decklist.how_many(card, many) for card in cards)
        broken = {
            "hand.size": len(cards) != table.hands[self.check.player],
            "hand.panic-card": any(is_panic(decklist, slug_of(card)) for card in cards),
            "hand.not-in-deck": any(absent),
            "hand.thing-with-flamethrower": caught and table.options.get("thing_caught_loses") is not False,
        }
        return {rule for rule, is_broken in broken.items() if is_broken}

    def _by_eyes(self, cards: Sequence[str]) -> set[str]:
        """Rules about La Cosa, by what eyes alone have seen."""
        if any(map(self.worlds.is_thing, cards)):
            return set() if self.story.may_hold_thing(self.check.player) else {"hand.thing-moved"}
        is_short = len(cards) < self.table.hands[self.check.player]  # then it may be the card that is kept back
        return {"hand.thing-missing"} if self.story.seen_thing() == self.check.player and not is_short else set()

    def _twice(self, cards: Sequence[str]) -> bool:
        ones = [slug_of(card) if self.worlds.is_thing(card) else card for card in cards]
        return any(many > 1 for card, many in Counter(ones).items() if is_copy(card) or self.worlds.is_thing(card))

    def _lie_open(self, cards: Sequence[str]) -> bool:
        """Return True if more copies of a card are here than do not lie open on the table."""
        table = self.table
        lying = [*table.open, *chain.from_iterable((*table.gaps, *table.fronts.values()))]
        return are_more(cards, lying, self.worlds.copies)

    def _faced(self) -> str:
        """Return whom the owner faces in an offered exchange; empty if there is none."""
        prompt = self.table.prompt
        if prompt is None or not offers(self.story.decklist, prompt.about):
            return ""
        return self.story.names.get({prompt.by: prompt.to, prompt.to: prompt.by}.get(self.check.player, ""), "")

    def _placed(self, cards: Sequence[str]) -> list[str]:
        """Return the cards of which a copy plays and can have been dealt or drawn unseen.

        The others no world has, and only a whole hand is told so.
        """
        slugs = {slug_of(copy) for copy in self.worlds.copies}
        return [card for card in cards if slug_of(card) in slugs or self.worlds.is_thing(card)]

    # Cards given

    def _giving(self) -> None:
        gifts = self.story.gifts(self.check)
        takers = self._takers()
        self.by = {giver: self._may_break(giver, takers[giver], card) for giver, card in gifts.items()}
        if any(map(self.worlds.is_thing, gifts.values())):
            self.certain = {"exchange.thing"}
        self.shown = [
            lit
            for giver, card in gifts.items()
            if not self.worlds.is_thing(card)
            for lit in self.worlds.some(giver, self._placed([card]))
        ]

    def _with_la_cosa(self, shown: list[int]) -> list[int]:
        """Add that who gives La Cosa has it: it counts for all that is broken, and none of the others is told."""
        gifts = self.story.gifts(self.check) if self.what in ("exchange", "round") else {}
        more = [*shown, *(self.worlds.thing[who] for who, card in gifts.items() if self.worlds.is_thing(card))]
        return more if len(more) > len(shown) and self.can(*more) else shown

    def _takers(self) -> dict[str, str]:
        names = self.story.names
        if self.what == "exchange":
            a, b = names[self.check.text("from")], names[self.check.text("to")]
            return {a: b, b: a}
        drawn = self.table.open[-1:] if self.table.step == "panic" else ()
        way = passes_to(self.story.decklist, *drawn)
        return {names[giver]: names[queries.receiver(self.table, giver, way)] for giver in self.check.table("gives")}

    def _may_break(self, giver: str, taker: str, card: str) -> dict[str, int]:
        """Return what one giver may break.

        Nobody can get out of Vuelta y vuelta, and it eliminates nobody: of a hand of nothing but ¡Infectado! one of
        them is given, and that is lawful; so it is in any exchange where nobody goes out by such a hand.
        """
        worlds, clauses = self.worlds, self.clauses
        if worlds.is_thing(card):
            return {"exchange.thing": clauses.yes}
        if not worlds.sick(card):
            return {}
        forced = self.what == "round" or queries.nobody_overflows(self.table)
        excused = worlds.all_sick(giver) if forced else -clauses.yes
        wrong = -clauses.any_of((worlds.thing[giver], excused))
        infected = clauses.all_of((wrong, worlds.infected[giver]))
        return {
            "exchange.human-gives-infected": clauses.all_of((wrong, -worlds.infected[giver])),
            "exchange.infected-to-non-thing": clauses.all_of((infected, -worlds.thing[taker])),
            "exchange.last-infected": clauses.all_of((infected, -clauses.at_least(worlds.sick_in(giver), 2))),
        }

    def caught(self) -> dict[str, int]:
        """Of each taker, that the card shown for them infects them when it comes to that."""
        worlds, gifts = self.worlds, self.story.gifts(self.check)
        spared = self.story.spared if self.table.prompt is not None else ""
        return {
            taker: worlds.thing[giver] if worlds.sick(gifts.get(giver, "")) and taker != spared else -self.clauses.yes
            for giver, taker in self._takers().items()
        }

    # Discards

    def _discard(self) -> None:
        worlds, player, cards = self.worlds, self.story.names[self.check.player], discarded(self.check)
        whole = self._whole_before(cards)
        seen = whole or cards
        gone, clauses = sum(map(worlds.sick, cards)), self.clauses
        last = -clauses.yes
        if any(map(worlds.is_thing, cards)):
            self.certain = {"discard.thing"}
        if whole:
            self.shown = self._hand_before(player, whole)
            if gone and sum(map(worlds.sick, seen)) == gone:
                last = worlds.infected[player]
        elif self.story.is_announced(self.check):
            # They are of the three that are only then drawn, and who is infected has one in the hand; but where that is
            # the one that goes, or it may have gone in a correction, there may be another among the three.
            held = worlds.hands[player].named
            mine = [held[card] for card in cards if worlds.sick(card) and card in held]
            lacks = clauses.any_of([worlds.bare.get(player, -clauses.yes), *mine])
            last = clauses.all_of((worlds.infected[player], lacks, clauses.new()))
        else:
            self.shown = worlds.some(player, self._placed(cards))
            if gone:
                last = clauses.all_of((worlds.infected[player], -clauses.at_least(worlds.sick_in(player), gone + 1)))
        self.by = {player: {"discard.last-infected": last}}

    def _whole_before(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the hand before the discard, if it was shown and holds what is discarded."""
        hand = self.check.names("hand")
        return () if Counter(cards) - Counter(hand) else hand

    def _hand_before(self, player: str, hand: tuple[str, ...]) -> list[int]:
        """Return the literals that this was the hand; for ¡Determinación! with the three drawn cards and without
        itself."""
        if len(hand) == self.table.hands[self.check.player]:
            return self.worlds.whole(player, hand)
        plain = [card for card in hand if not self.worlds.is_thing(card)]
        gone = self.worlds.without_others(player, plain, self.story.keepers)
        return [self.worlds.has_thing(player, hand), *gone]

    # The words of the answer

    def finding(self) -> Finding:
        """Return the answer in phrases."""
        verdict, rules, _, fits = self._settled()
        fits = fits and not self.unfit
        unfit = () if fits else (Phrase("check.needs.unfit"),)
        lost = (Phrase("check.needs.received", {"player": self.check.player}),) if self.may_have_lost else ()
        needs = ((*unfit, *self.needs(self.found, self.by)) or lost or _MORE) if verdict == "undetermined" else ()
        broken = tuple(Phrase(f"check.rules.{rule}.private", self._names()) for rule in rules)
        private = (Phrase(f"check.private.{verdict}"), *broken, *(needs or unfit))
        return Finding(verdict, rules, needs, self._public(rules), private)

    def _settled(self) -> Weighed:
        """Return the finding, left open if nobody can have come by the cards lawfully, so that something is wrong
        somewhere, or if that is not known."""
        found = self.found
        if found.verdict != "legal":
            return found
        is_unlawful = self.what == "hand" and not found.fits and self.can(lawful=True)
        doubts = is_unlawful or self.is_unsure or self.may_have_lost or self.unfit
        return found._replace(verdict="undetermined") if doubts or self._is_ruled_out() else found

    def _is_ruled_out(self) -> bool:
        """Return True if it is illegal by what was seen of hands that had parted with cards, which was taken back."""
        self.unfit |= self.story.is_ruled_out(lambda strict: Judging(strict, self.check).found.verdict == "illegal")
        return self.unfit

    def of(self, player: str) -> Weighed:
        """Return the finding on the cards of one of those who showed some."""
        if self.what not in ("exchange", "round"):
            return self._settled()
        broken = self.by[self.story.names[player]]
        return self.weigh([broken], {"exchange.thing"} & set(broken))

    def own(self, player: str) -> tuple[Verdict, tuple[Phrase, ...]]:
        """Return the verdict on what one of several gives, whatever the others give, and why."""
        who, found = self.story.names[player], self.of(player)
        names = {"player": player, "other": player, "players": (player,)}
        why = tuple(Phrase(f"check.rules.{rule}.private", names) for rule in found.rules)
        needs = (self.needs(found, {who: self.by[who]}) or _MORE) if found.verdict == "undetermined" else ()
        return found.verdict, (Phrase(f"check.private.own-{found.verdict}"), *why, *needs)

    def _names(self) -> dict[str, object]:
        """Return the blanks that hold the names of those concerned."""
        players = players_of(self.check)
        return {"player": players[0], "other": players[-1], "players": tuple(players)}

    def _public(self, rules: tuple[str, ...]) -> Phrase:
        names = self._names()
        if self.what == "round":
            return Phrase("check.public.round")
        if self.what != "hand":
            return Phrase(f"check.public.{self.what}", names)
        if not rules:
            return Phrase("check.public.hand-fine", names)
        return aloud(rules, TOLD, "hand-private", names)

    # What would settle it

    def needs(self, found: Weighed, by: Mapping[str, Broken]) -> tuple[Phrase, ...]:
        """Return what would settle it: who is La Cosa if that is enough, else all that is open of those concerned.

        That is who is La Cosa, who was infected, which ¡Infectado! a hand holds.
        """
        people = [who for who, broken in by.items() if broken]
        facts = self._facts(people)
        return self.settling(found.known, by.values(), facts, alone=len(facts) > 1)

    def _facts(self, people: Sequence[str]) -> list[tuple[Phrase, Ways]]:
        """Return what could be told of the players concerned, each with the possible answers."""
        worlds, names = self.worlds, {who: name for name, who in self.story.names.items()}
        received: list[tuple[Phrase, Ways]] = [
            (Phrase("check.needs.received", {"player": names[who]}), [[worlds.infected[who]], [-worlds.infected[who]]])
            for who in people
        ]
        if self.what == "hand":
            return received
        concerned = [worlds.thing[who] for who in {**dict.fromkeys(people), **dict.fromkeys(self.by)}]
        # Not by name: whoever asks would learn who has been seen without La Cosa.
        facts: list[tuple[Phrase, Ways]] = [
            (Phrase("check.needs.thing"), [*([lit] for lit in concerned), [-lit for lit in concerned]])
        ]
        if not self.check.names("hand"):
            facts += [(Phrase("check.needs.hand", {"player": names[who]}), self._sick_in(who)) for who in people]
        return [*facts, *received]

    def _sick_in(self, who: str) -> list[list[int]]:
        """Return the literals that a hand holds no, one, or more ¡Infectado!."""
        _, one, two = self.clauses.counted(self.worlds.sick_in(who), 2)
        return [[-one], [one, -two], [two]]


_MORE = (Phrase("check.needs.more"),)
