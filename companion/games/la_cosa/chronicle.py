"""The tale of a game for its film: who infected whom, what everybody could know of whom and when, feats.

A clue is a card or a hand everybody saw, put beside the rules: a human gives no ¡Infectado!, whoever is infected keeps
one, La Cosa keeps its card. It says which roles are consistent with what was noted, and speaks of nobody's word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.games.la_cosa.ending import HUMAN, INFECTED, THING, action_infections
from companion.games.la_cosa.feats import feats
from companion.games.la_cosa.verbs import ROLES
from companion.referee.actions import Action
from companion.referee.chronicle import Bond, Chronicle, Clue
from companion.referee.game import Past
from companion.table import facts as f
from companion.table.history import Entry
from companion.table.state import Table

THE_THING, THE_INFECTED = "la-cosa", "infectado"
"""The slugs of the two cards that tell a role."""


@dataclass(slots=True)
class _Seen:
    """A clue with the name its player has at the moment."""

    number: int
    player: str
    key: str
    fits: tuple[str, ...]


def chronicle(decklist: Decklist, past: Sequence[Past], words: Wording) -> Chronicle:
    """Everything that can be told, from the entries that stand."""
    table = past[-1][1] if past else Table()
    infections = _infections(past)
    return Chronicle(
        counts=table.ended is not None and table.ended.cause != "abandoned",
        bonds=_bonds(table, infections, _latest(past), words),
        clues=tuple(_told(seen, words) for seen in _clues(decklist, past)),
        feats=feats(past, infections),
    )


def _infections(past: Sequence[Past]) -> Mapping[str, str]:
    """Who was infected by whom, as it was entered with the roles, by the names they have in the end."""
    said: Mapping[str, str] = {}
    for entry, _ in past:
        if entry.verb == "end":
            said = action_infections(Action("end", entry.action))
        for fact in entry.facts:
            if isinstance(fact, f.Renamed):
                said = {_now(player, fact): _now(by, fact) for player, by in said.items()}
    return said


def _latest(past: Sequence[Past]) -> str:
    """Whose infection left no human, as it was entered; by the name they have in the end."""
    latest = ""
    for entry, _ in past:
        if entry.verb == "end":
            latest = Action("end", entry.action).text("last_infected")
        for fact in entry.facts:
            if isinstance(fact, f.Renamed):
                latest = _now(latest, fact)
    return latest


def _now(player: str, fact: f.Renamed) -> str:
    return fact.to if player == fact.player else player


def _bonds(table: Table, infections: Mapping[str, str], latest: str, words: Wording) -> tuple[Bond, ...]:
    """La Cosa first, then the infected round the table; humans have none. `latest` was infected last of all."""
    roles = table.ended.roles if table.ended else {}
    named = {role: words.raw(f"roles.{role}") for role in ROLES}
    root = [Bond(player, "", named[THING], True) for player in table.players if roles.get(player) == THING]
    last = words.say("chronicle.last", role=named[INFECTED])
    turned = [
        Bond(player, infections.get(player, ""), last if player == latest else named[INFECTED])
        for player in table.players
        if roles.get(player) == INFECTED
    ]
    return (*root, *turned)


def _told(seen: _Seen, words: Wording) -> Clue:
    return Clue(
        seen.number,
        seen.player,
        words.say(f"clues.{seen.key}", player=seen.player),
        tuple(words.raw(f"roles.{role}") for role in seen.fits),
        tuple(words.raw(f"roles.{role}") for role in ROLES if role not in seen.fits),
    )


def _clues(decklist: Decklist, past: Sequence[Past]) -> list[_Seen]:
    found: list[_Seen] = []
    pending: list[_Seen] = []
    before = Table()
    for entry, table in past:
        if pending and any(isinstance(fact, f.TurnBegan | f.Asked) for fact in entry.facts):
            found += pending
            pending = []
        for fact in entry.facts:
            match fact:
                case f.Renamed(player, to):
                    for seen in (*found, *pending):
                        seen.player = to if seen.player == player else seen.player
                case f.PlayerOut(player, cause) if cause != "override":
                    pending.append(_Seen(entry.number, player, "went-on", (INFECTED, HUMAN)))
                case f.RoleShown(player, role):
                    pending = [seen for seen in pending if seen.player != player]
                    found = [seen for seen in found if (seen.player, seen.key) != (player, "went-on")]
                    found.append(_Seen(entry.number, player, "role", (role,)))
                case f.CardsShown(owner, None, faces, _):
                    found += _shown(decklist, before, entry, owner, faces)
                case _:
                    pass
        before = table
    return found


def _shown(decklist: Decklist, before: Table, entry: Entry, owner: str, faces: Sequence[str]) -> list[_Seen]:
    """What cards that everybody saw are consistent with."""
    seen = {decklist.by_slug[face].acts_as if face in decklist.by_slug else face for face in faces}
    number, whole = entry.number, bool(faces) and len(faces) == before.hands.get(owner)
    if THE_THING in seen:
        return [_Seen(number, owner, "thing", (THING,))]
    if THE_INFECTED in seen:
        return [_Seen(number, owner, "infected", (INFECTED, HUMAN) if whole else ROLES)]
    if whole:
        return [_Seen(number, owner, "clean", (HUMAN,))]
    if entry.action.get("card") == "revelaciones" and not faces:
        return [_Seen(number, owner, "revealed", (THING, HUMAN))]
    return []
