"""A check judged: what the cards shown prove. It never asks who is what, and a fair player is never accused."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.referee import Finding, Line, Phrase, aloud, answered
from companion.engine.hidden.spots import is_copy, slug_of
from companion.engine.hidden.told import told
from companion.engine.hidden.weighing import lie
from companion.engine.kit.card_checks import discarded, players_of
from companion.games.la_criatura import queries
from companion.games.la_criatura.queries import CHARACTER, CREATURE, EVENT, INFECTED, WEAPON, effect
from companion.games.la_criatura.referee.story import Tale, given

TWICE = "hand.duplicate-copy"
ALOUD = ("hand.size", TWICE, "hand.not-event", "weapons.size")
"""The rules that the table may hear by name: none of them tells who anybody is."""


def judge(decklist: Decklist, line: Line, check: Action) -> Finding:
    """Return what the cards of a check prove at the end of a line."""
    what, people = check.text("what"), players_of(check)
    names: dict[str, object] = {"player": people[0], "players": people}
    tale = told(line, lambda table: Tale(decklist, table))
    rules, needs = _JUDGED[what](tale, check)
    if not rules and not needs and tale.is_ruled_out(lambda strict: _JUDGED[what](strict, check)[0]):
        needs = [Phrase("check.needs.unfit")]
    public = Phrase(f"check.public.{what}", names)
    if what not in ("round", "discard"):  # of those the table hears only that they were looked at
        public = aloud(rules, ALOUD, "private" if rules else "fine", names)
    return answered(rules, needs, public, names)


Judged = tuple[list[str], list[Phrase]]


def _lie(places: HiddenPlaces, player: str, cards: Sequence[str], whole: bool) -> Judged:
    """Judge if cards can lie there: one by one, else a player has one twice; together, else something is not told."""
    can = lie(places, player, cards, whole)
    return [TWICE] if can is False else [], [] if can is not None else [Phrase("check.needs.unfit")]


def _hand(tale: Tale, check: Action) -> Judged:
    """Events only, as many as the table counts, none that lies elsewhere. Characters shown by mistake are not seen."""
    shown = [card for card in check.names("cards") if tale.back(card) != CHARACTER]
    events = tale.events_of(shown)
    is_whole = len(events) == tale.table.hands[check.player]
    rules = [] if is_whole else ["hand.size"]
    if len(shown) != len(events):
        rules.append("hand.not-event")
    twice, needs = _lie(tale.events, tale.names[check.player], events, is_whole)
    return rules + twice, needs


def _weapons(tale: Tale, check: Action) -> Judged:
    """As many weapons as lie face down, and nothing else."""
    cards = check.names("cards")
    if any(tale.back(card) != WEAPON for card in cards):
        return ["weapons.not-weapon"], []
    is_whole = len(cards) == tale.armed(check.player)
    twice, needs = _lie(tale.weapons, tale.names[check.player], cards, is_whole)
    return ([] if is_whole else ["weapons.size"]) + twice, needs


def _discard(tale: Tale, check: Action) -> Judged:
    """Events, by somebody awake, no more than are held, and of a hand that can lie there if it was shown with them.

    Only rules of discards are named.
    """
    cards, player = discarded(check), check.player
    broken = {
        "discard.not-event": any(tale.back(card) != EVENT for card in cards),
        "discard.sleeping": queries.is_sedated(tale.table, player),
        "discard.not-held": len(cards) > tale.table.hands[player],
    }
    rules = [rule for rule, is_broken in broken.items() if is_broken]
    held = tale.held(check)
    is_whole = len(held) == tale.table.hands[player]
    twice, needs = _lie(tale.events, tale.names[player], held, is_whole)
    return (rules, []) if rules else (["discard.not-held"] if twice else [], needs)


def _round(tale: Tale, check: Action) -> Judged:
    """Characters of people awake, never an infected card, and together what can lie before them.

    Once the Creature is gone whoever had it has no card to hand in. Where that was only told by a correction nobody
    knows who it is, and an infected card may be theirs.
    """
    table, gives, characters = tale.table, given(check), tale.characters
    acts = {player: effect(tale.decklist, slug_of(card)) for player, card in gives.items()}
    gone, bereft = queries.is_gone(table), queries.bereft(table)
    infected = [player for player, act in acts.items() if act == INFECTED]
    unknown = bool(infected) and gone and not bereft
    before = characters.clauses.given_up
    lies = [lit for p, card in gives.items() if tale.is_character(card) for lit in tale.lies(p, card)]
    theirs = [characters.clauses.any_of(tale.creature(tale.names[player])) for player in infected]
    copies = [card for card in gives.values() if is_copy(card)]
    can = characters.possible([characters.book, *lies]) and not (gone and CREATURE in acts.values())
    broken = {
        "round.not-character": any(tale.back(card) != CHARACTER for card in gives.values()),
        "round.sleeping": any(queries.is_sedated(table, player) for player in gives),
        "round.bereft": bereft in gives,
        "round.infected": bool(infected) and not (unknown and characters.possible([characters.book, *lies, *theirs])),
        "round.too-many": not can or len(set(copies)) < len(copies),
    }
    unsure = characters.clauses.given_up > before
    missing = tuple(p for p in table.seats if p not in gives and p in queries.handing_in(table))
    needs = [Phrase("check.needs.given", {"players": missing})] if missing else []
    needs += [Phrase("check.needs.gone")] if unknown else [Phrase("check.needs.unfit")] if unsure else []
    return [rule for rule, is_broken in broken.items() if is_broken], needs


_JUDGED = {"hand": _hand, "weapons": _weapons, "discard": _discard, "round": _round}
