"""A check judged: which rules a hand breaks in which worlds, and the words of the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import Finding, Line, Phrase, aloud, answered
from companion.engine.hidden.told import told
from companion.engine.hidden.weighing import Weighed, Weighing
from companion.engine.kit.common_rules import slug_of
from companion.games.dos_barajas import queries
from companion.games.dos_barajas.referee import shown
from companion.games.dos_barajas.referee.shown import Broken, figure_of
from companion.games.dos_barajas.referee.story import Tale, is_club

RULES = (
    *("hand.size", "hand.not-in-deck", "hand.duplicate-copy", "figure.commander", "figure.second-thing"),
    *("hand.denied", "hand.human-clubs", "trio.suit", "trio.short", "trio.surplus"),
    *("figures.count", "figures.thing", "figures.commander", "figures.others"),
    *("deck.figures", "deck.clubs-aces", "deck.not-in-deck"),
)
"""Every id, in the order in which they are named."""

CLUBS, DENIED, TWICE = "hand.human-clubs", "hand.denied", "hand.duplicate-copy"
ALOUD = tuple(rule for rule in RULES if rule not in ("figure.commander", "figure.second-thing", CLUBS, DENIED))
"""The rules that the table may hear by name: they give nobody's role away."""


def judge(decklist: Decklist, line: Line, check: Action) -> Finding:
    """Return what the cards of a check prove at the end of a line."""
    what, names = check.text("what"), {"player": check.player}
    slugs = tuple(slug_of(decklist, card) or "" for card in check.names("cards"))
    broken, needs = shown.BY_THEMSELVES[what](decklist, line[-1].after, check, slugs) if what != "hand" else (set(), ())
    rules = tuple(rule for rule in RULES if rule in broken)
    if what in ("hand", "trio") and not broken:
        tale = told(line, lambda table: Tale(decklist, table))
        before = tale.cards.clauses.given_up
        rules, needs = _by_worlds(tale, check, slugs)
        is_unsure = tale.cards.clauses.given_up > before
        if not rules and not needs:
            doubtful = is_unsure or tale.is_ruled_out(lambda strict: _by_worlds(strict, check, slugs)[0])
            needs = _UNFIT if doubtful else ()
    return answered(rules, needs, aloud(rules, ALOUD, f"{what}{'-private' if rules else '-fine'}", names), names)


_UNFIT = (Phrase("check.needs.unfit"),)


def _by_worlds(tale: Tale, check: Action, slugs: Sequence[str]) -> tuple[tuple[str, ...], tuple[Phrase, ...]]:
    """Return what a hand or a trio breaks by where the other cards lie, and what is lacking to know."""
    if check.text("what") == "hand":
        judging = Judging(tale, check, slugs)
        return judging.found.rules, judging.needs()
    can = tale.cards.possible(tale.cards.holding(tale.names[check.player], check.names("cards")))
    return () if can else (TWICE,), ()


class Judging(Weighing):
    """A hand, and what is known when it is shown."""

    def __init__(self, tale: Tale, check: Action, slugs: Sequence[str]) -> None:
        super().__init__(tale.cards, RULES)
        self.tale, self.check, self.who = tale, check, tale.names[check.player]
        self.table = tale.table
        self.clubs = any(map(is_club, slugs)) and self.table.step != queries.DEAL
        certain = shown.of_the_hand(tale.decklist, self.table, check, slugs) | self._figure()
        self.own = tale.says(self.who, figure_of(check))
        if not certain:
            held = check.names("cards")
            hand = [*tale.cards.holding(self.who, held), *tale.cards.without_others(self.who, held)]
            self.at_least = [*tale.roles(), *self.own, *hand]
            if not self.can(*self.at_least, *tale.revealed[self.who]):
                certain.add(TWICE)
        self.found = Weighed("illegal", self.in_order(certain), (), True) if certain else self._by_all_worlds()

    def _figure(self) -> Broken:
        """Return what is wrong with the court card shown beside a hand, by what eyes have seen of the others."""
        figure, seen, decklist = figure_of(self.check), self.tale.figures, self.tale.decklist
        if not figure:
            return set()
        commander = self.table.notes.get(queries.COMMANDER, "")
        others = Counter(one for who, one in seen.items() if who != self.who)
        copies = 1 if figure == queries.FIRST_THING else decklist.how_many(figure, len(self.table.players))
        # Shown more than once, they may have been changed in between: nobody is accused by the first of them.
        copies = min(copies, max((court[figure] for court in self.tale.court), default=copies))
        broken = {
            "figure.commander": (figure == queries.COMMANDER_KING) != (self.check.player == commander)
            or figure not in shown.PERSONALITIES,
            "figure.second-thing": others[figure] >= copies or seen.get(self.who, figure) != figure,
        }
        return {rule for rule, is_broken in broken.items() if is_broken}

    def _by_all_worlds(self) -> Weighed:
        """Over the lawful worlds with this hand; where there are none, over all."""
        tale, who, said = self.tale, self.who, self.tale.others_said(self.check.player)
        self.shown = [*self.at_least, *said]
        excused = not self.clubs or self.table.roles.get(self.check.player) == queries.THING
        denied = self.clauses.any_of(tale.denied[who])
        self.broken = {CLUBS: -self.clauses.yes if excused else -tale.thing[who], DENIED: denied}
        found = self.weigh([self.broken])
        # Of a denial nothing is said before it is proven; alone, the cards are in order.
        if DENIED in found.rules and self.can(*found.known, -denied):
            found = found._replace(rules=(CLUBS,))
        if excused and found.verdict != "illegal" and found.known:
            found = found._replace(verdict="legal")
        fits = not self._may_be_nobodys() and self.can(*found.known, *tale.revealed[who], *said)
        return found if fits or found.verdict != "legal" else found._replace(verdict="undetermined", known=())

    def _may_be_nobodys(self) -> bool:
        """Return True if the court card was not there each time that those to be dealt were shown."""
        figure, courts = figure_of(self.check), self.tale.court
        others = sum(one == figure for who, one in self.tale.figures.items() if who != self.who)
        return bool(figure) and any(court[figure] <= others for court in courts)

    def needs(self) -> tuple[Phrase, ...]:
        """Return what would settle it: the court card, or a club they took; both if neither is enough."""
        if self.found.verdict != "undetermined":
            return ()
        if not self.found.known:
            return _UNFIT
        first, took = self.tale.first[self.who], self.tale.took[self.who]
        facts = [("figure", [[first], [-first]]), ("middle", [[took], [-took]])]
        open_ = self.settling(self.found.known, [self.broken], facts, alone=len(facts)) or ("figure", "middle")
        return tuple(Phrase(f"check.needs.{fact}", {"player": self.check.player}) for fact in open_)
