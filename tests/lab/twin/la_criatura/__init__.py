"""La Criatura a second time: read `twin`."""

from tests.lab.twin.la_criatura.twin import SIMULATOR

__all__ = ["SIMULATOR"]
