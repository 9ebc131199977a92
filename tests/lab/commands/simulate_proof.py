"""`tasks.py lab simulate --proof FILE`: the games of the proof, from where they were stopped, told cell by cell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli import print_json
from tests.lab.commands.simulate_play import left_at, played

if TYPE_CHECKING:
    from rich.table import Table


def prove(note: Path, so_far: bool, jobs: int, as_json: bool) -> int:
    """Go on with the proof that is noted in a file, or only tell how far it is; 1 if something was wrong."""
    from tests.lab.harness.proof import Cells, document, series

    games = series()
    cells = left_at(note, games, Cells) if so_far else played(games, jobs, note, Cells)
    found = document(games, cells)
    if as_json:
        print_json(found)
    else:
        _print(found)
    return 1 if cells.differing else 0


def _print(found: dict[str, Any]) -> None:
    from rich.console import Console

    misses = sum(found["near_misses"].values())
    Console(highlight=False).print(_table(found))
    click.echo(
        f"{found['games']} games, {found['actions']} actions; at least {found['fewest']} of {found['wanted']} in every "
        f"cell. Closely {found['closely']}: {misses} near misses, {found['slips']} slips and cheats, "
        f"{sum(found['verdicts'].values())} verdicts of the referee."
    )
    click.secho(f"Differences: {found['wrong']}.", fg="red" if found["wrong"] else None)
    for about, twin, companion, *lines in found["shortest"][:3]:
        click.echo("\n".join([f"{about}: {twin} / {companion}", *lines]))


def _table(found: dict[str, Any]) -> Table:
    """Return the games by option set and number of players; in red those that went wrong."""
    from rich.table import Table

    counts = sorted({row["players"] for row in found["cells"]})
    table = Table(title="Games in every cell", title_justify="left")
    table.add_column("options")
    for many in counts:
        table.add_column(str(many), justify="right")
    by_options: dict[str, list[str]] = {}
    for row in sorted(found["cells"], key=lambda row: int(row["players"])):
        shown = f"[red]{row['games']} ({row['wrong']})[/]" if row["wrong"] else str(row["games"])
        by_options.setdefault(row["options"], []).append(shown)
    for options, cells in by_options.items():
        table.add_row(options or "the usual ones", *cells)
    return table
