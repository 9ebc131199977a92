"""A check judged: everything known is folded twice, by the book and without it, and the cards are weighed."""

from __future__ import annotations

from companion.cards.decklist import Decklist
from companion.games.la_cosa.hidden import checks, giving, hands
from companion.games.la_cosa.hidden.answer import finding
from companion.games.la_cosa.hidden.due import due
from companion.games.la_cosa.hidden.recall import Knowledge, recall
from companion.games.la_cosa.hidden.roles import Contradiction
from companion.games.la_cosa.hidden.telling import nobody_human, tell
from companion.games.la_cosa.hidden.weighing import in_order, weigh
from companion.referee.actions import Action
from companion.referee.hidden import Finding, Line, Phrase, Verdict, Witness


def judge(decklist: Decklist, line: Line, check: Action) -> Finding:
    """What the cards of a check prove at the end of a line.

    Both foldings are made and weighed every time, so that the time it takes does not tell which of them answered.
    """
    loose = recall(decklist, line, by_the_book=False)
    said_loosely = _weighed(loose, check)
    try:
        strict = recall(decklist, line, by_the_book=True)
    except Contradiction:
        return finding(loose, check, *said_loosely, fits=False)
    said_strictly = _weighed(strict, check)
    if not _fits(strict, check):
        if said_loosely[0] == "legal" and check.text("what") == "hand" and not hands.suspects(strict, check):
            # Eyes say nothing against it, but by reasoning somebody else is La Cosa: something is wrong somewhere.
            said_loosely = ("undetermined", ())
        return finding(loose, check, *said_loosely, fits=False)
    return finding(strict, check, *said_strictly, fits=True)


def _weighed(known: Knowledge, check: Action) -> tuple[Verdict, tuple[str, ...]]:
    what = check.text("what")
    if what == "discard":
        return weigh(giving.broken_by_discarding(known, check))
    if what != "hand":
        return weigh(giving.broken_by_giving(known, check))
    certain = hands.certain(known, check)
    verdict, rules = weigh(hands.broken(known, check))
    return ("illegal", in_order({*certain, *rules})) if certain else (verdict, rules)


def _fits(known: Knowledge, check: Action) -> bool:
    what = check.text("what")
    if what == "hand":
        return hands.fits(known, check)
    return giving.discarding_fits(known, check) if what == "discard" else giving.giving_fits(known, check)


def no_human_left(decklist: Decklist, line: Line) -> bool:
    """Whether it is certain who is La Cosa and that everybody else living is infected, so that La Cosa may say so."""
    try:
        known = recall(decklist, line, by_the_book=True)
    except Contradiction:
        known = recall(decklist, line, by_the_book=False)
    return nobody_human(known)


def _hands(check: Action) -> frozenset[str]:
    return frozenset(checks.players_of(check))


def _follow(check: Action, public: Phrase) -> dict[str, object] | None:
    """Who has only ¡Infectado! is out; La Cosa found with a Lanzallamas has lost."""
    if public.key == "check.rules.hand.superinfection.public":
        return {"action": "eliminate", "player": check.player, "cause": "superinfection"}
    if public.key == "check.rules.hand.thing-with-flamethrower.public":
        return {"action": "end", "cause": "la-cosa-caught"}
    return None


WITNESS = Witness(
    read=checks.read_check,
    refuse=checks.refuse,
    hands=_hands,
    renamed=checks.renamed,
    judge=judge,
    follow=_follow,
    decided=no_human_left,
    tell=tell,
    due=due,
)
