"""`companion backup --output FILE`: a copy of every game as it is at one moment, also while the table is open."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.data import data_option, folder_of
from companion.service.club import onlooker
from companion.service.messages import why
from companion.store.backup import back_up
from companion.store.base import StoreFault


@click.command("backup", help=here("backup.about"))
@click.option(
    "--output", required=True, type=click.Path(path_type=Path, dir_okay=False), help=here("backup.option.output")
)
@click.option("--replace", is_flag=True, help=here("backup.option.replace"))
@data_option
@json_option
@lang_option
def command(output: Path, replace: bool, data: Path | None, as_json: bool, lang: str) -> None:
    """Copy, look the copy through, and say what is in it."""
    if output == Path("-"):
        raise Refused(say(lang, "backup.no-file"))
    try:
        with closing(onlooker(folder_of(data).database)) as store:
            chains = back_up(store, output, replace)
    except StoreFault as fault:
        raise Refused(why(fault, lang)) from None
    entries = sum(one.entries for one in chains)
    if as_json:
        print_json({"file": str(output), "games": len(chains), "entries": entries})
        return
    click.echo(say(lang, "backup.done", output=output, chains=len(chains), entries=entries))
