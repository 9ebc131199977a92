"""La Criatura: the rules of the card game for 3 to 10 players, turns before a helicopter with one seat.

Read `cards` (backs and marks), `queries` (questions about the table), `moves` (everything that can be said), `rules`
(why something is refused), `turns` and `combat` (what happens), `state` (what is kept and corrected), and for
people `prompts`, `board_view`, `log`.
RB is the rulebook on the author's page; what it leaves open are the options of `decklists/la-criatura/deck.toml`.
"""

from companion.games.la_criatura.game import GAME

__all__ = ["GAME"]
