"""`companion export GAME`: one game's record, also while its table is open."""

from __future__ import annotations

import json
from contextlib import closing
from functools import partial
from pathlib import Path

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.data import data_option, folder_of
from companion.cli.decks import folders_option
from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.service.club import onlooker
from companion.service.live.parsing import opening
from companion.service.live.session import LiveGame, title_of
from companion.service.messages import why
from companion.service.transfer import record
from companion.service.transfer.playthrough import write_script
from companion.store.base import GameInfo, StoreFault

FORMATS = ("playthrough", "markdown", "json")


@click.command("export", help=here("export.about"))
@click.argument("game", metavar=here("metavar.game"), default="")
@click.option("--format", "form", type=click.Choice(FORMATS), help=here("export.option.format"))
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help=here("export.option.output"))
@data_option
@folders_option
@json_option
@lang_option
def command(
    game: str,
    form: str | None,
    output: Path | None,
    data: Path | None,
    decks: tuple[Path, ...],
    as_json: bool,
    lang: str,
) -> None:
    """Print the record, or write it to a file; without a game, say which there are.

    `--json` alone prints the record as one JSON document; with `--output` it says which file was written.
    """
    if as_json and output is None and form not in (None, "json"):
        raise click.UsageError(say(lang, "export.json-and-format", form=form))
    form = form or ("json" if as_json else "playthrough")
    folder = folder_of(data)
    try:
        with closing(onlooker(folder.database)) as store:
            heading = _chosen(store.headings(), game, lang)
            rows = store.rows(heading.id)
        if form == "playthrough":
            text = write_script([row.entry for row in rows])
        else:
            find = partial(title, folders=(*decks, folder.path / "decks"))
            line = opening(dict(rows[0].entry.action))
            playing = LiveGame(title_of(find, line.game, line.setup.deck), rows)
            if form == "markdown":
                text = record.markdown(playing, heading, lang)
            else:
                text = json.dumps(record.document(playing, heading), ensure_ascii=False, indent=1) + "\n"
    except (StoreFault, Malformed) as fault:
        raise Refused(why(fault, lang)) from None
    if output is None or output == Path("-"):
        click.echo(text, nl=False)
    else:
        output.write_text(text, "utf-8", newline="\n")
        if as_json:
            print_json({"game": heading.id, "format": form, "file": str(output)})


def _chosen(headings: list[GameInfo], game: str, lang: str) -> GameInfo:
    """Return the game of that id or name, or whose id begins like that. An empty name finds none."""
    named = [one for one in headings if game and game in (one.id, one.name)]
    found = named or [one for one in headings if game and one.id.startswith(game)]
    if len(found) == 1:
        return found[0]
    there = "; ".join(f"{one.id} ({one.name or one.changed[:10]}, {one.version})" for one in headings[:20])
    raise Refused(say(lang, "export.which", game=game) + (there or "–"))
