"""What can be shown to the referee of La Cosa, what those who showed are told, and what is to be shown next.

Nobody hears of another's card. What they may not do is said of the cards they showed and of what they know themselves
(their own role), never of what the referee has seen of others: «if you are human» stays an if, even where the referee
knows, for its being sure could tell who else is not La Cosa.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.actions import Action, ActionType, FieldType, Malformed, list_of, one_of, table_of, text
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import CHECK, Due, Finding, HiddenInfo, Line, Phrase, Presented, Standing, Told
from companion.engine.hidden.showings import Showings
from companion.engine.hidden.spots import slug_of
from companion.engine.kit import card_checks
from companion.engine.kit.card_checks import card_id, players_of, read_by, renamed
from companion.engine.rules import CARD_BLANKS, Moment, Violation, refused_by
from companion.engine.solver import is_here
from companion.engine.state import Table
from companion.games.la_cosa.cards import PLAYED, offers, reach
from companion.games.la_cosa.moves import MOVES
from companion.games.la_cosa.queries import (
    in_play_order,
    nobody_begins,
    nobody_overflows,
    obstacles,
    others,
    out_at_once,
)
from companion.games.la_cosa.referee.judging import HANG, Judging, judge, judged
from companion.games.la_cosa.referee.story import MILD, Tale
from companion.games.la_cosa.referee.story import told as story_of
from companion.games.la_cosa.steps import AXES, PASSES

# What can be shown

_WHAT: Mapping[str, FieldType] = {"what": one_of("hand", "exchange", "discard", "round")}

FORMS: Mapping[str, ActionType] = {
    "hand": ActionType(
        CHECK,
        {**_WHAT, "player": text, "cards": list_of(text), "occasion": one_of("dispute", "private")},
        ("what", "cards"),
    ),
    "exchange": ActionType(
        CHECK, {**_WHAT, "from": text, "to": text, "gives": card_id, "takes": card_id}, ("gives", "takes")
    ),
    "discard": ActionType(CHECK, {**_WHAT, **card_checks.DISCARD}),
    "round": ActionType(CHECK, {**_WHAT, "gives": table_of(card_id)}, ("gives",)),
}
"""The fields of each kind of check, with their shapes."""


def read_check(thing: object) -> Action:
    """Parse a JSON value as a check. Raise `Malformed`."""
    check = read_by(FORMS, _WHAT, thing)
    if check.text("what") == "exchange" and check.text("from") == check.text("to"):
        raise Malformed("malformed.value", field="to", values="≠ from")
    return check


def refuse(decklist: Decklist, table: Table, check: Action) -> Violation | None:
    """Return the reason why a check cannot be made: game over, a player who does not play, an unknown card; a table
    whose La Cosa lay in the pile, of whom nobody knows since when they are it."""
    if nobody_begins(table):
        return Violation("referee.silent", {})
    return card_checks.refused(decklist, table, check)


# What each is told


def tell(decklist: Decklist, line: Line, check: Action, found: Finding) -> Mapping[str, Told]:
    """Return what each of those whose cards were shown is told, by name."""
    judging = judged(decklist, line, check, begins=False)
    people = players_of(check)
    if check.text("what") in ("exchange", "round"):
        told = {player: Told(*judging.own(player)) for player in people}
    else:
        told = {player: Told(found.verdict, found.private) for player in people}
    if check.text("what") == "hand":
        told[check.player] = Told(found.verdict, found.private, _of_the_hand(judging))
    thing, phrase = _nobody_left(judging, found)
    if thing in told and phrase is not None:
        one = told[thing]
        told[thing] = Told(one.verdict, one.why, (*one.advice, phrase))
    return told


def sure(decklist: Decklist, line: Line, check: Action) -> Mapping[str, object]:
    """Of each of those who showed cards, the rules they break by what was shown before."""
    judging = judged(decklist, line, check, begins=False)
    people = players_of(check) if judging.found.verdict == "illegal" else ()
    broken = {player: HANG & {*judging.of(player).rules} for player in people}
    return {player: rules for player, rules in broken.items() if rules}


# What this hand may not do


def _of_the_hand(judging: Judging) -> tuple[Phrase, ...]:
    """Return what may not be discarded, given or played of a hand, each with its rule."""
    story, worlds, player = judging.story, judging.worlds, judging.check.player
    cards, table = judging.check.names("cards"), judging.table
    count = sum(map(worlds.sick, cards))
    said: list[Phrase] = []
    if any(map(worlds.is_thing, cards)):
        said.append(_advice("thing"))
        if any(story.acts(slug_of(card)) == "lanzallamas" for card in cards):
            said.append(_advice("flamethrower"))
    elif count:
        known = [worlds.book] if worlds.possible([worlds.book]) else []
        sure = not worlds.possible([*known, -worlds.infected[story.names[player]]])
        said.append(_advice(f"{'infected' if sure else 'either'}-{'one' if count == 1 else 'more'}"))
        if count >= len(cards) - 1 and not (nobody_overflows(table) or out_at_once(table)):
            said.append(_advice("superinfection"))
    if table.turn == player and table.step == "act":
        said += _closed(story.decklist, table, player, [slug_of(card) for card in cards])
    return tuple(said) or (_advice("free"),)


def _advice(key: str) -> Phrase:
    return Phrase(f"check.advice.{key}")


def _closed(decklist: Decklist, table: Table, player: str, slugs: list[str]) -> list[Phrase]:
    """Return the cards of this hand that cannot be played now, each with the rule that refuses it."""
    said = []
    for slug in dict.fromkeys(slugs):
        refused = _refused(decklist, table, player, slug) if decklist.by_slug[slug].kind in PLAYED else None
        if refused is not None:
            blanks = {k: _card(str(v)) if k in CARD_BLANKS else v for k, v in refused.blanks.items()}
            why = Phrase(f"rules.{refused.rule}.{refused.variant}", blanks)
            said.append(Phrase("check.advice.closed", {"card": _card(slug), "why": why}))
    return said


def _refused(decklist: Decklist, table: Table, player: str, slug: str) -> Violation | None:
    """Return the rule that refuses a card, whomever it is aimed at; None if it can be played."""

    def judged(**aimed: str) -> Violation | None:
        action = Action("play", {"player": player, "card": slug, **aimed})
        found = refused_by(MOVES["play"].rules, Moment(decklist, table, action))
        return found and found[1]

    found = judged()
    if found is None or found.rule != "target.missing":
        return found
    if AXES in reach(decklist, slug).traits:
        return None if obstacles(table) else judged(target=player)
    refusals = [judged(target=other) for other in others(table, player)]
    return refusals[0] if refusals and all(refusals) else None


def _card(slug: str) -> Phrase:
    return Phrase(f"cards.{slug}.name")


# When no human is left


def _nobody_left(judging: Judging, found: Finding) -> tuple[str, Phrase | None]:
    """Return La Cosa's player, and what only they are told: that no human is left, or will be after what was shown."""
    story, check = judging.story, judging.check
    if found.verdict == "illegal":
        return nobody_human(story, judging.pending), _advice("nobody-left")
    seen = [*judging.pending, *judging.shown]
    if check.text("what") == "hand":
        seen += judging.worlds.whole(story.names[check.player], check.names("cards"))
    thing = nobody_human(story, seen)
    if thing:
        return thing, _advice("nobody-left")
    what, table, people = check.text("what"), story.table, {*players_of(check)}
    is_round = what == "round" and table.step == "panic" and people == {*table.seats}
    is_offer = what == "exchange" and table.prompt is not None and people == {table.prompt.by, table.prompt.to}
    if is_round or is_offer:  # the cards shown are those that change hands next
        return nobody_human(story, seen, judging.caught()), _advice("nobody-left-then")
    return "", None


