"""From text to JSON to what it stands for. What is no JSON, or has the wrong shape, is `Malformed`, in a sentence."""

from __future__ import annotations

import json
import re
import secrets
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, NoReturn, TypeVar, cast

from companion.engine.actions import Malformed
from companion.engine.facts import Setting
from companion.engine.game import Setup
from companion.engine.scripts import is_kept
from companion.engine.view import Field

DEEPEST = 20
LONGEST_LABEL = 80
LONGEST_VIA = 40
LONGEST_HOUSE = 500
"""Letters of the house rules that a set-up may keep, as the table wrote them."""
_INVISIBLE = frozenset({"Cc", "Cf", "Cs"})
_SPACES = frozenset({"Zs", "Zl", "Zp"})
_ID = re.compile(r"[\x21-\x7e]{1,100}")
_RUN_OF_SPACES = re.compile(r"\s+")

T = TypeVar("T")


def parse(text: str | bytes) -> object:
    """Parse JSON and clean every text in it."""
    if isinstance(text, bytes):
        text = utf8(text)
    try:
        return clean(json.loads(text, parse_constant=_no_number), 0)
    except RecursionError:
        raise Malformed("malformed.deep") from None
    except Malformed:
        raise
    except ValueError as fault:
        place = "?"
        if isinstance(fault, json.JSONDecodeError):
            place = str(fault.colno) if fault.lineno == 1 else f"{fault.lineno}:{fault.colno}"
        raise Malformed("malformed.json", fault=place) from None


def utf8(data: bytes) -> str:
    """Decode UTF-8; a byte order mark is skipped."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed("malformed.utf8") from None


def clean(thing: object, depth: int = 0) -> object:
    """Return the value with every text in it as `clean_text` has it."""
    if isinstance(thing, str):
        return clean_text(thing)
    if depth > DEEPEST:
        raise Malformed("malformed.deep")
    if isinstance(thing, dict):
        return {
            key if key.isascii() and key.isidentifier() else clean_text(str(key)): clean_text(item)
            if isinstance(item, str)
            else clean(item, depth + 1)
            for key, item in thing.items()
        }
    if isinstance(thing, list):
        return [clean(item, depth + 1) for item in thing]
    return thing


def clean_text(text: str) -> str:
    """NFC, trimmed, without what cannot be seen: control characters, marks that turn the direction of writing. Joiners
    stay where they change how the letters beside them are drawn."""
    if not text.isprintable():
        visible = []
        for at, char in enumerate(text):
            category = unicodedata.category(char)
            if category in _SPACES or char in "\t\n\r":
                visible.append(" ")
            elif category not in _INVISIBLE or is_kept(text, at):
                visible.append(char)
        text = _RUN_OF_SPACES.sub(" ", "".join(visible))
    return text.strip() if text.isascii() else unicodedata.normalize("NFC", text).strip()


def _no_number(name: str) -> NoReturn:
    raise Malformed("malformed.no-number", fault=name)


class Opening(NamedTuple):
    """A set-up line: the game by its slug, and the set-up itself. `said` is the line as it is kept."""

    game: str
    setup: Setup
    said: Mapping[str, object]


def opening(thing: object, needs_mark: bool = True) -> Opening:
    """Parse a JSON value as the set-up line; with `needs_mark` it must carry `"playthrough": 1`."""
    if not isinstance(thing, dict):
        raise Malformed("malformed.object")
    if needs_mark and "playthrough" not in thing:
        raise Malformed("malformed.no-setup")
    mark = thing.get("playthrough", 1)
    if isinstance(mark, int) and mark > 1:
        raise Malformed("malformed.record-version", found=mark)
    if mark != 1 or isinstance(mark, bool | float):
        raise Malformed("malformed.playthrough")
    game, deck = _field(thing, "game", _text), _field(thing, "deck", _text, "")
    players = _field(thing, "players", _names)
    none: Mapping[str, Setting] = {}
    options = _field(thing, "options", _settings, none)
    first = _field(thing, "first", _text, "") or (players[0] if players else "")
    said: dict[str, object] = {"playthrough": 1, "game": game, "players": list(players), "first": first}
    if deck:
        said["deck"] = deck
    said["options"] = dict(options)
    house = _field(thing, "house", _text, "")
    if len(house) > LONGEST_HOUSE:
        raise Malformed("malformed.too-long", field="house", most=LONGEST_HOUSE)
    if house:
        said["house"] = house
    if _field(thing, "first_evening", _truth, False):
        said["first_evening"] = True
    return Opening(game, Setup(players, first, options, deck), said)


def whole_number(thing: Mapping[str, object], key: str, fault: str, **blanks: object) -> int | None:
    """Return a field that is a whole number from 1; None if it is null or missing."""
    value = thing.get(key)
    if value is None:
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # JSON knows one kind of number: 3.0 is 3
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise Malformed(fault, **blanks)
    return value


def action_id(thing: Mapping[str, object]) -> str:
    """Return the id a device gave its action; empty if it gave none."""
    value = thing.get("action_id")
    if value is None:
        return ""
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise Malformed("malformed.action-id")
    return value


def label(thing: object) -> tuple[str | None, bool | None]:
    """Return a request's new name and archived flag for a game; None for what it leaves as it is."""
    if not isinstance(thing, dict):
        raise Malformed("malformed.object")
    name, archived = thing.get("name"), thing.get("archived")
    if "name" in thing and (not isinstance(name, str) or len(name) > LONGEST_LABEL):
        raise Malformed("malformed.name")
    if "archived" in thing and not isinstance(archived, bool):
        raise Malformed("malformed.archived")
    if name is None and archived is None:
        raise Malformed("malformed.nothing-asked")
    return name, archived


def via(thing: Mapping[str, object]) -> str:
    """Return the device's name for itself, cut short; empty if it gives none."""
    value = thing.get("via")
    if value is not None and not isinstance(value, str):
        raise Malformed("malformed.text", field="via")
    return (value or "")[:LONGEST_VIA]


def _field(thing: Mapping[str, object], key: str, shape: Callable[[str, object], T], default: T | None = None) -> T:
    if thing.get(key) is None and default is not None:
        return default
    if key not in thing:
        raise Malformed("malformed.missing", field=key)
    return shape(key, thing[key])


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise Malformed("malformed.text", field=key)
    return value


def _truth(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise Malformed("malformed.value", field=key, values="true, false")
    return value


def _names(key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Malformed("malformed.list", field=key)
    return tuple(_text(f"{key}.{k}", name) for k, name in enumerate(value))


def _settings(key: str, value: object) -> Mapping[str, Setting]:
    if not isinstance(value, dict):
        raise Malformed("malformed.table", field=key)
    for name, setting in value.items():
        if not isinstance(setting, str | int | bool):
            raise Malformed("malformed.setting", field=f"{key}.{name}"[:80])
    return cast("Mapping[str, Setting]", value)


EYES = 6


def rolled(fields: Sequence[Field]) -> Mapping[str, list[str]]:
    """Eyes for every field that asks for dice: `most` dice each; of dice with pictures the number of the side."""
    asked = (one for one in fields if one.kind == "dice")
    return {one.name: [str(1 + secrets.randbelow(len(one.options) or EYES)) for _ in range(one.most)] for one in asked}
