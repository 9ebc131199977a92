"""Each language counts by its own rules: numbers and their forms, copied from the examples of the CLDR by hand."""

from __future__ import annotations

import pytest

from companion.engine.plural_rules import CATEGORIES, cardinal, categories, examples

COUNTED = """
es  one: 1  other: 0 2 3 5 11 21 100 1000  many: 1000000 2000000
it  one: 1  other: 0 2 17 100  many: 1000000
ca  one: 1  other: 0 2 16 100  many: 1000000
en  one: 1  other: 0 2 3 11 21 101 1000 1000000
de  one: 1  other: 0 2 16 100
eu  one: 1  other: 0 2 16 100
gl  one: 1  other: 0 2 16 100
fr  one: 0 1  other: 2 3 17 100 1001  many: 1000000
pt  one: 0 1  other: 2 17 100  many: 1000000
pl  one: 1  few: 2 3 4 22 24 32 102 104  many: 0 5 11 12 14 19 21 25 100 112
ru  one: 1 21 31 101  few: 2 3 4 22 34 102  many: 0 5 11 12 14 19 20 111 112
uk  one: 1 21 31 101  few: 2 3 4 22 34 102  many: 0 5 11 12 14 19 20 111 112
hr  one: 1 21 31 101  few: 2 3 4 22 34 102  other: 0 5 11 12 14 19 20 111
cs  one: 1  few: 2 3 4  other: 0 5 19 22 100
sk  one: 1  few: 2 3 4  other: 0 5 19 22 100
sl  one: 1 101 201  two: 2 102 202  few: 3 4 103 104  other: 0 5 19 100
lt  one: 1 21 31 101  few: 2 9 22 29 102  other: 0 10 11 20 30 111
lv  zero: 0 10 11 20 30 111  one: 1 21 31 101  other: 2 9 22 102
ro  one: 1  few: 0 2 16 101 119  other: 20 35 100 120
is  one: 1 21 101  other: 0 2 11 16 111
ar  zero: 0  one: 1  two: 2  few: 3 10 103 110  many: 11 26 99 111  other: 100 102 200
he  one: 1  two: 2  other: 0 3 17 100
cy  zero: 0  one: 1  two: 2  few: 3  many: 6  other: 4 5 7 100
ga  one: 1  two: 2  few: 3 6  many: 7 10  other: 0 11 25 100
gd  one: 1 11  two: 2 12  few: 3 10 13 19  other: 0 20 34 100
mt  one: 1  two: 2  few: 0 3 10 103 109  many: 11 19 111  other: 20 35 100
ja  other: 0 1 2 5 100
zh  other: 0 1 2 5 100
"""


@pytest.mark.parametrize("row", COUNTED.split("\n")[1:-1], ids=lambda row: str(row).split()[0])
def test_numbers_and_their_forms(row: str) -> None:
    lang, *rest = row.split()
    form, wrong = "", []
    for word in rest:
        if word.endswith(":"):
            form = word.removesuffix(":")
        elif cardinal(lang, int(word)) != form:
            wrong.append((word, form, cardinal(lang, int(word))))
    assert wrong == []


def test_the_forms_a_translator_has_to_write() -> None:
    assert categories("es") == categories("en") == categories("fr") == ("one", "other")
    assert categories("pl") == categories("ru") == ("one", "few", "many", "other")
    assert categories("ja") == ("other",)
    assert categories("ar") == CATEGORIES
    assert examples("pl", "few") == (2, 3, 4, 22, 23) and examples("pl", "other") == ()


def test_a_region_counts_as_its_language_and_an_unknown_one_as_english() -> None:
    assert cardinal("pl-PL", 3) == "few" and cardinal("es-gentle", 1) == "one"
    assert [cardinal("xx", number) for number in (0, 1, 2)] == ["other", "one", "other"]
    assert cardinal("pl", -3) == "few"
