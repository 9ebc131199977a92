"""The referee's memory at rest: encrypted, with a key that lives only in the running service.

What is kept between two checks, in memory and in a file, is a sealed text that nobody can open once the service has
stopped. The file is there for one thing: after a restart it says that the referee once knew something, so that the
hands can be asked for again. It has the same length for some hundred checks and is written anew at every check, legal
or not, so that neither its length nor its date tells what came of one.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from threading import Lock

from companion.engine.actions import Action
from companion.engine.hidden.reasons import WORK
from companion.engine.hidden.referee import Memory, Sight
from companion.service.club import Duties
from companion.service.referee.referee_mode import Refereed

BLOCK = 64 * 1024
"""Bytes; a sealed memory is padded to a multiple of it."""

FRESH = 50
"""Entries; a game is told ahead once more only after so many."""

_NONCE = 12
_GAME = re.compile(r"[A-Za-z0-9_-]{1,80}")


class Sealed:
    """The memory of every game's referee. `folder`: where the sealed files lie; None keeps them in memory only."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._lock = Lock()
        self._kept: dict[str, bytes] = {}
        self._forgotten: set[str] = set()
        self._checking: dict[str, Lock] = {}
        self._told: dict[str, int] = {}
        self.cipher: Callable[[bool, bytes, bytes], bytes] | None = None
        """Seals and opens; a home without the library for it gives its own before the first check."""
        self.work = WORK
        """How much of a game is told once more for what proves a check (`Question.work`); a home with less time gives
        its own."""
        self.slack = 1.0
        """How many times as long as the slowest check each one takes (`Question.slack`)."""
        self._duties: Duties | None = None
        self.when_dropped: Callable[[str], None] = lambda game: None
        """Told of each game whose memory goes."""
        self.refereed = Refereed(lambda game: self._file(game, "all"))

    def share(self, duties: Duties) -> None:
        """One home at a time remembers for a game, in its memory alone; whether cards were shown, all know."""
        self.folder = None
        self._duties = self.refereed.duties = duties

    def holds(self, game: str) -> bool:
        """Return True if the referee of a game remembers at this host. Raise a `StoreFault` if that cannot be told."""
        if self._duties is None or self._duties.take(game):
            return True
        self.drop(game)
        return False

    def is_elsewhere(self, game: str) -> bool:
        """Return True if the referee of a game remembers at another host of the club, as far as was heard."""
        return self._duties is not None and self._duties.is_elsewhere(game)

    def drop(self, game: str) -> None:
        """Another host remembers, or has forgotten the game: what was shown here is old, and would speak against what
        is said there."""
        with self._lock:
            self._kept.pop(game, None)
            self._told.pop(game, None)
            self._forgotten.discard(game)
        self.when_dropped(game)

    def checking(self, game: str) -> Lock:
        """Held from the opening of a game's memory to its closing: one check after the other."""
        with self._lock:
            return self._checking.setdefault(game, Lock())

    def open(self, game: str) -> Memory:
        """Return what the referee of this game was shown since the service started."""
        with self._lock:
            sealed = self._kept.get(game)
            if sealed is None:
                if self._exists(game):
                    self._forgotten.add(game)
                return Memory()
            sights = json.loads(self._turned(False, sealed, game))
            return Memory(tuple(Sight(Action(check.pop("action"), check), version) for check, version in sights))

    def listens(self, game: str, entries: int) -> bool:
        """Return True if a game of so many entries is to be told ahead: nothing of it was shown since the service
        started, and it was told to `FRESH` entries fewer at the most."""
        with self._lock:
            told = self._told.get(game, -FRESH)
            if game in self._kept or entries - told < FRESH:
                return False
            self._told[game] = entries
            return True

    def close(self, game: str, memory: Memory) -> bool:
        """Keep what the referee knows now. A file that cannot be written is no reason not to play on.

        False where another host of the club has taken over meanwhile: then nothing is kept, and nothing may be said.
        """
        if self._duties is not None and not self._duties.mark(game):
            self.drop(game)
            return False
        with self._lock:
            text = json.dumps([[sight.check.json(), sight.version] for sight in memory.sights]).encode()
            sealed = self._turned(True, text.ljust(-(-len(text) // BLOCK) * BLOCK), game)
            self._kept[game] = sealed
            file = self._file(game)
            if file is not None:
                with suppress(OSError):
                    _write(file, sealed)
        return True

    def forget(self, games: Collection[str]) -> None:
        """Forget the cards of these games."""
        for game in games:
            self.when_dropped(game)
        with self._lock:
            for game in games:
                self._kept.pop(game, None)
                self._checking.pop(game, None)
                self._told.pop(game, None)
                self._forgotten.discard(game)
                self.refereed.forget(game)
                file = self._file(game)
                if file is not None:
                    with suppress(OSError):
                        file.unlink(missing_ok=True)

    def has_forgotten(self, game: str) -> bool:
        """Return True if hands were shown before the service was restarted, and not all again since."""
        if self.is_elsewhere(game):
            return False
        with self._lock:
            return game in self._forgotten or (game not in self._kept and self._exists(game))

    def remembers_again(self, game: str) -> None:
        """Every hand was shown again."""
        self._forgotten.discard(game)

    def _exists(self, game: str) -> bool:
        if self._duties is not None:
            return self._duties.has_shown(game)
        file = self._file(game)
        return file is not None and file.exists()

    def _file(self, game: str, kind: str = "sealed") -> Path | None:
        return self.folder / f"{game}.{kind}" if self.folder is not None and _GAME.fullmatch(game) else None

    def _turned(self, seals: bool, text: bytes, game: str) -> bytes:
        if self.cipher is None:
            self.cipher = _new_cipher()
        return self.cipher(seals, text, game.encode())


def _new_cipher() -> Callable[[bool, bytes, bytes], bytes]:
    """Seal and open with a key of this very process. The library is loaded with the first check."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    box = AESGCM(AESGCM.generate_key(bit_length=256))

    def turn(seals: bool, text: bytes, about: bytes) -> bytes:
        if seals:
            nonce = os.urandom(_NONCE)
            return nonce + box.encrypt(nonce, text, about)
        return box.decrypt(text[:_NONCE], text[_NONCE:], about)

    return turn


def _write(file: Path, sealed: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = file.with_suffix(".new")
    with suppress(FileNotFoundError):
        draft.unlink()
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as written:
        written.write(sealed)
    draft.replace(file)
