"""The home without a server finds its storage damaged: what can be read is read, and told on the first page."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.site.home import COPIES, COPY_EVERY, Home
from tests.length import later
from tests.site.conftest import DRAW, asked, opened

PAGE = 4096


def zeroed(start: int, length: int) -> Callable[[bytes], bytes]:
    """Return a damage that zeroes this part of a file, counted from its end where `start` is below zero."""
    return lambda whole: whole[: start % len(whole)] + bytes(length) + whole[start % len(whole) :][length:]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "head": zeroed(0, 100),
    "first page": zeroed(0, PAGE),
    "first page without its end": zeroed(0, PAGE - 512),
    "middle page": lambda whole: zeroed(len(whole) // PAGE // 2 * PAGE, PAGE)(whole),
    "last page": zeroed(-PAGE, PAGE),
    "half a file": lambda whole: whole[: len(whole) // 2],
}
FIRST = ("first page", "half a file")


@pytest.fixture
def storage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder like a browser's storage: it has one for the copies, and no other can be made."""
    folder = tmp_path / "kept"
    (folder / "copies").mkdir(parents=True)
    real = os.mkdir

    def refuse(path: str | os.PathLike[str], *more: int, **named: int) -> None:
        if folder in Path(path).parents and not Path(path).exists():
            raise PermissionError(1, "Operation not permitted", str(path))
        real(path, *more, **named)

    monkeypatch.setattr(os, "mkdir", refuse)
    return folder


def played(storage: Path, turns: int) -> dict[str, list[str]]:
    """Play three games in a home; return the seals of each game's entries."""
    home = Home(storage, "mesa.example")
    games = [opened(home) for _ in range(3)]
    for game in games:
        asked(home, "POST", f"/api/games/{game}/actions", DRAW)
        for k in range(turns):
            again = json.dumps({"action": ("undo", "redo")[k % 2]}).encode()
            assert asked(home, "POST", f"/api/games/{game}/actions", again).status == 200
    found = {game: seals(home, game) for game in games}
    home.rest()
    home.close()
    return found


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, list[str]]]:
    """Return a storage in which three games were played, to be copied, and their seals."""
    folder = tmp_path_factory.mktemp("once")
    # The first half of a shorter file has no entries in it, only where they are to be found.
    return folder, played(folder, 200)


@pytest.fixture
def before(storage: Path, once: tuple[Path, dict[str, list[str]]]) -> dict[str, list[str]]:
    """Put that into the storage, and return the seals."""
    shutil.copytree(once[0], storage, dirs_exist_ok=True)
    return once[1]


def seals(home: Home, game: str) -> list[str]:
    record = json.loads(asked(home, "GET", f"/api/games/{game}/record").body)
    return [entry["seal"] for entry in record["entries"]]


def games_of(home: Home) -> set[str]:
    return {one["id"] for one in json.loads(asked(home, "GET", "/api/games").body)}


@pytest.mark.parametrize("damage", [*FIRST, *later(*sorted(DAMAGES.keys() - FIRST))])
def test_what_can_be_read_is_read_and_told(storage: Path, before: dict[str, list[str]], damage: str) -> None:
    for copy in (storage / "copies").iterdir():
        copy.unlink()
    database = storage / "companion.db"
    database.write_bytes(DAMAGES[damage](database.read_bytes()))
    home = Home(storage, "mesa.example")
    assert "estaba dañada" in asked(home, "GET", "/").body.decode()
    found = games_of(home)
    assert len(found) >= (1 if damage == "half a file" else 2)
    for game in found:
        assert seals(home, game) == before[game][: len(seals(home, game))]
    game = max(found, key=lambda one: len(seals(home, one)))
    length = len(seals(home, game))
    on = DRAW if length == 1 else json.dumps({"action": ("undo", "redo")[length % 2]}).encode()
    assert asked(home, "POST", f"/api/games/{game}/actions", on).status == 200
    home.close()
    later = Home(storage, "mesa.example")
    assert "dañada" not in asked(later, "GET", "/").body.decode()
    assert games_of(later) == found
    assert len(seals(later, game)) == length + 1
    assert [*storage.glob("*damaged*")] == []


@pytest.mark.parametrize("damage", ["gone", *FIRST, *later(*sorted(DAMAGES.keys() - FIRST))])
def test_a_copy_tells_what_the_file_does_not(storage: Path, before: dict[str, list[str]], damage: str) -> None:
    database = storage / "companion.db"
    if damage == "gone":
        database.unlink()
    else:
        database.write_bytes(DAMAGES[damage](database.read_bytes()))
    home = Home(storage, "mesa.example")
    assert {game: seals(home, game) for game in games_of(home)} == before
    page = asked(home, "GET", "/").body.decode()
    assert "estaba dañada" in page or "lo que sabía una copia" in page


def test_two_copies_are_kept_however_long_the_evening(storage: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("companion.site.home.monotonic", lambda: now)
    home = Home(storage, "mesa.example")
    many = []
    for _ in range(4):
        opened(home)
        home.rest()
        opened(home)
        home.rest()
        many.append(len([*(storage / "copies").glob("companion-*.db")]))
        now += COPY_EVERY + 1
    assert many == [1, 2, COPIES, COPIES]


def test_a_file_found_without_a_name_is_read(storage: Path) -> None:
    before = played(storage, 4)
    (storage / "companion.db").rename(storage / "companion.torn-slot-0.db")
    (storage / "companion.torn-slot-7.db").write_bytes(b'{"lang": "en"}')
    home = Home(storage, "mesa.example")
    assert {game: seals(home, game) for game in games_of(home)} == before
    assert "leídas enteras: 3" in asked(home, "GET", "/").body.decode()
    home.close()
    assert "dañada" not in asked(Home(storage, "mesa.example"), "GET", "/").body.decode()
