"""What a table's server is told at its start."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from companion.scan.picture import MOST_BYTES

KILO = 1024
PICTURES = re.compile(r"/api/scan/?|/games/[^/]+/scan(?:/.*)?|/(?:take-in|count)(?:/frame)?")
"""Where pictures may be sent to."""
MORE_OF_A_RECORD = "/take-in/more"
"""Where what a game has more than another copy of it is sent to."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`hosts`: names this server may be called by besides those of a local network. Sizes in bytes, rates a second.

    `join`: the address other devices reach it at, for the code they scan; empty where there is none. `origin`: the
    address of a proxy in front of it, whose pages are its own; empty where there is none.
    """

    host_key: str
    port: int = 0
    hosts: frozenset[str] = frozenset()
    join: str = ""
    origin: str = ""
    most_body: int = 64 * KILO
    most_record: int = 8 * KILO * KILO
    most_picture: int = MOST_BYTES
    rate: float = 50.0
    burst: int = 100
    most_streams: int = 64
    most_connections: int = 128
    is_loopback_limited: bool = False
    roomy: frozenset[str] = field(default=frozenset({"/api/import", MORE_OF_A_RECORD}))

    def most_for(self, path: str) -> int:
        """Return how many bytes may be sent to a path; for pictures there is room for the rest of the form beside
        them."""
        if takes_pictures(path):
            return self.most_picture + self.most_body
        return self.most_record if path in self.roomy else self.most_body


def takes_pictures(path: str) -> bool:
    """Return True if pictures may be sent to a path."""
    return bool(PICTURES.fullmatch(path))
