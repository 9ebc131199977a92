"""The twin: La Cosa a second time, from the rulebook and the rules paper, with hands, roles and a shuffled deck.

It shares nothing with `games` and `referee` but the names of the cards, so that the two can contradict each other.
Read `box` and `deal` (the deck), `world` (what is true), `reach` (who may be aimed at), `turn`, `panics`, `exchange`
(the rules), `ending` (who wins), `people`, `minds` and `careless` (who plays), `evening` (a whole game, action by
action), `refusals`, `slips` and `miscounts` (what must be refused), `whatif` (what else was allowed), `sitting` and
`drive` (the twin against the companion), `report` (what came of it). Only the last three know the companion.
"""
