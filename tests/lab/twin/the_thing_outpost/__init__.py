"""The Norwegian base, the expansion of the board game, a second time: read `twin`."""

from tests.lab.twin.the_thing_outpost.twin import SIMULATOR

__all__ = ["SIMULATOR"]
