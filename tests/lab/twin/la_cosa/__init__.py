"""La Cosa a second time.

Read `deck` and `deal`, `world` (what is true), `targets` (who may be aimed at), `turn`, `panics`, `exchange` (the
rules), `ending` (who wins), `players`, `players_sensible` and `players_careless` (who plays), `game` (a whole game,
action by action), `refusals`, `near_misses` and `bad_corrections` (what must be refused), `whatif` (what else was
allowed), `cheats` (what people do wrong), `camera` and `pillory` (what the referee is shown, and what it must notice),
`twin` (one game beside the companion).
"""
