"""`companion simulate --game G` for the games beside La Cosa: plays, sums up, prints."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.catalog import Title, title
from companion.cli import Refused, print_json, say
from companion.cli.decks import answers


def simulated(
    game: str, players: str, games: int, seed: str, chosen: Sequence[str], jobs: int, as_json: bool, lang: str
) -> int:
    """Play many games and print what came of them; 1 if twin and rules do not agree."""
    from companion.sim.others import Series, document, play_all, simulator

    here = title(game)
    if simulator(game) is None:
        name = here.wording(lang).raw("game.name")
        raise Refused(say(lang, f"{name} no tiene simulador.", f"{name} has no simulator."))
    series = Series(game, games, seed, counts(here, players, lang), answers(here.decklist, chosen, lang))
    found = document(series, play_all(series, jobs))
    if as_json:
        print_json(found)
    else:
        _show(found, lang)
    return 1 if found["differences"] else 0


def counts(here: Title, players: str, lang: str) -> tuple[int, ...]:
    """`6` or `4-9` as the numbers of players; empty: all the game is for."""
    least, most = here.decklist.fewest, here.decklist.most
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", players.strip() or f"{least}-{most}")
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not least <= low <= high <= most:
        raise Refused(
            say(
                lang,
                f"Los jugadores son de {least} a {most}, como {least} o {least}-{most}; no «{players}».",
                f"Players are {least} to {most}, such as {least} or {least}-{most}; not “{players}”.",
            )
        )
    return tuple(range(low, high + 1))


def _show(found: Mapping[str, Any], lang: str) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    for es, en, key in (
        ("partidas", "games", "games"),
        ("acciones", "actions", "actions"),
        ("diferencias", "differences", "differences"),
    ):
        console.print(f"{say(lang, es, en)}: [bold]{found[key]}[/bold]")
    for es, en, key in (
        ("finales", "endings", "endings"),
        ("ganan", "won by", "winners"),
        ("alcanzado", "reached", "reached"),
        ("rechazos", "refusals", "near_misses"),
        ("veredictos", "verdicts", "verdicts"),
    ):
        console.print(f"[bold]{say(lang, es, en)}[/bold]")
        for name, times in found[key].items():
            console.print(f"  {times:>7}  {name}", markup=False)
    if found["unreached"]:
        console.print(say(lang, "sin alcanzar: ", "unreached: ") + ", ".join(found["unreached"]), markup=False)
    for one in found["shortest"][:3]:
        console.print(f"✗ {one['about']}: {one['twin']} / {one['companion']}", markup=False)
        for text in one["playthrough"]:
            console.print(f"    {text}", markup=False)
