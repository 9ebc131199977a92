"""`companion scan IMAGE…`: every tag in each picture."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.decks import folders_option, game_option, title_asked

if TYPE_CHECKING:
    from companion.scan.look import Decks, PictureReader, Sight

KINDS = frozenset((".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"))
"""How the names of pictures end in a folder. The last two cannot be opened: that is said, and nothing passed over."""


@click.command("scan", help=here("scan.about"))
@click.argument("images", nargs=-1, required=True, metavar="IMAGE…")
@game_option
@click.option(
    "--deck",
    "letters",
    multiple=True,
    metavar="AA",
    help=here("scan.option.deck"),
)
@click.option("--decklist", default="", metavar="SLUG", help=here("scan.option.decklist"))
@folders_option
@json_option
@lang_option
def command(
    images: Sequence[str],
    game: str,
    letters: Sequence[str],
    decklist: str,
    decks: tuple[Path, ...],
    as_json: bool,
    lang: str,
) -> None:
    """Look at every picture, and at all in a folder; one that cannot be is said and the rest go on (exit 1)."""
    asked = _decks(game, decklist, decks, letters, lang)
    pictures, faults = _pictures(images, lang)
    if pictures:
        faults += _read(_looking(asked, lang), pictures, as_json, lang)
    if faults:
        click.get_current_context().exit(1)


def _decks(game: str, decklist: str, folders: Sequence[Path], letters: Sequence[str], lang: str) -> Decks:
    """Return the printed decks asked for."""
    from companion.i18n.scan_sentences import Refused as Unfit
    from companion.scan.look import Decks

    title = title_asked(game, decklist, folders, lang)
    try:
        return Decks(title.decklist, letters)
    except Unfit as fault:
        raise Refused(fault.say(lang)) from fault


def _pictures(images: Sequence[str], lang: str) -> tuple[list[str], int]:
    """Return the pictures among these files and folders, and how many are missing, which is reported at once."""
    found: list[str] = []
    faults = 0
    for image in images:
        path = Path(image)
        inside = sorted(
            str(one)
            for one in (path.rglob("*") if path.is_dir() else ())
            if one.suffix.lower() in KINDS and not one.name.startswith(".") and one.is_file()
        )
        if path.exists() and (inside or not path.is_dir()):
            found += inside or [image]
            continue
        faults += 1
        Refused(_missing(path, lang)).show()
    return found, faults


def _missing(path: Path, lang: str) -> str:
    if path.is_dir():
        return say(lang, "scan.no-picture", path=path)
    from companion.i18n.scan_sentences import say as seen

    return seen("picture.missing", lang, name=path)


def _looking(decks: Decks, lang: str) -> PictureReader:
    """Eyes for these decks. This loads OpenCV."""
    from companion.i18n.scan_sentences import Refused as Unfit
    from companion.scan.look import PictureReader

    try:
        return PictureReader(decks)
    except Unfit as fault:
        raise Refused(fault.say(lang)) from fault


def _read(looking: PictureReader, pictures: Sequence[str], as_json: bool, lang: str) -> int:
    """Read every picture and tell what is in it; how many could not be read."""
    from companion.i18n.scan_sentences import Refused as Unfit

    faults = 0
    for image in pictures if as_json or len(pictures) < 2 or not sys.stderr.isatty() else _barred(pictures, lang):
        try:
            sight = looking.at_bytes(_bytes(image), image)
        except Unfit as fault:
            faults += 1
            Refused(fault.say(lang)).show()
        else:
            _tell(image, sight, as_json, lang)
    return faults


def _barred(pictures: Sequence[str], lang: str) -> Iterator[str]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True, highlight=False, markup=False)
    # What is told goes through the bar where both are on the screen, and past it where the output is kept in a file.
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        yield from bar.track(pictures, description=say(lang, "scan.pictures"))


def _bytes(image: str) -> bytes:
    from companion.i18n.scan_sentences import Refused as Unfit
    from companion.scan.picture import MOST_BYTES

    try:
        with Path(image).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise Unfit("picture.missing", name=image) from None
    except OSError as error:
        raise Unfit("picture.unreadable", name=image, reason=error.strerror or error) from error


def _tell(image: str, sight: Sight, as_json: bool, lang: str) -> None:
    from companion.scan.look import as_json as answer

    if as_json:
        print_json(answer(image, sight, lang))
        return
    click.echo(f"{image} ({sight.ms:.0f} ms)")
    for reading in sight.cards:
        if reading.copy:
            click.echo(f"  {reading.copy.id}")
    for payload in sight.unknown:
        click.echo(f"  ? {payload!r}")
    for note in sight.notes(lang):
        click.echo(f"  {note}")
