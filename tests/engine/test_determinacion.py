"""Determinación's discards: the hand shown holds the three cards just drawn, which the table does not count yet."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import run

COURSE = Path(__file__).with_name("determinacion.jsonl")
"""A game of the twin in which the referee once accused a human of throwing away their only ¡Infectado!."""


def test_cards_just_drawn_prove_no_infection() -> None:
    told = [json.loads(row) for row in run("replay", COURSE, "--json").stdout.splitlines()]
    last = told[-2]
    assert (last["verdict"], last["rules"]) == ("undetermined", [])
    assert last["needs"]
