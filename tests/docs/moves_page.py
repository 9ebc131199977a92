"""The tables of docs/playthrough.md: what can be said, shown and read of every game, from its own moves and words.

python -m tests.docs.moves_page      writes them anew
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.decks.catalog import game_slugs, title
from companion.engine.hidden.referee import CHECK
from companion.i18n import catalog
from companion.web.api.game_schemas import Described

PAGE = Path(__file__).parents[2] / "docs" / "playthrough.md"
Schema = Mapping[str, Any]
EVERYWHERE = catalog.words("api", "en")
"""What is said of a field that means the same in every game; the page says it once."""


def page(text: str) -> str:
    """The page with every table as it has to be."""
    for game in game_slugs():
        for kind, table in {"actions": actions, "checks": checks, "state": state}.items():
            if kind == "checks" and title(game).game.referee is None:
                continue
            begin, end = f"<!-- {kind} of {game} -->\n", "<!-- end -->\n"
            old = re.search(re.escape(begin) + ".*?" + end, text, re.DOTALL)
            assert old, begin
            text = text.replace(old[0], begin + "\n".join([*table(Described(title(game), "en")), end]))
    return text


def actions(game: Described) -> Iterator[str]:
    """What can be said."""
    yield from ("| action | says | fields |", "|---|---|---|")
    schemas = game.schemas()
    for verb, reference in schemas[f"{game.name}Action"]["discriminator"]["mapping"].items():
        if verb != CHECK:
            yield row(verb, schemas[_name(reference)], "action")


def checks(game: Described) -> Iterator[str]:
    """What can be shown to the referee."""
    yield from ("| `what` | shows | fields |", "|---|---|---|")
    schemas = game.schemas()
    for what, reference in schemas[f"{game.name}Check"]["discriminator"]["mapping"].items():
        yield row(what, schemas[_name(reference)], "action", "what")


def state(game: Described) -> Iterator[str]:
    """What everybody knows."""
    yield from ("| key | holds | means |", "|---|---|---|")
    for key, schema in game.schemas()[f"{game.name}State"]["properties"].items():
        yield f"| `{key}` | {holds(schema)} | {told(schema)} |"


def row(name: str, schema: Schema, *fixed: str) -> str:
    """A thing that can be said, with its fields; those that must be there are bold."""
    fields = []
    for key, one in schema["properties"].items():
        if key not in (*fixed, "version", "action_id", "via"):
            field = f"**`{key}`**" if key in schema["required"] else f"`{key}`"
            kind = holds(one)
            field += f" {kind}" if kind not in ("text", "text or null") else ""
            fields.append(field if told(one) == EVERYWHERE.raw(f"fields.{key}") else f"{field}: {told(one)}")
    return f"| `{name}` | {told(schema)} | {'<br>'.join(fields) or '–'} |"


def told(schema: Schema) -> str:
    """What it means."""
    return str(schema.get("description", "")).replace("|", "\\|")


def holds(schema: Schema) -> str:
    """What may stand there, in few words."""
    if "enum" in schema or "const" in schema:
        return " ".join("null" if one is None else f"`{one}`" for one in schema.get("enum", [schema.get("const")]))
    kinds = [schema["type"]] if isinstance(schema["type"], str) else list(schema["type"])
    words = {"string": "text", "integer": "number", "boolean": "true/false", "array": "list", "object": "object"}
    found = [words.get(kind, kind) for kind in kinds]
    if "items" in schema:
        count = f"{schema['minItems']} " if "minItems" in schema else ""
        inner = holds(schema["items"])
        found[0] = f"list of {count}" + (f"({inner})" if " " in inner else inner)
    if isinstance(schema.get("additionalProperties"), dict):
        found[0] = f"{{name: {holds(schema['additionalProperties'])}}}"
    if "properties" in schema:
        keys = [f"`{key}`" for key in schema["properties"]]
        whole = "required" in schema
        found[0] = f"{{{' '.join(keys)}}}" if whole else f"any of {{{' '.join(sorted(keys))}}}"
    return " or ".join(found)


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
