"""`companion import FILE…`: takes in games that were played elsewhere; the same one twice is one game."""

from __future__ import annotations

import json
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say
from companion.cli.data import data_option, folder_of
from companion.cli.decks import folders_option
from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.service.club import opened
from companion.service.live.games import GameService
from companion.service.live.session import Refused as RefusedByRules
from companion.service.messages import why
from companion.service.transfer.importing import take_in
from companion.service.transfer.playthrough import FileMalformed
from companion.store.base import StoreFault
from companion.store.folder import Occupied


@click.command("import", help=here("import.about"))
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
@data_option
@folders_option
@json_option
@lang_option
def command(files: tuple[Path, ...], data: Path | None, decks: tuple[Path, ...], as_json: bool, lang: str) -> None:
    """Each file whole or not at all; exit 1 at the first that is refused. Those before it are told, for they are in."""
    folder = folder_of(data)
    contents = [(str(file), file.read_bytes()) for file in files]

    def tell(file: str, game: str, is_new: bool) -> None:
        if as_json:
            print_json({"file": file, "id": game, "new": is_new})
        else:
            done = say(lang, "import.added") if is_new else say(lang, "import.was-here")
            click.echo(f"{file}: {game} ({done})")

    try:
        with ExitStack() as stack:
            folder.take()
            stack.callback(folder.release)
            find = partial(title, folders=(*decks, folder.path / "decks"))
            tables = stack.enter_context(closing(GameService(opened(folder.database), find)))
            for file, data_of in contents:
                one = take_in(tables, data_of, file, "import")
                tell(file, one.seen.id, one.is_new)
    except Occupied as occupied:
        for file, content in contents:
            tell(file, *_there(occupied.where, content, lang))
    except FileMalformed as fault:
        raise Refused(fault.sentence(lang)) from None
    except RefusedByRules as refused:
        raise Refused(refused.sentence(lang)) from None
    except (StoreFault, Malformed) as fault:
        raise Refused(why(fault, lang)) from None


def _there(where: dict[str, str], data: bytes, lang: str) -> tuple[str, bool]:
    """Hand the file to the open table."""
    headers = {"Authorization": f"Bearer {where.get('host_key', '')}", "Accept-Language": lang}
    try:
        with urlopen(Request(f"{where.get('url', '')}/api/import", data, headers), timeout=30) as answer:
            said = json.load(answer)
    except HTTPError as error:
        raise Refused(json.load(error)["message"]) from None
    except (OSError, ValueError) as error:
        raise Refused(say(lang, "import.no-answer", error=error)) from None
    return said["id"], said["new"]
