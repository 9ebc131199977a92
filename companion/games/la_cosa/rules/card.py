"""Whether a card can be drawn, played or answered with at all, whoever it is aimed at (R §9)."""

from __future__ import annotations

from companion.games.common.acting import refuse
from companion.games.la_cosa.cards import ACTIONS, ANSWERS, DEFENCES, OFFERS, copies_acting_as, effect, is_panic
from companion.games.la_cosa.rules.common import acts_as, given
from companion.referee.ruling import Moment, Violation

OBSTACLES = ("cuarentena", "puerta-atrancada")


def card_unknown(m: Moment) -> Violation | None:
    """The card is one of this decklist's; a play needs one."""
    card = given(m)
    if card in m.decklist.by_slug or (not card and m.action.verb != "play"):
        return None
    return refuse("card.unknown", "text" if card else "none", name=card)


def card_not_in_deck(m: Moment) -> Violation | None:
    """A copy of the card plays with so many players."""
    card, players = given(m), len(m.table.players)
    if not card or card in m.table.open or m.decklist.how_many(card, players):
        return None
    return refuse("card.not-in-deck", card=card, players=players)


def wrong_back(m: Moment) -> Violation | None:
    """The card drawn has the back that was seen."""
    card = given(m)
    if not card or is_panic(m.decklist, card) == (m.action.text("back") == "panic"):
        return None
    return refuse("card.wrong-back", "pink" if is_panic(m.decklist, card) else "green", card=card)


def panic_only_when_drawn(m: Moment) -> Violation | None:
    """A panic is resolved when drawn, and no other card in its place."""
    card = given(m)
    if m.table.step == "panic":
        drawn = m.table.open[-1] if m.table.open else ""
        return None if card == drawn else refuse("card.panic-only-when-drawn", "another", card=card, drawn=drawn)
    return refuse("card.panic-only-when-drawn", card=card) if is_panic(m.decklist, card) else None


def not_playable(m: Moment) -> Violation | None:
    """Contagion and defence cards are not played in one's turn."""
    if m.table.step == "panic" or acts_as(m) in ACTIONS:
        return None
    return refuse("card.not-playable", "defence" if acts_as(m) in DEFENCES else "contagion", card=given(m))


def all_in_play(m: Moment) -> Violation | None:
    """An obstacle can be laid while a copy of it is not on the table yet."""
    known = acts_as(m)
    if known not in OBSTACLES:
        return None
    table = m.table
    laid = sum(map(len, table.gaps if known == "puerta-atrancada" else table.fronts.values()))
    copies = copies_acting_as(m.decklist, known, len(table.players))
    return refuse("card.all-in-play", card=given(m), copies=copies) if laid >= copies else None


def wrong_answer(m: Moment) -> Violation | None:
    """The defence answers what was played."""
    card, prompt = given(m), m.table.prompt
    if not card or prompt is None or acts_as(m) in ANSWERS.get(effect(m.decklist, prompt.about), frozenset()):
        return None
    variant = "offer" if prompt.about in OFFERS else "text"
    return refuse("respond.wrong-card", variant, card=card, against=prompt.about)
