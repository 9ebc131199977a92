"""What hosts have read from their boards, by game: kept as a file each in the data folder, sent and taken as that file.

A new game of such a box begins with these figures (its answer `board`), so that a table never changes under its people
when somebody counts again.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from threading import Lock

from companion.engine.deck import Decklist
from companion.engine.measures import LONGEST, Cells, Fault, Unreadable, check_totals, nested, read_board, written
from companion.store.atomic_file import drafted

FOLDER = "boards"
"""Within the data folder."""
FORMAT = 1
MOST_BYTES = 4 * LONGEST


class Boards:
    """The figures of every game whose board has some."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: dict[str, str] = {}
        self._folder: Path | None = None

    def keep_in(self, data: Path) -> None:
        """Keep them in this data folder from now on, a file for each game."""
        self._folder = data / FOLDER

    def of(self, decklist: Decklist) -> Cells:
        """Return the figures read for a game; none if the file is damaged or for other figures."""
        if not decklist.measures:
            return {}
        text = self._known.get(decklist.game, "")
        if self._folder is not None:
            text = ""
            with suppress(OSError, UnicodeDecodeError):
                path = self._file(self._folder, decklist)
                text = path.read_text("utf-8") if path.stat().st_size <= MOST_BYTES else ""
        with suppress(Unreadable):
            return taken(decklist, text) if text else {}
        return {}

    def answer(self, decklist: Decklist) -> str:
        """Return the figures as the set-up's answer `board`; empty if nothing was read."""
        return written(self.of(decklist))

    def keep(self, decklist: Decklist, cells: Cells) -> None:
        """Keep what was read; raises `Unreadable` where it does not fit together, a `StoreFault` where it could not be
        written."""
        check_totals(decklist.measures, cells)
        text = sent(decklist, cells)
        with self._lock:
            if self._folder is None:
                self._known[decklist.game] = text
                return
            path = self._file(self._folder, decklist)
            with suppress(OSError):  # what is wrong with the folder the draft will say
                path.parent.mkdir(parents=True, exist_ok=True)
            with drafted(path) as draft:
                draft.write_text(text, "utf-8")
                draft.replace(path)

    @staticmethod
    def _file(folder: Path, decklist: Decklist) -> Path:
        return folder / f"{decklist.game}.json"


def sent(decklist: Decklist, cells: Cells) -> str:
    """Return the figures as a file that another house can take in."""
    return json.dumps({"board": FORMAT, "game": decklist.game, "figures": nested(cells)}, indent=1) + "\n"


def taken(decklist: Decklist, text: str) -> dict[tuple[str, ...], int]:
    """Parse such a file. Raise `Unreadable` for anything else (`game` if it is another game's)."""
    if len(text) > MOST_BYTES:
        raise Unreadable(Fault("shape"))
    try:
        said = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        raise Unreadable(Fault("shape")) from None
    if not isinstance(said, dict) or said.get("board") != FORMAT or not isinstance(said.get("figures"), dict):
        raise Unreadable(Fault("shape"))
    if said.get("game") != decklist.game:
        raise Unreadable(Fault("game", value=said.get("game")))
    return read_board(decklist.measures, json.dumps(said["figures"]))
