"""Hidden cards: where they may lie in all worlds of a game at once, and what a referee says of those it is shown."""
