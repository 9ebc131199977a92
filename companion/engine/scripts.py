"""Text in any script: the letters that a reader sees, how wide they are, which way they run, what joins them.

Python counts code points. A reader sees क्ष, 👩‍🚀 or é as one letter each: nothing may cut a name within one.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

ZWNJ, ZWJ = "\u200c", "\u200d"
"""Joiners: they stand between letters that would otherwise join, or be drawn apart."""
FSI, PDI = "\u2068", "\u2069"
"""Signs around a text whose direction follows from its own letters and changes nothing around it."""
LEFTWARD = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
"""Finds a letter that runs from right to left."""
_VIRAMA = 9
"""Combining class of the signs that tie two consonants of an Indic script together."""
_FLAG, _TAG, _TAGS_END = "\U0001f3f4", "\U000e0020", "\U000e007f"
"""A black flag is followed by tags that say whose it is (England, Scotland, Wales)."""


def is_kept(text: str, at: int) -> bool:
    """Return True for a joiner or a tag that changes how the letters beside it are drawn; one that cannot be seen would
    make two names of one."""
    before, after, char = text[:at].rstrip("\ufe0f"), text[at + 1 : at + 2], text[at]
    if _TAG <= char <= _TAGS_END:
        return before.rstrip("".join(map(chr, range(ord(_TAG), ord(_TAGS_END) + 1)))).endswith(_FLAG)
    if char not in (ZWNJ, ZWJ) or not before or not after:
        return False
    if unicodedata.combining(before[-1]) == _VIRAMA:
        return unicodedata.category(after)[0] in "LM" or char == ZWNJ
    letter = next((one for one in reversed(before) if unicodedata.category(one) != "Mn"), "")
    if letter and unicodedata.bidirectional(letter) == "AL" == unicodedata.bidirectional(after):
        return True
    return char == ZWJ and _is_picture(before[-1]) and _is_picture(after)


def letters(text: str) -> list[str]:
    """Split a text into the letters a reader sees: each with its marks, joined pictures, flags and conjuncts whole."""
    found: list[str] = []
    flags = 0
    for char in text:
        is_flag = "\U0001f1e6" <= char <= "\U0001f1ff"
        last = found[-1] if found else ""
        is_mark = unicodedata.category(char)[0] == "M" or char in (ZWJ, ZWNJ) or "\U0001f3fb" <= char <= "\U0001f3ff"
        is_tied = last.endswith(ZWJ) or (last and unicodedata.combining(last.rstrip(ZWJ + ZWNJ)[-1:] or "a") == _VIRAMA)
        if found and (is_mark or is_tied or _TAG <= char <= _TAGS_END or (is_flag and flags % 2)):
            found[-1] += char
        else:
            found.append(char)
        flags = flags + 1 if is_flag else 0
    return found


def isolated(text: str) -> str:
    """Return a text so that a sentence of another direction can hold it: one that has letters from right to left is
    put between signs that nobody sees."""
    return f"{FSI}{text}{PDI}" if LEFTWARD.search(text) and not text.startswith(FSI) else text


def has_case(text: str) -> bool:
    """Return True if a text begins with a letter of a script that has capitals, and so initials."""
    return text[:1].lower() != text[:1].upper()


_WIDTHS = {
    0.22: "ijlIíìïÍÌ.,:;'’·|! ", 0.32: "ftr()-ιίΙІіїЇј", 0.68: "mwMWÑ@%ωώφψæœŒÆ", 0.72: "—…жмфшщыюљњ",
    0.84: "ЖМФШЩЫЮЉЊ",
}  # fmt: skip
_WIDTH_OF = {char: width for width, chars in _WIDTHS.items() for char in chars}
_SCRIPTS = (
    # up to which code point; a small letter, a capital: measured in the typefaces of the screens, and in Noto Sans Bold
    (0x036F, 0.45, 0.49),  # Latin
    (0x052F, 0.49, 0.6),  # Greek, Cyrillic
    (0x08FF, 0.6, 0.66),  # Armenian, Hebrew, Arabic
    (0x10FFFF, 0.75, 0.75),
)


@lru_cache(4096)
def _width(letter: str) -> float:
    first = letter[0]
    if first in _WIDTH_OF:
        return _WIDTH_OF[first]
    if unicodedata.category(first)[0] in "MC":
        return 0.0
    if _is_picture(first):
        return 1.25
    if unicodedata.east_asian_width(first) in "WF":
        return 1.0
    small, capital = next((small, capital) for end, small, capital in _SCRIPTS if ord(first) <= end)
    consonants = sum(unicodedata.category(char) == "Lo" for char in letter) or 1
    return (capital if first.isupper() else small) * consonants


@lru_cache(1024)
def text_width(text: str) -> float:
    """Return the width of a text in the bold condensed face of the screens, in units of its size."""
    if text.isascii():
        return sum([_width(char) for char in text])
    return sum([_width(letter) for letter in letters(text)])


def _is_picture(char: str) -> bool:
    return unicodedata.category(char) == "So" or "\U0001f1e6" <= char <= "\U0001faff" or char == "\ufe0f"
