"""The hidden cards: what a hand, a trio, the court cards before the deal and the main deck prove.

Three answers. What was seen counts, and what others said before all, as long as it fits together. Lacking clubs never
proves a human; holding one is against the rules only for somebody who must be human.
"""

from companion.games.dos_barajas.referee.referee import REFEREE

__all__ = ["REFEREE"]
