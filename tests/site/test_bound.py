"""A compiled module bound to itself: each byte of it read by hand, and whatever is not known is left alone."""

from __future__ import annotations

import pytest

from companion.site.bound import MAGIC, StrangeModule, bound


def section(kind: int, *parts: bytes) -> bytes:
    """Return a section of a module."""
    body = b"".join(parts)
    return bytes((kind, len(body))) + body


def text(said: str) -> bytes:
    """Return a name as modules write it."""
    return bytes((len(said),)) + said.encode()


TYPE = section(1, b"\1", b"\x60\0\0")
"""One kind of function: it takes nothing and gives nothing."""
IMPORTS = section(
    2,
    b"\5",
    text("env") + text("memory") + b"\2\0\1",
    text("env") + text("table") + b"\1\x70\0\1",
    text("env") + text("own") + b"\0\0",
    text("env") + text("others") + b"\0\0",
    text("GOT") + text("own") + b"\3\x7f\1",
)
"""Functions 0 (`own`) and 1 (`others`), which the loader brings."""
FUNCTIONS = section(3, b"\2\0\0")
EXPORTS = section(7, b"\2", text("own") + b"\0\2", text("main") + b"\0\3")
"""Functions 2 and 3 are its own; 2 has the name that it asks for as 0."""


def module(*bodies: bytes) -> bytes:
    """Return a module of two functions of its own."""
    code = section(10, bytes((len(bodies),)), *(bytes((len(body),)) + body for body in bodies))
    return MAGIC + TYPE + IMPORTS + FUNCTIONS + EXPORTS + code


NOTHING = b"\0\x0b"
"""The body of a function that does nothing: it keeps nothing; the end."""


def test_a_call_of_its_own_goes_straight_there_and_one_of_others_where_it_went() -> None:
    before = module(NOTHING, b"\0\x10\0\x10\1\x0b")
    assert bound(before) == module(NOTHING, b"\0\x10\2\x10\1\x0b")


def test_a_number_that_looks_like_a_call_is_none() -> None:
    # A constant 16, thrown away; 16 in the address of something read; one of a jump's places; 8 bytes of a number.
    quiet = b"\1\3\x7f\x41\x10\x1a\x41\0\x28\2\x10\x1a\x41\0\x0e\1\x10\0\x44\x10\0\x10\0\x10\0\x10\0\x1a\x0b"
    assert bound(module(NOTHING, quiet)) == module(NOTHING, quiet)
    copied = b"\0\xfc\x0a\0\0\xfc\x0b\0\x10\0\x0b"  # fills and copies memory; then calls
    assert bound(module(NOTHING, copied)) == module(NOTHING, copied[:-3] + b"\x10\2\x0b")


def test_a_longer_number_makes_a_longer_function() -> None:
    many = section(7, b"\1", text("own") + b"\0\xac\2")
    code = section(10, b"\1", b"\4\0\x10\0\x0b")
    longer = section(10, b"\1", b"\5\0\x10\xac\2\x0b")
    assert bound(MAGIC + IMPORTS + many + code) == MAGIC + IMPORTS + many + longer


STRANGE = (b"no module", module(NOTHING, b"\0\xfd\0\x0b"), module(NOTHING, b"\0\xfc\x7f\x0b"))


@pytest.mark.parametrize("strange", STRANGE)
def test_what_is_not_known_is_not_guessed(strange: bytes) -> None:
    with pytest.raises(StrangeModule):
        bound(strange)
