"""`companion restore FILE`: puts a copy made by `companion backup` back in its place."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.data import data_option, folder_of
from companion.service.messages import why
from companion.store.backup import add, restore
from companion.store.base import StoreFault
from companion.store.factory import database
from companion.store.folder import Folder
from companion.store.seals import Chain


@click.command(
    "restore",
    help=here("restore.about"),
)
@click.argument("file", metavar=here("metavar.file"), type=click.Path(path_type=Path))
@click.option(
    "--replace",
    is_flag=True,
    help=here("restore.option.replace"),
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
    told = say(lang, "restore.done", chains=len(chains), entries=entries)
    aside = say(lang, "restore.was", kept=kept) if kept else ""
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
