"""The tale of a game for its film: what everybody could know of whom and when, and what people did, counted.

Clubs change hands in the dark: nobody can tell who turned whom, and so there is no tree. What does tell is a club that
everybody saw where a human cannot have one; a hand without clubs tells nothing, for a Thing may have none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Past
from companion.engine.history import Entry
from companion.engine.kit.retelling import Clues, Tally, at_the_end, counts_in_statistics, steps, still
from companion.engine.retelling import Chronicle
from companion.engine.state import Table
from companion.engine.words import Wording
from companion.games.dos_barajas import queries
from companion.games.dos_barajas.queries import CLUBS, HUMAN, MIDDLE, ROLES, THING, suit

BOTH = (THING, HUMAN)

TELLING = ("found-out", "struck", "wronged", "suspect", "called", "clubs", "middle", "cups", "held-back")
"""What is counted, the more telling first: a poster has room for some."""

Did = tuple[str, str]
"""A feat and whose it is."""


def chronicle(decklist: Decklist, past: Sequence[Past], words: Wording) -> Chronicle:
    """Return everything that can be told, from the entries that stand; an abandoned game counts in no statistic."""
    found, tally = Clues(), Tally()
    for entry, before in steps(past):
        for did in _counted(entry, before):
            tally.add(*did)
        for fact in entry.facts:
            _note(found, entry, fact, before)
            if isinstance(fact, f.PlayerOut) and entry.verb != "override":
                tally.out.append(fact.player)
            if isinstance(fact, f.Renamed):
                tally.renamed(fact)
    feats = (*still("stayed", HUMAN, THING, at_the_end(past)), *tally.feats(TELLING), *tally.first_out())
    return Chronicle(counts_in_statistics(past), clues=found.told(words, ROLES), feats=feats)


def _note(found: Clues, entry: Entry, fact: f.Fact, before: Table) -> None:
    match fact:
        case f.Noted(queries.COMMANDER, str() as player):
            found.drop("commander")
            found.add(entry.number, player, "commander", (HUMAN,))
        case f.CardsShown(owner, None, faces, _):
            # Before a human's clubs have been discarded a club tells nothing either.
            if _has_clubs(faces):
                if before.step not in (queries.DEAL, queries.SUPPLY):
                    found.add(entry.number, owner, "club", (THING,))
            elif entry.verb == "accuse" and entry.action.get("result") == HUMAN:
                found.add(entry.number, owner, "accepted", BOTH)
            elif faces and len(faces) == before.hands.get(owner):
                found.add(entry.number, owner, "no-clubs", BOTH)
        case f.CardsMoved(source, target, _, faces) if _has_clubs(faces) and MIDDLE in (source, target):
            who = str(entry.action.get("player", ""))
            found.add(entry.number, who, "took-club" if source == MIDDLE else "left-club", (THING,))
        case f.RoleShown(player, role) if entry.verb != "override":
            found.add(entry.number, player, "role", (role,))
        case f.Renamed():
            found.renamed(fact)
        case _:
            pass


def _has_clubs(faces: Sequence[str]) -> bool:
    return any(suit(face) == CLUBS for face in faces)


# What people did


def _counted(entry: Entry, before: Table) -> Iterator[Did]:
    """Yield what one entry adds, by its verb and then by its facts."""
    player, target = str(entry.action.get("player", "")), str(entry.action.get("target", ""))
    match entry.verb:
        case "accuse":
            yield ("found-out" if entry.action.get("result") == THING else "wronged"), player
            yield "suspect", target
        case "supply" if entry.action.get("cups"):
            yield "cups", player
        case "invade":
            yield "called", player
        case "pass":
            yield "held-back", player
    thrown = already = queries.number(before, queries.THROWN)
    for fact in entry.facts:
        match fact:
            case f.CardsMoved(source, _, count, _) if source == MIDDLE and entry.verb == "take":
                yield from [("middle", player)] * count
            case f.TrackSet(queries.THROWN, _, int() as thrown):
                pass  # of several counts the last says all
            case f.PlayerOut(fallen, _) if entry.verb == "attack" and fallen == target:
                yield "struck", player
            case _:
                pass
    if entry.verb in ("clubs", "supply"):
        yield from [("clubs", player)] * (thrown - already)
