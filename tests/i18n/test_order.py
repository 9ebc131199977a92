"""Blanks, figures, left and right of every sentence in every language: as in Spanish, or listed in `orders.txt`.

Two blanks that changed places, a 3 that became a 4 or the wrong neighbour read well and are wrong. Where a language
needs another order the list says so; `python -m tests.i18n.test_order` writes it anew, and what `git diff` shows then
is compared with the sentence.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.i18n.catalog import WORDS

DECKLISTS = Path(__file__).parents[2] / "decklists"
KEPT = Path(__file__).with_name("orders.txt")
BLANK = re.compile(r"\{(\w+)|\b(\w+=\w+)")
"""Of a program's words, too, where a document names them: `kind=a`."""
FIGURE = re.compile(r"(?<![\w{])\d+(?:[.,]\d+)?")
SIDES = {
    "es": ("izquierd", "derech"),
    "en": (r"\bleft(most)?\b", r"\bright(most)?\b"),
    "de": (r"\blink[se]", r"\brecht(s|e[nrs]?)\b"),
    "fr": ("gauche", "droit"),
    "it": ("sinistr", "destr"),
    "pt": ("esquerd", "direit"),
    "ca": ("esquerr", "dret"),
    "pl": (r"\blew", r"\bpraw(o|a|ej|ą|y|ym|ego)\b"),
    "ru": ("лев|слева", r"прав(о|а|ой|ую|ого)\b|справа"),
}
"""What left and right are called."""
FORMS = {"one", "few", "many", "other"}
Sentences = dict[tuple[str, ...], str]


def sentences(said: dict[str, Any] | list[Any], *path: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every sentence of a file with the path of its key."""
    for key, value in said.items() if isinstance(said, dict) else enumerate(said):
        if isinstance(value, str):
            yield (*path, str(key)), value
        elif isinstance(value, dict | list):
            yield from sentences(value, *path, str(key))


def files(lang: str) -> dict[str, Sentences]:
    """Return the sentences of a language by the file that has them."""
    paths = [*WORDS.glob(f"{lang}/*.toml"), *DECKLISTS.glob(f"*/{lang}.toml")]
    return {
        path.stem if path.parent.name == lang else path.parent.name: dict(
            sentences(tomllib.loads(path.read_text("utf-8")))
        )
        for path in sorted(paths)
    }


def blanks(sentence: str) -> str:
    """Return the blanks of a sentence in the order in which they are said."""
    return " ".join(dict.fromkeys(blank or word for blank, word in BLANK.findall(sentence)))


def figures(sentence: str) -> str:
    """Return the figures of a sentence, 0,5 and 1000 as English writes them."""
    return " ".join(re.sub(r"(?<=\d)[.,](?=\d{3})", "", one).replace(",", ".") for one in FIGURE.findall(sentence))


def sides(sentence: str, lang: str) -> str:
    """Return the sides that a sentence names."""
    words = zip(("left", "right"), SIDES[lang], strict=True)
    return " ".join(side for side, word in words if re.search(word, sentence, re.IGNORECASE))


def otherwise() -> Iterator[str]:
    """Yield what another language says in another order, or with other figures, than Spanish."""
    spanish = files("es")
    for lang in sorted(path.name for path in WORDS.iterdir() if path.is_dir() and path.name != "es"):
        for file, said in files(lang).items():
            for path, sentence in said.items():
                stem, form = path[:-1], path[-1]
                source = spanish[file].get(path) or spanish[file].get((*stem, "other")) or spanish[file].get(stem, "")
                mine, theirs = blanks(sentence), blanks(source)
                if sorted(mine.split()) == sorted(theirs.split()) and mine != theirs:
                    yield f"{lang} {file} {'.'.join(path)}: {mine}"
                if (side := sides(source, "es")) and sides(sentence, lang) != side:
                    yield f"{lang} {file} {'.'.join(path)}: {sides(sentence, lang) or 'no side'}"
                if source and figures(sentence) != figures(source) and form not in FORMS - {"other"}:
                    yield f"{lang} {file} {'.'.join(path)}: {figures(sentence) or 'no figure'}"


def test_blanks_figures_and_sides_stand_as_in_spanish_or_as_was_read() -> None:
    assert [*otherwise()] == KEPT.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    KEPT.write_text("".join(f"{line}\n" for line in otherwise()), encoding="utf-8")
