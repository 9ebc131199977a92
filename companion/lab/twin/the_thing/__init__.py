"""The Thing, the board game, a second time: read `twin`."""

from companion.lab.twin.the_thing.twin import SIMULATOR

__all__ = ["SIMULATOR"]
