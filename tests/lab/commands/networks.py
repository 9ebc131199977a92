"""`tasks.py lab networks`: a table on each kind of network, and a phone that comes in. As root, on Linux."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from companion.cli import Refused, print_json
from tests.cli.networks import NETWORKS, is_possible, tried
from tests.lab.command_line import any_language, json_option


@click.command(help="Open a table on each kind of network and let a phone in (Linux, as root).")
@any_language
@json_option
def command(as_json: bool) -> None:
    """Print a line for each network: the address that phones are offered, and if one took its seat by it."""
    if not is_possible():
        raise Refused("Namespaces take Linux, root, unshare, nsenter and ip.")
    if not as_json:
        click.echo(f"{'network':26}{'address offered':22}phone in")
    wrong = []
    for case, (_, wanted) in NETWORKS.items():
        with tempfile.TemporaryDirectory() as data:
            row = tried(case, Path(data))
        if as_json:
            print_json(row._asdict())
        else:
            click.echo(f"{case:26}{row.offered or '(none, and says so)':22}{'yes' if row.is_in else 'no'}")
        wrong += [case] if (row.offered, row.is_in) != (wanted, bool(wanted)) else []
    if wrong:
        raise Refused(f"Not as it should be: {', '.join(wrong)}.")
