"""One TOML file on its way to meaning: what it says, and the faults found in it so far."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import cast

from companion.decks.findings import Finding, Source
from companion.decks.loader_lines import Path, index_of, line_of
from companion.i18n.toml_tables import tables_of

Tables = Mapping[str, object]

MOST_CHARACTERS = 400_000
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
MOST_OF_SLUG = 40

_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


class Page:
    """A file that was read. Everything asked of it that is not so becomes a finding; it never raises."""

    def __init__(self, source: Source) -> None:
        self.file = source.file
        self.findings: list[Finding] = []
        self._text = source.text.removeprefix("\ufeff")
        self._lines: dict[str, int] | None = None
        self.tables: Tables = self._understood()

    @property
    def broken(self) -> bool:
        """True if anything found so far keeps the file from being used."""
        return any(finding.grave for finding in self.findings)

    def line(self, path: Path) -> int:
        """Return the line of a value, or of what is around it."""
        if self._lines is None:
            self._lines = index_of(self._text)
        return line_of(self._lines, path)

    def fault(self, path: Path, key: str, /, *, grave: bool = True, **blanks: object) -> None:
        """Note a fault at a path of this file."""
        self.findings.append(Finding(self.file, self.line(path), key, blanks, grave))

    def _understood(self) -> Tables:
        if len(self._text) > MOST_CHARACTERS:
            self._at(1, "too-long", size=len(self._text), most=MOST_CHARACTERS)
            return {}
        try:
            return tables_of(self._text)
        except RecursionError:
            self._at(1, "toml.deep")
        except ValueError as error:
            self._not_toml(str(error))
        return {}

    def _not_toml(self, complaint: str) -> None:
        place = _PLACE.search(complaint)
        if place is None:
            self._at(self._text.count("\n") + 1, "toml.end")
        elif "Cannot" in complaint:
            self._at(int(place[1]), "toml.twice")
        else:
            self._at(int(place[1]), "toml", column=int(place[2]))

    def _at(self, line: int, key: str, **blanks: object) -> None:
        self.findings.append(Finding(self.file, line, key, blanks))

    def only(self, table: Tables, path: Path, known: Collection[str]) -> None:
        """Every key of a table is one of the known ones."""
        for name in table:
            if name in known:
                continue
            from difflib import get_close_matches

            near = next(iter(get_close_matches(name[:60], known, 1, 0.7)), "")
            key = "key.near" if near else "key.unknown"
            self.fault((*path, name), key, name=_short(name), near=near, known=", ".join(known))

    def text(self, table: Tables, path: Path, name: str, *, required: bool = False) -> str:
        """Return a text of a table; empty if it is missing or no text."""
        value = table.get(name)
        if isinstance(value, str) and value.strip():
            return value
        if value is not None:
            self.fault((*path, name), "type.text", name=name)
        elif required:
            self.fault(path, "key.missing", name=name)
        return ""

    def slug(self, table: Tables, path: Path, name: str, *, required: bool = False) -> str:
        """Return a short name (small letters, digits, hyphens); empty if it is missing or none."""
        value = self.text(table, path, name, required=required)
        if value and not is_slug(value):
            self.fault((*path, name), "slug.shape", slug=_short(value), most=MOST_OF_SLUG)
            return ""
        return value

    def number(self, table: Tables, path: Path, name: str, least: int, most: int) -> int | None:
        """Return a whole number of a table; None if it is missing or none."""
        value = table.get(name)
        if value is None or _is_number(value, least, most):
            return cast("int | None", value)
        self.fault((*path, name), "type.number", name=name, least=least, most=most)
        return None

    def numbers(self, table: Tables, path: Path, name: str, least: int, most: int) -> tuple[int, ...] | None:
        """Return a list of whole numbers, at least one; None if it is missing or none."""
        value = table.get(name)
        if value is None:
            return None
        if isinstance(value, list) and value and all(_is_number(item, least, most) for item in value):
            return tuple(value)
        self.fault((*path, name), "type.numbers", name=name, least=least, most=most)
        return None

    def texts(self, table: Tables, path: Path, name: str) -> tuple[str, ...]:
        """Return a list of texts; empty if it is missing or none."""
        value = table.get(name, [])
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self.fault((*path, name), "type.texts", name=name)
        return ()

    def table(self, name: str) -> Tables:
        """Return a block of the file; empty if it is missing or none."""
        value = self.tables.get(name, {})
        if isinstance(value, dict):
            return value
        self.fault((name,), "type.table", name=name)
        return {}

    def blocks(self, name: str) -> Iterator[tuple[Path, Tables]]:
        """Each `[[name]]` block with its path."""
        value = self.tables.get(name, [])
        if isinstance(value, list) and all(isinstance(item, dict) for item in value):
            yield from (((name, place), item) for place, item in enumerate(value))
        else:
            self.fault((name,), "type.tables", name=name)


def is_slug(text: str) -> bool:
    """Return True if a text will do as a short name."""
    return len(text) <= MOST_OF_SLUG and SLUG.fullmatch(text) is not None


def _is_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
