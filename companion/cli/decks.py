"""Which game and deck a command is about: the options that choose them, and the title they name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cards.decklist import Decklist
from companion.catalog import CatalogFault, Title, title
from companion.cli import Refused, here, say
from companion.table.facts import Setting

F = TypeVar("F", bound=Callable[..., Any])


def game_option(command: F) -> F:
    """`--game SLUG`."""
    return click.option("--game", default="la-cosa", metavar="SLUG", help=here("el juego", "the game"))(command)


def folders_option(command: F) -> F:
    """`--decks FOLDER`, as often as wanted: where a host's own decks are. The command gets `decks`."""
    return click.option(
        "--decks",
        multiple=True,
        metavar=here("CARPETA", "FOLDER"),
        type=click.Path(path_type=Path),
        help=here("carpeta con mazos propios", "a folder with decks of your own"),
    )(command)


def title_asked(game: str, deck: str, folders: Sequence[Path], lang: str) -> Title:
    """The title a command line asks for; `Refused` with the reason if there is none."""
    refuse_folders(folders, lang)
    try:
        return title(game, deck, folders)
    except CatalogFault as fault:
        raise Refused(fault.sentence(lang)) from None


def refuse_folders(folders: Sequence[Path], lang: str) -> None:
    """`Refused` unless every folder is there."""
    for folder in folders:
        if not folder.is_dir():
            raise Refused(say(lang, f"No hay ninguna carpeta {folder}.", f"There is no folder {folder}."))


def refuse_players(decklist: Decklist, players: int, name: str, lang: str) -> None:
    """`Refused` unless so many can play."""
    if not decklist.fewest <= players <= decklist.most:
        raise Refused(
            say(
                lang,
                f"{name} se juega de {decklist.fewest} a {decklist.most} jugadores, no con {players}.",
                f"{name} is played by {decklist.fewest} to {decklist.most} players, not by {players}.",
            )
        )


def answers(decklist: Decklist, chosen: Sequence[str], lang: str) -> Mapping[str, Setting]:
    """`name=value` as answers to house questions; `Refused` for one nobody asks."""
    found: dict[str, Setting] = {}
    for text in chosen:
        name, _, value = text.partition("=")
        option = decklist.option(name)
        match = next((one for one in option.values if str(one).lower() == value), None) if option else None
        if match is None:
            known = ", ".join(f"{one.name}={str(v).lower()}" for one in decklist.options for v in one.values)
            es, en = (
                f"No hay ninguna opción «{text}». Las que hay: {known}.",
                f"There is no option “{text}”. Known: {known}.",
            )
            raise Refused(say(lang, es, en))
        found[name] = match
    return found
