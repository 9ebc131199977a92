"""`companion bench scan`: how well cards are read, beside the other readers."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli import here


@click.command("scan", help=here("Qué lee la cámara, y cuánto tarda.", "What the camera reads, and how long it takes."))
@click.option("--long", is_flag=True, help=here("todas las escenas y 100.000 etiquetas", "all scenes and 100,000 tags"))
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help=here("guarda aquí lo mal leído o no leído", "keep what was misread or not read here"),
)
def command(long: bool, keep: Path | None) -> None:
    """Print the tables."""
    from companion.catalog import title
    from companion.scan.bench import run

    run(click.echo, title().decklist, long, keep)
