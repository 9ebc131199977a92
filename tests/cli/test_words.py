"""Sentences of the command line in the catalogue of words: each key that it uses is there, each one there is used."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.decks.loader_words import whole
from companion.i18n import catalog
from tests.cli.running import shell

PACKAGE = Path(companion.__file__).parent
SPEAKING = sorted((PACKAGE / "cli").rglob("*.py"))
"""The modules that say something on a terminal."""
SAYING = ("say", "here", "_say")
BUILT = (
    "commands.list.", "print.option.", "games.column.", "doctor.network-kind.", "doctor.printing.", "doctor.scanning.",
    "doctor.refereeing.", "site.cannot.", "site.manifest.", "click.",
)  # fmt: skip
"""Beginnings of keys put together from a name: of a command, an option, a library, a figure, or of click's."""

SPANISH = frozenset("áéíóúñ¿¡")


def named(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the keys of everything that a module says."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (name := getattr(node.func, "id", getattr(node.func, "attr", ""))) in SAYING:
            at = 1 if name == "say" and isinstance(node.func, ast.Name) else 0
            if len(node.args) > at:
                yield node.args[at]


def test_everything_said_is_in_the_catalogue_and_nothing_else_is() -> None:
    there = set(whole(catalog.read("terminal", "es")))
    texts = set()
    for path in SPEAKING:
        for key in named(ast.parse(path.read_text("utf-8"))):
            texts |= {
                one.value for one in ast.walk(key) if isinstance(one, ast.Constant) and isinstance(one.value, str)
            }
    said = {text for text in texts if not text.startswith("/") and "." in text and not text.endswith(".")}
    assert len(said) > 180
    assert sorted(key for key in said - there if not key.startswith(BUILT) and "." in key.strip(".")) == []
    assert sorted(key for key in there - said if not key.startswith(BUILT)) == []


def test_no_spanish_sentence_stands_in_the_code() -> None:
    """Nor, therefore, one of two languages."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if not SPANISH & set(code := path.read_text("utf-8")):
            continue
        tree = ast.parse(code)
        told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) and id(node) not in told else ""
            if isinstance(text, str) and " " in text and set(text) & SPANISH:
                found.append(f"{path.name}:{node.lineno}: {text}")  # type: ignore[attr-defined]
    # An example of a question in the description of the interface; how wide the letters of the ring are.
    known = ("openapi.py:", "scripts.py:")
    assert [line for line in found if not line.startswith(known)] == []


def test_a_hosts_language_is_spoken_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "qq"
    folder.mkdir()
    (folder / "terminal.toml").write_text(
        '[commands]\nheading = "Ordenen"\nlist.serve = "mach auf"\n'
        '[click]\nusage = "Soo: "\nwrong.other = "Nee ({fault})."\n'
        '[check]\nwell = "Allens goot: {names}."\n',
        "utf-8",
    )
    done = shell("--lang", "qq", "--help", COMPANION_LANGUAGES=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Soo: companion" in done.stdout and "Ordenen:" in done.stdout and "mach auf" in done.stdout
    assert "list the known games" in done.stdout  # what is missing is English
    wrong = shell("--lang", "qq", "nix", COMPANION_LANGUAGES=str(tmp_path))
    assert wrong.returncode == 2 and "Nee (there is no command" in wrong.stderr
    assert shell("check", "--lang", "zz").returncode == 2
