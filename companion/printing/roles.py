"""What each hidden role wants, may and may not do, and when it wins."""

from __future__ import annotations

from companion.printing.assets import icon
from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.source import Source

FIELDS = ("name", "icon", "kind", "who", "wants", "may", "must", "wins")


def roles_of(source: Source) -> list[dict[str, str]]:
    """Return the roles in the order of the deck file; none for a game without roles."""
    part = source.about("roles")
    names = dict.fromkeys(key.split(".")[0] for key in part)
    found = [{field: part.get(f"{name}.{field}", "") for field in FIELDS} for name in names]
    return [{**role, "icon": icon(role["icon"], "human")} for role in found]


def roles(order: Order, source: Source) -> dict[str, object]:
    """Return the data of the sheet of roles."""
    found = roles_of(source)
    if not found:
        raise Unprintable("about", game=source.game, lang=source.words.lang)
    return {"pages": [{"roles": found}]}
