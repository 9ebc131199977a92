"""`companion bench print`: the whole deck as PDF, a proof page, and the engine alone, against their budgets."""

from __future__ import annotations

import click

from companion.cli import here


@click.command("print", help=here("Cuánto tarda en imprimir.", "How long printing takes."))
def command() -> None:
    """Measure printing on this machine."""
    from companion.printing.bench import run

    if not run(click.echo):
        raise SystemExit(1)
