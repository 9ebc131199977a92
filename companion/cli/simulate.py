"""`companion simulate`: plays whole games with hidden cards and checks every ruling against the twin."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.data import data_option
from companion.cli.simulate_keep import check_names, keep
from companion.cli.simulate_others import simulated
from companion.cli.simulate_play import played
from companion.cli.simulate_proof import prove
from companion.cli.simulate_tables import print_tables
from companion.games import SLUGS

if TYPE_CHECKING:
    from companion.sim.box import Option

WHO = {"both": ("fair", "sensible"), "all": ("fair", "sensible", "careless")}

ASIDE = ("as_json", "lang", "jobs", "resume", "store", "plot", "proof", "so_far", "data")
"""What moves no number: left out of the command that is kept beside them."""

_FILE = click.Path(dir_okay=False, path_type=Path)


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
@click.option(
    "--usual",
    default=1,
    type=click.IntRange(1, 20),
    help=here(
        "cuántas veces más que otras se juegan las opciones usuales, con las que se comparan todas",
        "how many times as often as others the usual options are played, which all are compared with",
    ),
)
@click.option("--option", "chosen", multiple=True, metavar="NAME=VALUE", help=here("una opción fija", "a fixed option"))
@click.option(
    "--people",
    default="both",
    type=click.Choice(["fair", "sensible", "careless", "peeking", "both", "all"]),
    help=here(
        "quién juega: al azar (fair), con sentido (sensible), saltándose y corrigiendo lo que se puede (careless), "
        "mirando cartas ajenas (peeking)",
        "who plays: at random (fair), with sense (sensible), breaking and mending what a table may (careless), "
        "looking into other hands (peeking)",
    ),
)
@click.option(
    "--slips", default=1.0, type=click.FloatRange(0, 50), help=here("casi aciertos por acción", "near misses an action")
)
@click.option(
    "--cheats",
    default=0.1,
    type=click.FloatRange(0, 1),
    help=here("descuidos y trampas con nombre por acción", "named slips and cheats an action"),
)
@click.option(
    "--looks",
    default=0.0,
    type=click.FloatRange(0, 1),
    help=here("cuántas veces por acción ve cartas el árbitro", "how often an action the referee is shown cards"),
)
@click.option("--turns", default=400, type=click.IntRange(1), help=here("turnos como mucho", "turns at most"))
@click.option("--unchecked", is_flag=True, help=here("solo jugar, sin comprobar", "only play, check nothing"))
@click.option("--jobs", default=1, type=click.IntRange(1), help=here("procesos a la vez", "processes at once"))
@click.option(
    "--resume",
    type=_FILE,
    help=here("anota aquí hasta dónde ha llegado, y sigue desde ahí", "note here how far it is, and go on from there"),
)
@click.option(
    "--store",
    metavar=here("NOMBRE", "NAME"),
    help=here("guarda el resultado para la página del laboratorio", "keep the result for the page of the laboratory"),
)
@click.option("--plot", type=_FILE, help=here("dibuja quién gana, en .svg o .png", "draw who wins, as .svg or .png"))
@click.option(
    "--proof",
    type=_FILE,
    help=here(
        "las partidas de la prueba (2.000 por número de jugadores y opciones), desde donde quedaron en este archivo",
        "the games of the proof (2,000 for every number of players and option set), from where this file left them",
    ),
)
@click.option(
    "--so-far", is_flag=True, help=here("con --proof: solo cuenta hasta dónde ha llegado", "with --proof: only tell")
)
@data_option
@json_option
@lang_option
@click.pass_context
def command(
    ctx: click.Context, game: str, players: str, games: int, seed: str, sets: str, usual: int,
    chosen: tuple[str, ...], people: str, slips: float, cheats: float, looks: float, turns: int, unchecked: bool,
    jobs: int, resume: Path | None, store: str | None, plot: Path | None, proof: Path | None, so_far: bool,
    data: Path | None, as_json: bool, lang: str,
) -> int:  # fmt: skip
    """Play, sum up, print, keep. Exit 1 if twin and rules do not agree."""
    if proof is not None:
        return prove(proof, so_far, jobs, as_json, lang)
    if game != SLUGS[0]:
        asked = "" if ctx.get_parameter_source("players") is ParameterSource.DEFAULT else players
        return simulated(game, asked, games, seed, chosen, jobs, as_json, lang)
    from companion.sim.report import document
    from companion.sim.tally import Series, Tally

    check_names(store, plot, lang)
    series = Series(
        games, seed, player_counts(players, lang), option_sets(sets, chosen, lang, usual),
        WHO.get(people, (people,)), turns, not unchecked, slips, looks, cheats,
    )  # fmt: skip
    tally = played(series, game, jobs, resume, lang, Tally)
    found = {**document(series, tally), "command": typed(ctx)}
    keep(found, store, plot, data, lang)
    if as_json:
        print_json(found)
    else:
        print_tables(found, lang)
    return 1 if tally.differing else 0


def typed(ctx: click.Context) -> str:
    """What to type to get the same numbers: everything that is not as usual and moves a number."""
    words = ["companion", "simulate"]
    for param in ctx.command.params:
        name, value = str(param.name), ctx.params[str(param.name)]
        if name in ASIDE or value == param.get_default(ctx) or value == ():
            continue
        for one in value if isinstance(value, tuple) else (value,):
            words += [param.opts[0]] if one is True else [param.opts[0], str(one)]
    return shlex.join(words)


# ---------------------------------------------------------------------- what was asked for


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


def option_sets(sets: str, chosen: tuple[str, ...], lang: str, usual: int = 1) -> tuple[Mapping[str, Option], ...]:
    """The option sets to be played in turn, the usual one so many times, with what was fixed on the command line."""
    from companion.sim.box import option_sets as all_sets

    fixed = dict(fixed_option(text, lang) for text in chosen)
    found: list[Mapping[str, Option]] = []
    for options in all_sets(["usual", "singles", "pairs"].index(sets)):
        one = {**options, **fixed}
        if one not in found:
            found.append(one)
    return (*found[:1] * usual, *found[1:])


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
