"""A language is files alone: a copy of the companion with a pretend language `xx` speaks it on whole pages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

import pytest

from companion.i18n.catalog import laid

ROOT = Path(__file__).parents[2]
ADDRESSES = ("", "new", "device", "screens", "devices", "print")
OF_A_GAME = ("", "/log", "/film", "/story", "/rules", "/setup", "/at/2", "/edit/2", "/fix", "/scan", "/none")
LOOK = f"""
import json
from companion.decks.catalog import title
from tests.web.sitting import Sitting
sitting = Sitting(lang="xx")
sitting.sit_down()
sitting.say(action="draw", player="Ana", back="away")
sitting.say(action="discard", player="Ana")
paths = ["/" + one for one in {ADDRESSES!r}] + ["/games/" + sitting.game + one for one in {OF_A_GAME!r}]
found = {{}}
for path in paths:
    page = sitting.get(path)
    found[path.replace(sitting.game, "GAME")] = [page.status, page.html, page.text]
spanish = Sitting(lang="es").get("/")
found["spanish"] = [spanish.status, spanish.html, spanish.text]
kept = sitting.client.post("/language", data={{"lang": "xx", "back": "/"}}).headers.get("Set-Cookie")
found["chosen"] = [303, kept, ""]
print(json.dumps(found))
"""
"""Looks at every page in `xx`, in the copy."""


def _toml(tree: Mapping[str, object], prefix: str = "") -> Iterator[str]:
    """Yield a language file with these sentences."""
    for key, value in tree.items():
        name = f"{prefix}{json.dumps(key)}"
        if isinstance(value, dict):
            yield from _toml(value, f"{name}.")
        else:
            yield f"{name} = {json.dumps(value, ensure_ascii=False)}"


def _pretend(tree: Mapping[str, object]) -> dict[str, object]:
    """Mark every sentence, so that a page tells where it comes from."""
    return {key: _pretend(value) if isinstance(value, dict) else f"¤{value}" for key, value in tree.items()}


def _write(spanish: Path, *more: str) -> None:
    with spanish.open("rb") as file:
        rows = _toml(_pretend(tomllib.load(file)))
    file = spanish.with_name("xx.toml") if spanish.stem == "es" else spanish.parents[1] / "xx" / spanish.name
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join([*rows, *more]) + "\n", "utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy")
    for name in ("companion", "decklists", "printables"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "shipped"))
    return folder


def _pages(copy: Path) -> dict[str, tuple[int, str, str]]:
    """Return every page, as the copy shows it."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(copy), str(ROOT)))}
    done = subprocess.run(
        [sys.executable, "-c", LOOK],
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    pages: dict[str, tuple[int, str, str]] = json.loads(done.stdout)
    return pages


def _languages_away(copy: Path) -> None:
    for path in copy.rglob("xx.toml"):
        path.unlink()
    shutil.rmtree(copy / "companion/i18n/words/xx", ignore_errors=True)


def test_the_words_of_the_screens_and_of_a_game_are_all_it_takes(copy: Path) -> None:
    _languages_away(copy)
    _write(copy / "companion/i18n/words/es/screens.toml", '"lang"."xx" = "Equisés"')
    _write(copy / "decklists/la-cosa/es.toml")
    pages = _pages(copy)
    assert "=xx;" in pages.pop("chosen")[1]
    assert 'lang="xx">Equisés</button>' in pages.pop("spanish")[1]
    missing = pages.pop("/games/GAME/none")
    assert missing[0] == 404
    assert [path for path, (status, _, _) in pages.items() if status != 200] == []
    assert [path for path, (_, html, _) in pages.items() if '<html lang="xx"' not in html] == []
    assert [path for path, (_, _, text) in pages.items() if "¤" not in text] == []
    table = pages["/games/GAME"][2]
    assert "¤Deshacer" in table and "Jugar" not in table.replace("¤Jugar", "")


@pytest.mark.long
def test_every_area_with_its_own_file_speaks_it(copy: Path) -> None:
    _languages_away(copy)
    for spanish in [*copy.glob("companion/i18n/words/es/*.toml"), *copy.glob("decklists/*/es.toml")]:
        _write(spanish)
    pages = _pages(copy)
    assert "¤Aquí no hay nada" in pages["/games/GAME/none"][2]
    assert "¤Registro" in pages["/games/GAME/log"][2]


class TestFallingBack:
    """Missing or broken sentences of a translator's file: they appear in English, else in Spanish."""

    FILES: ClassVar = {
        "es": {"a": "uno {n}", "b": "dos", "c": "tres", "d": "cuatro"},
        "en": {"a": "one {n}", "b": "two", "d": "four"},
    }

    def said(self, file: dict[str, str]) -> dict[str, str]:
        """Return the sentences of `xx` with this file."""
        words = laid("xx", {**self.FILES, "xx": file})
        return {key: words.raw(key) for key in self.FILES["es"]}

    def test_sentence_by_sentence(self) -> None:
        assert self.said({"b": "X"}) == {"a": "one {n}", "b": "X", "c": "tres", "d": "four"}

    @pytest.mark.parametrize("wrong", ["{m}", "{", "{}", "{0}", "{n!r}", "{n:>9}", "", "  "])
    def test_a_sentence_that_cannot_be_said_is_left_out(self, wrong: str) -> None:
        assert self.said({"a": wrong})["a"] == "one {n}"

    def test_without_a_folder_it_is_spanish(self) -> None:
        words = laid("xx", self.FILES)
        assert words.lang == "es" and words.raw("b") == "dos"
