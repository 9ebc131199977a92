"""The Thing, the board game, a second time: read `twin`."""

from tests.lab.twin.the_thing.twin import SIMULATOR

__all__ = ["SIMULATOR"]
