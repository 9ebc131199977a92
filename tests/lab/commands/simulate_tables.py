"""Tables that `tasks.py lab simulate` prints: outcomes, counts, slips and the effect of each option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.table import Table

Row = Mapping[str, Any]

TITLES = {"winners": "won by", "near_misses": "refusals"}


def print_tables(found: Row) -> None:
    """Print the report for people."""
    from rich.console import Console

    console = Console(highlight=False)
    console.print(f"{found['games']} games, {found['actions']} actions, seed {found['seed']}")
    console.print(_outcome_table(found))
    if found["by_options"]:
        console.print(_effect_table(found))
    for title, counts in _counted(found):
        if counts:
            console.print(_count_table(title, counts))
    if found["undetermined_where_decidable"]:
        _print_shrugs(found["undetermined_where_decidable"])
    if found["slips"]:
        console.print(_slip_table(found["slips"]))
    console.print("These are simple players: the figures compare rules, they foretell no evening.")
    _print_differences(found)


def _print_shrugs(exact: Row) -> None:
    """Print how often the referee cannot tell although it could be worked out."""
    legal, illegal = (percent(exact["all"][truth], 1) for truth in ("legal", "illegal"))
    n = exact["all"]["legal"]["n"], exact["all"]["illegal"]["n"]
    click.echo(
        f"Undetermined where decidable: {legal} of {n[0]} lawful checks, {illegal} of {n[1]} unlawful ones. "
        "Counted on small decks, over all their worlds; on a full deck nobody knows."
    )


def _counted(found: Row) -> list[tuple[str, Row]]:
    return [
        ("How they ended", found["endings"]),
        ("What happened", found["events"]),
        ("Panics", found["panics"]),
        ("Refusals by rule", found["refusals"]),
        ("What the referee said", found["verdicts"]),
    ]


def _table(title: str, *heads: str) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def _outcome_table(found: Row) -> Table:
    from tests.lab.results.option_effects import outcome_rows

    who = ("people", "players", "n", "turns")
    sides = ("humans", "La Cosa", "La Cosa alone")
    table = _table("Who won (95 % interval)", *who, *sides)
    for row in outcome_rows(found)[0]:
        rates = (percent(row["winning_side"][side]) for side in ("humans", "la-cosa", "la-cosa alone"))
        turns = str(row["turns"].get("mean", ""))
        table.add_row(str(row["people"]), str(row["players"]), str(row["games"]), turns, *rates)
    return table


def percent(rate: Row, places: int = 0) -> str:
    """Return a rate with its interval, in per cents, or "" if n is 0."""
    if not rate["n"]:
        return ""
    low, high = rate["interval"]
    return f"{100 * rate['rate']:.{places}f} % ({100 * low:.{places}f}-{100 * high:.{places}f})"


def _effect_table(found: Row) -> Table:
    from tests.lab.harness.many_games import label_of
    from tests.lab.results.option_effects import effects

    heads = ("option", "people", "players", "n")
    more = ("humans win", "difference (points)")
    table = _table("What each option does (95 % interval)", *heads, *more)
    for one in effects(found):
        apart = f"{one.apart:+.1f} ({one.low:+.1f}…{one.high:+.1f})"
        who = (label_of(one.options), one.people, str(one.players), str(one.here.n))
        table.add_row(*who, f"{one.here.percent:.0f} %", apart)
    return table


def _slip_table(slips: list[Row]) -> Table:
    from rich.table import Table

    from tests.lab.results.messages import NOTICED, slip_told

    table = Table(title="Slips and cheats", title_justify="left")
    table.add_column("what goes wrong", ratio=3)
    table.add_column("noticed", ratio=2)
    table.add_column("n", justify="right", no_wrap=True)
    table.add_column("noticed (95 %)", justify="right", no_wrap=True)
    table.add_column("by which rule", ratio=3)
    for slip in slips:
        rules = ", ".join(f"{answer.removeprefix('noticed: ')} {n}" for answer, n in slip["answers"].items())
        table.add_row(
            slip_told(slip["slip"]),
            NOTICED.get(slip["declared"], slip["declared"]),
            str(slip["noticed"]["n"]),
            percent(slip["noticed"]),
            rules,
        )
    return table


def _count_table(title: str, counts: Row) -> Table:
    table = _table(title, "", "")
    table.show_header = False
    table.columns[0].justify = "left"
    for name, count in counts.items():
        table.add_row(name, str(count))
    return table


def _print_differences(found: Row) -> None:
    total = found["differences"]
    if not total:
        click.echo("Twin and rules agree in everything.")
        return
    click.secho(f"{total} differences", fg="red")
    for difference in found["shortest"][:3]:
        click.echo(f"{difference['about']}: {difference['twin']} / {difference['companion']}")
        click.echo("\n".join(difference["playthrough"]))


def print_counts(found: Row) -> None:
    """Print the report of another game than La Cosa for people."""
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
