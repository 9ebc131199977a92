"""What the table has just seen, for the screen to show in a moment: the card that was played, who went, who moved, and
which cards went from where to where."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.engine import facts as f
from companion.engine.history import REDO, UNDO, Entry, last_batch
from companion.engine.places import DISCARD, PLAY, Place
from companion.engine.state import Table
from companion.engine.view import Badge
from companion.engine.words import Wording
from companion.i18n import catalog
from companion.service.live.session import LiveGame
from companion.web.pages.icons import icon
from companion.web.pages.table.endings import token
from companion.web.server.context import lang

MOST_DICE = 6
"""So many dice are shown."""
MOST_FLYING = 4
"""So many cards are seen to go one way at once."""
DEAL = "deal"
LAST, DICE, OUT, ROLE = "last", "dice", "out", "shown"
LOUDEST = ("end", OUT, "away", LAST, ROLE, "claim", DEAL, DICE, "card", "turn", "seats")
"""Kinds of moments, the greatest first: of several things that happen at once the greatest is shown large."""


DRAWINGS = {
    OUT: "eliminated",
    "away": "escaped",
    "claim": "warning",
    DEAL: "deal",
    LAST: "warning",
    "turn": "direction",
    "seats": "exchange",
}
"""What stands for a moment that is about no card."""


LONGEST = 70
"""So many letters can be read while a moment stands: of more, only the first sentence."""
SENTENCE = re.compile(r"(?<=[.!?…]) +(?=[^a-zà-ÿ])")


@dataclass(frozen=True, slots=True)
class Flight:
    """Cards that go from one thing drawn on the table to another, by their ids on the page."""

    start: str
    end: str
    count: int


class Moment(NamedTuple):
    """Event that has just happened: its size, the drawing and name of its subject, the log's sentence or the role
    shown.

    `kind` is one of `LOUDEST`, or empty if nothing is shown large and only cards are seen to move.
    """

    kind: str
    icon: str
    tone: str
    label: str
    text: str
    flights: tuple[Flight, ...]
    dice: tuple[int, ...] = ()
    """The eyes of the dice that fell, one after another."""
    order: tuple[int, ...] = ()
    """Of the end: the places of the set-up, in the order in which the plates turn."""


def moment_of(playing: LiveGame, words: Wording, text: str) -> Moment | None:
    """Return the moment of the last tap, told by `text`; None if it took something back, or corrected the table."""
    with playing.lock:
        last = last_batch(playing.entries)
        if any(entry.verb in (UNDO, REDO) for entry in last):
            return None
        befores = tuple(playing.table_before(entry.number) for entry in last)
        players = playing.table.players
    ends = playing.title.game.last_steps
    seen = [one for entry, before in zip(last, befores, strict=True) for one in _shown(entry, before, ends)]
    found = min(seen, key=lambda one: LOUDEST.index(one[0]), default=("", None))
    flights = _flights(last, players)
    if not found[0] and not flights:
        return None
    kind, about = found
    card = playing.decklist.by_slug.get(about or "")
    badge = Badge(card.slug, words.card(card.slug), card.kind) if card else Badge("", about or "")
    drawing, tone, label = icon(badge.icon, badge.kind) or icon(DRAWINGS.get(kind, "")), badge.kind, badge.label
    all_facts = [fact for entry in last for fact in entry.facts]
    shown = next((fact for fact in all_facts if isinstance(fact, f.RoleShown)), None)
    gone = next((fact for fact in all_facts if isinstance(fact, f.PlayerOut)), None)
    if kind == ROLE and shown:
        drawing, tone = token(playing.table.game, shown.role, words)
        label, text = shown.player, words.raw(f"roles.{shown.role}")
    elif kind == OUT and gone:
        label, heading = gone.player, catalog.words(catalog.SCREENS, lang()).say("table.goes", player=gone.player)
        text = " ".join(one for one in SENTENCE.split(text) if not one.startswith(heading))
    elif label:  # the log begins with the card, which stands above it already
        text = re.sub(rf"^{re.escape(label)}\s?[:,]\s(.)", lambda rest: rest[1].upper(), text)
    dice: tuple[int, ...] = ()
    if kind == DICE:
        rolls = [fact for fact in all_facts if isinstance(fact, f.DiceRolled) and not fact.pictures]
        dice = tuple(value for roll in rolls for value in roll.values)[:MOST_DICE]
    order = _turning(last[-1], befores[-1]) if kind == "end" else ()
    return Moment(kind, drawing, tone, label, brief(text), flights, dice, order)


def brief(text: str) -> str:
    """As many sentences of the log as can be read in the while: the whole stands in it."""
    sentences = SENTENCE.split(text)
    kept = sentences[0]
    for one in sentences[1:]:
        if len(kept) + len(one) >= LONGEST:
            break
        kept = f"{kept} {one}"
    return kept


def _turning(end: Entry, before: Table) -> tuple[int, ...]:
    """Return the places of all players: those whose infection has a known order, the others round the table, and in the
    end whoever has declared something."""
    players, claim = before.players, before.claim
    start = players.index(claim.player) + 1 if claim and claim.player in players else 0
    known = end.action.get("infected")
    said = [name for name in known if name in players] if isinstance(known, list) else []
    around = (*said, *players[start:], *players[:start])
    return tuple(players.index(name) for name in dict.fromkeys(around))


def _shown(entry: Entry, before: Table, ends: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield what an entry has to show, and about which card or player; `ends`: the steps with which the end begins."""
    for fact in entry.facts:
        match fact:
            case f.TableOpened():
                yield DEAL, ""
            case f.Ended():
                yield "end", ""
            case f.PlayerOut(player, cause) if cause == f.ESCAPED:
                yield "away", player
            case f.PlayerOut(player, _):
                yield OUT, before.open[-1] if before.open else player
            case f.RoleShown(player, _):
                yield ROLE, player
            case f.Claimed(player, claim) if claim:
                yield "claim", player
            case f.CardsMoved(source, target, _, faces) if faces and source != PLAY and _is_played(source, target):
                yield "card", faces[-1]
            case f.StepBegan(step) if step in ends and before.step not in ends:
                yield LAST, ""
            case f.DiceRolled(pictures=()):
                yield DICE, ""
            case f.DirectionTurned():
                yield "turn", ""
            case f.PlayersMoved():
                yield "seats", ""
            case _:
                pass


