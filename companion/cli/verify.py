"""`companion verify [DATA|FILE]`: whether the log is what was written, game by game."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.engine.actions import Malformed
from companion.service.messages import why
from companion.service.transfer.verify import chains_of
from companion.store.base import StoreFault
from companion.store.factory import database
from companion.store.folder import default_folder
from companion.store.seals import Chain


@click.command(
    "verify",
    help=here("verify.about"),
)
@click.argument("path", metavar=here("metavar.data-file"), type=click.Path(path_type=Path), required=False)
@json_option
@lang_option
def command(path: Path | None, as_json: bool, lang: str) -> None:
    """Say of every game whether its chain holds; exit 1 where one does not."""
    try:
        chains = _chains(path)
    except (StoreFault, Malformed) as fault:
        raise Refused((f"{path}: " if path else "") + why(fault, lang)) from None
    if as_json:
        print_json({"games": [_json(one) for one in chains]})
    else:
        for one in chains:
            click.echo(_sentence(one, lang))
        if not chains:
            click.echo(say(lang, "verify.none"))
    if not all(one.holds for one in chains):
        raise SystemExit(1)


def _chains(path: Path | None) -> list[Chain]:
    club = database() if path is None else None
    if club is None:
        return chains_of(path or default_folder())
    with closing(club):
        return club.chains()


def _json(one: Chain) -> dict[str, object]:
    return {**one._asdict(), "holds": one.holds}


def _sentence(one: Chain, lang: str) -> str:
    name = f"{one.game} «{one.name}»" if one.name else one.game
    if one.holds:
        told = say(lang, "verify.whole", entries=one.entries)
        return f"✓ {name}: {told} · {one.seal[:16]}"
    told = say(lang, "verify.broken", broken_at=one.broken_at, entries=one.entries)
    return f"✗ {name}: {told}"
