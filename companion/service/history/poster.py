"""What the poster of a game shows beyond the table: the outcome in words, the tree, the prizes, the day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.printing.report import Reel, Twig
from companion.service.history import film
from companion.service.history.tree import grow
from companion.service.live.session import LiveGame, words_of

LONGEST_DAY = 10
"""The date at the head of an ISO time."""


def reel_of(playing: LiveGame, lang: str, infections: Sequence[tuple[str, str]] = ()) -> Reel:
    """Return the poster's part of a game in a language. `infections`: pairs (by whom, who), where the game does not
    say."""
    words, past = words_of(playing.title, lang), film.frames(playing)
    tale = film.told(playing, past, words)
    view = playing.game.view(playing.decklist, past[-1][1], words)
    given = {player: by for by, player in infections}
    tree = grow([replace(bond, by=bond.by or given.get(bond.player, "")) for bond in tale.bonds])
    return Reel(
        headline=view.heading,
        detail=view.detail,
        when=playing.entries[0].at[:LONGEST_DAY],
        tree_label=words.raw("chronicle.tree") if words.has("chronicle.tree") else "",
        tree=tuple(Twig(one.player, one.role, one.x, one.y, one.parent, one.is_root) for one in tree.nodes),
        columns=tree.columns,
        rows=tree.rows,
        prizes=tuple(
            (prize.name, words.listed(prize.players), prize.text)
            for prize in film.prizes(film.awards(tale.feats), words)
        ),
    )
