"""The Thing for 1 to 3, a second time: read `twin`."""

from companion.lab.twin.the_thing_coop.twin import SIMULATOR

__all__ = ["SIMULATOR"]
