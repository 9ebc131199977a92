"""Results measured and counted over many games, and their use in docs/laboratory.md and docs/proof.md.

Read `stored` (where it lies), `intervals` (how sure a rate is), `option_effects` (what a house question changes),
`exact`, `plot`, `messages`.
"""
