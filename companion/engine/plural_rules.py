"""Which form of a sentence goes with a number in each language: the cardinal rules of the Unicode CLDR.

Only whole numbers from 0 up are counted at a table, so the rules for fractions are left out. The names of the forms
are CLDR's: `zero`, `one`, `two`, `few`, `many`, `other`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

CATEGORIES = ("zero", "one", "two", "few", "many", "other")

Rule = Callable[[int], str]
"""From a whole number, 0 or more, to the name of its form."""

COUNTED = 200
"""As far as anything is counted here; beyond it every language repeats itself."""


_RULES: dict[str, Rule] = {}
"""The rule of each language; of the others that of English."""


def cardinal(lang: str, number: int) -> str:
    """Return the plural category of a number (its sign does not count) in a language.

    `es-AR` counts as `es`; a language not known here counts as English does.
    """
    return _RULES.get(lang.partition("-")[0].lower(), _singular)(abs(number))


@cache
def categories(lang: str) -> tuple[str, ...]:
    """List the plural categories a language needs: those that whole numbers take, and `other`, the fallback."""
    taken = {cardinal(lang, number) for number in range(COUNTED + 1)} | {"other"}
    return tuple(name for name in CATEGORIES if name in taken)


def examples(lang: str, category: str) -> tuple[int, ...]:
    """Return the first few numbers of a category; none if no whole number takes it."""
    return tuple(number for number in range(COUNTED + 1) if cardinal(lang, number) == category)[:5]


def _of(languages: str) -> Callable[[Rule], Rule]:
    """Make the function below the rule of these languages."""

    def kept(rule: Rule) -> Rule:
        _RULES.update(dict.fromkeys(languages.split(), rule))
        return rule

    return kept


@_of("id ja km ko lo ms my th vi yue zh")
def _alike(n: int) -> str:
    return "other"


@_of("af ast bg da de el en eo et eu fi fo fy gl hu ia ka kk ku ky lb nb nl nn no sq sv sw tk tr ug uz yi")
def _singular(n: int) -> str:
    return "one" if n == 1 else "other"


@_of("ca es it")
def _romance(n: int) -> str:
    return "one" if n == 1 else "many" if n and n % 1_000_000 == 0 else "other"


@_of("am bn fa gu hi hy kn zu")
def _none_is_singular(n: int) -> str:
    return "one" if n < 2 else "other"


@_of("fr pt")
def _french(n: int) -> str:
    return "one" if n < 2 else "many" if n % 1_000_000 == 0 else "other"


def _few(n: int) -> bool:
    """2, 3 and 4, 22 to 24 and so on, but not 12 to 14."""
    return 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14


@_of("pl")
def _polish(n: int) -> str:
    return "one" if n == 1 else "few" if _few(n) else "many"


@_of("be ru uk")
def _russian(n: int) -> str:
    return "one" if n % 10 == 1 and n % 100 != 11 else "few" if _few(n) else "many"


@_of("bs hr sh sr")
def _serbian(n: int) -> str:
    return "one" if n % 10 == 1 and n % 100 != 11 else "few" if _few(n) else "other"


@_of("cs sk")
def _czech(n: int) -> str:
    return "one" if n == 1 else "few" if 2 <= n <= 4 else "other"


@_of("sl")
def _slovene(n: int) -> str:
    return {1: "one", 2: "two", 3: "few", 4: "few"}.get(n % 100, "other")


@_of("lt")
def _lithuanian(n: int) -> str:
    if 11 <= n % 100 <= 19:
        return "other"
    return "one" if n % 10 == 1 else "few" if n % 10 else "other"


@_of("lv")
def _latvian(n: int) -> str:
    if n % 10 == 0 or 11 <= n % 100 <= 19:
        return "zero"
    return "one" if n % 10 == 1 else "other"


@_of("mo ro")
def _romanian(n: int) -> str:
    return "one" if n == 1 else "few" if n == 0 or 1 <= n % 100 <= 19 else "other"


@_of("is mk")
def _icelandic(n: int) -> str:
    return "one" if n % 10 == 1 and n % 100 != 11 else "other"


@_of("ar")
def _arabic(n: int) -> str:
    if n < 3:
        return ("zero", "one", "two")[n]
    return "few" if 3 <= n % 100 <= 10 else "many" if n % 100 >= 11 else "other"


@_of("he")
def _hebrew(n: int) -> str:
    return {1: "one", 2: "two"}.get(n, "other")


@_of("cy")
def _welsh(n: int) -> str:
    return {0: "zero", 1: "one", 2: "two", 3: "few", 6: "many"}.get(n, "other")


@_of("ga")
def _irish(n: int) -> str:
    return {1: "one", 2: "two"}.get(n) or ("few" if 3 <= n <= 6 else "many" if 7 <= n <= 10 else "other")


@_of("gd")
def _gaelic(n: int) -> str:
    if n in (1, 11):
        return "one"
    if n in (2, 12):
        return "two"
    return "few" if 3 <= n <= 19 else "other"


@_of("mt")
def _maltese(n: int) -> str:
    if n in (1, 2):
        return ("one", "two")[n - 1]
    return "few" if n == 0 or 3 <= n % 100 <= 10 else "many" if 11 <= n % 100 <= 19 else "other"
