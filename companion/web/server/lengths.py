"""Answers filled up with spaces, so that how long one is tells nothing of what stands in it.

What travels is bytes, and a letter is one to four of them, so bytes are counted. Whoever fills an answer up must also
keep it from being compressed (`compress.SECRET`): spaces weigh nothing there.
"""

from __future__ import annotations

BLOCK = 16 * 1024
"""Bytes; more than the longest answer to a check: a round of twelve, forty letters a name, four bytes a letter."""


def filled_up(data: bytes, block: int = BLOCK) -> bytes:
    """Pad `data` with spaces to a multiple of `block` bytes."""
    return data + b" " * missing(data, block)


def missing(data: bytes, block: int = BLOCK) -> int:
    """Return the number of bytes that padding adds."""
    return -len(data) % block
