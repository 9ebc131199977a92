"""Blanks, figures, left and right of every sentence in every language: as in Spanish, or listed in `orders.txt`.

Two blanks that changed places, a 3 that became a 4 or the wrong neighbour read well and are wrong. Numbers in words may
be left out, not changed. Where a language
needs another order the list says so; `python -m tests.i18n.test_order` writes it anew, and what `git diff` shows then
is compared with the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from companion.i18n.catalog import WORDS, sentences_of
from tests.beside import beside

DECKLISTS = Path(__file__).parents[2] / "decklists"
KEPT = Path(__file__).with_name("orders.txt")
BLANK = re.compile(r"\{(\w+)|\b(\w+=\w+)")
"""Of a program's words, too, where a document names them: `kind=a`."""
FIGURE = re.compile(r"(?<![\w{])\d+(?:[.,]\d+)?")
NAMED = beside(__file__, "called.toml")
"""What left and right are called in each language, and the numbers from one to six."""
FORMS = {"one", "few", "many", "other"}


def files(lang: str) -> dict[str, dict[str, str]]:
    """Return the sentences of a language by the file that has them."""
    screens = {path.stem: path for path in sorted(WORDS.glob(f"{lang}/*.toml"))}
    games = {path.parent.name: path for path in sorted(DECKLISTS.glob(f"*/{lang}.toml"))}
    return {name: sentences_of(path) for name, path in {**screens, **games}.items()}


def blanks(sentence: str) -> str:
    """Return the blanks of a sentence in the order in which they are said."""
    return " ".join(dict.fromkeys(blank or word for blank, word in BLANK.findall(sentence)))


def figures(sentence: str) -> str:
    """Return the figures of a sentence, 0,5 and 1000 as English writes them."""
    return " ".join(re.sub(r"(?<=\d)[.,](?=\d{3})", "", one).replace(",", ".") for one in FIGURE.findall(sentence))


def sides(sentence: str, lang: str) -> str:
    """Return the sides that a sentence names."""
    words = zip(("left", "right"), NAMED["sides"][lang], strict=True)
    return " ".join(side for side, word in words if re.search(word, sentence, re.IGNORECASE))


@cache
def numerals(lang: str) -> re.Pattern[str]:
    """Return a pattern whose groups are the numbers from one on."""
    one, after, *more = NAMED["numbers"][lang].split()
    words = [rf"{one})(?=[,.;]|\s(?:{after.replace(',', '|')})\b", *more]
    return re.compile(rf"\b(?:{'|'.join(f'({word})' for word in words)})\b", re.IGNORECASE)


@cache
def numbers(sentence: str, lang: str) -> list[int]:
    """Return the numbers that a sentence names in words, none if that is but a one."""
    found = [one.lastindex or 0 for one in numerals(lang).finditer(sentence)]
    return found if max(found, default=1) > 1 else []


def is_part(some: list[int], whole: list[int]) -> bool:
    """Return True if all of these are said in their order among the others."""
    left = iter(whole)
    return all(one in left for one in some)


def otherwise() -> Iterator[str]:
    """Yield what another language says in another order, or with other figures, than Spanish."""
    spanish = files("es")
    for lang in sorted(path.name for path in WORDS.iterdir() if path.is_dir() and path.name != "es"):
        for file, said in files(lang).items():
            for key, sentence in said.items():
                stem, _, form = key.rpartition(".")
                source = spanish[file].get(key) or spanish[file].get(f"{stem}.other") or spanish[file].get(stem, "")
                mine, theirs = blanks(sentence), blanks(source)
                if sorted(mine.split()) == sorted(theirs.split()) and mine != theirs:
                    yield f"{lang} {file} {key}: {mine}"
                if (side := sides(source, "es")) and sides(sentence, lang) != side:
                    yield f"{lang} {file} {key}: {sides(sentence, lang) or 'no side'}"
                here, there = numbers(sentence, lang), numbers(source, "es")
                if not (is_part(here, there) or is_part(there, here)):
                    yield f"{lang} {file} {key}: {here}"
                if source and figures(sentence) != figures(source) and form not in FORMS - {"other"}:
                    yield f"{lang} {file} {key}: {figures(sentence) or 'no figure'}"


def test_blanks_figures_and_sides_stand_as_in_spanish_or_as_was_read() -> None:
    assert [*otherwise()] == KEPT.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    KEPT.write_text("".join(f"{line}\n" for line in otherwise()), encoding="utf-8")
