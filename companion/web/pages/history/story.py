"""The chronicle on a page: who turned whom, what the table could know and when, prizes, the evening, the group, to go.

Before the end it tells what is public; roles, and all that follows from them, stand here once they have been entered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from flask import Response

from companion.engine.retelling import Clue
from companion.engine.state import Table
from companion.engine.words import Wording
from companion.printing.codes import strokes
from companion.service.history import film
from companion.service.history.bgstats import fits_qr, play_link
from companion.service.history.film import Prize, Tree, grow
from companion.service.live.session import LiveGame
from companion.store.base import GameInfo
from companion.web.pages.base import day, game_words, pages, render
from companion.web.pages.history.log import said
from companion.web.pages.table.endings import Role
from companion.web.pages.table.page import game_title
from companion.web.server.context import tables

QUIET = 4
"""White modules around a symbol."""
TREE = "chronicle.tree"
"""How a game calls its tree, where it does."""


class Branch(NamedTuple):
    """Player in the tree, and those below them. `name` is empty if nobody knows who it was."""

    name: str
    role: str
    is_root: bool
    when: str
    below: tuple[Branch, ...]


class Known(NamedTuple):
    """A clue, and what its player turned out to be; `fits` is None where that is not known."""

    clue: Clue
    role: str
    fits: bool | None


class Code(NamedTuple):
    """A QR symbol as the rows of a path."""

    size: int
    path: str


class Row(NamedTuple):
    """Player in a statistic: games, wins, and for each role wins of games (empty if they never were it)."""

    name: str
    games: int
    wins: int
    by_role: tuple[str, ...]


class Stand(NamedTuple):
    """A statistic: of the evening or of the group."""

    label: str
    games: int
    roles: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[str, ...]
    """Of each role, wins of games, of everybody together."""
    prizes: tuple[Prize, ...]


@pages.get("/games/<game>/story")
def story(game: str) -> Response:
    """Show what there is to tell of a game."""
    seen, playing = tables().seen(game), tables().playing(game)
    words, past = game_words(seen.title), film.frames(playing)
    table, heading = seen.table, tables().heading(game)
    tale = film.told(playing, past, words)
    view = seen.title.game.view(seen.title.decklist, table, words)
    entered = _roles(table, words)
    roles = {one.player: one.label for one in entered}
    known = []
    for clue in tale.clues:
        role = roles.get(clue.player, "")
        known.append(Known(clue, role, (role in clue.fits) if role else None))
    link = play_link(playing, game, words) if tale.counts else ""
    over = table.ended is not None
    return render(
        "film/story.html",
        id=game,
        title=game_title(heading, words),
        when=day(heading.changed),
        is_over=over,
        counts=tale.counts,
        heading=view.heading,
        detail=view.detail if over else "",
        roles=entered,
        tree=_branches(grow(tale.bonds), -1) if tale.bonds else (),
        tree_label=words.raw(TREE) if words.has(TREE) else said("story.tree"),
        known=known,
        prizes=film.prizes(film.awards(tale.feats), words) if over else (),
        recap=film.recap(playing, words) if over else (),
        stands=_stands(playing, heading, words) if over else (),
        play=link,
        code=_code(link) if fits_qr(link) else None,
    )


def _roles(table: Table, words: Wording) -> tuple[Role, ...]:
    """Return everybody's role, once it was entered."""
    if table.ended is None or not table.ended.roles:
        return ()
    roles, won = table.ended.roles, table.ended.winners
    return tuple(Role(p, words.raw(f"roles.{roles[p]}") if p in roles else "", p in won) for p in table.players)


def _branches(tree: Tree, above: int) -> tuple[Branch, ...]:
    """Those directly below somebody, by the number of the node; -1 for those below nobody."""
    return tuple(
        Branch(node.player, node.role, node.is_root, node.when, _branches(tree, number))
        for number, node in enumerate(tree.nodes)
        if node.parent == above
    )


def _stands(playing: LiveGame, heading: GameInfo, words: Wording) -> tuple[Stand, ...]:
    """Return the statistics of the evening and the group, if there is more than this one game."""
    names = playing.game.people(playing.course.table)
    evening = film.played_by(tables(), heading.game, names, heading.changed)
    always = film.played_by(tables(), heading.game, names)
    found = [("story.evening", evening)] if len(evening) > 1 else []
    found += [("story.group", always)] if len(always) > max(len(evening), 1) else []
    stands = []
    for key, games in found:
        group = film.group(games, names)
        rows, totals = [], []
        for one in (one for one in group.people if one.games):
            by_role = ["{1}/{0}".format(*one.by_role[role]) if role in one.by_role else "" for role in group.roles]
            rows.append(Row(one.name, one.games, one.wins, tuple(by_role)))
        for role in group.roles:
            played = [one.by_role[role] for one in group.people if role in one.by_role]
            total = f"{sum(wins for _, wins in played)}/{sum(games for games, _ in played)}"
            totals.append(total if played else "")
        roles = tuple(words.raw(f"roles.{role}") for role in group.roles)
        prizes = film.prizes(group.awards, words)
        stands.append(Stand(said(key), group.games, roles, tuple(rows), tuple(totals), prizes))
    return tuple(stands)


@lru_cache(maxsize=32)
def _code(link: str) -> Code:
    """Draw the link as a QR symbol in rows of strokes, as on our sheets. Cached: it takes longer than all the rest."""
    import segno

    symbol = segno.make(link, error="l", boost_error=False, micro=False)
    return Code(len(symbol.matrix), strokes(symbol.matrix, QUIET))
