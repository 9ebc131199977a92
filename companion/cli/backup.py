"""`companion backup --output FILE`: a copy of every game as it is at one moment, also while the table is open."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.data import data_option, folder_of
from companion.service.saying import why
from companion.store.choosing import onlooker
from companion.store.copying import back_up
from companion.store.log import StoreFault


@click.command(
    "backup",
    help=here(
        "Copia todas las partidas en un archivo, también mientras se juega.",
        "Copy every game into one file, while people play too.",
    ),
)
@click.option(
    "--output",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help=here("el archivo de la copia", "the file of the copy"),
)
@click.option("--replace", is_flag=True, help=here("sustituye el archivo si existe", "replace the file if it exists"))
@data_option
@json_option
@lang_option
def command(output: Path, replace: bool, data: Path | None, as_json: bool, lang: str) -> None:
    """Copy, look the copy through, and say what is in it."""
    try:
        with closing(onlooker(folder_of(data).database)) as store:
            chains = back_up(store, output, replace)
    except StoreFault as fault:
        raise Refused(why(fault, lang)) from None
    entries = sum(one.entries for one in chains)
    if as_json:
        print_json({"file": str(output), "games": len(chains), "entries": entries})
        return
    click.echo(
        say(
            lang,
            f"{output}: {len(chains)} partidas, {entries} entradas, comprobadas una a una.",
            f"{output}: {len(chains)} games, {entries} entries, each one checked.",
        )
    )
