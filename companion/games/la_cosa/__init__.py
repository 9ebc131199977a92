"""La Cosa (*Stay Away!*): the rules of the card game for 4 to 12 players.

Read `cards` (what each card may be aimed at and what answers it), `queries` (questions about the table), `moves` (what
can be said), `rules` (why something is refused), `plays` (what happens), `state` (what is kept), and for people
`prompts`, `board_view`, `log`.
"""

from companion.games.la_cosa.game import GAME

__all__ = ["GAME"]
