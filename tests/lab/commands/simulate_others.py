"""`tasks.py lab simulate --game G` for the games beside La Cosa: plays, sums up, prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.cli import Refused, print_json
from companion.cli.decks import answers
from companion.decks.catalog import title
from tests.lab.commands.simulate_play import played

TITLES = {"winners": "won by", "near_misses": "refusals"}


def simulated(
    game: str,
    players: tuple[int, ...],
    games: int,
    seed: str,
    chosen: Sequence[str],
    jobs: int,
    resume: Path | None,
    exact: float,
    as_json: bool,
) -> int:
    """Play many games and print what came of them; 1 if twin and rules do not agree."""
    from tests.lab.harness.runner_others import Series, Sum, document, simulator

    here = title(game)
    if simulator(game) is None:
        name = here.wording("en").raw("game.name")
        raise Refused(f"{name} has no simulator.")
    series = Series(game, games, seed, players, answers(here.decklist, chosen, "en"), exact)
    found = document(series, played(series, jobs, resume, Sum))
    if as_json:
        print_json(found)
    else:
        _show(found)
    return 1 if found["differences"] else 0


def _show(found: Mapping[str, Any]) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    for key in ("games", "actions", "differences"):
        console.print(f"{key}: [bold]{found[key]}[/bold]")
    for key in ("endings", "winners", "reached", "near_misses", "verdicts"):
        console.print(f"[bold]{TITLES.get(key, key)}[/bold]")
        for name, times in found[key].items():
            console.print(f"  {times:>7}  {name}", markup=False)
    if found["unreached"]:
        console.print("unreached: " + ", ".join(found["unreached"]), markup=False)
    for one in found["shortest"][:3]:
        console.print(f"✗ {one['about']}: {one['twin']} / {one['companion']}", markup=False)
        for text in one["playthrough"]:
            console.print(f"    {text}", markup=False)
