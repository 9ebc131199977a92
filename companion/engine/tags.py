"""The code on a copy: ten characters of the QR alphanumeric set (docs/scanning.md).

Two tell one printed deck from another, three stand for the copy, five are a check derived from both and from the
decklist's seal. Without the decklist a payload means nothing; a damaged reading does not pass for another card.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256

from companion.engine.deck import Copy, Decklist

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
"""The 45 characters of QR alphanumeric mode (ISO/IEC 18004, table 5)."""

SAFE = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The characters a deck's two letters may be made of."""

DEFAULT_DECK = "00"


def _code(text: str, length: int) -> str:
    """`length` characters that stand for `text`, spread evenly."""
    number = int.from_bytes(sha256(text.encode()).digest(), "big")
    out = ""
    for _ in range(length):
        number, rest = divmod(number, len(ALPHABET))
        out += ALPHABET[rest]
    return out


def is_deck_letters(letters: str) -> bool:
    """Return True if the text can name a printed deck: two letters A–Z or digits."""
    return len(letters) == 2 and all(c in SAFE for c in letters)


@lru_cache(maxsize=64)
def _copy_codes(game: str, seal: str, copies: tuple[Copy, ...]) -> Mapping[Copy, str]:
    """Three characters for each copy, no two alike; a copy keeps its own when cards are added after it."""
    taken: set[str] = set()
    codes: dict[Copy, str] = {}
    for copy in copies:
        attempt = 0
        while (code := _code(f"copy|{game}|{seal}|{copy.id}|{attempt}", 3)) in taken:
            attempt += 1
        taken.add(code)
        codes[copy] = code
    return codes


def payload(decklist: Decklist, copy: Copy, deck: str = DEFAULT_DECK) -> str:
    """Return the ten characters printed on a copy of the deck with these two letters."""
    return _printed(decklist, _copy_codes(decklist.game, decklist.seal, _all_copies(decklist))[copy], deck)


def payloads(decklist: Decklist, deck: str = DEFAULT_DECK) -> dict[str, Copy]:
    """Every copy of the printed deck by its payload; anything else is unknown."""
    codes = _copy_codes(decklist.game, decklist.seal, _all_copies(decklist))
    return {_printed(decklist, code, deck): copy for copy, code in codes.items()}


def _printed(decklist: Decklist, code: str, deck: str) -> str:
    return deck + code + _code(f"check|{decklist.game}|{decklist.seal}|{deck}|{code}", 5)


def _all_copies(decklist: Decklist) -> tuple[Copy, ...]:
    """List all copies, including those this box lacks: a replaced card keeps its tag."""
    return tuple(Copy(card.slug, k) for card in decklist.cards for k in range(1, card.copies + 1))
