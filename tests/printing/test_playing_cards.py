"""Sheets of a deck of playing cards: alike cards are one entry, every kind one line, no cards are printed."""

from __future__ import annotations

from typing import Any, cast

import pytest

from companion.decks.catalog import title
from companion.printing import sheets
from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.source import Source, source_of

HERE = title("dos-barajas")


def _source(lang: str = "es") -> Source:
    return source_of(HERE, lang)


def test_alike_cards_are_one_entry() -> None:
    kinds = cast("list[dict[str, Any]]", sheets.data(Order("reference"), _source())["kinds"])
    coins = next(kind for kind in kinds if kind["kind"] == "oros")
    assert [(card["title"], card["copies"]) for card in coins["cards"]] == [
        ("As de oros", 2), ("Dos – Siete de oros", 12), ("Ocho – Nueve de oros", 4),
    ]  # fmt: skip


def test_the_set_up_sheet_counts_kinds() -> None:
    page = cast("list[dict[str, Any]]", sheets.data(Order("setup", players=6), _source("en"))["pages"])[0]
    assert [(card["name"], card["copies"]) for card in page["cards"]] == [
        ("Coins", 14), ("Court cards", 6), ("Cups", 14), ("Swords", 14), ("Clubs", 12),
    ]  # fmt: skip
    assert (page["total"], page["pile"], len(page["steps"])) == (60, 29, 6)


@pytest.mark.long
@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("what", ["tags", "reference", "setup", "tokens", "roles"])
def test_every_other_sheet_is_made(what: str, lang: str) -> None:
    assert sheets.build(Order(what, lang=lang), _source(lang)).startswith(b"%PDF")  # type: ignore[arg-type]


def test_cards_make_no_sense() -> None:
    with pytest.raises(Unprintable) as caught:
        sheets.data(Order("cards"), _source())
    assert caught.value.key == "cannot.senseless" and "dos barajas" in str(caught.value.blanks["why"])