def _is_played(source: Place, target: Place) -> bool:
    """Return True if a card seen to move so has been played: out of a hand or a pile, to lie where all see it."""
    return source.kind in ("hand", "pile") and (target in (PLAY, DISCARD) or target.kind in ("front", "gap"))


def _flights(entries: Sequence[Entry], players: Sequence[str]) -> tuple[Flight, ...]:
    found: list[Flight] = []
    for entry in entries:
        for fact in entry.facts:
            match fact:
                case f.TableOpened(_, everybody, _, _, each):
                    found += [Flight("pile-draw", f"seat-{k}", each) for k in range(len(everybody))]
                case f.CardsMoved(source, target, count):
                    found.append(Flight(_drawn(source, players), _drawn(target, players), count))
                case f.CardsPassed(pairs):
                    found += [Flight(_seat(a, players), _seat(b, players), 1) for a, b in pairs]
                case _:
                    pass
    return tuple(
        Flight(one.start, one.end, min(one.count, MOST_FLYING))
        for one in found
        if one.start and one.end and one.start != one.end and one.count
    )


def _drawn(place: Place, players: Sequence[str]) -> str:
    """Return the id of a place's element on the page; empty if there is none."""
    if place.kind in ("hand", "front"):
        return _seat(str(place.name), players)
    if place.kind == "gap":
        return f"gap-{place.name}"
    if place.kind == "pile":
        return "centre" if place == PLAY else f"pile-{place.name}"
    return ""


def _seat(player: str, players: Sequence[str]) -> str:
    return f"seat-{players.index(player)}" if player in players else ""
