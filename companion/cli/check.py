"""`companion check`: the faults of decks and of all files of words, each with its file and line, and how much of it
each language says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.languages import coverage, coverage_of, unreadable
from companion.cli.languages import faults as faults_of_words
from companion.decks.catalog import deck_folders, own_folders, read_folder
from companion.decks.findings import in_order
from companion.decks.loader import Finding


@click.command(
    "check",
    help=here("check.about"),
)
@click.argument("folders", nargs=-1, metavar=here("metavar.folders"), type=click.Path(path_type=Path))
@click.option("--language", metavar="TAG", help=here("check.option.language"))
@json_option
@lang_option
def command(folders: tuple[Path, ...], language: str | None, as_json: bool, lang: str) -> None:
    """Print every fault, one a line; exit 1 if there is any."""
    decks = _decks(folders, lang) if folders else own_folders()
    faults = [finding for deck in decks for finding in read_folder(deck).findings]
    if not folders:
        faults += [fault for fault in (*faults_of_words(), *unreadable()) if fault not in faults]
        faults = list(in_order(faults))
    if language:
        faults = [one for one in faults if language in (Path(one.file).stem, Path(one.file).parent.name)]
    for fault in faults:
        _print(fault, as_json, lang)
    for one in coverage_of(language) if language else () if folders else coverage():
        if as_json:
            said = {"part" if language else "language": one.name, "said": one.said, "all": one.all}
            print_json({**said, "percent": one.percent})
        else:
            click.echo(f"{one.name}: {one.percent} % ({say(lang, 'check.coverage', said=one.said, all=one.all)})")
    if not faults and not as_json:
        names = ", ".join(deck.resolve().name for deck in decks)
        click.secho(say(lang, "check.well", names=names), fg="green")
    if faults:
        raise Refused(say(lang, "check.count", count=len(faults)))


def _decks(folders: Sequence[Path], lang: str) -> tuple[Path, ...]:
    decks = tuple(deck_folders(folders))
    for folder in folders:
        if not any(deck == folder or deck.parent == folder for deck in decks):
            raise Refused(say(lang, "check.no-deck", folder=folder))
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
