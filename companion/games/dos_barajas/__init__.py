"""La Cosa with two Spanish decks and two dice, for 4 to 9 players: accusations, supply, infection, invasion, combat.

Read `cards` (suits, aces, the main deck), `moves` (everything that can be said), `rules` (why something is refused),
`phases`, `combat` (what happens), `state` (what is kept), and for people `prompts`, `board_view`, `log`. RB is the
rulebook of the blog; what it leaves open are the options of `decklists/dos-barajas/deck.toml`. Whoever shows the
Rey de espadas is called the commander here.
"""

from companion.games.dos_barajas.game import GAME

__all__ = ["GAME"]
