"""`companion scan IMAGE…`: every tag in each picture."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.decks import folders_option, game_option, title_asked
from companion.i18n.scan_sentences import Refused as Unfit

if TYPE_CHECKING:
    from companion.scan.look import Sight

KINDS = frozenset((".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"))
"""How the names of pictures end in a folder. The last two cannot be opened: that is said, and nothing passed over."""


@click.command("scan", help=here("scan.about"))
@click.argument("images", nargs=-1, required=True, metavar="IMAGE…")
@game_option
@click.option("--deck", "letters", multiple=True, metavar="AA", help=here("scan.option.deck"))
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
    from companion.scan.look import Decks, PictureReader

    title = title_asked(game, decklist, decks, lang)
    try:
        asked = Decks(title.decklist, letters)
        pictures, faults = _pictures(images, lang)
        if not pictures:
            click.get_current_context().exit(1)
        looking = PictureReader(asked)  # this loads OpenCV
    except Unfit as fault:
        raise Refused(fault.say(lang)) from fault
    # A bar for a person who waits for more than one.
    is_barred = len(pictures) > 1 and not as_json and sys.stderr.isatty()
    for image in _barred(pictures, lang) if is_barred else pictures:
        try:
            sight = looking.at_bytes(_bytes(image), image)
        except Unfit as fault:
            faults += 1
            Refused(fault.say(lang)).show()
        else:
            _tell(image, sight, as_json, lang)
    if faults:
        click.get_current_context().exit(1)


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
        missing = Unfit("picture.missing", name=path).say(lang)
        Refused(say(lang, "scan.no-picture", path=path) if path.is_dir() else missing).show()
    return found, faults


def _barred(pictures: Sequence[str], lang: str) -> Iterator[str]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True, highlight=False, markup=False)
    # What is told goes through the bar where both are on the screen, and past it where the output is kept in a file.
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        yield from bar.track(pictures, description=say(lang, "scan.pictures"))


def _bytes(image: str) -> bytes:
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
