"""What is printed on the host's own board and no rulebook tells: the weather die and table, the lengths of the tracks.

Which figures there are stands in `decklists/the-thing/deck.toml` (`[[measure]]`); a table holds those that were read as
its answer `board`. Here they get their meaning. What nobody has read is None: it is asked at the step, never invented.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from companion.engine.facts import Setting
from companion.engine.measures import BOARD, Measure, Unreadable, read_board
from companion.games.the_thing.base import DEFAULT_FACES, FACES, OWN_VEHICLES
from companion.games.the_thing.box import FIRST_TABLE

DIE, LOW, HIGH, SPACES = "die", "weather-low", "weather-high", "fuel-spaces"
RESCUE, RESCUE_FUEL, FREEZING, RUNAWAY = "rescue", "rescue-fuel", "freezing", "runaway"
COLUMNS = ("generator", "boiler", "rescue", "freezing")
MOST_READ = 12
"""No cell of a weather table asks for more (`most` in the deck)."""
_SHAPE = (
    Measure(DIE, rows=FACES),
    *(Measure(side, rows=FACES, columns=COLUMNS) for side in (LOW, HIGH)),
    *(Measure(track) for track in (RESCUE, RESCUE_FUEL, FREEZING, RUNAWAY)),
    Measure(SPACES, rows=OWN_VEHICLES),
)
"""The figures this game understands; how far each may go is the deck's business."""


@dataclass(frozen=True, slots=True)
class Weather:
    """Demands of a weather: fuel of generator and boiler, spaces of the rescue helicopter and of the freezing token.

    None where the host has not said.
    """

    generator: int | None = None
    boiler: int | None = None
    rescue: int | None = None
    freezing: int | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures that a host has read from the board; None where they were not.

    `rescue`, `rescue_fuel`, `freezing`, `runaway` (the dog's, in the Norwegian base): spaces of a track. `sides`: the
    six sides of the weather die, where they are known. `faces`: the weathers, in the order of the table.
    """

    weather: Mapping[str, Weather] = field(default_factory=dict)
    rescue: int | None = None
    rescue_fuel: int | None = None
    freezing: int | None = None
    runaway: int | None = None
    fuel_spaces: Mapping[str, int] = field(default_factory=dict)
    sides: tuple[str, ...] = ()

    @property
    def faces(self) -> tuple[str, ...]:
        """The weathers of the die."""
        told = tuple(face for face in FACES if face in DEFAULT_FACES or face in self.weather)
        return tuple(dict.fromkeys(self.sides)) or told


def figures(options: Mapping[str, Setting], players: int) -> Figures:
    """Return the figures for a table of this size: its side of the weather table, and what is the same for all."""
    said = options.get(BOARD)
    return _read(said, players) if isinstance(said, str) and said else Figures()


@lru_cache(maxsize=32)
def _read(text: str, players: int) -> Figures:
    try:
        cells = read_board(_SHAPE, text)
    except Unreadable:  # a table of another version of the box: what cannot be read was not read
        return Figures()
    side = LOW if players <= FIRST_TABLE else HIGH
    told = tuple(face for face in FACES if any((side, face, column) in cells for column in COLUMNS))
    return Figures(
        {face: Weather(*(cells.get((side, face, column)) for column in COLUMNS)) for face in told},
        cells.get((RESCUE,)),
        cells.get((RESCUE_FUEL,)),
        cells.get((FREEZING,)),
        cells.get((RUNAWAY,)),
        {vehicle: cells[SPACES, vehicle] for vehicle in OWN_VEHICLES if (SPACES, vehicle) in cells},
        (
            ()
            if any((DIE, face) not in cells for face in FACES)
            else tuple(face for face in FACES for _ in range(cells[DIE, face]))
        ),
    )
