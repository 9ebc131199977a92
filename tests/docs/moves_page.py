"""Tables of docs/moves/GAME.md: actions, checks and public state of each game, made from its moves and words.

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

FOLDER = Path(__file__).parents[2] / "docs" / "moves"
Schema = Mapping[str, Any]
EVERYWHERE = catalog.words("api", "en")
"""Words for a field that means the same in every game; docs/playthrough.md explains those once."""


def page(game: str, text: str) -> str:
    """Return the page of a game with every table made anew."""
    for kind, table in {"actions": actions, "checks": checks, "state": state}.items():
        if kind == "checks" and title(game).game.referee is None:
            continue
        begin, end = f"<!-- {kind} of {game} -->\n", "<!-- end -->\n"
        old = re.search(re.escape(begin) + ".*?" + end, text, re.DOTALL)
        assert old, begin
        text = text.replace(old[0], begin + "\n".join([*table(Described(title(game), "en")), end]))
    return text


def actions(game: Described) -> Iterator[str]:
    """Return the rows of the actions."""
    yield from ("| action | says | fields |", "|---|---|---|")
    schemas = game.schemas()
    for verb, reference in schemas[f"{game.name}Action"]["discriminator"]["mapping"].items():
        if verb != CHECK:
            yield row(verb, schemas[_name(reference)], "action")


def checks(game: Described) -> Iterator[str]:
    """Return the rows of what can be shown to the referee."""
    yield from ("| `what` | shows | fields |", "|---|---|---|")
    schemas = game.schemas()
    for what, reference in schemas[f"{game.name}Check"]["discriminator"]["mapping"].items():
        yield row(what, schemas[_name(reference)], "action", "what")


def state(game: Described) -> Iterator[str]:
    """Return the rows of the public state."""
    yield from ("| key | holds | means |", "|---|---|---|")
    for key, schema in game.schemas()[f"{game.name}State"]["properties"].items():
        yield f"| `{key}` | {holds(schema)} | {told(schema)} |"


def row(name: str, schema: Schema, *fixed: str) -> str:
    """Return the row of an action or check with its fields; required ones are bold."""
    fields = []
    for key, one in schema["properties"].items():
        if key not in (*fixed, "version", "action_id", "via"):
            field = f"**`{key}`**" if key in schema["required"] else f"`{key}`"
            kind = holds(one)
            field += f" {kind}" if kind not in ("text", "text or null") else ""
            fields.append(field if told(one) == EVERYWHERE.raw(f"fields.{key}") else f"{field}: {told(one)}")
    return f"| `{name}` | {told(schema)} | {'<br>'.join(fields) or '–'} |"


def told(schema: Schema) -> str:
    """Return the description of a schema."""
    return str(schema.get("description", "")).replace("|", "\\|")


def holds(schema: Schema) -> str:
    """Return the values that a schema allows, in a few words."""
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
    for slug in game_slugs():
        path = FOLDER / f"{slug}.md"
        path.write_text(page(slug, path.read_text("utf-8")), "utf-8")
