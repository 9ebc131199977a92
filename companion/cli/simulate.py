"""`companion simulate`: plays whole games with hidden cards and checks every ruling against the twin."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import TYPE_CHECKING, cast

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.games import SLUGS

if TYPE_CHECKING:
    from companion.sim.box import Option
    from companion.sim.tally import Series, Tally

WHO = {"both": ("fair", "sensible"), "all": ("fair", "sensible", "careless")}

CHUNK = 20
"""Games one process plays before it reports; it moves the progress bar, not the numbers."""


@click.command(help=here("Juega partidas enteras y comprueba cada regla.", "Play whole games and check every ruling."))
@click.option("--game", default="la-cosa", type=click.Choice(SLUGS), help=here("el juego", "the game"))
@click.option("--players", default="4-12", metavar="N|N-M", help=here("cuántos juegan", "how many play"))
@click.option("--games", default=200, type=click.IntRange(1), help=here("cuántas partidas en total", "games in all"))
@click.option("--seed", default="1", help=here("la misma semilla da las mismas cifras", "same seed, same numbers"))
@click.option(
    "--options",
    "sets",
    default="usual",
    type=click.Choice(["usual", "singles", "pairs"]),
    help=here("opciones: las usuales, o también cambiadas de una en una o de dos en dos", "options changed by turns"),
)
@click.option("--option", "chosen", multiple=True, metavar="NAME=VALUE", help=here("una opción fija", "a fixed option"))
@click.option(
    "--people",
    default="both",
    type=click.Choice(["fair", "sensible", "careless", "both", "all"]),
    help=here(
        "quién juega: al azar (fair), con sentido (sensible), saltándose y corrigiendo lo que se puede (careless)",
        "who plays: at random (fair), with sense (sensible), breaking and mending what a table may (careless)",
    ),
)
@click.option("--slips", default=1.0, type=click.FloatRange(0, 50), help=here("errores por acción", "slips an action"))
@click.option(
    "--looks",
    default=0.0,
    type=click.FloatRange(0, 1),
    help=here("cuántas veces por acción ve cartas el árbitro", "how often an action the referee is shown cards"),
)
@click.option("--turns", default=400, type=click.IntRange(1), help=here("turnos como mucho", "turns at most"))
@click.option("--unchecked", is_flag=True, help=here("solo jugar, sin comprobar", "only play, check nothing"))
@click.option("--jobs", default=1, type=click.IntRange(1), help=here("procesos a la vez", "processes at once"))
@json_option
@lang_option
def command(
    game: str, players: str, games: int, seed: str, sets: str, chosen: tuple[str, ...], people: str, slips: float,
    looks: float, turns: int, unchecked: bool, jobs: int, as_json: bool, lang: str,
) -> int:  # fmt: skip
    """Play, sum up, print. Exit 1 if twin and rules do not agree."""
    from companion.sim.report import document
    from companion.sim.tally import Series

    series = Series(
        games, seed, player_counts(players, lang), option_sets(sets, chosen, lang),
        WHO.get(people, (people,)), turns, not unchecked, slips, looks,
    )  # fmt: skip
    tally = played(series, game, jobs, lang)
    found = document(series, tally)
    if as_json:
        print_json(found)
    else:
        print_tables(found, lang)
    return 1 if tally.differing else 0


def player_counts(text: str, lang: str) -> tuple[int, ...]:
    """`6` or `4-12` as the numbers of players."""
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text.strip())
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 4 <= low <= high <= 12:
        raise Refused(
            say(lang, f"Los jugadores son de 4 a 12, como 6 o 4-12; no «{text}».",
                f"Players are 4 to 12, such as 6 or 4-12; not “{text}”.")
        )  # fmt: skip
    return tuple(range(low, high + 1))


def option_sets(sets: str, chosen: tuple[str, ...], lang: str) -> tuple[Mapping[str, Option], ...]:
    """The option sets to be played in turn, with what was fixed on the command line."""
    from companion.sim.box import option_sets as all_sets

    fixed = dict(fixed_option(text, lang) for text in chosen)
    return tuple({**options, **fixed} for options in all_sets(["usual", "singles", "pairs"].index(sets)))


def fixed_option(text: str, lang: str) -> tuple[str, Option]:
    """`quarantine_rounds=3` as a name and a value."""
    from companion.sim.box import QUESTIONS

    name, _, value = text.partition("=")
    for known in QUESTIONS.get(name, ()):
        if json.dumps(known).strip('"') == value:
            return name, known
    listed = ", ".join(f"{key}={json.dumps(v).strip(chr(34))}" for key, values in QUESTIONS.items() for v in values)
    raise Refused(
        say(lang, f"No hay ninguna opción «{text}». Las que hay: {listed}.",
            f"There is no option “{text}”. Known: {listed}.")
    )  # fmt: skip


# ---------------------------------------------------------------------- playing


def play_some(series: Series, game: str, start: int) -> Tally:
    """Play the games from this number on, one chunk of them."""
    from companion.catalog import title
    from companion.sim.drive import play
    from companion.sim.tally import Tally

    rules = title(game)
    tally = Tally()
    for plan in series.plans(start, min(start + CHUNK, series.games)):
        tally.enter(play(rules.game, rules.decklist, plan))
    return tally


def played(series: Series, game: str, jobs: int, lang: str) -> Tally:
    """All games, with a progress bar where somebody looks."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from companion.sim.tally import Tally

    total = Tally()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(say(lang, "partidas", "games"), total=series.games)
        for tally in _chunks(series, game, jobs):
            total.add(tally)
            bar.update(task, completed=total.games)
    return total


