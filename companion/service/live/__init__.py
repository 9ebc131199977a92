"""Games that are being played: read `games` (what can be done with them), `session` (one game in memory)."""
