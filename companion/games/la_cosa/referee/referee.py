"""What those whose cards were shown are told, what is to be shown next, and everything else the referee is asked.

Nobody hears of another's card. What they may not do is said of the cards they showed and of what they know themselves
(their own role), never of what the referee has seen of others: «if you are human» stays an if, even where the referee
knows, for its being sure could tell who else is not La Cosa.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden import Due, Finding, HiddenInfo, Line, Phrase, Presented, Recalled, Standing, Told
from companion.engine.history import Entry
from companion.engine.kit.card_checks import players_of, renamed
from companion.engine.places import DRAW
from companion.engine.rules import CARD_BLANKS, Moment, Violation, refused_by
from companion.engine.state import Table
from companion.games.la_cosa.cards import OFFERS, effect
from companion.games.la_cosa.moves import MOVES
from companion.games.la_cosa.queries import in_play_order, obstacles, others
from companion.games.la_cosa.referee.judging import broken_by_giving, judge, own_words, weigh
from companion.games.la_cosa.referee.recall import FORMS, HARMLESS, OBSTACLES, Knowledge, read_check, recall, refuse
from companion.games.la_cosa.referee.worlds import Contradiction


def tell(decklist: Decklist, line: Line, check: Action, found: Finding) -> Mapping[str, Told]:
    """What each of those whose cards were shown is told, by name."""
    known = _known(decklist, line)
    told = {player: _own(known, check, found, k) for k, player in enumerate(players_of(check))}
    if check.text("what") == "hand":
        told[check.player] = Told(found.verdict, found.private, _of_the_hand(known, check))
    thing, phrase = _nobody_left(known, check, found)
    if thing in told and phrase is not None:
        one = told[thing]
        told[thing] = Told(one.verdict, one.why, (*one.advice, phrase))
    return told


def _known(decklist: Decklist, line: Line) -> Knowledge:
    try:
        return recall(decklist, line, by_the_book=True)
    except Contradiction:
        return recall(decklist, line, by_the_book=False)


def _own(known: Knowledge, check: Action, found: Finding, k: int) -> Told:
    """The verdict on what one of them gives, whatever the others give."""
    if check.text("what") not in ("exchange", "round"):
        return Told(found.verdict, found.private)
    verdict, rules = weigh([(world[k],) for world in broken_by_giving(known, check)])
    return Told(verdict, own_words(known, check, players_of(check)[k], verdict, rules))


# What this hand may not do


def _of_the_hand(known: Knowledge, check: Action) -> tuple[Phrase, ...]:
    """What may not be discarded, given or played of a hand, each with its rule."""
    player, cards = check.player, known.shown(check.names("cards"))
    thing, count = known.thing_among(*cards), known.infected(*cards)
    said: list[Phrase] = []
    if thing:
        said.append(_advice("thing"))
        if any(effect(known.decklist, card.slug) == "lanzallamas" for card in cards):
            said.append(_advice("flamethrower"))
    elif count:
        sure = known.roles.surely_infected(player)
        said.append(_advice(f"{'infected' if sure else 'either'}-{'one' if count == 1 else 'more'}"))
        if count >= len(cards) - 1:
            said.append(_advice("superinfection"))
    if known.table.turn == player and known.table.step == "act":
        said += _closed(known.decklist, known.table, player, [card.slug for card in cards])
    return tuple(said) or (_advice("free"),)


def _advice(key: str) -> Phrase:
    return Phrase(f"check.advice.{key}")


def _closed(decklist: Decklist, table: Table, player: str, slugs: list[str]) -> list[Phrase]:
    """The cards of this hand that cannot be played now, each with the rule that refuses it."""
    said = []
    for slug in dict.fromkeys(slugs):
        refused = _refused(decklist, table, player, slug) if decklist.by_slug[slug].kind in PLAYED else None
        if refused is not None:
            said.append(Phrase("check.advice.closed", {"card": _card(slug), "why": _why(refused)}))
    return said


PLAYED = ("action", "obstacle")
"""The kinds of cards that are played in one's turn."""


def _refused(decklist: Decklist, table: Table, player: str, slug: str) -> Violation | None:
    """The rule that refuses a card, whomever it is aimed at; None where it can be played."""

    def judged(**aimed: str) -> Violation | None:
        action = Action("play", {"player": player, "card": slug, **aimed})
        found = refused_by(MOVES["play"].rules, Moment(decklist, table, action))
        return found and found[1]

    found = judged()
    if found is None or found.rule != "target.missing":
        return found
    if effect(decklist, slug) == "hacha":
        return None if obstacles(table) else judged(target=player)
    refusals = [judged(target=other) for other in others(table, player)]
    return refusals[0] if refusals and all(refusals) else None


def _why(refused: Violation) -> Phrase:
    blanks = {k: _card(str(v)) if k in CARD_BLANKS else v for k, v in refused.blanks.items()}
    return Phrase(f"rules.{refused.rule}.{refused.variant}", blanks)


def _card(slug: str) -> Phrase:
    """A card by its name in the reader's language."""
    return Phrase(f"cards.{slug}.name")


# When no human is left


