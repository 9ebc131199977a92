"""The Norwegian base, the expansion of the board game, a second time: read `twin`."""
