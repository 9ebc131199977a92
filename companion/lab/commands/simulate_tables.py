"""What `companion simulate` prints for people: tables of outcomes, counts, slips and what each option does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from companion.cli import say

if TYPE_CHECKING:
    from rich.table import Table

Row = Mapping[str, Any]


def print_tables(found: Row, lang: str) -> None:
    """The report for people."""
    from rich.console import Console

    console = Console(highlight=False)
    console.print(say(lang, "simulate.played", games=found["games"], actions=found["actions"], seed=found["seed"]))
    console.print(_outcome_table(found, lang))
    if found["by_options"]:
        console.print(_effect_table(found, lang))
    for title, counts in _counted(found, lang):
        if counts:
            console.print(_count_table(title, counts))
    if found["undetermined_where_decidable"]:
        _print_shrugs(found["undetermined_where_decidable"], lang)
    if found["slips"]:
        console.print(_slip_table(found["slips"], lang))
    console.print(say(lang, "simulate.simple"))
    _print_differences(found, lang)


def _print_shrugs(exact: Row, lang: str) -> None:
    """How often the referee cannot tell although it could be worked out."""
    legal, illegal = (percent(exact["all"][truth], 1) for truth in ("legal", "illegal"))
    n = exact["all"]["legal"]["n"], exact["all"]["illegal"]["n"]
    click.echo(say(lang, "simulate.undetermined", legal=legal, n=n[0], illegal=illegal, n_2=n[1]))


def _counted(found: Row, lang: str) -> list[tuple[str, Row]]:
    return [
        (say(lang, "simulate.endings"), found["endings"]),
        (say(lang, "simulate.events"), found["events"]),
        (say(lang, "simulate.panics"), found["panics"]),
        (say(lang, "simulate.refusals"), found["refusals"]),
        (say(lang, "simulate.verdicts"), found["verdicts"]),
    ]


def _table(title: str, *heads: str) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def _outcome_table(found: Row, lang: str) -> Table:
    from companion.results.option_effects import outcome_rows

    who = (say(lang, "simulate.people"), say(lang, "simulate.column-players"), "n", say(lang, "simulate.turns"))
    sides = (say(lang, "simulate.humans"), "La Cosa", say(lang, "simulate.la-cosa-alone"))
    table = _table(say(lang, "simulate.who-won"), *who, *sides)
    for row in outcome_rows(found)[0]:
        rates = (percent(row["winning_side"][side]) for side in ("humans", "la-cosa", "la-cosa alone"))
        turns = str(row["turns"].get("mean", ""))
        table.add_row(str(row["people"]), str(row["players"]), str(row["games"]), turns, *rates)
    return table


def percent(rate: Row, places: int = 0) -> str:
    """A rate with its interval, in per cents; nothing where nothing was tried."""
    if not rate["n"]:
        return ""
    low, high = rate["interval"]
    return f"{100 * rate['rate']:.{places}f} % ({100 * low:.{places}f}-{100 * high:.{places}f})"


def _effect_table(found: Row, lang: str) -> Table:
    from companion.lab.harness.aggregate import label_of
    from companion.results.option_effects import effects

    heads = (
        say(lang, "simulate.column-option"),
        say(lang, "simulate.people"),
        say(lang, "simulate.column-players"),
        "n",
    )
    more = (say(lang, "simulate.humans-win"), say(lang, "simulate.difference"))
    table = _table(say(lang, "simulate.effects"), *heads, *more)
    for one in effects(found):
        apart = f"{one.apart:+.1f} ({one.low:+.1f}…{one.high:+.1f})"
        who = (label_of(one.options), one.people, str(one.players), str(one.here.n))
        table.add_row(*who, f"{one.here.percent:.0f} %", apart)
    return table


def _slip_table(slips: list[Row], lang: str) -> Table:
    from rich.table import Table

    from companion.results.messages import slip_told, when_told

    table = Table(title=say(lang, "simulate.slips"), title_justify="left")
    table.add_column(say(lang, "simulate.goes-wrong"), ratio=3)
    table.add_column(say(lang, "simulate.noticed"), ratio=2)
    table.add_column("n", justify="right", no_wrap=True)
    table.add_column(say(lang, "simulate.noticed-interval"), justify="right", no_wrap=True)
    table.add_column(say(lang, "simulate.by-rule"), ratio=3)
    for slip in slips:
        rules = ", ".join(f"{answer.removeprefix('noticed: ')} {n}" for answer, n in slip["answers"].items())
        table.add_row(
            slip_told(slip["slip"], lang),
            when_told(slip["declared"], lang),
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


def _print_differences(found: Row, lang: str) -> None:
    total = found["differences"]
    if not total:
        click.echo(say(lang, "simulate.agree"))
        return
    click.secho(say(lang, "simulate.differences", total=total), fg="red")
    for difference in found["shortest"][:3]:
        click.echo(f"{difference['about']}: {difference['twin']} / {difference['companion']}")
        click.echo("\n".join(difference["playthrough"]))
