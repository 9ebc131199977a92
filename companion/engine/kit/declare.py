"""What a game keeps of a table, declared once each.

From one declaration follow the field of the correction and its shape, the fields of its form with what they are now,
how they are read, how the table is set so, what programs are told of it, what lies before a player, and what the hands
must do when it is taken back. The order of a game's declarations is the order in which a correction sets them.
"""

from companion.engine.kit.declared import Declared, Effects, at_table, living
from companion.engine.kit.declared_counts import Counted, Counter, Hands, Number, Pile
from companion.engine.kit.declared_options import HouseOptions
from companion.engine.kit.declared_people import Flagged, Marker, Out, People, Seats, Turn

__all__ = [
    "Counted",
    "Counter",
    "Declared",
    "Effects",
    "Flagged",
    "Hands",
    "HouseOptions",
    "Marker",
    "Number",
    "Out",
    "People",
    "Pile",
    "Seats",
    "Turn",
    "at_table",
    "living",
]
