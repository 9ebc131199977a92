"""A game's record as a device carries it from one host to another: compact, and cut into pieces that QR codes hold.

A piece is text of the alphanumeric mode: `CMP1Z/chain/number/of/checksum/data`, numbers from 1. `chain` and `checksum`
are CRC-32, of the whole and of the piece's data; `data` is base 45 (RFC 9285) of a stretch of the record, deflated
(`Z`) or as it is (`R`, from browsers that cannot). The seal in the record is what proves it (see `verify`).
`web/static/record.js` writes the same.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from typing import NamedTuple

from companion import __version__
from companion.service.live.session import LiveGame
from companion.service.transfer.record import FORMAT
from companion.store.base import GameInfo
from companion.store.rows import dump

PIECE = 600
"""Bytes in a piece: with the numbers before them they fill a QR code of version 17, level L."""
MOST_PIECES = 400
MOST_TEXT = 8 * 1024 * 1024
"""Bytes of a record, unpacked."""
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_PIECE = re.compile(r"CMP1([ZR])/([0-9A-F]{8})/(\d{1,3})/(\d{1,3})/([0-9A-F]{8})/([0-9A-Z $%*+\-./:]+)")


class Carried(NamedTuple):
    """Record of a game as a device keeps it: its head, the rows after one it has, and the newest seal."""

    head: str
    after: int
    rows: list[str]
    seal: str


def carried(playing: LiveGame, heading: GameInfo, after: int = 0, seal: str = "") -> Carried:
    """Return the rows after entry `after`, whose seal the device knows; all rows if the seal is not the game's."""
    with playing.lock:
        written = [*playing.written()]
    if not (0 < after <= len(written) and written[after - 1].seal == seal):
        after = 0
    head = {"record": FORMAT, "program": __version__, "id": heading.id, "name": heading.name, "game": heading.game}
    rows = [  # action and facts to the letter as they are sealed
        f"[{dump(line.at)},{dump(line.via)},{dump(line.action_id or '')},{line.action},{line.facts}]"
        for line in written[after:]
    ]
    return Carried(dump({**head, "opened": heading.opened}), after, rows, written[-1].seal)


def text_of(what: Carried) -> str:
    """Return the record as one compact JSON text."""
    return f'{what.head[:-1]},"seal":"{what.seal}","rows":[{",".join(what.rows)}]}}'


def pieces(text: str) -> list[str]:
    """Split the record into pieces, one for each QR code."""
    packed = zlib.compress(text.encode(), 9)
    total = -(-len(packed) // PIECE)
    size = (-(-len(packed) // total) + 1) // 2 * 2
    chain = f"{zlib.crc32(packed):08X}"
    parts = [base45(packed[k : k + size]) for k in range(0, len(packed), size)]
    return [
        f"CMP1Z/{chain}/{number}/{len(parts)}/{zlib.crc32(part.encode()):08X}/{part}"
        for number, part in enumerate(parts, 1)
    ]


class Gathering:
    """The pieces of one chain, in whatever order they come."""

    def __init__(self, chain: str, total: int, is_packed: bool) -> None:
        self.chain = chain
        self.total = total
        self._is_packed = is_packed
        self._parts: dict[int, bytes] = {}

    @property
    def missing(self) -> list[int]:
        """The numbers of the pieces that have not come."""
        return [number for number in range(1, self.total + 1) if number not in self._parts]

    def put(self, number: int, part: bytes) -> None:
        """Add a piece; a second time changes nothing."""
        self._parts.setdefault(number, part)

    def text(self) -> bytes | None:
        """Return the record once every piece is there; None before, or if the checksum of the whole does not fit."""
        if self.missing:
            return None
        whole = b"".join(self._parts[number] for number in sorted(self._parts))
        if f"{zlib.crc32(whole):08X}" != self.chain:
            return None
        if not self._is_packed:
            return whole
        unpacking = zlib.decompressobj()
        try:
            text = unpacking.decompress(whole, MOST_TEXT)  # no further than a record may be long
        except zlib.error:
            return None
        return text if unpacking.eof else None


class Gatherings:
    """The chains a host is being shown, the newest few."""

    MOST = 4

    def __init__(self) -> None:
        self._by_chain: dict[str, Gathering] = {}

    def take(self, texts: Iterable[str]) -> Gathering | None:
        """Put the pieces among these texts where they belong; the chain of the last one, None where none is a piece."""
        last: Gathering | None = None
        for text in texts:
            last = self._put(text) or last
        return last

    def drop(self, gathering: Gathering) -> None:
        """Drop a chain that has been taken in, or is to begin again."""
        self._by_chain.pop(gathering.chain, None)

    def _put(self, text: str) -> Gathering | None:
        found = _PIECE.fullmatch(text)
        if found is None:
            return None
        number, total = int(found[3]), int(found[4])
        part = unbase45(found[6])
        whole = f"{zlib.crc32(found[6].encode()):08X}" == found[5] and part is not None
        if not whole or part is None or not 1 <= number <= total <= MOST_PIECES:
            return None
        gathering = self._by_chain.pop(found[2], None) or Gathering(found[2], total, found[1] == "Z")
        self._by_chain[found[2]] = gathering
        if len(self._by_chain) > self.MOST:
            del self._by_chain[next(iter(self._by_chain))]
        if gathering.total == total:
            gathering.put(number, part)
        return gathering


def base45(data: bytes) -> str:
    """Bytes as letters of a QR code's alphanumeric mode, three for two bytes."""
    out: list[str] = []
    for k in range(0, len(data) - 1, 2):
        high, low = divmod(data[k] << 8 | data[k + 1], 45)
        out += (_LETTERS[low], _LETTERS[high % 45], _LETTERS[high // 45])
    if len(data) % 2:
        out += (_LETTERS[data[-1] % 45], _LETTERS[data[-1] // 45])
    return "".join(out)


def unbase45(text: str) -> bytes | None:
    """Decode Base45; return None if these letters stand for no bytes."""
    values = [_LETTERS.find(letter) for letter in text]
    out = bytearray()
    for k in range(0, len(values), 3):
        group = values[k : k + 3]
        number = sum(value * 45**power for power, value in enumerate(group))
        width = len(group) - 1
        if width < 1 or -1 in group or number >= 256**width:
            return None
        out += number.to_bytes(width, "big")
    return bytes(out)
