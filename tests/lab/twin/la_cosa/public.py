"""Public states of La Cosa in the one form in which they are compared, and the cards that must always add up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from tests.lab.harness.harness import Disagreement


def comparable(state: Mapping[str, object]) -> dict[str, object]:
    """Bring a public state into one form: the ring from its first name, doors and people in order."""
    flat = {key: value for key, value in state.items() if key != "version"}
    seats = list(cast("list[str]", state["seats"]))
    start = seats.index(min(seats)) if seats else 0
    flat["seats"] = seats[start:] + seats[:start]
    flat["doors"] = sorted(sorted(pair) for pair in cast("list[list[str]]", state["doors"]))
    flat["eliminated"] = sorted(cast("list[str]", state["eliminated"]))
    winners = cast("list[str] | None", state["winners"])
    flat["winners"] = None if winners is None else sorted(winners)
    flat["step"] = "respond" if state["step"] == "exchange" else state["step"]
    return flat


def conserve(state: Mapping[str, object], size: int) -> None:
    """Raise `Disagreement` if piles, hands, obstacles and the card being resolved do not make up the deck."""
    hands = sum(cast("dict[str, int]", state["hands"]).values())
    obstacles = len(cast("list[object]", state["doors"])) + len(cast("dict[str, int]", state["quarantine"]))
    piles = cast(int, state["draw_pile"]) + cast(int, state["discard_pile"])
    found = piles + hands + obstacles + (state["card"] is not None)
    if found != size or cast(int, state["draw_pile"]) < 0 or cast(int, state["discard_pile"]) < 0:
        raise Disagreement("conservation", size, found)
