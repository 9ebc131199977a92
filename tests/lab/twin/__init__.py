"""Each game a second time, from its rulebook and docs/rules, with hands, roles and a shuffled deck.

The twins share nothing with `games` and `engine` but the names of the cards, so that the two can contradict each other.
"""
