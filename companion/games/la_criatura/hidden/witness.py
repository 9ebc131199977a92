"""A check judged: what the cards shown prove. It never asks who is what, and a fair player is never accused."""

from __future__ import annotations

from collections import Counter

from companion.cards.decklist import Decklist
from companion.games.la_criatura import looks
from companion.games.la_criatura.cards import CHARACTER, CREATURE, EVENT, INFECTED, SCIENTIST, WEAPON, effect
from companion.games.la_criatura.hidden import checks
from companion.games.la_criatura.hidden.seen import elsewhere, too_many
from companion.referee.actions import Action
from companion.referee.hidden import Finding, Line, Phrase, Verdict, Witness
from companion.table.state import Table

ALOUD = ("hand.size", "hand.duplicate-copy", "hand.not-event", "weapons.size")
"""The rules that the table may hear by name: none of them tells who anybody is."""


def judge(decklist: Decklist, line: Line, check: Action) -> Finding:
    """What the cards of a check prove at the end of a line."""
    table = line[-1].after
    what = check.text("what")
    if what == "round":
        rules, needs = _round(decklist, table, check)
    else:
        rules, needs = _JUDGED[what](decklist, line, table, check), []
    verdict: Verdict = "illegal" if rules else "undetermined" if needs else "legal"
    names: dict[str, object] = {"player": checks.players_of(check)[0], "players": checks.players_of(check)}
    private = (
        Phrase(f"check.private.{verdict}"),
        *(Phrase(f"check.rules.{rule}.private", names) for rule in rules),
        *needs,
    )
    return Finding(verdict, tuple(rules), tuple(needs), _public(what, rules, names), private)


def _public(what: str, rules: list[str], names: dict[str, object]) -> Phrase:
    """What the table hears: of cards handed in or discarded only that they were looked at."""
    if what in ("round", "discard"):
        return Phrase(f"check.public.{what}", names)
    told = next((rule for rule in ALOUD if rule in rules), None)
    if told:
        return Phrase(f"check.rules.{told}.public", names)
    return Phrase("check.public.private" if rules else "check.public.fine", names)


def _back(decklist: Decklist, card: str) -> str:
    return decklist.by_slug[checks.slug(card, decklist)].back


def _hand(decklist: Decklist, line: Line, table: Table, check: Action) -> list[str]:
    """Events only, as many as the table counts, none that lies elsewhere. Characters shown by mistake are not seen."""
    shown = [card for card in check.names("cards") if _back(decklist, card) != CHARACTER]
    events = [card for card in shown if _back(decklist, card) == EVENT]
    lying, copies = elsewhere(decklist, line, check.player)
    rules = []
    if len(events) != table.hands[check.player]:
        rules.append("hand.size")
    if len(shown) != len(events):
        rules.append("hand.not-event")
    if too_many(decklist, len(table.players), events, lying) or copies & set(events):
        rules.append("hand.duplicate-copy")
    return rules


def _weapons(decklist: Decklist, line: Line, table: Table, check: Action) -> list[str]:
    """As many weapons as lie face down, and nothing else."""
    cards = check.names("cards")
    if any(_back(decklist, card) != WEAPON for card in cards):
        return ["weapons.not-weapon"]
    held = looks.number(table, (looks.WEAPONS, check.player))
    rules = ["weapons.size"] if len(cards) != held else []
    open_ = Counter(card for lying in table.fronts.values() for card in lying)
    return rules + (["hand.duplicate-copy"] if too_many(decklist, len(table.players), cards, open_) else [])


def _discard(decklist: Decklist, line: Line, table: Table, check: Action) -> list[str]:
    """Events, by somebody awake, and no more than are held."""
    cards, player = checks.discarded(check), check.player
    rules = []
    if any(_back(decklist, card) != EVENT for card in cards):
        rules.append("discard.not-event")
    if looks.is_sedated(table, player):
        rules.append("discard.sleeping")
    if len(cards) > table.hands[player]:
        rules.append("hand.size")
    return rules


_JUDGED = {"hand": _hand, "weapons": _weapons, "discard": _discard}


def _round(decklist: Decklist, table: Table, check: Action) -> tuple[list[str], list[Phrase]]:
    """Cards handed in for a movement: characters of people awake, never an infected card, no more than there are."""
    gives = {player: effect(decklist, checks.slug(card, decklist)) for player, card in checks.given(check).items()}
    rules = []
    if any(_back(decklist, card) != CHARACTER for card in checks.given(check).values()):
        rules.append("round.not-character")
    if any(looks.is_sedated(table, player) for player in gives):
        rules.append("round.sleeping")
    counts = Counter(gives.values())
    gone = looks.is_gone(table)
    if counts[INFECTED] and not gone:
        rules.append("round.infected")
    if counts[CREATURE] > (0 if gone else 1) or counts[SCIENTIST] > len(table.players) - 1:
        rules.append("round.too-many")
    copies = [card for card in checks.given(check).values() if card not in decklist.by_slug]
    if len(set(copies)) != len(copies):
        rules.append("round.too-many")
    missing = tuple(p for p in table.seats if p not in gives and not looks.is_sedated(table, p))
    needs = [Phrase("check.needs.given", {"players": missing})] if missing else []
    if gone and counts[INFECTED]:
        needs.append(Phrase("check.needs.gone"))
    return list(dict.fromkeys(rules)), needs


def _decided(decklist: Decklist, line: Line) -> bool:
    """No check proves who has won."""
    return False


def _hands(check: Action) -> frozenset[str]:
    return frozenset(checks.players_of(check))


WITNESS = Witness(
    read=checks.read_check,
    refuse=checks.refuse,
    hands=_hands,
    renamed=checks.renamed,
    judge=judge,
    decided=_decided,
    whats=("hand", "discard", "deal"),
)
