"""The Thing for 1 to 3: the board game with six Characters, dice instead of action cards, and an Alien that the game
plays (RC: the rulebook for 1 to 3 players).

It is `the_thing` with differences. Read `base` (what is new on the board), `queries`, `effects` (the phases),
`moving`, `attack`, `acting`, `threat`, `leaving` (what happens, phase by phase), `rules`, `moves`, and for people
`prompts`, `prompts_dice`, `board_view`, `log`. What the rulebook leaves open are the options of
`decklists/the-thing-coop/deck.toml`.
"""

from companion.games.the_thing_coop.game import GAME

__all__ = ["GAME"]
