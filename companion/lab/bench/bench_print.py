"""`companion bench print`: the whole deck as PDF, a proof page, and the engine alone, against their budgets."""

from __future__ import annotations

import click

from companion.cli import here, json_option
from companion.lab.bench.bench import echoing, spoken


@click.command("print", help=here("bench-print.about"))
@json_option
@spoken
def command(as_json: bool) -> None:
    """Measure printing on this machine."""
    from companion.lab.bench.print_figures import run

    if not run(echoing(as_json)):
        raise SystemExit(1)
