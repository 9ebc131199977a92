"""The Thing, the board game for 4 to 8. Read `box` (what lies where before the first round)."""
