"""`companion verify [DATA|FILE]`: whether the log is what was written, game by game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.service.club import database
from companion.service.messages import why
from companion.service.transfer.trial import must_play
from companion.service.transfer.verify import chains_of, games_of
from companion.store import default_folder
from companion.store.base import Row, StoreFault
from companion.store.seals import Chain
from companion.store.sqlite_queries import Onlooker


@click.command("verify", help=here("verify.about"))
@click.argument("path", metavar=here("metavar.data-file"), type=click.Path(path_type=Path), required=False)
@json_option
@lang_option
def command(path: Path | None, as_json: bool, lang: str) -> None:
    """Say of every game whether its chain holds and whether it can be played; exit 1 where either is not so."""
    try:
        chains, senseless = _looked_at(path, lang)
    except (StoreFault, Malformed) as fault:
        raise Refused((f"{path}: " if path else "") + why(fault, lang)) from None
    if as_json:
        told = {game: {"senseless": reason} for game, reason in senseless.items()}
        print_json({"games": [{**one._asdict(), "holds": one.holds, **told.get(one.game, {})} for one in chains]})
    elif not chains:
        click.echo(say(lang, "verify.none"))
    for one in () if as_json else chains:
        name = f"{one.game} «{one.name}»" if one.name else one.game
        if one.game in senseless:
            click.echo(f"✗ {name}: {senseless[one.game]}")
        elif one.holds:
            click.echo(f"✓ {name}: {say(lang, 'verify.whole', entries=one.entries)} · {one.seal[:16]}")
        else:
            click.echo(f"✗ {name}: {say(lang, 'verify.broken', broken_at=one.broken_at, entries=one.entries)}")
    if senseless or not all(one.holds for one in chains):
        raise SystemExit(1)


def _looked_at(path: Path | None, lang: str) -> tuple[list[Chain], dict[str, str]]:
    """Return every chain, and why the games cannot be played that cannot, by their ids."""
    club = database() if path is None else None
    if club is not None:
        with closing(club):
            chains = club.chains()
            return chains, _senseless(chains, club.rows, default_folder(), lang)
    path = path or default_folder()
    chains, games = chains_of(path), games_of(path)
    return chains, _senseless(chains, Onlooker(games).rows, games.parent, lang) if games is not None else {}


def _senseless(chains: list[Chain], rows: Callable[[str], list[Row]], folder: Path, lang: str) -> dict[str, str]:
    """Return what is wrong with the games whose seals hold although no table can show what they tell."""
    found: dict[str, str] = {}
    for one in chains:
        try:
            if one.holds:
                must_play(partial(title, folders=(folder / "decks",)), rows(one.game))
        except (StoreFault, Malformed) as fault:
            found[one.game] = why(fault, lang)
    return found
