"""What the film can tell of a game: who got votes, was chief, struck others down, or was saved. Nobody's role but those
entered or shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.games.la_criatura import looks
from companion.referee.chronicle import Chronicle, Feat
from companion.referee.game import Past
from companion.table import facts as f
from companion.table.history import Entry
from companion.table.state import Table


def chronicle(decklist: Decklist, past: Sequence[Past], words: Wording) -> Chronicle:
    """Feats, from the entries that stand; a game that was abandoned counts in no statistic."""
    table = past[-1][1] if past else Table()
    counts: Counter[tuple[str, str]] = Counter()
    before = Table()
    for entry, after in past:
        counts.update(_counted(entry, before))
        for fact in entry.facts:
            if isinstance(fact, f.Renamed):
                counts = Counter({(key, fact.to if p == fact.player else p): n for (key, p), n in counts.items()})
        before = after
    told = tuple(Feat(key, player, count) for (key, player), count in sorted(counts.items()))
    return Chronicle(table.ended is not None and table.ended.cause != "abandoned", feats=told)


def _counted(entry: Entry, before: Table) -> Iterator[tuple[str, str]]:
    """What one entry adds: (feat, player)."""
    if entry.verb == "vote":
        votes = entry.action.get("votes")
        yield from (("voted", str(player)) for player in (votes if isinstance(votes, list | tuple) else ()))
    if entry.verb == "override":
        return
    saved = entry.verb == "respond" and before.prompt is not None and before.prompt.about == looks.BLOW
    for fact in entry.facts:
        match fact:
            case f.Noted(key, player) if key == looks.CHIEF and player:
                yield "chief", player
            case f.TrackSet(track, player, value) if track == looks.SEDATED and value is not None:
                yield "sedated", player
            case f.PlayerOut():
                saved = False
                if before.prompt is not None:
                    yield "struck", before.prompt.by
            case _:
                pass
    if saved and before.prompt is not None and any(isinstance(fact, f.Settled) for fact in entry.facts):
        yield "saved", before.prompt.to
