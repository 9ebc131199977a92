"""La Criatura: the rules of the card game for 3 to 10 players, turns before a helicopter with one seat.

Read `cards` (backs and marks), `looks` (questions about the table), `rules` (why something is refused), `phases` (how a
turn goes on), `turns` and `combat` (what happens), `corrections`, `ending`, and for people `ask`, `scene`, `tell`.
RB is the rulebook on the author's page; what it leaves open are the options of `decklists/la-criatura/deck.toml`.
"""

from companion.games.la_criatura.game import GAME

__all__ = ["GAME"]
