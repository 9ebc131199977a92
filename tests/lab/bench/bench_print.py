"""`tasks.py bench print`: the whole deck as PDF, a proof page, and the engine alone, against their budgets."""

from __future__ import annotations

import click

from tests.lab.bench.bench import echoing
from tests.lab.command_line import any_language, json_option


@click.command("print", help="How long printing takes.")
@json_option
@any_language
def command(as_json: bool) -> None:
    """Measure printing on this machine."""
    from tests.lab.bench.print_figures import run

    if not run(echoing(as_json)):
        raise SystemExit(1)
