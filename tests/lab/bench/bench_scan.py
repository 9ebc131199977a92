"""`tasks.py bench scan`: how well cards are read, beside the other readers."""

from __future__ import annotations

from pathlib import Path

import click

from tests.lab.bench.bench import echoing
from tests.lab.command_line import any_language, json_option


@click.command("scan", help="What the camera reads, and how long it takes.")
@click.option("--long", is_flag=True, help="all scenes and 100,000 tags")
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="keep what was misread or not read here")
@click.option(
    "--count", type=click.Path(dir_okay=False, path_type=Path), help="only the 100,000, gone on with from this file"
)
@json_option
@any_language
def command(long: bool, keep: Path | None, count: Path | None, as_json: bool) -> None:
    """Print the tables."""
    from companion.decks.catalog import title
    from tests.lab.bench.scan_figures import run

    run(echoing(as_json), title().decklist, long, keep, count)