def _nobody_left(known: Knowledge, check: Action, found: Finding) -> tuple[str, Phrase | None]:
    """Who is La Cosa, and what only La Cosa is told: that no human is left, or will be after what was shown."""
    if found.verdict == "illegal":
        return _who(known, "nobody-left") if nobody_human(known) else ("", None)
    try:
        known.see(Recalled(check))
        if nobody_human(known):
            return _who(known, "nobody-left")
        if check.text("what") in ("exchange", "round") and _is_about_to_happen(known.table, check):
            known.hand_over(check)
            if nobody_human(known):
                return _who(known, "nobody-left-then")
    except Contradiction:
        pass
    return "", None


def _who(known: Knowledge, key: str) -> tuple[str, Phrase | None]:
    return next(iter(known.roles.suspects)), _advice(key)


def _is_about_to_happen(table: Table, check: Action) -> bool:
    """Whether the cards shown are those that change hands next."""
    if check.text("what") == "round":
        return {*players_of(check)} == {*table.seats} and table.step == "panic"
    return table.prompt is not None and {table.prompt.by, table.prompt.to} == {*players_of(check)}


def nobody_human(known: Knowledge) -> bool:
    """Whether it is certain who is La Cosa, that it lives, and that everybody else living is infected."""
    (thing, cases_of), *more = known.roles.suspects.items()
    everybody = all(case.infected for player, cases in cases_of.items() if player != thing for case in cases)
    return not more and thing in known.table.seats and everybody


# The course of an evening with a referee: every deal, draw and exchange is shown, each in its turn


def due(decklist: Decklist, standing: Standing, presented: Presented) -> Due | None:
    """What is shown now: hands that took cards nobody saw, then the cards of a round or an offer."""
    table = standing[-1][1]
    if table.ended or table.claim or len(table.seats) < 2:
        return None
    course = _Course(standing[0][1], presented)
    for entry, _ in standing[1:]:
        course.enter(entry)
    waiting = tuple(player for player in in_play_order(table, table.turn) if course.is_new(player))
    if waiting:
        return Due("hand" if len(waiting) == 1 else "deal", waiting)
    return _about_to_pass(decklist, table, course)


def _about_to_pass(decklist: Decklist, table: Table, course: _Course) -> Due | None:
    """Cards that are to change hands now and have not been shown since it was asked for."""
    if table.prompt is not None and effect(decklist, table.prompt.about) in OFFERS:
        due = Due("exchange", (table.prompt.by, table.prompt.to), waits=False)
    elif table.step == "panic" and table.open and effect(decklist, table.open[-1]) == "vuelta-y-vuelta":
        due = Due("round", in_play_order(table, table.turn))
    else:
        return None
    return due if course.offers.get(tuple(sorted(due.people)), 0) < course.asked else None


class _Course:
    """When each hand last took cards that nobody saw, when it was last shown, and when something was last asked."""

    def __init__(self, table: Table, presented: Presented) -> None:
        self.shown = dict(presented.hands)
        self.offers = dict(presented.offers)
        self.taken = dict.fromkeys(table.players, 1)
        self.asked = 1

    def is_new(self, player: str) -> bool:
        """Whether a hand has to be shown."""
        return self.shown.get(player, 0) < self.taken.get(player, 1)

    def enter(self, entry: Entry) -> None:
        """One entry that stands has happened."""
        for fact in entry.facts:
            self._happened(fact, entry.number)
        named = frozenset(Action(entry.verb, entry.action).table("set")) if entry.verb == "override" else frozenset()
        if not named <= HARMLESS | OBSTACLES:
            # After such a correction the referee knows of no hand any more (`Knowledge`).
            self.taken = dict.fromkeys(self.taken, entry.number)

    def _happened(self, fact: f.Fact, number: int) -> None:
        match fact:
            case f.Renamed(player, to):
                self._renamed(player, to)
            case f.CardsMoved(source, target, count, faces) if source == DRAW and target.kind == "hand":
                if len(faces) != count:
                    self.taken[str(target.name)] = number
            case f.Asked() | f.StepBegan():
                self.asked = number
            case _:
                pass

    def _renamed(self, player: str, to: str) -> None:
        def new(name: str) -> str:
            return to if name == player else name

        self.shown = {new(name): version for name, version in self.shown.items()}
        self.taken = {new(name): number for name, number in self.taken.items()}
        self.offers = {tuple(sorted(map(new, names))): version for names, version in self.offers.items()}


# The referee


def no_human_left(decklist: Decklist, line: Line) -> bool:
    """Whether it is certain who is La Cosa and that everybody else living is infected, so that La Cosa may say so."""
    return nobody_human(_known(decklist, line))


def _follow(check: Action, public: Phrase) -> dict[str, object] | None:
    """Who has only ¡Infectado! is out; La Cosa found with a Lanzallamas has lost."""
    if public.key == "check.rules.hand.superinfection.public":
        return {"action": "eliminate", "player": check.player, "cause": "superinfection"}
    if public.key == "check.rules.hand.thing-with-flamethrower.public":
        return {"action": "end", "cause": "la-cosa-caught"}
    return None


WITNESS = HiddenInfo(
    forms=FORMS,
    read=read_check,
    refuse=refuse,
    hands=lambda check: frozenset(players_of(check)),
    renamed=renamed,
    judge=judge,
    follow=_follow,
    decided=no_human_left,
    tell=tell,
    due=due,
)
