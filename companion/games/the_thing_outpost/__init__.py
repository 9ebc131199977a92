"""The Norwegian base, the expansion for 4 to 8: what is otherwise than in the board game (`the_thing`), and no more.

Vehicles that run from the start and take people away one by one (`escape`), a test by the teeth (`teeth`), a dog on the
run that a rifle holds up (`runaway`), and a last fight for the saucer (`ufo`, its rules `ufo_rules`). `effects` says
which phases follow which and who has won; `moves` and `game` put the differences together. RB is the rulebook of the
expansion; what it leaves open are the options of `decklists/the-thing-outpost/deck.toml`.
"""

from companion.games.the_thing_outpost.game import GAME

__all__ = ["GAME"]
