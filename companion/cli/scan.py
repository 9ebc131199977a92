"""`companion scan IMAGE…`: every tag in each picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli import Refused, here, json_option, lang_option, print_json

if TYPE_CHECKING:
    from companion.scan.look import Looking, Sight


@click.command("scan", help=here("Lee las cartas de unas fotos.", "Read the cards in pictures."))
@click.argument("images", nargs=-1, required=True, metavar="IMAGE…")
@click.option("--game", default="la-cosa", show_default=True, help=here("el juego", "the game"))
@click.option(
    "--deck",
    "decks",
    multiple=True,
    metavar="AA",
    help=here("las dos letras del mazo (00); varias veces si hay varios", "the deck's two letters (00); once for each"),
)
@json_option
@lang_option
def command(images: Sequence[str], game: str, decks: Sequence[str], as_json: bool, lang: str) -> None:
    """Look at every picture; one that cannot be looked at is said and the rest go on (exit 1)."""
    from companion.scan.sentences import Refused as Unfit

    looking = _looking(game, decks, lang)
    faults = 0
    for image in images:
        try:
            sight = looking.at_bytes(_bytes(image), image)
        except Unfit as fault:
            faults += 1
            Refused(fault.say(lang)).show()
        else:
            _tell(image, sight, as_json, lang)
    if faults:
        click.get_current_context().exit(1)


def _looking(game: str, letters: Sequence[str], lang: str) -> Looking:
    """Eyes for the decks asked for."""
    from companion.catalog import CatalogFault, title
    from companion.scan.look import Decks, Looking
    from companion.scan.sentences import Refused as Unfit

    try:
        return Looking(Decks(title(game).decklist, letters))
    except CatalogFault as fault:
        raise Refused(fault.sentence(lang)) from fault
    except Unfit as fault:
        raise Refused(fault.say(lang)) from fault


def _bytes(image: str) -> bytes:
    from companion.scan.picture import MOST_BYTES
    from companion.scan.sentences import Refused as Unfit

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
