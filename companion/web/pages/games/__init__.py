"""The list of games, and how a new one begins."""
