"""`companion games`: the games the companion knows, and the decks of a host's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from companion.catalog import Title, deck_folders, read_folder, titles
from companion.cli import here, json_option, lang_option, print_json, say
from companion.cli.decks import folders_option, refuse_folders


@click.command(
    "games", help=here("Los juegos que conoce, y los mazos propios.", "The games it knows, and your own decks.")
)
@folders_option
@json_option
@lang_option
def command(decks: tuple[Path, ...], as_json: bool, lang: str) -> None:
    """List the games, one JSON object a line or a table."""
    refuse_folders(decks, lang)
    found = titles(decks)
    for warning in _unusable(decks, lang):
        click.secho(warning, fg="yellow", err=True)
    if as_json:
        for title in found:
            print_json(_row(title, lang))
    else:
        _show(found, lang)


def _row(title: Title, lang: str) -> dict[str, object]:
    decklist = title.decklist
    return {
        "slug": title.game.slug,
        "name": title.wording(lang).raw("game.name"),
        "deck": decklist.slug,
        "players": [decklist.fewest, decklist.most],
        "cards": len(decklist.copies),
    }


def _unusable(folders: Sequence[Path], lang: str) -> list[str]:
    """A sentence for every deck of a host's own that cannot be used."""
    return [
        say(lang, f"{folder}: este mazo tiene faltas", f"{folder}: this deck has faults")
        + f" (companion check {folder})"
        for folder in deck_folders(folders)
        if read_folder(folder, thorough=False).box is None
    ]


def _show(found: Sequence[Title], lang: str) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    for heading in say(lang, "juego nombre mazo jugadores cartas", "game name deck players cards").split():
        table.add_column(heading)
    for title in found:
        row = _row(title, lang)
        players = f"{title.decklist.fewest}–{title.decklist.most}"
        table.add_row(str(row["slug"]), str(row["name"]), str(row["deck"]), players, str(row["cards"]))
    Console().print(table)
