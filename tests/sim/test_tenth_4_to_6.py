"""A tenth of the proof, part of it."""

from __future__ import annotations

from tests.sim.tenth import LAPS, tenth, told


def test_a_tenth_of_the_proof() -> None:
    tally = tenth((4, 5, 6))
    assert tally.games == 53 * LAPS
    assert tally.actions > 200_000
    assert tally.differing == 0, told(tally)
