"""`tasks.py lab puzzles`: puzzles out of the twin's games, proved to have one answer, as the companion keeps them."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tests.lab.command_line import any_language


@click.command(help="Make puzzles from games of the twin; the same seed and games make the same puzzles.")
@any_language
@click.option("--seed", default="la-cosa", show_default=True, help="which games")
@click.option("--games", default=6000, show_default=True, type=click.IntRange(1), help="how many are looked through")
@click.option("--many", default=12, show_default=True, type=click.IntRange(1), help="how many puzzles are kept")
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False), help="the file they go to; else they are printed"
)
def command(seed: str, games: int, many: int, output: Path | None) -> None:
    """Look through the games, say what was found, keep those that ask the most different things."""
    from tests.lab.puzzles.made import Puzzle, chosen, puzzles

    found: list[Puzzle] = []
    for one in puzzles(seed, games):
        found.append(one)
        click.echo(f"{len(found)}: {one.grade} inferences, {len(one.lines)} lines", err=True)
    kept = (json.dumps(one.json(), ensure_ascii=False, separators=(",", ":")) for one in chosen(found, many))
    text = "[\n" + ",\n".join(kept) + "\n]\n"
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, "utf-8")
