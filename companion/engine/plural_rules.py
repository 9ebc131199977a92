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


def _few(n: int) -> bool:
    """2, 3 and 4, 22 to 24 and so on, but not 12 to 14."""
    return 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14


_BY_LANGUAGES: dict[str, Rule] = {
    "id ja km ko lo ms my th vi yue zh": lambda n: "other",
    "af ast bg da de el en eo et eu fi fo fy gl hu ia ka kk ku ky lb nb nl nn no sq sv sw tk tr ug uz yi": lambda n: (
        "one" if n == 1 else "other"
    ),
    "ca es it": lambda n: "one" if n == 1 else "many" if n and n % 1_000_000 == 0 else "other",
    "am bn fa gu hi hy kn zu": lambda n: "one" if n < 2 else "other",
    "fr pt": lambda n: "one" if n < 2 else "many" if n % 1_000_000 == 0 else "other",
    "pl": lambda n: "one" if n == 1 else "few" if _few(n) else "many",
    "be ru uk": lambda n: "one" if n % 10 == 1 and n % 100 != 11 else "few" if _few(n) else "many",
    "bs hr sh sr": lambda n: "one" if n % 10 == 1 and n % 100 != 11 else "few" if _few(n) else "other",
    "cs sk": lambda n: "one" if n == 1 else "few" if 2 <= n <= 4 else "other",
    "sl": lambda n: {1: "one", 2: "two", 3: "few", 4: "few"}.get(n % 100, "other"),
    "lt": lambda n: "other" if 11 <= n % 100 <= 19 else "one" if n % 10 == 1 else "few" if n % 10 else "other",
    "lv": lambda n: "zero" if n % 10 == 0 or 11 <= n % 100 <= 19 else "one" if n % 10 == 1 else "other",
    "mo ro": lambda n: "one" if n == 1 else "few" if n == 0 or 1 <= n % 100 <= 19 else "other",
    "is mk": lambda n: "one" if n % 10 == 1 and n % 100 != 11 else "other",
    "ar": lambda n: (
        ("zero", "one", "two")[n] if n < 3 else "few" if 3 <= n % 100 <= 10 else "many" if n % 100 >= 11 else "other"
    ),
    "he": lambda n: {1: "one", 2: "two"}.get(n, "other"),
    "cy": lambda n: {0: "zero", 1: "one", 2: "two", 3: "few", 6: "many"}.get(n, "other"),
    "ga": lambda n: {1: "one", 2: "two"}.get(n) or ("few" if 3 <= n <= 6 else "many" if 7 <= n <= 10 else "other"),
    "gd": lambda n: "one" if n in (1, 11) else "two" if n in (2, 12) else "few" if 3 <= n <= 19 else "other",
    "mt": lambda n: (
        {1: "one", 2: "two"}.get(n)
        or ("few" if n == 0 or 3 <= n % 100 <= 10 else "many" if 11 <= n % 100 <= 19 else "other")
    ),
}
_RULES = {lang: rule for languages, rule in _BY_LANGUAGES.items() for lang in languages.split()}
"""The rule of each language; of the others that of English."""


def cardinal(lang: str, number: int) -> str:
    """Return the plural category of a number (its sign does not count) in a language.

    `es-AR` counts as `es`; a language not known here counts as English does.
    """
    return _RULES.get(lang.partition("-")[0].lower(), _RULES["en"])(abs(number))


@cache
def categories(lang: str) -> tuple[str, ...]:
    """List the plural categories a language needs: those that whole numbers take, and `other`, the fallback."""
    taken = {cardinal(lang, number) for number in range(COUNTED + 1)} | {"other"}
    return tuple(name for name in CATEGORIES if name in taken)


def examples(lang: str, category: str) -> tuple[int, ...]:
    """Return the first few numbers of a category; none if no whole number takes it."""
    return tuple(number for number in range(COUNTED + 1) if cardinal(lang, number) == category)[:5]