def _chunks(series: Series, game: str, jobs: int) -> Iterator[Tally]:
    starts = range(0, series.games, CHUNK)
    if jobs == 1:
        yield from map(play_some, repeat(series), repeat(game), starts)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_some, repeat(series), repeat(game), starts)


# ---------------------------------------------------------------------- printing

Row = Mapping[str, object]


def print_tables(found: Row, lang: str) -> None:
    """The report for people."""
    from rich.console import Console

    console = Console(highlight=False)
    console.print(
        say(lang, f"{found['games']} partidas, {found['actions']} acciones, semilla {found['seed']}",
            f"{found['games']} games, {found['actions']} actions, seed {found['seed']}")
    )  # fmt: skip
    console.print(_outcome_table(found, lang))
    console.print(_count_table(say(lang, "Cómo acabaron", "How they ended"), cast(Row, found["endings"])))
    console.print(_count_table(say(lang, "Qué pasó", "What happened"), cast(Row, found["events"])))
    console.print(_count_table(say(lang, "Pánicos", "Panics"), cast(Row, found["panics"])))
    if found["refusals"]:
        console.print(_count_table(say(lang, "Rechazos por regla", "Refusals by rule"), cast(Row, found["refusals"])))
    if found["verdicts"]:
        console.print(
            _count_table(say(lang, "Qué dijo el árbitro", "What the referee said"), cast(Row, found["verdicts"]))
        )
    console.print(
        say(lang, "Son jugadores sencillos: las cifras comparan reglas, no predicen una velada.",
            "These are simple players: the figures compare rules, they foretell no evening.")
    )  # fmt: skip
    _print_differences(found, lang)


def _outcome_table(found: Row, lang: str) -> object:
    from rich.table import Table

    table = Table(title=say(lang, "Quién ganó (IC 95 %)", "Who won (95 % interval)"))
    who = (say(lang, "gente", "people"), say(lang, "jugadores", "players"), "n", say(lang, "turnos", "turns"))
    sides = (say(lang, "humanos", "humans"), "La Cosa", say(lang, "La Cosa sola", "La Cosa alone"))
    for head in who + sides:
        table.add_column(head, justify="right", no_wrap=True)
    for row in cast("list[Row]", found["outcomes"]):
        won = cast("Mapping[str, Row]", row["winning_side"])
        turns = cast(Row, row["turns"])
        rates = (_percent(won[side]) for side in ("humans", "la-cosa", "la-cosa alone"))
        table.add_row(str(row["people"]), str(row["players"]), str(row["games"]), str(turns.get("mean", "")), *rates)
    return table


def _percent(rate: Row) -> str:
    if not rate["n"]:
        return ""
    low, high = cast("list[float]", rate["interval"])
    return f"{100 * cast(float, rate['rate']):.0f} % ({100 * low:.0f}-{100 * high:.0f})"


def _count_table(title: str, counts: Row) -> object:
    from rich.table import Table

    table = Table(title=title, show_header=False, title_justify="left")
    table.add_column()
    table.add_column(justify="right")
    for name, count in counts.items():
        table.add_row(name, str(count))
    return table


def _print_differences(found: Row, lang: str) -> None:
    total = found["differences"]
    if not total:
        click.echo(say(lang, "Gemelo y reglas están de acuerdo en todo.", "Twin and rules agree in everything."))
        return
    click.secho(say(lang, f"{total} diferencias", f"{total} differences"), fg="red")
    for difference in cast("list[Row]", found["shortest"])[:3]:
        click.echo(f"{difference['about']}: {difference['twin']} / {difference['companion']}")
        click.echo("\n".join(cast("list[str]", difference["playthrough"])))
