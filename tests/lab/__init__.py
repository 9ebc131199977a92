"""The workshop: what tests and measures the companion. No evening needs it, and nothing outside imports it.

Read `twin` (each game a second time, from its rulebook), `harness` (the twin against the companion), `bench` (how long
things take), `faults` and `attacks` (what a table has to live through), `scan_scenes` (drawn pictures to read),
`commands` (`tasks.py lab simulate`).
"""
