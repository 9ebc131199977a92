"""The Thing, the board game, a second time: read `twin`."""
