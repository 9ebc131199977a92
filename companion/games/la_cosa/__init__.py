"""La Cosa (*Stay Away!*): the rules of the card game for 4 to 12 players.

Read `cards` (what each card may be aimed at and what answers it), `looks` (questions about the table), `rules` (why
something is refused), `turn`, `plays`, `answers`, `panics` (what happens), `corrections`, `ending`, and for people
`ask`, `scene`, `tell`. R is the rules paper `docs/rules/la-cosa.md`; RB the printed rulebook.
"""

from companion.games.la_cosa.game import GAME

__all__ = ["GAME"]
