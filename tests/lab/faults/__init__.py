"""Harm that `tasks.py bench faults` does to a real server: kill it, cut its power, fill its disk, turn its clock.

`server` starts `companion serve` as a user does, `people` play at it and look on. `kills`, `power`, `disk`, `restart`
and `clock` each do one kind of harm and say what came of it. `planted` holds the mistakes that they have to find.
"""
