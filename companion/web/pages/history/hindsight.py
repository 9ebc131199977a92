"""What could have been known, moment by moment: a curve for everybody, on a page of its own and on the film's.

It is there once a game has come to its end and the roles have been entered, and not before: until then it is not even
worked out.
"""

from __future__ import annotations

import json
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from flask import Response, request

from companion.engine.actions import whole
from companion.engine.retelling import Hindsight
from companion.engine.words import Wording
from companion.service.history import film
from companion.service.live.session import LiveGame
from companion.service.transfer import record
from companion.web.pages.base import game_words, pages, render
from companion.web.pages.history.log import said
from companion.web.pages.table.page import game_title
from companion.web.server.context import tables

WIDE, HIGH = 1000, 100
"""The field of a curve; a curve goes up to its top."""
CLEAR = 0.05
"""By so much a chance has to rise for somebody to call it a turn."""
SURE = 0.9995
_ONE_AT_A_TIME = Lock()
"""The whole table looks at once; the first works it out for all."""
OFF = 1
"""By so many points chances are off where not everything is counted, on average and rounded up (docs/laboratory.md)."""


class Curve(NamedTuple):
    """Player's chances: how they turned out, the areas of both roles as paths, and the same two in words."""

    player: str
    role: str
    root: str
    turned: str
    label: str
    now: tuple[int, int]
    """Both chances at the moment looked at, in percent."""


@pages.get("/games/<game>/known")
def known(game: str) -> Response:
    """Show what could have been known, `n`: at which moment, `seat`: by whom; `part`: without the page around it."""
    playing, seen = tables().playing(game), tables().seen(game)
    words = game_words(seen.title)
    title, ended = game_title(tables().heading(game), words), seen.table.ended
    seat, found, one_sided = request.args.get("seat", ""), None, None
    is_played_out = bool(ended and ended.roles and ended.cause != "abandoned")
    if is_played_out:
        with _ONE_AT_A_TIME:
            found = _found(playing, seen.version, "")
            seat = seat if found and seat in found.players else ""
            one_sided = _found(playing, seen.version, seat)
    template = "past/_known.html" if "part" in request.args else "past/known.html"
    if ended is None or found is None or one_sided is None:
        why = words.raw("hindsight.not-told") if is_played_out and words.has("hindsight.not-told") else ""
        return render(template, id=game, title=title, is_told=False, is_over=ended is not None, why=why, moments="")
    asked = whole(request.args.get("n", ""))
    here = seen.version if asked is None else asked
    place = max((k for k, one in enumerate(found.moments) if one.number <= here), default=0)
    views = [(one.root, one.turned) for one in one_sided.moments]
    now = one_sided.moments[place]
    curves = tuple(
        _curve(player, words.raw(f"roles.{ended.roles[player]}"), [(one[k], two[k]) for one, two in views], place)
        for k, player in enumerate(found.players)
    )
    told = {
        one.number: [one.worlds, *(round(100 * chance) for chance in one.root + one.turned)]
        for one in one_sided.moments
    }
    return render(
        template,
        id=game,
        title=title,
        is_told=True,
        at=now.number,
        worlds=now.worlds,
        mark=_across(place, len(views)),
        turn=_turn(playing, found, next(p for p in found.players if ended.roles[p] == found.roles[0]), words),
        assumed=words.raw("hindsight.assumed"),
        roles=tuple(words.raw(f"roles.{role}") for role in found.roles),
        curves=curves,
        seat=seat,
        seats=found.players,
        error=OFF,
        is_exact=one_sided.is_exact,
        doubted=one_sided.doubted,
        # for scripts
        moments=json.dumps(told, separators=(",", ":")),
    )


@lru_cache(maxsize=26)
def _found(playing: LiveGame, version: int, seat: str) -> Hindsight | None:
    """Return the hindsight of a game, for all or one seat; `version` is named for the memory alone."""
    tells = playing.game.hindsight
    return tells(playing.decklist, film.frames(playing), seat) if tells else None


def _across(place: int, many: int) -> float:
    return round(WIDE * place / max(1, many - 1), 1)


def _curve(player: str, role: str, chances: list[tuple[float, float]], place: int) -> Curve:
    """Return one player's curve: the root's area from below, and what was turned on top of it."""
    many = len(chances)
    across = [_across(k, many) for k in range(many)]
    roots = [round(HIGH * (1 - root), 1) for root, _ in chances]
    sums = [round(HIGH * (1 - root - turned), 1) for root, turned in chances]
    up = " ".join(f"{x} {y}" for x, y in zip(across, roots, strict=True))
    over = " ".join(f"{x} {y}" for x, y in zip(across, sums, strict=True))
    back = " ".join(f"{x} {y}" for x, y in reversed(list(zip(across, roots, strict=True))))
    root, turned = chances[place]
    most = max(range(many), key=lambda k: chances[k][0])
    label = said("known.curve", player=player, most=round(100 * chances[most][0]), last=round(100 * chances[-1][0]))
    return Curve(
        player, role, f"M0 {HIGH}L{up} {WIDE} {HIGH}Z", f"M{over} {back}Z", label,
        (round(100 * root), round(100 * turned)),
    )  # fmt: skip


def _turn(playing: LiveGame, found: Hindsight, root: str, words: Wording) -> str:
    """Return the sentence that says when the game turned for somebody who looked on."""
    place = found.players.index(root)
    chance = [one.root[place] for one in found.moments]
    # The entry that names the roles, and the end before it, tell what nobody had to find out.
    tables_then = (playing.table_at(one.number) for one in found.moments)
    told = (bool(then.claim) or then.ended is not None or root in then.roles for then in tables_then)
    last = next((k for k, is_told in enumerate(told) if is_told), len(chance))
    rises = [(chance[k] - chance[k - 1], k) for k in range(1, last)]
    blanks: dict[str, object] = {"player": root, "role": words.raw(f"roles.{found.roles[0]}")}
    sure = next((k for k in range(last) if chance[k] > SURE), 0)
    rise, k = max(rises, default=(0.0, 0))
    if sure:
        k = sure
    elif rise < CLEAR:
        return said("known.turn.none", **blanks, most=round(100 * max(chance[:last], default=0.0)))
    entry = playing.entries[found.moments[k].number - 1]
    before, after = found.moments[k - 1], found.moments[k]
    blanks |= {"number": after.number, "told": record.told(playing, entry, words)}
    blanks |= {"more": before.worlds, "worlds": after.worlds}
    if sure:
        return said("known.turn.sure", **blanks)
    return said("known.turn.rise", **blanks, before=round(100 * chance[k - 1]), after=round(100 * chance[k]))
