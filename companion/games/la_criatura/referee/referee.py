"""A check judged: what the cards shown prove. It never asks who is what, and a fair player is never accused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.referee import Finding, HiddenInfo, Line, Phrase, Verdict
from companion.engine.hidden.spots import is_copy, slug_of
from companion.engine.hidden.told import told
from companion.engine.hidden.weighing import cannot_lie
from companion.engine.kit.card_checks import discarded, players_of, renamed, undecided
from companion.engine.solver import is_here
from companion.games.la_criatura import queries
from companion.games.la_criatura.cards import CHARACTER, CREATURE, EVENT, INFECTED, WEAPON, effect
from companion.games.la_criatura.referee import checks
from companion.games.la_criatura.referee.checks import given
from companion.games.la_criatura.referee.story import Tale

ALOUD = ("hand.size", "hand.duplicate-copy", "hand.not-event", "weapons.size")
"""The rules that the table may hear by name: none of them tells who anybody is."""


def judge(decklist: Decklist, line: Line, check: Action) -> Finding:
    """What the cards of a check prove at the end of a line."""
    tale = told(line, lambda table: Tale(decklist, table))
    what = check.text("what")
    rules, needs = _JUDGED[what](tale, check)
    verdict: Verdict = "illegal" if rules else "undetermined" if needs else "legal"
    needs = [] if rules else needs
    names: dict[str, object] = {"player": players_of(check)[0], "players": players_of(check)}
    private = (
        Phrase(f"check.private.{verdict}"),
        *(Phrase(f"check.rules.{rule}.private", names) for rule in rules),
        *needs,
    )
    return Finding(verdict, tuple(rules), tuple(needs), _public(what, rules, names), private)


def sure(decklist: Decklist, line: Line, check: Action) -> Mapping[str, object]:
    """That a card cannot be where it is shown, by what was shown before."""
    twice = {TWICE} & {*judge(decklist, line, check).rules}
    return {check.player: twice} if twice else {}


def _public(what: str, rules: list[str], names: dict[str, object]) -> Phrase:
    """What the table hears: of cards handed in or discarded only that they were looked at."""
    if what in ("round", "discard"):
        return Phrase(f"check.public.{what}", names)
    told = next((rule for rule in ALOUD if rule in rules), None)
    if told:
        return Phrase(f"check.rules.{told}.public", names)
    return Phrase("check.public.private" if rules else "check.public.fine", names)


TWICE = "hand.duplicate-copy"
Judged = tuple[list[str], list[Phrase]]

UNFIT = Phrase("check.needs.unfit")


def _lie(places: HiddenPlaces, player: str, cards: Sequence[str], whole: bool) -> Judged:
    """Whether cards can lie there: one by one, else somebody has it twice; together, else something is not told."""
    twice = [card for card in cards if is_copy(card)]
    if len(set(twice)) < len(twice) or cannot_lie(places, player, cards):
        return [TWICE], []
    together = [*places.holding(player, cards), *(places.without_others(player, cards) if whole else ())]
    return [], [] if places.possible(together) else [UNFIT]


def _hand(tale: Tale, check: Action) -> Judged:
    """Events only, as many as the table counts, none that lies elsewhere. Characters shown by mistake are not seen."""
    shown = [card for card in check.names("cards") if tale.back(card) != CHARACTER]
    events = tale.events_of(shown)
    size, rules = tale.table.hands[check.player], []
    if len(events) != size:
        rules.append("hand.size")
    if len(shown) != len(events):
        rules.append("hand.not-event")
    lie, needs = _lie(tale.events, tale.names[check.player], events, whole=len(events) == size)
    return rules + lie, needs


def _weapons(tale: Tale, check: Action) -> Judged:
    """As many weapons as lie face down, and nothing else."""
    cards = check.names("cards")
    if any(tale.back(card) != WEAPON for card in cards):
        return ["weapons.not-weapon"], []
    held = queries.number(tale.table, (queries.WEAPONS, check.player))
    lie, needs = _lie(tale.weapons, tale.names[check.player], cards, whole=len(cards) == held)
    return (["weapons.size"] if len(cards) != held else []) + lie, needs


def _discard(tale: Tale, check: Action) -> Judged:
    """Events, by somebody awake, and no more than are held."""
    cards, player = discarded(check), check.player
    rules = []
    if any(tale.back(card) != EVENT for card in cards):
        rules.append("discard.not-event")
    if queries.is_sedated(tale.table, player):
        rules.append("discard.sleeping")
    if len(cards) > tale.table.hands[player]:
        rules.append("hand.size")
    lie, needs = _lie(tale.events, tale.names[player], tale.events_of(cards), whole=False) if not rules else ([], [])
    return rules + lie, needs


def _round(tale: Tale, check: Action) -> Judged:
    """Characters of people awake, never an infected card, and together what can lie before them.

    Once the Creature is gone whoever had it has no card to hand in. Where that was only told by a correction nobody
    knows who it is, and an infected card may be theirs.
    """
    table, gives = tale.table, given(check)
    acts = {player: effect(tale.decklist, slug_of(card)) for player, card in gives.items()}
    gone, bereft = queries.is_gone(table), queries.bereft(table)
    unknown = gone and not bereft
    infected = [player for player, act in acts.items() if act == INFECTED]
    lies = [lit for p, card in gives.items() if tale.is_character(card) for lit in tale.lies(p, card)]
    theirs = [tale.clauses.any_of(tale.creature(tale.names[player])) for player in infected]
    twice = [card for card in gives.values() if is_copy(card)]
    too_many = not tale.characters.possible([tale.characters.book, *lies]) or (gone and CREATURE in acts.values())
    broken = {
        "round.not-character": any(tale.back(card) != CHARACTER for card in gives.values()),
        "round.sleeping": any(queries.is_sedated(table, player) for player in gives),
        "round.bereft": bereft in gives,
        "round.infected": bool(infected)
        and not (unknown and tale.characters.possible([tale.characters.book, *lies, *theirs])),
        "round.too-many": too_many or len(set(twice)) < len(twice),
    }
    missing = tuple(p for p in table.seats if p not in gives and p in queries.handing_in(table))
    needs = [Phrase("check.needs.given", {"players": missing})] if missing else []
    needs += [Phrase("check.needs.gone")] if unknown and infected else []
    return [rule for rule, is_broken in broken.items() if is_broken], needs


_JUDGED = {"hand": _hand, "weapons": _weapons, "discard": _discard, "round": _round}


REFEREE = HiddenInfo(
    forms=checks.FORMS,
    read=checks.read_check,
    refuse=checks.refuse,
    hands=lambda check: frozenset(players_of(check)),
    renamed=renamed,
    judge=judge,
    sure=sure,
    decided=undecided,
    is_ready=is_here,
    whats=("hand", "discard", "deal"),
)
