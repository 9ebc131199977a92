"""`companion export GAME`: one game's record, also while its table is open."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import click

from companion.catalog import title
from companion.cli import Refused, here, lang_option, say
from companion.cli.data import data_option, folder_of
from companion.cli.decks import folders_option
from companion.referee.actions import Malformed
from companion.service import record
from companion.service.playing import Playing, title_of
from companion.service.playthrough import write_script
from companion.service.reading import opening
from companion.service.saying import why
from companion.store.choosing import onlooker
from companion.store.log import Heading, Row, StoreFault

FORMATS = ("playthrough", "markdown", "json")


@click.command("export", help=here("Una partida guardada, en un archivo.", "A game that was kept, as a file."))
@click.argument("game", metavar=here("PARTIDA", "GAME"), default="")
@click.option("--format", "form", type=click.Choice(FORMATS), default="playthrough", show_default=True)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help=here("a este archivo", "to this file"))
@data_option
@folders_option
@lang_option
def command(
    game: str, form: str, output: Path | None, data: Path | None, decks: tuple[Path, ...], lang: str
) -> None:  # fmt: skip
    """Print the record, or write it to a file; without a game, say which there are."""
    folder = folder_of(data)
    try:
        with closing(onlooker(folder.database)) as store:
            heading = _chosen(store.headings(), game, lang)
            text = _text(store.rows(heading.id), heading, form, (*decks, folder.path / "decks"), lang)
    except (StoreFault, Malformed) as fault:
        raise Refused(why(fault, lang)) from None
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, "utf-8", newline="\n")


def _chosen(headings: list[Heading], game: str, lang: str) -> Heading:
    """The game of that id or name, or whose id begins like that."""
    named = [one for one in headings if game in (one.id, one.name)]
    found = named or [one for one in headings if game and one.id.startswith(game)]
    if len(found) == 1:
        return found[0]
    there = "; ".join(f"{one.id} ({one.name or one.changed[:10]}, {one.version})" for one in headings[:20])
    raise Refused(
        say(lang, f"No sé qué partida es «{game}». Las hay: ", f"Which game is “{game}”? There are: ") + (there or "–")
    )


def _text(rows: Sequence[Row], heading: Heading, form: str, decks: tuple[Path, ...], lang: str) -> str:
    if form == "playthrough":
        return write_script([row.entry for row in rows])
    line = opening(dict(rows[0].entry.action))
    playing = Playing(title_of(partial(title, folders=decks), line.game, line.setup.deck), rows)
    if form == "markdown":
        return record.markdown(playing, heading, lang)
    return json.dumps(record.document(playing, heading), ensure_ascii=False, indent=1) + "\n"
