"""The Norwegian base, the expansion of the board game, a second time: read `twin`."""

from companion.lab.twin.the_thing_outpost.twin import SIMULATOR

__all__ = ["SIMULATOR"]
