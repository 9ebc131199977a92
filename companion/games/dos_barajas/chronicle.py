"""The tale of a game for its film: what everybody could know of whom and when, and feats.

Clubs change hands in the dark: nobody can tell who turned whom, and so there is no tree. What does tell is a club that
everybody saw where a human cannot have one; a hand without clubs tells nothing, for a Thing may have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.games.dos_barajas import looks
from companion.games.dos_barajas.cards import CLUBS, suit
from companion.games.dos_barajas.feats import feats
from companion.games.dos_barajas.looks import HUMAN, MIDDLE, THING
from companion.games.dos_barajas.verbs import ROLES
from companion.referee.chronicle import Chronicle, Clue
from companion.referee.game import Past
from companion.table import facts as f
from companion.table.history import Entry
from companion.table.state import Table

BOTH = (THING, HUMAN)


@dataclass(slots=True)
class _Seen:
    """A clue with the name its player has at the moment."""

    number: int
    player: str
    key: str
    fits: tuple[str, ...]


@dataclass(slots=True)
class _Found:
    """The clues so far."""

    clues: list[_Seen] = field(default_factory=list)

    def add(self, entry: Entry, player: str, key: str, fits: tuple[str, ...]) -> None:
        """One more, unless the same entry told as much of the player already."""
        if (entry.number, player, fits) not in {(one.number, one.player, one.fits) for one in self.clues}:
            self.clues.append(_Seen(entry.number, player, key, fits))

    def drop(self, key: str) -> None:
        """What was noted has turned out to be another's."""
        self.clues = [one for one in self.clues if one.key != key]

    def renamed(self, old: str, new: str) -> None:
        """Somebody is called otherwise from now on."""
        for one in self.clues:
            one.player = new if one.player == old else one.player


def chronicle(decklist: Decklist, past: Sequence[Past], words: Wording) -> Chronicle:
    """Everything that can be told, from the entries that stand; a game that was abandoned counts in no statistic."""
    table = past[-1][1] if past else Table()
    return Chronicle(
        counts=table.ended is not None and table.ended.cause != "abandoned",
        clues=tuple(_told(seen, words) for seen in _clues(past)),
        feats=feats(past),
    )


def _told(seen: _Seen, words: Wording) -> Clue:
    return Clue(
        seen.number,
        seen.player,
        words.say(f"clues.{seen.key}", player=seen.player),
        tuple(words.raw(f"roles.{role}") for role in seen.fits),
        tuple(words.raw(f"roles.{role}") for role in ROLES if role not in seen.fits),
    )


def _clues(past: Sequence[Past]) -> list[_Seen]:
    found, before = _Found(), Table()
    for entry, table in past:
        for fact in entry.facts:
            _note(found, entry, fact, before)
        before = table
    return found.clues


def _note(found: _Found, entry: Entry, fact: f.Fact, before: Table) -> None:
    match fact:
        case f.Noted(looks.COMMANDER, str() as player):
            found.drop("commander")
            found.add(entry, player, "commander", (HUMAN,))
        case f.CardsShown(owner, None, faces, _):
            _shown(found, entry, owner, faces, before)
        case f.CardsMoved(source, target, _, faces) if _has_clubs(faces):
            _moved(found, entry, source == MIDDLE, target == MIDDLE, before)
        case f.RoleShown(player, role) if entry.verb != "override":
            found.add(entry, player, "role", (role,))
        case f.Renamed(player, to):
            found.renamed(player, to)
        case _:
            pass


def _shown(found: _Found, entry: Entry, owner: str, faces: Sequence[str], before: Table) -> None:
    """Cards that everybody saw. Before a human's clubs have been discarded a club tells nothing either."""
    if _has_clubs(faces):
        if before.step not in (looks.DEAL, looks.SUPPLY):
            found.add(entry, owner, "club", (THING,))
    elif entry.verb == "accuse" and entry.action.get("result") == HUMAN:
        found.add(entry, owner, "accepted", BOTH)
    elif faces and len(faces) == before.hands.get(owner):
        found.add(entry, owner, "no-clubs", BOTH)


def _moved(found: _Found, entry: Entry, is_taken: bool, is_left: bool, before: Table) -> None:
    """A club left in the middle, or taken from there, face up."""
    player = str(entry.action.get("player", ""))
    if is_taken or is_left:
        found.add(entry, player, "took-club" if is_taken else "left-club", (THING,))


def _has_clubs(faces: Sequence[str]) -> bool:
    return any(suit(face) == CLUBS for face in faces)
