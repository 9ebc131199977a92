"""What was measured and counted, for the page of the laboratory: results shipped and of this house, and their words.

Read `stored` (where they lie), `intervals` (how sure a rate is), `option_effects` (what a house question changes),
`exact`, `plot`, `messages`.
"""
