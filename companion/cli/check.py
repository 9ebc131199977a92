"""`companion check`: the faults of a deck and of its language files, each with its file and line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from companion.cards.reading import Finding
from companion.catalog import deck_folders, own_folders, read_folder
from companion.cli import Refused, here, json_option, lang_option, print_json, say


@click.command(
    "check",
    help=here(
        "Las faltas de un mazo y de sus archivos de idioma, con su línea. Sin CARPETA, los mazos que vienen de serie.",
        "The faults of a deck and its language files, with their line. Without FOLDER, the decks that come with it.",
    ),
)
@click.argument("folders", nargs=-1, metavar=here("[CARPETA]…", "[FOLDER]…"), type=click.Path(path_type=Path))
@json_option
@lang_option
def command(folders: tuple[Path, ...], as_json: bool, lang: str) -> None:
    """Print every fault, one a line; exit 1 if there is any."""
    decks = _decks(folders, lang) if folders else own_folders()
    faults = [finding for deck in decks for finding in read_folder(deck).findings]
    for fault in faults:
        _print(fault, as_json, lang)
    if not faults and not as_json:
        click.secho(_all_well(decks, lang), fg="green")
    if faults:
        raise Refused(_count(len(faults), lang))


def _decks(folders: Sequence[Path], lang: str) -> tuple[Path, ...]:
    decks = tuple(deck_folders(folders))
    for folder in folders:
        if not any(deck == folder or deck.parent == folder for deck in decks):
            raise Refused(say(lang, f"En {folder} no hay ningún deck.toml.", f"There is no deck.toml in {folder}."))
    return decks


def _print(fault: Finding, as_json: bool, lang: str) -> None:
    if as_json:
        print_json(
            {
                "file": fault.file,
                "line": fault.line,
                "fault": fault.key,
                "grave": fault.grave,
                "message": fault.sentence(lang),
            }
        )
    else:
        where = click.style(f"{fault.file}:{fault.line}:", bold=True)
        click.echo(f"{where} {click.style(fault.sentence(lang), fg='red' if fault.grave else 'yellow')}")


def _all_well(decks: Sequence[Path], lang: str) -> str:
    names = ", ".join(deck.resolve().name for deck in decks)
    return say(lang, f"Sin faltas: {names}.", f"No faults: {names}.")


def _count(faults: int, lang: str) -> str:
    if faults == 1:
        return say(lang, "Hay una falta.", "There is one fault.")
    return say(lang, f"Hay {faults} faltas.", f"There are {faults} faults.")
