"""What is printed on the host's own board and no rulebook tells: the weather table and the lengths of the tracks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from companion.engine.facts import Setting
from companion.games.the_thing.base import DEFAULT_FACES


@dataclass(frozen=True, slots=True)
class Weather:
    """What a weather asks of the base: fuel of the generator and of the boiler, spaces of the rescue helicopter and of
    the freezing token; None where the host has not said."""

    generator: int | None = None
    boiler: int | None = None
    rescue: int | None = None
    freezing: int | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    """What a host has read from the board; None where it was not."""

    weather: Mapping[str, Weather] = field(default_factory=dict)
    rescue: int | None = None
    rescue_fuel: int | None = None
    freezing: int | None = None
    fuel_spaces: Mapping[str, int] = field(default_factory=dict)

    @property
    def faces(self) -> tuple[str, ...]:
        """The weathers of the die."""
        return tuple(self.weather) or DEFAULT_FACES


def figures(options: Mapping[str, Setting]) -> Figures:
    """The figures a table plays with."""
    said = options.get("board")
    return _read(said) if isinstance(said, str) and said else Figures()


@lru_cache(maxsize=16)
def _read(text: str) -> Figures:
    said = json.loads(text)
    return Figures(
        {name: Weather(**row) for name, row in said.get("weather", {}).items()},
        *(said.get(key) for key in ("rescue", "rescue_fuel", "freezing")),
        said.get("fuel_spaces", {}),
    )
