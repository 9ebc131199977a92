"""A compiled module for a browser, bound to itself: what it calls of its own it calls at once.

C++ marks much of what a library is made of as replaceable by whoever loads it (weak symbols), and the loader of the
browser's Python sends each such call through a function of JavaScript, also where nobody has replaced anything. A
solver whose inner loops are made of such calls takes several times as long. Here every call of a function that the
module itself has goes straight there: a check of a game of six takes 2.6 s instead of 6.3 (docs/decisions/0037).
Nothing else of it is touched, and no number of anything changes.
"""

from __future__ import annotations

from collections.abc import Iterator

MAGIC = b"\0asm\1\0\0\0"
IMPORTS, EXPORTS, CODE = 2, 7, 10
CALL, TAIL_CALL = 0x10, 0x12


class StrangeModule(Exception):
    """Something in it is not known here: better slow than wrong."""


def bound(module: bytes) -> bytes:
    """Return the module with its own functions called directly. Raise `StrangeModule`."""
    if not module.startswith(MAGIC):
        raise StrangeModule("no module")
    sections = list(_sections(module))
    imported = _imported(_of(sections, IMPORTS))
    own = _exported(_of(sections, EXPORTS))
    there = {k: own[name] for k, name in enumerate(imported) if name in own and own[name] >= len(imported)}
    done = (_code(body, there) if kind == CODE else body for kind, body in sections)
    return MAGIC + b"".join(
        bytes((kind,)) + _number(len(body)) + body for (kind, _), body in zip(sections, done, strict=True)
    )


def _sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    reader = _Reader(module, len(MAGIC))
    while reader.at < len(module):
        kind = reader.byte()
        yield kind, reader.take(reader.number())


def _of(sections: list[tuple[int, bytes]], wanted: int) -> bytes:
    return next((body for kind, body in sections if kind == wanted), b"\0")


def _imported(section: bytes) -> list[str]:
    """List the imported functions in the order of their numbers; empty for those not of the common pool."""
    reader, found = _Reader(section), list[str]()
    for _ in range(reader.number()):
        pool, name, kind = reader.name(), reader.name(), reader.byte()
        if kind == 0:
            reader.number()
            found.append(name if pool == "env" else "")
        elif kind in (1, 2):  # a table has a type before its limits
            reader.skip(1 if kind == 1 else 0)
            limits = reader.number()
            reader.numbers(2 if limits & 1 else 1)
        elif kind in (3, 4):  # something global: its type, and whether it changes; an exception: what kind, its type
            reader.skip(1)
            reader.number()
        else:
            raise StrangeModule(f"import {kind}")
    return found


def _exported(section: bytes) -> dict[str, int]:
    """Return the module's exported functions by name."""
    reader, found = _Reader(section), dict[str, int]()
    for _ in range(reader.number()):
        name, kind, number = reader.name(), reader.byte(), reader.number()
        if kind == 0:
            found[name] = number
    return found


def _code(section: bytes, there: dict[int, int]) -> bytes:
    reader, done = _Reader(section), list[bytes]()
    many = reader.number()
    for _ in range(many):
        body = _body(reader.take(reader.number()), there)
        done += (_number(len(body)), body)
    return _number(many) + b"".join(done)


def _body(body: bytes, there: dict[int, int]) -> bytes:
    """One function, its calls led to where they end."""
    reader, done, since = _Reader(body), list[bytes](), 0
    for _ in range(reader.number()):  # what it keeps: so many, of which type
        reader.number()
        reader.skip(1)
    while reader.at < len(body):
        order = reader.byte()
        if order in (CALL, TAIL_CALL):
            at = reader.at
            called = reader.number()
            if called in there:
                done += (body[since:at], _number(there[called]))
                since = reader.at
        else:
            _pass_over(reader, order)
    return b"".join((*done, body[since:]))


NOTHING = frozenset((0x00, 0x01, 0x05, 0x0A, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, 0xD1, *range(0x45, 0xC5)))
ONE = frozenset((*range(0x02, 0x05), *range(0x06, 0x0A), 0x0C, 0x0D, 0x18, *range(0x20, 0x27), 0x3F, 0x40, 0x41, 0x42))
ONE |= {0xD0, 0xD2}
TWO = frozenset((0x11, 0x13, *range(0x28, 0x3F)))
WIDE = {0x43: 4, 0x44: 8}
"""By its order: how many numbers, or bytes, stand after it."""
MORE = {**dict.fromkeys(range(8), 0), 8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1}
"""The same of those after 0xFC."""


def _pass_over(reader: _Reader, order: int) -> None:
    if order in NOTHING:
        return
    if order in ONE:
        reader.numbers(1)
    elif order in TWO:
        reader.numbers(2)
    elif order in WIDE:
        reader.skip(WIDE[order])
    elif order == 0x0E:  # a jump to one of several
        reader.numbers(reader.number() + 1)
    elif order == 0x1C:  # a choice between two of a type
        reader.numbers(reader.number())
    elif order == 0xFC and (more := reader.number()) in MORE:
        reader.numbers(MORE[more])
    else:
        raise StrangeModule(f"order {order:#x}")


class _Reader:
    """Goes through bytes in which numbers are as long as they must be (LEB128)."""

    def __init__(self, content: bytes, at: int = 0) -> None:
        self.content, self.at = content, at

    def byte(self) -> int:
        """Read a byte."""
        self.at += 1
        return self.content[self.at - 1]

    def take(self, many: int) -> bytes:
        """Read some bytes."""
        self.at += many
        return self.content[self.at - many : self.at]

    def skip(self, many: int) -> None:
        """Past so many bytes."""
        self.at += many

    def number(self) -> int:
        """Read an unsigned number."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def numbers(self, many: int) -> None:
        """Past so many numbers, of whatever sign."""
        for _ in range(many):
            while self.content[self.at] >= 0x80:
                self.at += 1
            self.at += 1

    def name(self) -> str:
        """Read a text."""
        return self.take(self.number()).decode()


def _number(value: int) -> bytes:
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)
