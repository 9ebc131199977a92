"""The set-up of every game for every number of people: what is laid out, and what stays in the box (`set_up.txt`).

The figures were worked out by hand from the rulebooks and read before they were kept.

python -m tests.games.test_set_up     prints them
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest

from companion.decks.catalog import title
from tests.games.every import GAMES
from tests.games.play import Sitting

KEPT = Path(__file__).with_name("set_up.txt")
NAMES = [f"P{number}" for number in range(14)]
ANSWERS: Mapping[str, tuple[dict[str, Any], ...]] = {
    "dos-barajas": ({}, {"deck": 48}),
    "the-thing": ({}, {"wires": 1}),
    "the-thing-outpost": ({}, {"cables": "box"}),
}
"""Answers of a house that change what is laid out, and the usual ones."""
TABLES = [
    pytest.param(slug, answers, players, id=f"{slug} {players} {answers}")
    for slug in GAMES
    for answers in ANSWERS.get(slug, ({},))
    for players in range(title(slug).decklist.fewest, title(slug).decklist.most + 1)
]


def laid_out(slug: str, answers: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Return the figures of a set-up."""
    here = title(slug)
    plan = here.game.plan(here.decklist.answered(answers), players, here.words["es"])
    assert plan.steps and not [step for step in plan.steps if "{" in step]
    figures: dict[str, Any] = dict(plan.figures)
    inner = figures.pop("figures", {})
    return {**figures, **inner}


def copies(rows: list[dict[str, Any]]) -> Counter[str]:
    return Counter({row["slug"]: row["copies"] for row in rows})


def told(slug: str, answers: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Return every figure by its name, and of each card how many play."""
    figures = laid_out(slug, answers, players)
    cards, named = copies(figures.pop("cards")), dict[str, Any]()
    for key, value in figures.items():
        named |= {f"{key} {name}": one for name, one in value.items()} if isinstance(value, dict) else {key: value}
    return {key: value for key, value in {**named, **cards}.items() if key not in ("game", "players", "box")}


def text() -> str:
    """Return all figures, a block for each number of people: what is otherwise than with one person less."""
    blocks = []
    for slug, answers, players in (one.values for one in TABLES):
        fewest, usual = title(slug).decklist.fewest, ANSWERS.get(slug, ({},))[0]
        before = told(slug, answers, players - 1) if players > fewest else {}
        before = before if players > fewest or answers == usual else told(slug, usual, fewest)
        here = told(slug, answers, players)
        changed = [f"{key} {here.get(key, 0)}" for key in {**here, **before} if here.get(key, 0) != before.get(key, 0)]
        over = " ".join([slug, str(players), *(f"{name}={answer}" for name, answer in answers.items())])
        blocks.append("\n  ".join([over, *wrap(", ".join(changed), 110, break_on_hyphens=False)]))
    return "\n\n".join([*blocks, ""])


def test_the_figures_are_those_worked_out_by_hand() -> None:
    assert text() == KEPT.read_text(encoding="utf-8")


@pytest.mark.parametrize(("slug", "answers", "players"), TABLES)
def test_what_is_laid_out_and_what_stays_in_the_box_is_everything(
    slug: str, answers: dict[str, Any], players: int
) -> None:
    here, figures = title(slug), laid_out(slug, answers, players)
    cards, box = copies(figures["cards"]), copies(figures["box"])
    assert cards.total() == figures["total"]
    whole = here.decklist if slug == "the-thing" else here.decklist.answered(answers)
    assert cards + box == Counter(card.slug for card in whole.copies)
    for kind, supply in (("fuel", 34), ("damage", 20)):
        assert sum(figures.get(kind, {"": supply}).values()) == supply


@pytest.mark.parametrize(("slug", "answers", "players"), TABLES)
def test_the_table_opens_as_it_was_laid_out(slug: str, answers: dict[str, Any], players: int) -> None:
    here, figures = title(slug), laid_out(slug, answers, players)
    setup = {"players": NAMES[:players], "first": NAMES[1 % players], "options": answers}
    state = Sitting(here.game, here.decklist, setup).state
    figures |= {f"{kind}_pile": figures[f"{kind}_deck"] for kind in ("weapon", "object") if f"{kind}_deck" in figures}
    for key in ("draw_pile", "weapon_pile", "object_pile", "clock", "fuel", "damage"):
        if key in state and key in figures:
            value = figures[key]
            assert state[key] == ({name: value[name] for name in state[key]} if isinstance(value, dict) else value)
    dealt = figures.get("initial_deal", {})
    assert not dealt or sum(state["hands"].values()) == dealt.get("cards", players * dealt.get("events_each", 0))


@pytest.mark.parametrize("slug", GAMES)
def test_who_may_sit_down(slug: str) -> None:
    here = title(slug)
    fewest, most = here.decklist.fewest, here.decklist.most
    names, twice = NAMES[:most], [*NAMES[: most - 1], NAMES[0].casefold()]
    for rule, setup in {
        "setup.names": {"players": twice},
        "setup.first-player": {"players": names, "first": "Zoe"},
        "setup.option": {"players": names, "options": {here.decklist.options[0].name: "nonsense"}},
    }.items():
        refused = Sitting(here.game, here.decklist, setup).refused
        assert refused is not None and refused.rule == rule
    for players in range(len(NAMES)):
        refused = Sitting(here.game, here.decklist, {"players": NAMES[:players]}).refused
        assert (refused is None) == (fewest <= players <= most)
        assert refused is None or refused.rule == "setup.player-count"


if __name__ == "__main__":
    print(text(), end="")
