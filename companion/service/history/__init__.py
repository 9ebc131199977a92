"""What was played: a game's film and figures, and its past edited."""
