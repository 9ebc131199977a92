"""Which game and deck a command is about: the options that choose them, and the title they name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cli import Refused, here, language_of, say
from companion.decks.catalog import CatalogFault, Title, broken, title
from companion.engine.deck import Decklist
from companion.engine.facts import Setting

F = TypeVar("F", bound=Callable[..., Any])
_TOLD = "companion.cli.decks.told"


def game_option(command: F) -> F:
    """`--game SLUG`."""
    return click.option("--game", default="la-cosa", metavar="SLUG", help=here("decks.option.game"))(command)


def folders_option(command: F) -> F:
    """`--decks FOLDER`, as often as wanted: where a host's own decks are. The command gets `decks`.

    A folder that is not there is refused; what is in one and cannot be used is said on stderr, and the rest goes on.
    """
    return click.option(
        "--decks",
        multiple=True,
        callback=_looked_into,
        metavar=here("metavar.folder"),
        type=click.Path(path_type=Path),
        help=here("decks.option.decks"),
    )(command)


def _looked_into(ctx: click.Context, _: click.Parameter, folders: tuple[Path, ...]) -> tuple[Path, ...]:
    lang = language_of(ctx)
    refuse_folders(folders, lang)
    ctx.meta[_TOLD] = tell_broken(broken(folders), lang)
    return folders


def tell_broken(faults: Iterable[CatalogFault], lang: str) -> list[str]:
    """Say on stderr which games or decks cannot be used; gives what was said."""
    told = [fault.sentence(lang) for fault in faults]
    for sentence in told:
        click.secho(sentence, fg="yellow", err=True)
    return told


def title_asked(game: str, deck: str, folders: Sequence[Path], lang: str) -> Title:
    """Return the title a command line names. Raise `Refused` with the reason if there is none."""
    try:
        return title(game, deck, folders)
    except CatalogFault as fault:
        sentence = fault.sentence(lang)
        if sentence in click.get_current_context().meta.get(_TOLD, ()):
            raise click.exceptions.Exit(1) from None  # it stands on the terminal already
        raise Refused(sentence) from None


def refuse_folders(folders: Sequence[Path], lang: str) -> None:
    """`Refused` unless every folder is there."""
    for folder in folders:
        if not folder.is_dir():
            raise Refused(say(lang, "decks.no-folder", folder=folder))


def refuse_players(decklist: Decklist, players: int, name: str, lang: str) -> None:
    """`Refused` unless so many can play."""
    if not decklist.fewest <= players <= decklist.most:
        raise Refused(
            say(lang, "decks.players", name=name, fewest=decklist.fewest, most=decklist.most, players=players)
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
            raise Refused(say(lang, "decks.no-option", text=text, known=known))
        found[name] = match
    return found
