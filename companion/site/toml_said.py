"""What the TOML files of a site say, as JSON, made where the site is made: reading them took a slow tablet two of the
seconds until somebody could play there."""

from __future__ import annotations

import json
from collections.abc import Mapping

from companion.i18n.toml_tables import name_of, tables_of


def as_json(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """A file for each of the TOML files among these, as `toml_tables.bring` finds it. One that says what JSON cannot (a
    date) is left to be read."""
    found = {}
    for path, content in files.items():
        if path.endswith(".toml"):
            text = content.decode().replace("\r\n", "\n")
            tables = tables_of(text)
            try:
                told = json.dumps(tables, ensure_ascii=False, separators=(",", ":"))
            except TypeError:
                continue
            found[name_of(text)] = told.encode()
    return found
