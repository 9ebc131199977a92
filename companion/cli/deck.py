"""`companion deck`: which cards play with so many players, which stay in the box, and how to set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import click

from companion.cli import here, json_option, lang_option, print_json, say
from companion.cli.data import data_option, folder_of
from companion.cli.decks import answers, folders_option, game_option, refuse_players, title_asked
from companion.decks.catalog import Title
from companion.engine.measures import nested
from companion.engine.view import Plan

INK = {"contagion": "red", "action": "green", "defence": "blue", "obstacle": "yellow", "panic": "magenta"}
"""The printed colour of each kind, as a terminal has it."""


@click.command("deck", help=here("deck.about"))
@game_option
@click.option("--players", type=int, required=True, metavar="N", help=here("deck.option.players"))
@click.option("--deck", "--decklist", "deck", default="", metavar="SLUG", help=here("deck.option.deck"))
@click.option("--option", "chosen", multiple=True, metavar="NAME=VALUE", help=here("deck.option.option"))
@data_option
@folders_option
@json_option
@lang_option
def command(
    game: str,
    players: int,
    deck: str,
    chosen: tuple[str, ...],
    data: Path | None,
    decks: tuple[Path, ...],
    as_json: bool,
    lang: str,
) -> None:
    """Print the set-up as one JSON document, or as tables and steps."""
    title = title_asked(game, deck, decks, lang)
    words = title.wording(lang)
    refuse_players(title.decklist, players, words.raw("game.name"), lang)
    plan = title.game.plan(title.decklist.answered(answers(title.decklist, chosen, lang)), players, words)
    if as_json:
        print_json({**plan.figures, **_board(title, plan, data), "steps": list(plan.steps)})
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    for key, heading in (("cards", say(lang, "deck.play")), ("box", say(lang, "deck.to-the-box"))):
        rows = cast("Sequence[Mapping[str, Any]]", plan.figures.get(key, ()))
        if not rows:
            continue
        count = sum(int(row["copies"]) for row in rows)
        table = Table(
            box=None, title=f"{heading}: {count}", title_justify="left", title_style="bold", show_header=False
        )
        for row in rows:
            kind = str(row.get("kind", ""))
            card = Text(words.card(str(row["slug"])), style=INK.get(kind, ""))
            numbers = " ".join(map(str, row.get("numbers", ())))
            table.add_row(str(row["copies"]), card, words.raw(f"kinds.{kind}"), numbers)
        console.print(table)
    for number, step in enumerate(plan.steps, 1):
        console.print(f"[bold]{number}.[/bold] ", end="")
        console.print(step, markup=False)
    for what, so_many in plan.verify:
        console.print(f"{what}: {so_many}", style="green", markup=False)


def _board(title: Title, plan: Plan, data: Path | None) -> dict[str, object]:
    """Return the figures that the host has read from the board; none if there is no such board, or nobody has."""
    figures = plan.figures.get("figures")
    if not title.decklist.measures or not isinstance(figures, Mapping):
        return {}
    from companion.service.live.boards import Boards

    boards = Boards()
    boards.keep_in(folder_of(data).path)
    cells = boards.of(title.decklist)
    return {"figures": {**figures, "board": nested(cells)}} if cells else {}
