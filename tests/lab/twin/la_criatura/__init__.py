"""La Criatura a second time: read `twin`."""
