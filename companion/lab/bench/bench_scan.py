"""`companion bench scan`: how well cards are read, beside the other readers."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli import here, json_option
from companion.lab.bench.bench import echoing, spoken


@click.command("scan", help=here("bench-scan.about"))
@click.option("--long", is_flag=True, help=here("bench-scan.option.long"))
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help=here("bench-scan.option.keep"),
)
@json_option
@spoken
def command(long: bool, keep: Path | None, as_json: bool) -> None:
    """Print the tables."""
    from companion.decks.catalog import title
    from companion.lab.bench.scan_figures import run

    run(echoing(as_json), title().decklist, long, keep)
