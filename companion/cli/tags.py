"""`companion tags`: the ten characters printed on every physical copy of a deck."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.decks import folders_option, game_option, refuse_players, title_asked
from companion.engine.deck import Copy, Decklist
from companion.engine.tags import DEFAULT_DECK, is_deck_letters, payload


@click.command("tags", help=here("tags.about"))
@game_option
@click.option("--players", type=int, metavar="N", help=here("tags.option.players"))
@click.option("--deck", "letters", default=DEFAULT_DECK, metavar="AA", help=here("tags.option.deck"))
@click.option("--decklist", default="", metavar="SLUG", help=here("tags.option.decklist"))
@folders_option
@json_option
@lang_option
def command(
    game: str, players: int | None, letters: str, decklist: str, decks: tuple[Path, ...], as_json: bool, lang: str
) -> None:
    """Print one JSON object a line; a table where a person reads."""
    title = title_asked(game, decklist, decks, lang)
    deck = letters.upper()
    if not is_deck_letters(deck):
        raise Refused(say(lang, "tags.letters", letters=letters))
    copies = title.decklist.copies
    if players is not None:
        refuse_players(title.decklist, players, title.wording(lang).raw("game.name"), lang)
        copies = title.decklist.in_play(players)
    if as_json or not sys.stdout.isatty():
        for copy in copies:
            print_json(_row(title.decklist, copy, deck))
    else:
        from rich.console import Console
        from rich.table import Table

        words = title.wording(lang)
        table = Table(box=None, show_header=False)
        for one in copies:
            row = _row(title.decklist, one, deck)
            table.add_row(words.card(one.slug), one.id, str(row["number"] or ""), str(row["payload"]))
        Console(highlight=False, markup=False).print(table)


def _row(decklist: Decklist, copy: Copy, deck: str) -> dict[str, object]:
    number = decklist.by_slug[copy.slug].number(copy.k)
    return {"copy": copy.id, "slug": copy.slug, "number": number, "payload": payload(decklist, copy, deck)}
