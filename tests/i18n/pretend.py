"""An invented language, made from `docs/add-a-language.md` alone: 40 % longer than English, counted as Ukrainian."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "add-a-language.md"
TAG = "uk"
_PAIR = re.compile(r'^(?P<key>[^=#]+?) = "(?P<text>(?:[^"\\]|\\.)*)"$')
_KEPT = re.compile(r"\{[^{}]*\}|\\.")
_WORD = re.compile(r"[A-Za-zÀ-ÿ]+")
_FORM = re.compile(r'\.(one|other)$|\."(one|other)"$')
FORMS = {"one": ("one",), "other": ("few", "many", "other")}
"""Ukrainian on the page: the forms that take the place of each English one."""


def longer(text: str) -> str:
    """Lengthen every word of a sentence by 40 %; the parts that the page says to leave are left."""
    kept = _KEPT.split(text)
    between = _KEPT.findall(text)
    told = [_WORD.sub(lambda word: _stretched(word[0]), part) for part in kept]
    return "".join(a + b for a, b in zip(told, [*between, ""], strict=True))


def _stretched(word: str) -> str:
    return word + "ązyłośćkęwiń"[: round(0.4 * len(word))]


def made(data: Path) -> Path:
    """Make the language's folder in the data folder of a host as the page says, and return it."""
    (lines,) = re.findall(r"```sh\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    subprocess.run(["sh", "-eu", "-c", lines], cwd=ROOT, env={"DATA": str(data), "PATH": "/usr/bin:/bin"}, check=True)
    folder = data / "languages" / TAG
    for path in folder.glob("*.toml"):
        path.write_text("\n".join(_translated(path.read_text("utf-8").split("\n"))), "utf-8")
    _called(folder / "screens.toml", "[lang]", f'{TAG} = "Українська"')
    _called(folder / "sheets.toml", "[page]", f'lang-{TAG} = "Українська"')
    return folder


def _called(path: Path, heading: str, line: str) -> None:
    path.write_text(path.read_text("utf-8").replace(f"{heading}\n", f"{heading}\n{line}\n", 1), "utf-8")


def _translated(lines: list[str]) -> list[str]:
    told: list[str] = []
    section = ""
    for line in lines:
        section = line if line.startswith("[") else section
        pair = _PAIR.match(line)
        key, text = (pair["key"], pair["text"]) if pair else ("", "")
        if pair is None or key.split(".")[-1] in ("icon", "kind"):
            told.append(line)
            continue
        room = {"name": 40, "text": 480 if "{" not in text else 300}.get(key, 2000)
        fits = not section.startswith("[cards.") or len(longer(text)) <= room
        said = longer(text) if fits else text
        form = _FORM.search(key)
        names = FORMS[form[1] or form[2]] if form and _has_forms(key, form, lines) else ()
        begin = key[: form.start()] if form else key
        told += [f'{begin}.{name} = "{said}"' for name in names] or [f'{key} = "{said}"']
    return told


def _has_forms(key: str, form: re.Match[str], lines: list[str]) -> bool:
    """Return True if a key is one of the two forms of a sentence: `values.one` stands beside `values.both` and is
    none."""
    table = key[: form.start()]
    beside = {line.split(" = ")[0] for line in lines if line.startswith(f"{table}.") and " = " in line}
    return beside == {f"{table}.one", f"{table}.other"}
