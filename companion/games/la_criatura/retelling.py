"""What the film can tell of a game: who got votes, was chief, struck others down, or was saved. Nobody's role but those
entered or shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Past
from companion.engine.history import Entry
from companion.engine.kit.retelling import Tally, counts_in_statistics, steps
from companion.engine.retelling import Chronicle
from companion.engine.state import Table
from companion.engine.words import Wording
from companion.games.la_criatura import queries


def chronicle(decklist: Decklist, past: Sequence[Past], words: Wording) -> Chronicle:
    """Feats, from the entries that stand; a game that was abandoned counts in no statistic."""
    tally = Tally()
    for entry, before in steps(past):
        for did in _counted(entry, before):
            tally.add(*did)
        for fact in entry.facts:
            if isinstance(fact, f.Renamed):
                tally.renamed(fact)
    return Chronicle(counts_in_statistics(past), feats=tuple(tally.feats()))


def _counted(entry: Entry, before: Table) -> Iterator[tuple[str, str]]:
    """What one entry adds: (feat, player)."""
    if entry.verb == "vote":
        votes = entry.action.get("votes")
        yield from (("voted", str(player)) for player in (votes if isinstance(votes, list | tuple) else ()))
    if entry.verb == "override":
        return
    saved = entry.verb == "respond" and before.prompt is not None and before.prompt.about == queries.BLOW
    for fact in entry.facts:
        match fact:
            case f.Noted(key, player) if key == queries.CHIEF and player:
                yield "chief", player
            case f.TrackSet(track, player, value) if track == queries.SEDATED and value is not None:
                yield "sedated", player
            case f.PlayerOut():
                saved = False
                if before.prompt is not None:
                    yield "struck", before.prompt.by
            case _:
                pass
    if saved and before.prompt is not None and any(isinstance(fact, f.Settled) for fact in entry.facts):
        yield "saved", before.prompt.to
