"""A check judged: what the cards shown prove. It never asks who is what, and a fair player is never accused."""

from __future__ import annotations

from collections import Counter

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden import Finding, HiddenInfo, Line, Phrase, Verdict
from companion.engine.kit.card_checks import discarded, players_of, renamed, undecided
from companion.engine.kit.seen_cards import elsewhere, slug, too_many
from companion.engine.state import Table
from companion.games.la_criatura import queries
from companion.games.la_criatura.cards import CHARACTER, CREATURE, EVENT, INFECTED, SCIENTIST, WEAPON, effect
from companion.games.la_criatura.referee import checks
from companion.games.la_criatura.referee.checks import given

ALOUD = ("hand.size", "hand.duplicate-copy", "hand.not-event", "weapons.size")
"""The rules that the table may hear by name: none of them tells who anybody is."""


def judge(decklist: Decklist, line: Line, check: Action) -> Finding:
    """What the cards of a check prove at the end of a line."""
    table = line[-1].after
    what = check.text("what")
    if what == "round":
        rules, needs = _round(decklist, line, table, check)
    else:
        rules, needs = _JUDGED[what](decklist, line, table, check), []
    verdict: Verdict = "illegal" if rules else "undetermined" if needs else "legal"
    names: dict[str, object] = {"player": players_of(check)[0], "players": players_of(check)}
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
    return decklist.by_slug[slug(decklist, card)].back


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
    held = queries.number(table, (queries.WEAPONS, check.player))
    rules = ["weapons.size"] if len(cards) != held else []
    open_ = Counter(card for lying in table.fronts.values() for card in lying)
    return rules + (["hand.duplicate-copy"] if too_many(decklist, len(table.players), cards, open_) else [])


def _discard(decklist: Decklist, line: Line, table: Table, check: Action) -> list[str]:
    """Events, by somebody awake, and no more than are held."""
    cards, player = discarded(check), check.player
    rules = []
    if any(_back(decklist, card) != EVENT for card in cards):
        rules.append("discard.not-event")
    if queries.is_sedated(table, player):
        rules.append("discard.sleeping")
    if len(cards) > table.hands[player]:
        rules.append("hand.size")
    return rules


_JUDGED = {"hand": _hand, "weapons": _weapons, "discard": _discard}


def _round(decklist: Decklist, line: Line, table: Table, check: Action) -> tuple[list[str], list[Phrase]]:
    """Cards handed in for a movement: characters of people awake, never an infected card, no more than there are.

    Once the Creature is gone whoever had it has no card to hand in. Where that was only told by a correction nobody
    knows who it is, and an infected card may be theirs.
    """
    gives = {player: effect(decklist, slug(decklist, card)) for player, card in given(check).items()}
    rules = []
    if any(_back(decklist, card) != CHARACTER for card in given(check).values()):
        rules.append("round.not-character")
    if any(queries.is_sedated(table, player) for player in gives):
        rules.append("round.sleeping")
    counts = Counter(gives.values())
    gone, bereft = queries.is_gone(table), queries.bereft(table)
    if bereft in gives:
        rules.append("round.bereft")
    if counts[INFECTED] and (bereft or not gone):
        rules.append("round.infected")
    scientists = counts[SCIENTIST] + _kept_asleep(line, table, frozenset(gives))
    if counts[CREATURE] > (0 if gone else 1) or scientists > len(table.players) - 1:
        rules.append("round.too-many")
    copies = [card for card in given(check).values() if card not in decklist.by_slug]
    if len(set(copies)) != len(copies):
        rules.append("round.too-many")
    missing = tuple(p for p in table.seats if p not in gives and p in queries.handing_in(table))
    needs = [Phrase("check.needs.given", {"players": missing})] if missing else []
    if gone and not bereft and counts[INFECTED]:
        needs.append(Phrase("check.needs.gone"))
    return list(dict.fromkeys(rules)), needs


def _kept_asleep(line: Line, table: Table, giving: frozenset[str]) -> int:
    """How many scientist cards the sleepers keep at least: whoever the vote put to sleep said that they are not the
    Creature. One whom only a correction says to be asleep may have its card, and so may one be who has none."""
    asleep = [p for p in table.seats if queries.is_sedated(table, p) and p not in {*giving, queries.bereft(table)}]
    by_vote = [p for p in asleep if p not in sedated_by_hand(line)]
    unknown = queries.is_gone(table) and not queries.bereft(table)
    doubtful = unknown or (len(by_vote) < len(asleep) and not queries.is_gone(table))
    return len(asleep) - (doubtful and bool(asleep))


def sedated_by_hand(line: Line) -> frozenset[str]:
    """Who is asleep because a correction said so, not because of a vote."""
    found: set[str] = set()
    for step in line:
        for fact in step.entry.facts:
            match fact:
                case f.TrackSet(track, player, since) if track == queries.SEDATED:
                    found -= {player}
                    found |= {player} if since is not None and step.entry.verb == "override" else set()
                case f.Renamed(player, to) if player in found:
                    found = found - {player} | {to}
                case _:
                    pass
    return frozenset(found)


REFEREE = HiddenInfo(
    forms=checks.FORMS,
    read=checks.read_check,
    refuse=checks.refuse,
    hands=lambda check: frozenset(players_of(check)),
    renamed=renamed,
    judge=judge,
    decided=undecided,
    whats=("hand", "discard", "deal"),
)
