"""The set-up sheet: one page for each number of players, made from the game's own plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from companion.engine.deck import Decklist
from companion.engine.facts import Setting
from companion.engine.view import Plan
from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.source import Source, mark

MOST_LINES = 40
"""Cards that a page has lines for."""


def setup(order: Order, source: Source) -> dict[str, object]:
    """Return the data of the set-up sheets."""
    if source.plan is None:
        raise Unprintable("plan", game=source.game)
    pages: list[dict[str, object]] = []
    for players in counts(order, source):
        # A page for each box that differs; one without a label if all are alike.
        every = [(label, source.plan(box, players)) for label, box in _boxes(source)]
        told = [(plan.steps, plan.figures.get("total")) for _, plan in every]
        if all(one == told[0] for one in told):
            every = [("", every[0][1])]
        pages += [_page(source, players, label, plan) for label, plan in every]
    return {
        "kindwords": {kind: source.word("kinds", kind) for kind in _kinds(source)},
        "marks": {kind: mark(kind) for kind in _kinds(source)},
        "secret": source.about("secret"),
        "goal": source.about("goal"),
        "pages": pages,
    }


def _boxes(source: Source) -> list[tuple[str, Decklist]]:
    """Return the box as tables play it: one for each answer to a question that decides which cards play."""
    deck = source.decklist
    asked = dict.fromkeys(card.only[0] for card in deck.cards if card.only)
    ways: list[tuple[str, dict[str, Setting]]] = [("", {})]
    for option in (one for one in deck.options if one.name in asked):
        ways = [
            (
                f"{label} {source.words.raw(f'options.{option.name}.values.{value}')}".strip(),
                {**said, option.name: value},
            )
            for label, said in ways
            for value in option.values
        ]
    return [(label, deck.answered(said) if said else deck) for label, said in ways]


def counts(order: Order, source: Source) -> list[int]:
    """Return the numbers of players to print for: one, or all this game is for."""
    if order.players is not None:
        return [source.checked(order.players)]
    return list(range(source.decklist.fewest, source.decklist.most + 1))


def _kinds(source: Source) -> list[str]:
    return list(dict.fromkeys(card.kind for card in source.decklist.cards))


def _page(source: Source, players: int, label: str, plan: Plan) -> dict[str, object]:
    figures = cast("Mapping[str, Any]", plan.figures)
    deal = cast("Mapping[str, Any]", figures.get("initial_deal", {}))
    back = sum(row["copies"] for row in figures.get("box", ()))
    return {
        "players": players,
        "label": label,
        "total": figures.get("total"),
        "box": back,
        "hand": deal.get("each"),
        "pile": figures.get("draw_pile"),
        "has_piles": cast("Mapping[str, Any]", figures.get("figures", {})).get("hand") != 0,
        "steps": list(plan.steps),
        "verify": [[what, count] for what, count in plan.verify],
        "cards": _cards(source, figures.get("cards", ()), figures.get("box", ())),
    }


def _cards(
    source: Source, playing: Sequence[Mapping[str, Any]], boxed: Sequence[Mapping[str, Any]]
) -> list[dict[str, object]]:
    """Every card with the numbers of the copies that play and of those that stay in the box; of a deck with more
    designs than the page has lines for, and of a box of several decks, told card by card in its steps, every kind."""
    if len(source.decklist.cards) > MOST_LINES or source.decklist.decks:
        counts = dict.fromkeys(_kinds(source), 0)
        for row in playing:
            counts[row["kind"]] += row["copies"]
        return [
            {"name": source.word("kinds", kind), "kind": kind, "copies": count, "numbers": [], "boxed": []}
            for kind, count in counts.items()
        ]
    play = {row["slug"]: row for row in playing}
    stay = {row["slug"]: row for row in boxed}
    return [
        {
            "name": source.words.card(card.slug),
            "kind": card.kind,
            "copies": play.get(card.slug, {}).get("copies", 0),
            "numbers": list(play.get(card.slug, {}).get("numbers", ())),
            "boxed": list(stay.get(card.slug, {}).get("numbers", ())),
        }
        for card in source.decklist.cards
    ]
