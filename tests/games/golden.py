"""A whole game as text that a person can read: what was said, what the log says, what the table looks like.

python -m tests.games.golden GAME FILE.jsonl [LANG]     prints it, to be read before it is kept as a `.txt`
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from companion.decks.catalog import title
from companion.engine.actions import read
from tests.games.every import peculiar
from tests.games.play import Sitting, lines_of

FIRST = "es"
"""The language whose text shows the table too; the others show the log alone."""


def golden(slug: str, path: Path, lang: str = FIRST) -> str:
    """Return the text of a playthrough file."""
    here, line = title(slug), peculiar(slug).line
    setup, *actions = lines_of(path)
    sitting = Sitting(here.game, here.decklist, setup)
    out = [f"0  {line(sitting.state)}"] if lang == FIRST else []
    for number, thing in enumerate(actions, start=1):
        before = sitting.course.table
        said = sitting.say(**thing)
        if said == "ok":
            facts = sitting.course.entries[-1].facts
            said = here.game.tell(here.decklist, before, read(here.game.verbs, thing), facts, here.words[lang])
        out.append(f"{number}  {said}")
        out += [f"   {line(sitting.state)}"] if lang == FIRST else []
    out += [f"ganan: {sitting.state['winners']}"] if lang == FIRST else []
    sitting.say(action="rename", player=sitting.course.table.players[0], to="Zoe")  # names are those of the end
    return "\n".join([*out, *retold(sitting, lang), ""])


def retold(sitting: Sitting, lang: str) -> Iterator[str]:
    """Yield what recap and film tell of a game."""
    game, box, past, words = sitting.game, sitting.decklist, sitting.course.standing, sitting.words(lang)
    for one in game.recap(box, past, words) if game.recap else ():
        yield f"{one.label}: {'; '.join(one.lines) if one.number is None else one.number}"
    yield from clues_of(sitting, lang)
    if game.chronicle:
        told = game.chronicle(box, past, words)
        for bond in told.bonds:
            when = f", {bond.number}, {bond.when}" if bond.when else ""
            yield f"{bond.player} < {bond.by or '?'}: {bond.role}{when}"
        yield from (f"? {doubt}" for doubt in told.doubts)
        for key in dict.fromkeys(feat.key for feat in told.feats):
            feats = sorted((feat.player, feat.count) for feat in told.feats if feat.key == key)
            name = words.raw(f"awards.{key}.name") if words.has(f"awards.{key}.name") else key
            yield f"{name}: {', '.join(f'{player} {count}' for player, count in feats)}"
        yield f"counts: {told.counts}"


def clues_of(sitting: Sitting, lang: str) -> Iterator[str]:
    """Yield what all could know of a player, each with its entry, and what fits it and what does not."""
    if tell := sitting.game.chronicle:
        for one in tell(sitting.decklist, sitting.course.standing, sitting.words(lang)).clues:
            yield f"{one.number}  {one.text} = {'/'.join(one.fits)} ≠ {'/'.join(one.excludes) or '—'}"


if __name__ == "__main__":
    print(golden(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:]), end="")
