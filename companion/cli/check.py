"""`companion check`: the faults of decks and of all files of words, each with its file and line, and how much of it
each language says."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.languages import coverage, coverage_of, unreadable
from companion.cli.languages import faults as faults_of_words
from companion.decks.catalog import deck_folders, own_folders, read_folder
from companion.decks.findings import in_order


@click.command("check", help=here("check.about"))
@click.argument("folders", nargs=-1, metavar=here("metavar.folders"), type=click.Path(path_type=Path))
@click.option("--language", metavar="TAG", help=here("check.option.language"))
@json_option
@lang_option
def command(folders: tuple[Path, ...], language: str | None, as_json: bool, lang: str) -> None:
    """Print every fault, one a line; exit 1 if there is any."""
    decks = tuple(deck_folders(folders)) if folders else own_folders()
    for folder in folders:
        if not any(deck == folder or deck.parent == folder for deck in decks):
            raise Refused(say(lang, "check.no-deck", folder=folder))
    faults = [finding for deck in decks for finding in read_folder(deck).findings]
    if not folders:
        faults += [fault for fault in (*faults_of_words(), *unreadable()) if fault not in faults]
        faults = list(in_order(faults))
    if language:
        faults = [one for one in faults if language in (Path(one.file).stem, Path(one.file).parent.name)]
    for fault in faults:
        sentence = fault.sentence(lang)
        if as_json:
            place = {"file": fault.file, "line": fault.line}
            print_json({**place, "fault": fault.key, "grave": fault.grave, "message": sentence})
        else:
            where = click.style(f"{fault.file}:{fault.line}:", bold=True)
            click.echo(f"{where} {click.style(sentence, fg='red' if fault.grave else 'yellow')}")
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
