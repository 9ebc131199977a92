"""The dice of the tablet: chance lives here and nowhere in the rules, which only get the eyes."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from companion.engine.view import Field

EYES = 6


def rolled(fields: Sequence[Field]) -> Mapping[str, list[str]]:
    """Eyes for every field that asks for dice: `most` dice each; of dice with pictures the number of the side."""
    asked = (one for one in fields if one.kind == "dice")
    return {one.name: [str(1 + secrets.randbelow(len(one.options) or EYES)) for _ in range(one.most)] for one in asked}
