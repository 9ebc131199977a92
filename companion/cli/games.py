"""`companion games`: the games the companion knows, and the decks of a host's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from companion.catalog import Title, deck_folders, read_folder, titles
from companion.cli import here, json_option, lang_option, print_json, say
from companion.cli.decks import folders_option, refuse_folders, title_asked
from companion.service.about import about


@click.command(
    "games", help=here("Los juegos que conoce, y los mazos propios.", "The games it knows, and your own decks.")
)
@click.option(
    "--game",
    default="",
    metavar="SLUG",
    help=here("solo este juego, y qué hace en él el compañero", "only this game, and what the companion does of it"),
)
@folders_option
@json_option
@lang_option
def command(game: str, decks: tuple[Path, ...], as_json: bool, lang: str) -> None:
    """List the games, one JSON object a line or a table."""
    refuse_folders(decks, lang)
    found = [title for title in titles(decks) if not game or title.game.slug == game]
    if not found:
        title_asked(game, "", decks, lang)
    for warning in _unusable(decks, lang):
        click.secho(warning, fg="yellow", err=True)
    if as_json:
        for title in found:
            print_json(_row(title, lang))
    else:
        _show(found, lang)
        if game:
            _tell(found[0], lang)


def _row(title: Title, lang: str) -> dict[str, object]:
    decklist = title.decklist
    return {
        "slug": title.game.slug,
        "name": title.wording(lang).raw("game.name"),
        "deck": decklist.slug,
        "players": [decklist.fewest, decklist.most],
        "cards": len(decklist.copies),
        **asdict(about(title.wording(lang))),
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


def _tell(title: Title, lang: str) -> None:
    """What the companion referees of this game, what it only keeps, what it does not offer and why."""
    told = about(title.wording(lang))
    for heading, lines in (
        (say(lang, "Arbitra", "It referees"), told.refereed),
        (say(lang, "Solo lleva la cuenta", "It only keeps count"), told.tracked),
        (say(lang, "No lo ofrece", "It does not offer"), told.unavailable),
    ):
        for text in lines:
            click.echo(f"{heading}: {text}")
