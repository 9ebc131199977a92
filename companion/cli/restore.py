"""`companion restore FILE`: puts a copy made by `companion backup` back in its place."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.data import data_option, folder_of
from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.service.club import database
from companion.service.messages import why
from companion.service.transfer.trial import must_play
from companion.store.backup import add, restore
from companion.store.base import Row, StoreFault
from companion.store.folder import Folder
from companion.store.seals import Chain


@click.command("restore", help=here("restore.about"))
@click.argument("file", metavar=here("metavar.file"), type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help=here("restore.option.replace"))
@data_option
@json_option
@lang_option
def command(file: Path, replace: bool, data: Path | None, as_json: bool, lang: str) -> None:
    """Check the copy, keep aside what is there, put the copy in its place."""
    try:
        chains, kept = _restored(file, folder_of(data), replace, lang)
    except StoreFault as fault:
        raise Refused(why(fault, lang)) from None
    entries = sum(one.entries for one in chains)
    if as_json:
        print_json({"games": len(chains), "entries": entries, "kept": str(kept) if kept else None})
        return
    told = say(lang, "restore.done", chains=len(chains), entries=entries)
    aside = say(lang, "restore.was", kept=kept) if kept else ""
    click.echo(f"{told} {aside}".rstrip())


def _restored(file: Path, folder: Folder, replace: bool, lang: str) -> tuple[list[Chain], Path | None]:
    def play(game: str, rows: Sequence[Row]) -> None:
        try:
            must_play(partial(title, folders=(folder.path / "decks",)), rows)
        except Malformed as fault:
            raise Refused(f"{file}: {game}: {why(fault, lang)}") from None

    club = database()
    if club is not None:
        with closing(club):
            return add(file, club, play), None
    folder.take()
    try:
        return restore(file, folder.database, play, replace)
    finally:
        folder.release()
