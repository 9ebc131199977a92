"""The 108 cards as they lie in the box, and the questions the rulebook leaves open (docs/rules/la-cosa.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Option = str | int | bool
Options = Mapping[str, Option]
Ink = Literal["contagion", "action", "defence", "obstacle", "panic"]

_BOX: Mapping[Ink, str] = {
    "contagion": """
        la-cosa             -
        infectado           4 4 4 4 4 4 4 4 6 6 7 7 8 9 9 10 10 11 11 11
    """,
    "action": """
        lanzallamas         4 4 6 9 11
        analisis            5 6 9
        hacha               4 9
        sospecha            4 4 4 4 7 8 9 10
        whisky              4 6 10
        determinacion       4 4 6 9 10
        vigila-tus-espaldas 4 9
        cambio-de-lugar     4 4 7 9 11
        mas-vale-que-corras 4 4 7 9 11
        seduccion           4 4 6 7 8 10 11
    """,
    "defence": """
        aterrador           5 6 8 11
        aqui-estoy-bien     4 6 11
        no-gracias          4 6 8 11
        fallaste            4 6 11
        nada-de-barbacoas   4 6 11
    """,
    "obstacle": """
        cuarentena          5 9
        puerta-atrancada    4 7 11
    """,
    "panic": """
        cuerdas-podridas    6 9
        uno-dos             5 9
        tres-cuatro         4 9
        es-aqui-la-fiesta   5 9
        sal-de-aqui         5
        olvidadizo          4
        vuelta-y-vuelta     4 9
        no-podemos-ser-amigos 7 9
        cita-a-ciegas       4 9
        ups                 10
        que-quede-entre-nosotros 7 9
        revelaciones        8
    """,
}


class Piece:
    """One physical card: its name, which copy it is, its ink and whether its back is pink. Compared by identity."""

    __slots__ = ("ink", "k", "number", "panic", "slug")

    def __init__(self, slug: str, k: int, number: int, ink: Ink) -> None:
        self.slug = slug
        self.k = k
        self.number = number
        self.ink = ink
        self.panic = ink == "panic"

    def __repr__(self) -> str:
        return f"{self.slug}.{self.k}"


def _lines() -> list[tuple[Ink, str, list[int]]]:
    rows: list[tuple[Ink, str, list[int]]] = []
    for ink, text in _BOX.items():
        for line in text.strip().splitlines():
            slug, *numbers = line.split()
            rows.append((ink, slug, [0 if n == "-" else int(n) for n in numbers]))
    return rows


PIECES = tuple(Piece(slug, k, number, ink) for ink, slug, numbers in _lines() for k, number in enumerate(numbers, 1))
"""Every card of the box; `number` 0 where none is printed."""

INK: Mapping[str, Ink] = {piece.slug: piece.ink for piece in PIECES}
"""The kind of every card by its name."""

SLUGS = tuple(INK)
"""The names of all cards."""

ANSWERS: Mapping[str, frozenset[str]] = {
    "lanzallamas": frozenset({"nada-de-barbacoas"}),
    "cambio-de-lugar": frozenset({"aqui-estoy-bien"}),
    "mas-vale-que-corras": frozenset({"aqui-estoy-bien"}),
    "seduccion": frozenset({"aterrador", "no-gracias", "fallaste"}),
    "no-podemos-ser-amigos": frozenset({"aterrador", "no-gracias", "fallaste"}),
    "exchange": frozenset({"aterrador", "no-gracias", "fallaste"}),
}
"""Which defences answer what."""

OFFERS = frozenset({"exchange", "seduccion", "no-podemos-ser-amigos"})
"""Causes of an offer."""

OPEN: Mapping[str, tuple[Option, ...]] = {
    "quarantine_exchange": ("face-up", "blocked"),
    "quarantine_rounds": (2, 1, 3, 4),
    "after_seat_swap": ("new-neighbour", "swapped-player"),
    "doors_after_elimination": ("stay", "discard"),
    "door_stops_ranged": (True, False),
    "thing_caught_loses": (True, False),
    "self_quarantine": (False, True),
    "thing_alone": ("no-human-eliminated", "nobody-eliminated"),
}
"""The questions the Spanish rulebook leaves open and their answers, the usual one first."""

ADDED: Mapping[str, tuple[Option, ...]] = {
    "quarantine_cards": ("played", "none"),
    "missed_protects": (True, False),
    "full_of_infected": ("out", "three-at-most"),
    "after_panic": ("exchange", "draw-again"),
}
"""The questions other editions and tables brought, the same way.

Left out, with cases in `tests/rules/la-cosa` instead: whoever holds four goes out at any time (`out-at-once`).
"""

SET_UP: Mapping[str, tuple[Option, ...]] = {
    "thing_starts": ("dealt", "in-the-pile"),
    "strong_cards": ("dealt", "kept-back"),
    "first_declaration": ("any-time",),
    "turn_limit": (0,),
}
"""The questions that change the set-up alone, or, with cases in `tests/rules/la-cosa` instead, when La Cosa declares
and how long a turn lasts; here all are answered as usual. Where La Cosa lies in the pile the table sees nothing of it,
and the referee judges nothing: there is nothing in which a twin could differ."""

QUESTIONS: Mapping[str, tuple[Option, ...]] = {**OPEN, **ADDED}

JUDGED: Mapping[str, tuple[Option, ...]] = {**QUESTIONS, "strong_cards": SET_UP["strong_cards"]}
"""Those with which the second judge (`tests/lab/judge`) plays: where La Cosa begins in the pile nothing is judged."""


def pieces_for(players: int) -> list[Piece]:
    """Return the cards that play with `players` players, in the order of the box."""
    return [piece for piece in PIECES if piece.number <= players]


_KNOWN: dict[int, Mapping[str, int]] = {}


def copies_for(players: int) -> Mapping[str, int]:
    """Return how many copies of each card play with `players` players; cards that do not play are missing."""
    if players not in _KNOWN:
        counts: dict[str, int] = {}
        for piece in pieces_for(players):
            counts[piece.slug] = counts.get(piece.slug, 0) + 1
        _KNOWN[players] = counts
    return _KNOWN[players]


def option_sets(depth: int, questions: Mapping[str, tuple[Option, ...]] = QUESTIONS) -> list[dict[str, Option]]:
    """Return every choice of up to `depth` of these questions answered other than usual; the empty one first."""
    sets: list[dict[str, Option]] = [{}]
    names = list(questions)
    for name in names if depth >= 1 else ():
        sets.extend({name: value} for value in questions[name][1:])
    if depth >= 2:
        sets.extend(
            {a: x, b: y}
            for i, a in enumerate(names)
            for b in names[i + 1 :]
            for x in questions[a][1:]
            for y in questions[b][1:]
        )
    return sets