def nobody_human(story: Tale, seen: Sequence[int], caught: Mapping[str, int] | None = None) -> str:
    """Return La Cosa's player, if it is certain who it is, that it lives, and that everybody else living is infected.

    `seen`: what was just shown; `caught`: of those about to be given a card, the literal that it infects them.
    """
    worlds, clauses = story.worlds, story.worlds.clauses
    human = []
    for who in (story.names[player] for player in story.table.seats):
        infected = clauses.any_of((worlds.infected[who], worlds.thing[who], (caught or {}).get(who, -clauses.yes)))
        human.append(-infected)
    known = [worlds.book, *seen]
    if worlds.possible([*known, clauses.any_of(human)]):
        return ""
    if not worlds.possible(known):  # nothing fits lawfully
        known = list(seen)
        if worlds.possible([*known, clauses.any_of(human)]) or not worlds.possible(known):
            return ""
    thing = next((player for player in story.table.seats if clauses.held(worlds.thing[story.names[player]])), "")
    return thing if thing and not worlds.possible([*known, -worlds.thing[story.names[thing]]]) else ""


# The course of an evening with a referee: every deal, draw and exchange is shown, each in its turn


def due(decklist: Decklist, standing: Standing, presented: Presented) -> Due | None:
    """Return what is shown now: hands that took cards nobody saw, then the cards of a round or an offer."""
    table = standing[-1][1]
    if nobody_begins(table) or table.ended or table.claim or len(table.seats) < 2 or not is_here():
        return None
    course = Showings(standing[0][1], presented)
    for entry, _ in standing[1:]:
        # After such a correction the referee knows of no hand any more (`Tale`).
        course.enter(entry, entry.verb == "override" and not {*Action("", entry.action).table("set")} <= MILD)
    waiting = tuple(player for player in in_play_order(table, table.turn) if course.is_new(player))
    if waiting:
        return Due("hand" if len(waiting) == 1 else "deal", waiting)
    if table.prompt is not None and offers(decklist, table.prompt.about):
        due = Due("exchange", (table.prompt.by, table.prompt.to), waits=False)
    elif table.step == "panic" and table.open and PASSES in reach(decklist, table.open[-1]).traits:
        due = Due("round", in_play_order(table, table.turn))
    else:
        return None
    has_shown = course.offers.get(tuple(sorted(due.people)), 0) >= course.asked
    return None if has_shown else due


# The referee


def no_human_left(decklist: Decklist, line: Line) -> bool:
    """Return True if La Cosa is certain and everybody else living is infected, so that La Cosa may say so."""
    if not is_here() or nobody_begins(line[-1].after):
        return False
    story = story_of(decklist, line)
    pending = [lit for offer in story.offers for lit in offer.held]
    return bool(nobody_human(story, pending))


def _follow(check: Action, public: Phrase) -> dict[str, object] | None:
    """Return the action that follows: a hand of only ¡Infectado! is out; La Cosa found with a Lanzallamas has lost."""
    if public.key == "check.rules.hand.superinfection.public":
        return {"action": "eliminate", "player": check.player, "cause": "superinfection"}
    if public.key == "check.rules.hand.thing-with-flamethrower.public":
        return {"action": "end", "cause": "la-cosa-caught"}
    return None


REFEREE = HiddenInfo(
    forms=FORMS,
    read=read_check,
    refuse=refuse,
    hands=lambda check: frozenset(players_of(check)),
    renamed=renamed,
    judge=judge,
    follow=_follow,
    decided=no_human_left,
    tell=tell,
    sure=sure,
    due=due,
    is_ready=is_here,
)
