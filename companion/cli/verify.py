"""`companion verify [DATA|FILE]`: whether the log is what was written, game by game."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.referee.actions import Malformed
from companion.service.saying import why
from companion.service.verifying import chains_of
from companion.store.chain import Chain
from companion.store.choosing import database
from companion.store.folder import default_folder
from companion.store.log import StoreFault


@click.command(
    "verify",
    help=here(
        "Comprueba que el registro es el que se escribió: el de la casa, una copia o una partida exportada.",
        "Check that the log is what was written: this house's, a backup's, or an exported record's.",
    ),
)
@click.argument("path", metavar=here("CARPETA|ARCHIVO", "DATA|FILE"), type=click.Path(path_type=Path), required=False)
@json_option
@lang_option
def command(path: Path | None, as_json: bool, lang: str) -> None:
    """Say of every game whether its chain holds; exit 1 where one does not."""
    try:
        chains = _chains(path)
    except (StoreFault, Malformed) as fault:
        raise Refused(why(fault, lang)) from None
    if as_json:
        print_json({"games": [_json(one) for one in chains]})
    else:
        for one in chains:
            click.echo(_sentence(one, lang))
        if not chains:
            click.echo(say(lang, "No hay partidas.", "There are no games."))
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
        told = say(lang, f"{one.entries} entradas, todas como se escribieron", f"{one.entries} entries, all as written")
        return f"✓ {name}: {told} · {one.seal[:16]}"
    told = say(
        lang,
        f"la entrada {one.broken_at} de {one.entries} no es la que se escribió, o falta",
        f"entry {one.broken_at} of {one.entries} is not the one that was written, or is missing",
    )
    return f"✗ {name}: {told}"
