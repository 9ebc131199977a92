"""`tasks.py lab simulate`: plays whole games with hidden cards and checks every ruling against the twin."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import click
from click.core import ParameterSource

from companion.cli import Refused, print_json
from companion.cli.decks import answers
from companion.decks.catalog import Title, title
from companion.engine.facts import Setting
from companion.games import SLUGS
from tests.lab.command_line import any_language, data_option, json_option
from tests.lab.commands.simulate_keep import check_names, keep
from tests.lab.commands.simulate_play import played
from tests.lab.commands.simulate_proof import prove
from tests.lab.commands.simulate_tables import print_counts, print_tables
from tests.lab.harness.many_games import Series, Tally, simulator
from tests.lab.harness.report import document
from tests.lab.twin.la_cosa.deck import option_sets as all_sets

WHO = {"both": ("fair", "sensible"), "all": ("fair", "sensible", "careless")}

SELDOM = 20
"""Games for each one in which cards are shown to the referee, by default."""

ASIDE = ("as_json", "jobs", "resume", "store", "plot", "proof", "so_far", "data")
"""Options that move no number: left out of the command that is kept beside them."""

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(help="Play whole games and check every ruling.")
@click.option("--game", default="la-cosa", type=click.Choice(SLUGS), help="the game")
@click.option("--players", default="4-12", metavar="N|N-M", help="how many play")
@click.option("--games", default=200, type=click.IntRange(1), help="games in all")
@click.option("--seed", default="1", help="same seed, same numbers")
@click.option(
    "--options",
    "sets",
    default="usual",
    type=click.Choice(["usual", "singles", "pairs"]),
    help="options changed by turns",
)
@click.option(
    "--usual",
    default=1,
    type=click.IntRange(1, 20),
    help="how many times as often as others the usual options are played, which all are compared with",
)
@click.option("--option", "chosen", multiple=True, metavar="NAME=VALUE", help="a fixed option")
@click.option(
    "--people",
    default="both",
    type=click.Choice(["fair", "sensible", "careless", "peeking", "both", "all"]),
    help="who plays: at random (fair), with sense (sensible), breaking and mending what a table may (careless), "
    "looking into other hands (peeking)",
)
@click.option("--slips", default=1.0, type=click.FloatRange(0, 50), help="near misses an action")
@click.option("--cheats", default=0.1, type=click.FloatRange(0, 1), help="named slips and cheats an action")
@click.option(
    "--looks", default=0.0, type=click.FloatRange(0, 1), help="how often an action the referee is shown cards"
)
@click.option(
    "--shown",
    type=click.IntRange(1),
    help="in one game of so many cards are shown to the referee (20; every game with --looks or --exact)",
)
@click.option(
    "--exact",
    default=0.0,
    type=click.FloatRange(0, 1),
    help="in which share of the games every verdict is held against all worlds that fit what was seen",
)
@click.option("--turns", default=400, type=click.IntRange(1), help="turns at most")
@click.option("--unchecked", is_flag=True, help="only play, check nothing")
@click.option("--jobs", default=1, type=click.IntRange(1), help="processes at once")
@click.option("--resume", type=_FILE, help="note here how far it is, and go on from there")
@click.option("--store", metavar="NAME", help="keep the result in the data folder")
@click.option("--plot", type=_FILE, help="draw who wins, as .svg or .png")
@click.option(
    "--proof",
    type=_FILE,
    help="the games of the proof (2,000 for every number of players and option set), from where this file left them",
)
@click.option("--so-far", is_flag=True, help="with --proof: only tell")
@data_option
@json_option
@any_language
@click.pass_context
def command(
    ctx: click.Context, game: str, players: str, games: int, seed: str, sets: str, usual: int,
    chosen: tuple[str, ...], people: str, slips: float, cheats: float, looks: float, exact: float,
    shown: int | None, turns: int, unchecked: bool, jobs: int, resume: Path | None, store: str | None,
    plot: Path | None, proof: Path | None, so_far: bool, data: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """Play, sum up, print, keep. Exit 1 if twin and rules do not agree."""
    if proof is not None:
        return prove(proof, so_far, jobs, as_json)
    usual_players = ctx.get_parameter_source("players") is ParameterSource.DEFAULT
    counts = player_counts(title(game), "" if usual_players else players)
    if exact and find_spec("pysat") is None:
        raise Refused("--exact needs python-sat, which is not installed here: pip install python-sat")
    if simulator(game) is None:
        raise Refused(f"{title(game).wording('en').raw('game.name')} has no simulator.")
    check_names(store, plot)
    series = Series(
        game, games, seed, counts, option_sets(game, sets, chosen, usual),
        WHO.get(people, (people,)), turns, not unchecked, slips, looks, cheats, exact,
        shown=shown or (1 if looks or exact else SELDOM),
    )  # fmt: skip
    tally = played(series, jobs, resume, Tally)
    found = document(series, tally)
    if game == SLUGS[0]:
        found["command"] = typed(ctx)
        keep(found, store, plot, data)
    if as_json:
        print_json(found)
    elif game == SLUGS[0]:
        print_tables(found)
    else:
        print_counts(found)
    return 1 if tally.differing else 0


def typed(ctx: click.Context) -> str:
    """Return the command line that gives the same numbers: all options that are not as usual and move a number."""
    words = ["python3", "tasks.py", "lab", "simulate"]
    for param in ctx.command.params:
        name, value = str(param.name), ctx.params.get(str(param.name))
        if name in ASIDE or value is None or value == param.get_default(ctx) or value == ():
            continue
        for one in value if isinstance(value, tuple) else (value,):
            words += [param.opts[0]] if one is True else [param.opts[0], str(one)]
    return shlex.join(words)


# ---------------------------------------------------------------------- what was asked for


def player_counts(here: Title, players: str) -> tuple[int, ...]:
    """Parse `6` or `4-9` as numbers of players; empty stands for all that the game is for. Raise `Refused`."""
    least, most = here.decklist.fewest, here.decklist.most
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", players.strip() or f"{least}-{most}")
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not least <= low <= high <= most:
        raise Refused(f"Players are {least} to {most}, such as {least} or {least}-{most}; not “{players}”.")
    return tuple(range(low, high + 1))


def option_sets(game: str, sets: str, chosen: tuple[str, ...], usual: int = 1) -> tuple[Mapping[str, Setting], ...]:
    """List the option sets to be played in turn, the usual one `usual` times, with the options fixed on the command
    line.

    Any other game than La Cosa has one set: its twin answers the other questions by chance.
    """
    fixed = answers(title(game).decklist, chosen, "en")
    if game != SLUGS[0]:
        return (fixed,)
    found: list[Mapping[str, Setting]] = []
    for options in all_sets(["usual", "singles", "pairs"].index(sets)):
        one = {**options, **fixed}
        if one not in found:
            found.append(one)
    return (*found[:1] * usual, *found[1:])
