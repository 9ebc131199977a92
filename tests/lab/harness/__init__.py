"""The twin against the companion: every action told, every state compared, every near miss judged; many games summed.

Read `harness` (one game, told at a desk), `many_games` (which are played, by which twin, and their sums), `exact`
(perfect referees), `report` (what came of it), `proof` (many games of every kind), `checkpoint` (how far it is).
"""
