"""`companion restore FILE`: puts a copy made by `companion backup` back in its place."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.data import data_option, folder_of
from companion.service.saying import why
from companion.store.chain import Chain
from companion.store.choosing import database
from companion.store.copying import add, restore
from companion.store.folder import Folder
from companion.store.log import StoreFault


@click.command(
    "restore",
    help=here(
        "Pone una copia en el lugar de las partidas de la casa.", "Put a copy in the place of the games of this house."
    ),
)
@click.argument("file", metavar=here("ARCHIVO", "FILE"), type=click.Path(path_type=Path))
@click.option(
    "--replace",
    is_flag=True,
    help=here("aunque haya partidas: se guardan al lado", "even where there are games: they are kept beside it"),
)
@data_option
@json_option
@lang_option
def command(file: Path, replace: bool, data: Path | None, as_json: bool, lang: str) -> None:
    """Check the copy, keep aside what is there, put the copy in its place."""
    try:
        chains, kept = _restored(file, folder_of(data), replace)
    except StoreFault as fault:
        raise Refused(why(fault, lang)) from None
    entries = sum(one.entries for one in chains)
    if as_json:
        print_json({"games": len(chains), "entries": entries, "kept": str(kept) if kept else None})
        return
    told = say(
        lang, f"{len(chains)} partidas, {entries} entradas.", f"{len(chains)} games, {entries} entries are back."
    )
    aside = say(lang, f"Lo que había: {kept}", f"What was there: {kept}") if kept else ""
    click.echo(f"{told} {aside}".rstrip())


def _restored(file: Path, folder: Folder, replace: bool) -> tuple[list[Chain], Path | None]:
    club = database()
    if club is not None:
        with closing(club):
            return add(file, club), None
    folder.take()
    try:
        return restore(file, folder.database, replace)
    finally:
        folder.release()
