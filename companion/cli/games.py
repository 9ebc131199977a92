"""`companion games`: the games the companion knows, and the decks of a host's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli import here, json_option, lang_option, print_json, say
from companion.cli.decks import folders_option, tell_broken, title_asked
from companion.decks.catalog import Title, broken_games, titles
from companion.service.live.about import about


@click.command("games", help=here("games.about"))
@click.option(
    "--game",
    default="",
    metavar="SLUG",
    help=here("games.option.game"),
)
@folders_option
@json_option
@lang_option
def command(game: str, decks: tuple[Path, ...], as_json: bool, lang: str) -> None:
    """List the games, one JSON object a line or a table."""
    tell_broken(broken_games(), lang)
    found = [title for title in titles(decks) if not game or title.game.slug == game]
    if not found:
        title_asked(game, "", decks, lang)
    if as_json:
        for title in found:
            print_json(_row(title, lang))
    else:
        _show(found, lang)
        if game:
            told = about(found[0].wording(lang))
            for heading, lines in (
                (say(lang, "games.refereed"), told.refereed),
                (say(lang, "games.tracked"), told.tracked),
                (say(lang, "games.unavailable"), told.unavailable),
            ):
                for text in lines:
                    click.echo(f"{heading}: {text}")


def _row(title: Title, lang: str) -> dict[str, object]:
    decklist = title.decklist
    return {
        "slug": title.game.slug,
        "name": title.wording(lang).raw("game.name"),
        "deck": decklist.slug,
        "players": [decklist.fewest, decklist.most],
        "cards": len(decklist.copies),
        **about(title.wording(lang))._asdict(),
    }


def _show(found: Sequence[Title], lang: str) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    for column in ("game", "name", "deck", "players", "cards"):
        table.add_column(say(lang, f"games.column.{column}"))
    for title in found:
        row = _row(title, lang)
        players = f"{title.decklist.fewest}–{title.decklist.most}"
        table.add_row(str(row["slug"]), str(row["name"]), str(row["deck"]), players, str(row["cards"]))
    Console().print(table)
