"""The devices that may change the table, each with a cookie of its own, so that one of them can hand over to another.

A cookie is a random name with its proof under the host's key: it outlives a restart, a new key ends it. A device that
has handed over is remembered as such, in a file where there is one, so that a restart does not make it the host again.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

CODE_LIVES = 600.0
"""Seconds for which a code can be typed."""
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No letter that looks like another."""
CODE_LENGTH = 6
MOST_WRONG = 12
"""Wrong codes until all codes are given up: nobody finds one by trying."""
MOST_MOVED = 500


@dataclass(slots=True)
class Code:
    """A code that makes one other device the host's in place of the one that shows it."""

    text: str
    until: float
    device: str


class Sessions:
    """The host's devices of one server. `file`: where those that handed over are remembered; None: in memory only."""

    def __init__(self, key: bytes, clock: Callable[[], float] = time.monotonic) -> None:
        self._key = key
        self._clock = clock
        self._lock = Lock()
        self._codes: dict[str, Code] = {}
        self._wrong = 0
        self._moved: dict[str, None] = {}
        self._file: Path | None = None

    def remember_in(self, file: Path) -> None:
        """Keep in this file, from now on, who handed over."""
        self._file = file
        with suppress(OSError, ValueError):
            self._moved.update(dict.fromkeys(file.read_text("utf-8").split()[-MOST_MOVED:]))

    def new_cookie(self) -> str:
        """The cookie of one more device."""
        return self._cookie(secrets.token_urlsafe(9))

    def device(self, cookie: str) -> str:
        """The device a cookie belongs to; empty where it is none of ours, or the device has handed over."""
        name = self._proven(cookie)
        return "" if name in self._moved else name

    def has_moved(self, cookie: str) -> bool:
        """Whether this device was the host's and has handed over to another."""
        return self._proven(cookie) in self._moved

    def new_code(self, device: str) -> Code:
        """A fresh code to take over from this device; the one before it is no longer valid."""
        text = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        with self._lock:
            self._drop_old()
            self._codes = {kept: code for kept, code in self._codes.items() if code.device != device}
            self._wrong = 0
            code = Code(text, self._clock() + CODE_LIVES, device)
            self._codes[text] = code
        return code

    def code_of(self, device: str) -> Code | None:
        """The code this device shows at the moment."""
        with self._lock:
            self._drop_old()
            return next((code for code in self._codes.values() if device and code.device == device), None)

    def take_over(self, typed: str) -> str:
        """The cookie for the device that typed a valid code; empty where it is not. The other is the host's no more."""
        text = "".join(char for char in typed.upper() if char in CODE_LETTERS)
        with self._lock:
            self._drop_old()
            code = self._codes.pop(text, None)
            if code is None:
                self._wrong += 1
                if self._wrong >= MOST_WRONG:
                    self._codes.clear()
                return ""
            self._moved[code.device] = None
            self._keep()
        return self.new_cookie()

    def _drop_old(self) -> None:
        now = self._clock()
        self._codes = {text: code for text, code in self._codes.items() if code.until > now}

    def _keep(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.write_text("\n".join([*self._moved][-MOST_MOVED:]) + "\n", "utf-8")

    def _cookie(self, name: str) -> str:
        return f"{name}.{self._proof(name)}"

    def _proof(self, name: str) -> str:
        made = hmac.new(self._key, b"companion host device " + name.encode("utf-8", "replace"), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(made).decode().rstrip("=")

    def _proven(self, cookie: str) -> str:
        name, _, proof = cookie.partition(".")
        given = proof.encode("utf-8", "replace")
        return name if name and hmac.compare_digest(given, self._proof(name).encode()) else ""
