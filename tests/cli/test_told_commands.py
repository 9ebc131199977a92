"""Command lines as they were read: what each says on either stream, and how it ends (`told.txt`).

Each stands behind a `$`; those of a part are said one after the other, in a house with a box of its host's own and two
games. `python -m tests.cli.test_told_commands` writes the file anew where a command says something else on purpose:
what `git diff` shows then is read before it is kept.
"""

from __future__ import annotations

import atexit
import re
import shlex
import shutil
from contextlib import closing
from functools import cache, partial
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import pytest

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.sqlite import SQLiteStore
from tests.cli.running import run
from tests.decks.decks import written
from tests.history.telling import told

TOLD = Path(__file__).with_name("told.txt")
LONGEST = 12
"""Lines of one stream: of many, the first and the last, and how many there are."""

NEVER_SAME = ((r"\b[0-9a-f]{16,64}\b", "SEAL"), (r"(?<=\.before-)[\d-]+", "NOW"), (r": [a-z2-9]{12} \(", ": NEW ("))


@cache
def house() -> tuple[Path, str, str]:
    """Return a data folder, and the ids of a game with the Spanish box that ended, and of one with the host's own."""
    folder, minutes = Path(mkdtemp()), count()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    written(folder / "decks" / "casa", deck='base = "la-cosa"\nmissing = ["whisky.1"]\n')
    written(folder / "broken" / "rota", deck='base = "la-cosa"\nmissing = ["whisky.9"]\n')
    (folder / "bare").mkdir()
    (folder / "languages" / "qi").mkdir(parents=True)
    (folder / "languages" / "qi" / "terminal.toml").write_text('export.which = "Niente «{game}»: "\n', "utf-8")
    SQLiteStore(folder / "bare" / "companion.db").close()
    (folder / "odd.jsonl").write_text("{", "utf-8")
    (folder / "none.jsonl").write_text("", "utf-8")
    find = partial(title, folders=(folder / "decks",))
    store = SQLiteStore(folder / "companion.db")
    with closing(GameService(store, find, clock=lambda: f"2026-11-27T20:{next(minutes):02}:00.000Z")) as tables:
        story = told(tables)[1]
        own = {"game": "la-cosa", "deck": "casa", "players": ["Ana", "Beto", "Carla", "Dani"], "house": "Sin prisa"}
        other = tables.open(own).id
        for thing in ({"action": "draw", "player": "Ana", "back": "away"}, {"action": "undo"}):
            tables.say(other, thing, via="page · iPad")
        tables.label(other, name="Viernes")
    return folder, story, other


def said(part: str, folder: Path) -> str:
    """Run the command lines of a part in a copy of the house; return them again, each with its exit code, what it says
    on stdout, and what on stderr, behind a `!`."""
    base, story, other = house()
    shutil.copytree(base, folder, dirs_exist_ok=True)
    names = {str(folder): "HOUSE", story: "STORY", other: "OTHER"}
    told: list[str] = []
    for line in re.findall(r"^\$ (.*)", part, re.MULTILINE):
        words = line
        for found, name in names.items():
            words = words.replace(name, found)
        done = run(*shlex.split(words), COMPANION_LANG="es", COLUMNS="80")
        told += [f"$ {line}", str(done.exit_code)]
        for lines in (done.stdout.splitlines(), [f"! {one}" for one in done.stderr.splitlines()]):
            told += [*lines[:LONGEST], f"({len(lines)})", *lines[-LONGEST:]] if len(lines) > 2 * LONGEST else lines
    text = "\n".join(line.rstrip() for line in told)
    for found, name in names.items():
        text = text.replace(found, name)
    for pattern, name in NEVER_SAME:
        text = re.sub(pattern, name, text)
    return text


PARTS = re.split(r"^=== ", TOLD.read_text("utf-8"), flags=re.MULTILINE)[1:]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.partition("\n")[0])
def test_a_command_says_what_was_read(part: str, tmp_path: Path) -> None:
    assert said(part, tmp_path).splitlines() == part.strip().splitlines()[1:]


if __name__ == "__main__":
    parts = (f"=== {part.partition(chr(10))[0]}\n{said(part, Path(mkdtemp()))}\n" for part in PARTS)
    TOLD.write_text("\n".join(parts), "utf-8")
