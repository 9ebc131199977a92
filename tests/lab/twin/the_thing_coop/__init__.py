"""The Thing for 1 to 3, a second time: read `twin`."""
