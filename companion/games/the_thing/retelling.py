"""What the film can tell of a game: who led, mended, set fires, was pointed at or found an Alien; and what everybody
saw of whom. Of contagion nothing: who turned whom the table never knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Past
from companion.engine.history import Entry
from companion.engine.kit.retelling import Clues, Tally, at_the_end, counts_in_statistics, steps, still
from companion.engine.retelling import Chronicle
from companion.engine.words import Wording
from companion.games.the_thing import base as b
from companion.games.the_thing.summary import Found, found, pointed_at

ROLES = (b.ALIEN_ROLE, b.HUMAN_ROLE)


def chronicle(decklist: Decklist, past: Sequence[Past], words: Wording, found: Found = found) -> Chronicle:
    """Feats and clues, from the entries that stand; a game that was abandoned counts in no statistic."""
    tally, clues = Tally(), Clues()
    for entry, _ in steps(past):
        for did in _counted(entry):
            tally.add(*did)
        _seen(clues, entry, found)
        for fact in entry.facts:
            if isinstance(fact, f.Renamed):
                tally.renamed(fact)
                clues.renamed(fact)
    feats = (*tally.feats(), *still("survived", b.HUMAN_ROLE, b.ALIEN_ROLE, at_the_end(past)))
    return Chronicle(counts_in_statistics(past), clues=clues.told(words, ROLES), feats=feats)


def _counted(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield what one entry adds: (feat, player)."""
    player, card = str(entry.action.get("player", "")), entry.action.get("card")
    if entry.verb == "carry-out" and card in (b.REPAIR, b.SABOTAGE):
        yield ("mended" if card == b.REPAIR else "sabotaged"), player
    elif entry.verb == "burn":
        yield "burned", player
    elif entry.verb == "test" and entry.action.get("alien") is True:
        yield "found", player
    elif entry.verb == "votes":
        for target in pointed_at(entry):
            yield "voted", target
    if entry.verb != "override":
        for fact in entry.facts:
            if isinstance(fact, f.Noted) and fact.key == b.LEADER and fact.player:
                yield "led", fact.player


def _seen(clues: Clues, entry: Entry, found: Found) -> None:
    """Note a role card that everybody saw: in a test, on the way out, or shown of one's own will."""
    if entry.verb == "test" and found(entry.action) == b.HUMAN_ROLE:
        clues.add(entry.number, str(entry.action.get("target", "")), "tested", (b.HUMAN_ROLE,))
    for fact in entry.facts:
        if isinstance(fact, f.RoleShown):
            clues.add(entry.number, fact.player, "role", (fact.role,))
