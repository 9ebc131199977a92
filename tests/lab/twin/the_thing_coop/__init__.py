"""The Thing for 1 to 3, a second time: read `twin`."""

from tests.lab.twin.the_thing_coop.twin import SIMULATOR

__all__ = ["SIMULATOR"]
