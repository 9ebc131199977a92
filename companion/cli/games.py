"""`companion games`: the games the companion knows, and the decks of a host's own."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli import here, json_option, lang_option, print_json, say
from companion.cli.decks import folders_option, tell_broken, title_asked
from companion.decks.catalog import broken_games, titles
from companion.service.live.about import about


@click.command("games", help=here("games.about"))
@click.option("--game", default="", metavar="SLUG", help=here("games.option.game"))
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
            deck, words = title.decklist, title.wording(lang)
            row = {"slug": title.game.slug, "name": words.raw("game.name"), "deck": deck.slug}
            many = {"players": [deck.fewest, deck.most], "cards": len(deck.copies)}
            print_json({**row, **many, **about(words)._asdict()})
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    for column in ("game", "name", "deck", "players", "cards"):
        table.add_column(say(lang, f"games.column.{column}"))
    for title in found:
        deck, name = title.decklist, title.wording(lang).raw("game.name")
        table.add_row(title.game.slug, name, deck.slug, f"{deck.fewest}–{deck.most}", str(len(deck.copies)))
    Console().print(table)
    if game:
        told = about(found[0].wording(lang))
        for heading, lines in (
            (say(lang, "games.refereed"), told.refereed),
            (say(lang, "games.tracked"), told.tracked),
            (say(lang, "games.unavailable"), told.unavailable),
        ):
            for text in lines:
                click.echo(f"{heading}: {text}")
