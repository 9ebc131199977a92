"""The Thing, the board game for 4 to 8: a base in the ice, its stores and its people, and what walks among them.

Read `base` (rooms and names), `queries` (questions about the table), `sums` (what the base costs), `moves` (everything
that can be said), `rules` and `rules_work` (why something is refused), `days`, `planning`, `meetings`, `work`,
`rec_room` and `escape` (what happens, phase by phase), `state` (what is kept and corrected), and for people `prompts`,
`prompts_work`, `board_view`, `log`. RB is the rulebook; what it leaves open are the options of
`decklists/the-thing/deck.toml`, what only the host's board tells stands in `board`.
"""

from companion.games.the_thing.game import GAME

__all__ = ["GAME"]
