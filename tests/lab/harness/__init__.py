"""The twin against the companion: every action told, every state compared, every near miss judged; many games summed.

Read `harness_la_cosa` and `runner` (La Cosa), `harness` and `runner_others` (the other games), `aggregate` and `report`
(what came of it), `proof` (many games of every kind), `checkpoint` (how far it is).
"""
