"""What each of those whose cards were shown is told: the verdict on their own cards, and what they may not do.

Nobody hears of another's card. What they may not do is said of the cards they showed and of what they know themselves
(their own role), never of what the referee has seen of others: «if you are human» stays an if, even where the referee
knows, for its being sure could tell who else is not La Cosa.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards.decklist import Decklist
from companion.games.la_cosa.cards import effect
from companion.games.la_cosa.hidden import giving
from companion.games.la_cosa.hidden.answer import own_words
from companion.games.la_cosa.hidden.checks import all_shown, infected_among, is_thing, players_of
from companion.games.la_cosa.hidden.recall import Knowledge, recall
from companion.games.la_cosa.hidden.roles import Contradiction
from companion.games.la_cosa.hidden.weighing import weigh
from companion.games.la_cosa.judge import judge
from companion.games.la_cosa.looks import obstacles, others
from companion.referee.actions import Action
from companion.referee.hidden import Finding, Line, Phrase, Recalled, Told
from companion.referee.ruling import CARD_BLANKS, Violation
from companion.table.state import Table


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
    verdict, rules = weigh([(world[k],) for world in giving.broken_by_giving(known, check)])
    return Told(verdict, own_words(known, check, players_of(check)[k], verdict, rules))


# What this hand may not do


def _of_the_hand(known: Knowledge, check: Action) -> tuple[Phrase, ...]:
    """What may not be discarded, given or played of a hand, each with its rule."""
    player, cards = check.player, all_shown(known.decklist, known.table, check.names("cards"))
    thing, count = any(is_thing(known.decklist, card) for card in cards), infected_among(known.decklist, cards)
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
    play = {"player": player, "card": slug}
    found = judge(decklist, table, Action("play", play))
    if found is None or found.rule != "target.missing":
        return found
    if effect(decklist, slug) == "hacha":
        return None if obstacles(table) else judge(decklist, table, Action("play", {**play, "target": player}))
    refusals = [judge(decklist, table, Action("play", {**play, "target": other})) for other in others(table, player)]
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
