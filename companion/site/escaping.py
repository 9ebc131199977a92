"""A value as it stands on a page, for a Python that has no compiled part of markupsafe.

Four hundred stand on a table, nearly all of them with nothing to escape, and they are put together right after: with
markupsafe's own function, which makes a Markup of each, they took an eighth of a tap on the tablet alone.
"""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_SPECIAL = re.compile("[&<>'\"]")
_NUMBERS = (int, float)


def escaped(value: object) -> str:
    """What `markupsafe.escape` makes of it."""
    if type(value) is str:
        return value if _SPECIAL.search(value) is None else escape(value)
    if type(value) is Markup:
        return value
    return str(value) if type(value) in _NUMBERS else escape(value)
