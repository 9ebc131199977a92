"""Several hosts that serve the same games from one database."""
