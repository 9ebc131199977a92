"""A tenth of the proof, part of it."""

from __future__ import annotations

import pytest

from tests.lab.tenth import holds_in_some, holds_in_the_rest, part

PART = part((7, 8, 9))


@pytest.mark.long
def test_every_option_set_and_every_number_of_players() -> None:
    holds_in_some(PART)


# More of the same games, with other luck: minutes for each part.
@pytest.mark.long
def test_the_rest_of_a_tenth_of_the_proof() -> None:
    holds_in_the_rest(PART)
