"""Orders for the tests, each built once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.decks.catalog import title
from companion.printing import sheets
from companion.printing.order import Order
from companion.printing.source import Source, source_of


@lru_cache(maxsize=2)
def la_cosa(lang: str = "es") -> Source:
    """Return La Cosa as the print studio gets it."""
    return source_of(title("la-cosa"), lang)


@lru_cache(maxsize=64)
def _built(order: Order) -> bytes:
    return sheets.build(order, la_cosa(order.lang))


def printed(what: str, **asked: Any) -> bytes:
    """Return the PDF of an order."""
    return _built(Order(what=what, **asked))  # type: ignore[arg-type]


NINE = ("la-cosa", "lanzallamas.2", "no-podemos-ser-amigos.1", "cuarentena.1", "fallaste.1")
"""An order that mixes both backs (a sheet for each), the longest texts and a card without a number."""
