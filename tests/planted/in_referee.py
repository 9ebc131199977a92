"""Bugs in the referees. `referee GAME`: some case of the game's referee contradicts it, `referee GAME accusing`: by a
false accusation; `camera`: what the twin knows in whole games; `agreement`: the judge by another hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.facts import Asked, Settled, TurnBegan
from companion.engine.hidden.referee import Memory, Sight
from companion.engine.hidden.spots import slug_of
from tests.planted import Bug, always, instead

WORLDS = "companion.games.la_cosa.referee.worlds:Worlds"
TALE = "companion.games.la_cosa.referee.story:Tale"
TELLING = "companion.games.la_cosa.referee.story:Telling"
JUDGING = "companion.games.la_cosa.referee.judging:Judging"
PLACES = "companion.engine.hidden.places:HiddenPlaces"


# Gifts and infections


def infecting(forgets: Callable[[int, bool], bool]) -> Callable[[Any], Any]:
    """Plant exchanges in which some gifts infect no player, by their number and whether it is a round."""

    def wrong(give: Any) -> Any:
        def gives(self: Any, pairs: Any, seen: Any, spared: str = "", unavoidable: bool = False) -> None:
            before = dict(self.infected)
            give(self, pairs, seen, spared, unavoidable)
            self.infected |= {taker: before[taker] for k, (_, taker) in enumerate(pairs) if forgets(k, unavoidable)}

        return gives

    return wrong


def infecting_but_by(about: str) -> Callable[[Any], Any]:
    """Plant exchanges by this kind of offer that infect no player."""

    def wrong(passed: Any) -> Any:
        def passes(self: Any, pairs: list[tuple[str, str]]) -> None:
            prompt, before = self.story.table.prompt, dict(self.worlds.infected)
            passed(self, pairs)
            if prompt is not None and prompt.about == about:
                self.worlds.infected = before

        return passes

    return wrong


def infected_by_the_infected(right: Any) -> Any:
    """Plant: an infected player infects by any card."""
    return lambda self, giver, taker, gift: self.clauses.any_of((right(self, giver, taker, gift), self.infected[giver]))


def infecting_who_draws(lay: Any) -> Any:
    def lays(self: Any, card: Any) -> None:
        lay(self, card)
        for player, infected in self.infected.items():
            drawn = self.clauses.all_of((-self.thing[player], self.as_marked(card)))
            self.infected[player] = self.clauses.any_of((infected, drawn))

    return lays


def sparing_nobody(give: Any) -> Any:
    return lambda self, pairs, seen, spared="", unavoidable=False: give(self, pairs, seen, "", unavoidable)


def any_gift(gift: Any) -> Any:
    def gives(self: Any, giver: str, taker: str, seen: str, unavoidable: bool) -> Any:
        return gift(self, giver, taker, seen, unavoidable) if seen else self.take(self.hands[giver])

    return gives


# Facts told to the referee


def forgetting(forgets: Callable[[str, Any], bool]) -> Callable[[Any], Any]:
    """Plant: no player is spared after some entries, by the player spared before and the entry."""

    def wrong(entered: Any) -> Any:
        def enters(self: Any, step: Any) -> None:
            before = self.spared
            entered(self, step)
            if forgets(before, step):
                self.spared = ""

        return enters

    return wrong


def asks(about: str) -> Callable[[str, Any], bool]:
    return lambda before, step: step.after.prompt is not None and step.after.prompt.about == about


def sparing_for_ever(happened: Any) -> Any:
    def happens(self: Any, fact: Any, then: Sequence[Any]) -> None:
        spared = self.story.spared
        happened(self, fact, then)
        self.story.spared = self.story.spared or spared

    return happens


def forgetting_no_offer(happened: Any) -> Any:
    def happens(self: Any, fact: Any, then: Sequence[Any]) -> None:
        offers = list(self.story.offers)
        happened(self, fact, then)
        if isinstance(fact, Settled | TurnBegan | Asked):
            self.story.offers[:] = offers

    return happens


def giving_what_was_refused(happened: Any) -> Any:
    def happens(self: Any, fact: Any, then: Sequence[Any]) -> None:
        if isinstance(fact, Settled) and self.story.offers:
            a, b = self.story.offers[-1].gifts
            self._passed([(a, b), (b, a)])
        happened(self, fact, then)

    return happens


def giving_the_first(carried_out: Any) -> Any:
    """Plant: of two cards shown for an offer the first is taken as given."""

    def carries_out(self: Any, givers: Sequence[str]) -> Any:
        self.offers = [offer for offer in self.offers if set(offer.gifts) <= set(givers)][:1]
        return carried_out(self, givers)

    return carries_out


def asking_for_the_givers_once(right: Any) -> Any:
    """Plant: the givers are walked once for all offers, so that the first is carried out and no hand holds the card."""

    def carries_out(self: Any, givers: Sequence[str]) -> dict[str, str]:
        walked, seen = iter(givers), dict[str, str]()
        for offer in self.offers:
            if set(offer.gifts) <= set(walked):
                seen |= offer.gifts
        for giver, card in seen.items():
            self.worlds.saw_some(giver, [card])
        self.offers.clear()
        return seen

    return carries_out


def giving_the_first_in_a_round(carried_out: Any) -> Any:
    """Plant `giving_the_first` in rounds alone."""
    first = giving_the_first(carried_out)
    return lambda self, givers: (first if len(givers) > 2 else carried_out)(self, givers)


def healing(corrected: Any) -> Any:
    def corrects(self: Any, step: Any, named: frozenset[str]) -> None:
        corrected(self, step, named)
        self.worlds.infected = dict.fromkeys(self.worlds.infected, -self.worlds.clauses.yes)

    return corrects


def leaving_roles_sure(corrected: Any) -> Any:
    """Plant: a correction of hands makes nothing doubtful but where cards are."""

    def corrects(self: Any, sizes: object, lying: object) -> None:
        infected = dict(self.infected)
        corrected(self, sizes, lying)
        self.infected, self.bare = infected, {}

    return corrects


def sparing_the_last(corrected: Any) -> Any:
    """Plant: an infected player still has an ¡Infectado! after a correction."""

    def corrects(self: Any, step: Any, named: frozenset[str]) -> None:
        corrected(self, step, named)
        self.worlds.bare.clear()

    return corrects


# Conclusions from them


def letting(rule: str) -> Callable[[Any], Any]:
    """Plant: this rule is never broken."""
    return lambda right: lambda self, *given: {one: lit for one, lit in right(self, *given).items() if one != rule}


def caught(when: Callable[[Any, bool], bool]) -> Callable[[Any], Any]:
    """Plant: La Cosa with Lanzallamas is caught at the wrong moments."""
    rule = "hand.thing-with-flamethrower"

    def wrong(of_the_cards: Any) -> Any:
        def of(self: Any, cards: Sequence[str]) -> set[str]:
            broken = of_the_cards(self, cards)
            armed = {"la-cosa", "lanzallamas"} <= {card.partition(".")[0] for card in cards}
            return (broken - {rule}) | ({rule} if armed and when(self, rule in broken) else set())

        return of

    return wrong


def is_offering(self: Any) -> bool:
    return self.table.prompt is not None and self.table.turn == self.check.player


def rashly(weigh: Any) -> Any:
    def weighs(self: Any, *given: Any) -> Any:
        weighed = weigh(self, *given)
        is_open = weighed.verdict == "undetermined"
        return weighed._replace(verdict="illegal", rules=("exchange.human-gives-infected",)) if is_open else weighed

    return weighs


def boldly(weigh: Any) -> Any:
    def weighs(self: Any, *given: Any) -> Any:
        weighed = weigh(self, *given)
        return weighed._replace(verdict="legal") if weighed.verdict == "undetermined" else weighed

    return weighs


def where_it_was_seen(lie_open: Any) -> Any:
    """Plant: the axe, of which there is one, stays where it was seen."""

    def lies(self: Any, cards: Sequence[str]) -> bool:
        axe = any(slug_of(card) == "hacha" for card in cards)
        return lie_open(self, cards) or (
            axe and bool(self.worlds.elsewhere(self.story.names[self.check.player], "hacha"))
        )

    return lies


def without_what_was_played(without_others: Any) -> Any:
    return lambda self, player, cards, may_be=(): without_others(self, player, cards)


# The other two card games


def moving(is_moved: Callable[[bool], bool]) -> Callable[[Any], Any]:
    """Plant: only some moves are followed, by whether they are of characters."""

    def wrong(moved: Any) -> Any:
        def moves(self: Any, fact: Any) -> None:
            if is_moved("characters" in (fact.source.name, fact.target.name)):
                moved(self, fact)

        return moves

    return wrong


def no_new_commander(roles: Any) -> Any:
    return lambda self: [*roles(self), -self.first["Ana"]]


def forgetting_denials(shown: Any) -> Any:
    return lambda self, owner, faces, as_human: shown(self, owner, faces, False)


CRIATURA = "companion.games.la_criatura.referee.story:Tale"
BARAJAS = "companion.games.dos_barajas.referee.story:Tale"
AMIGOS = "no-podemos-ser-amigos"
COSA = "referee la-cosa"
BUGS = (
    Bug(f"{WORLDS}.give", "who is asked is not infected", infecting(lambda k, all: k == 0 and not all), COSA),
    Bug(f"{WORLDS}.give", "who offers is not infected", infecting(lambda k, all: k == 1 and not all), COSA),
    Bug(f"{WORLDS}.give", "a round infects nobody", infecting(lambda k, all: all), COSA),
    Bug(f"{TELLING}._passed", "the offer of the turn infects nobody", infecting_but_by("exchange"), COSA),
    Bug(f"{TELLING}._passed", "Seducción infects nobody", infecting_but_by("seduccion"), COSA),
    Bug(f"{TELLING}._passed", "¿No podemos ser amigos? infects nobody", infecting_but_by(AMIGOS), COSA),
    Bug(f"{WORLDS}._infected_by", "anybody infects",
        instead(lambda me, giver, taker, gift: me.clauses.any_of([me.infected[taker], me.as_marked(gift)])), COSA),
    Bug(f"{WORLDS}._infected_by", "the infected infect", infected_by_the_infected, COSA),
    Bug(f"{WORLDS}._infected_by", "La Cosa infects nobody",
        instead(lambda me, giver, taker, gift: me.infected[taker]), COSA),
    Bug(f"{WORLDS}._gift", "anybody may give an ¡Infectado! to anybody", any_gift, COSA),
    Bug(f"{WORLDS}.lay_on_pile", "Cita a ciegas lays its card anywhere",
        instead(lambda me, card: me.put(me.pile, card)), COSA),
    Bug(f"{WORLDS}.lay_on_pile", "what lies on the pile infects", infecting_who_draws, COSA),
    Bug(f"{WORLDS}.give", "¡Fallaste! spares nobody", sparing_nobody, COSA),
    Bug(f"{TALE}.entered", "¡Fallaste! spares nobody at the turn's offer", forgetting(asks("exchange")), COSA),
    Bug(f"{TALE}.entered", "¡Fallaste! spares nobody after Seducción", forgetting(asks("seduccion")),
        f"{COSA} accusing"),
    Bug(f"{TALE}.entered", "¡Fallaste! spares nobody after amigos", forgetting(asks(AMIGOS)), f"{COSA} accusing"),
    Bug(f"{TALE}.entered", "the second of two ¡Fallaste! spares nobody",
        forgetting(lambda before, step: bool(before)), f"{COSA} accusing"),
    Bug(f"{TELLING}._happened", "¡Fallaste! spares for ever", sparing_for_ever, COSA),
    Bug(f"{TELLING}._happened", "what was refused counts at the next offer", forgetting_no_offer, f"{COSA} accusing"),
    Bug(f"{TELLING}._happened", "what was refused is given", giving_what_was_refused, COSA),
    Bug(f"{TALE}.carried_out", "of two cards shown the first is given", giving_the_first, f"{COSA} accusing"),
    Bug(f"{TALE}.carried_out", "of two cards shown in a whole game the first is given", giving_the_first, "camera"),
    Bug(f"{TALE}.carried_out", "of two cards shown in a round the first is given", giving_the_first_in_a_round,
        "camera"),
    Bug(f"{TALE}.carried_out", "the givers of several offers are asked for once", asking_for_the_givers_once,
        "agreement"),
    Bug(f"{TALE}._corrected", "a correction heals", healing, COSA),
    Bug(f"{TALE}._corrected", "a correction takes no last ¡Infectado!", sparing_the_last, COSA),
    Bug(f"{TALE}._corrected", "corrections make nothing doubtful", always(None), COSA),
    Bug(f"{WORLDS}.corrected", "after a correction of hands roles are sure", leaving_roles_sure, COSA),
    Bug(f"{WORLDS}.must_keep", "what comes after a correction need not be kept", always(None), COSA),
    Bug(f"{WORLDS}.saw_whole", "a hand seen whole tells nothing", always(None), COSA),
    Bug(f"{PLACES}.saw", "what is seen of a hand tells nothing", always(None), COSA),
    Bug(f"{PLACES}.law", "nobody acts by the book", always(None), COSA),
    Bug(f"{WORLDS}.play_goes_on", "the eliminated may have been La Cosa for ever", always(None), COSA),
    Bug(f"{PLACES}.without_others", "what was played was in no hand", without_what_was_played, COSA),
    Bug(f"{TALE}.may_hold_thing", "La Cosa may move", always(True), COSA),
    Bug("companion.engine.hidden.line:touches", "what was undone fades nothing", always(False), COSA),
    Bug("companion.engine.hidden.referee:Memory.with_sight", "illegal checks teach",
        instead(lambda me, check, version, found: Memory((*me.sights, Sight(check, version)))), COSA),
    Bug(f"{JUDGING}.weigh", "undetermined is taken for illegal", rashly, COSA),
    Bug(f"{JUDGING}.weigh", "undetermined is taken for legal", boldly, COSA),
    Bug(f"{JUDGING}._may_break", "humans may give", letting("exchange.human-gives-infected"), COSA),
    Bug(f"{JUDGING}._may_break", "the infected may give to others", letting("exchange.infected-to-non-thing"),
        COSA),
    Bug(f"{JUDGING}._may_break", "the last may be given", letting("exchange.last-infected"), COSA),
    Bug(f"{JUDGING}._of_the_cards", "La Cosa may keep Lanzallamas", caught(lambda self, right: False), COSA),
    Bug(f"{JUDGING}._of_the_cards", "La Cosa is caught in its own turn",
        caught(lambda self, right: right or is_offering(self)), COSA),
    Bug(f"{JUDGING}._of_the_cards", "La Cosa is not caught in an exchange",
        caught(lambda self, right: right and self.table.prompt is None), COSA),
    Bug(f"{JUDGING}._faced", "nobody is superinfected", always(""), COSA),
    Bug(f"{JUDGING}.lie_elsewhere", "copies are in many places", always(False), COSA),
    Bug(f"{JUDGING}._lie_open", "what lies open may be in a hand", always(False), COSA),
    Bug(f"{JUDGING}._lie_open", "what was seen elsewhere stays there", where_it_was_seen, COSA),
    Bug(f"{CRIATURA}._declared", "what the vote's victim says is forgotten", always(None), "referee la-criatura"),
    Bug(f"{CRIATURA}._moved", "characters stay", moving(lambda characters: not characters), "referee la-criatura"),
    Bug(f"{CRIATURA}._moved", "events are not drawn", moving(lambda characters: characters), "referee la-criatura"),
    Bug(f"{PLACES}.saw", "what was seen of weapons tells nothing", always(None), "referee la-criatura"),
    Bug(f"{CRIATURA}.saw", "what was seen of characters tells nothing", always(None), "referee la-criatura"),
    Bug(f"{CRIATURA}.corrected", "a corrected round is no doubtful one", always(None), "referee la-criatura"),
    Bug(f"{CRIATURA}.corrected", "any correction makes all doubtful",
        instead(lambda me, named: me.begin_anew()), "referee la-criatura"),
    Bug(f"{PLACES}.as_marked", "no club from the middle makes a Thing",
        instead(lambda me, card: -me.clauses.yes), "referee dos-barajas"),
    Bug(f"{PLACES}.saw", "what was seen of clubs tells nothing", always(None), "referee dos-barajas"),
    Bug(f"{BARAJAS}.others_said", "what others say proves nothing", always([]), "referee dos-barajas"),
    Bug(f"{BARAJAS}.roles", "nobody else is the commander now", no_new_commander, "referee dos-barajas"),
    Bug(f"{BARAJAS}.roles", "court cards say nothing", always([]), "referee dos-barajas"),
    Bug(f"{BARAJAS}._shown", "denials are forgotten", forgetting_denials, "referee dos-barajas"),
    Bug(f"{BARAJAS}._must_be", "the cards of a trio tell nothing", always(None), "referee dos-barajas"),
    Bug(f"{BARAJAS}.corrected", "a correction of two decks is no doubtful one", always(None), "referee dos-barajas"),
)  # fmt: skip
