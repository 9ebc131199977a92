"""Tables that show the referee everything: what they decided, how far they have come, what is shown next.

All of it is public: the table decided it, and everybody sees that a hand is being shown. The decision is kept in a file
beside the referee's memory, or with the club, and survives a restart; what was shown is forgotten with that memory, so
that afterwards every hand is due again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock

from companion.engine.actions import Action
from companion.engine.hidden.referee import Due, Presented
from companion.service.club import Duties
from companion.service.live.session import LiveGame


class Refereed:
    """The tables that show the referee every deal, draw and exchange. `file`: where a table's decision is written."""

    def __init__(self, file: Callable[[str], Path | None]) -> None:
        self._file = file
        self.duties: Duties | None = None
        """Where the hosts of a club, or a tablet alone, keep it instead."""
        self._lock = Lock()
        self._decided: dict[str, bool] = {}
        self._presented: dict[str, Presented] = {}

    def shows_all(self, game: str) -> bool:
        """Return True if this table shows every deal, draw and exchange."""
        if self.duties is not None:
            return self.duties.shows_all(game)
        with self._lock:
            if game not in self._decided:
                file = self._file(game)
                self._decided[game] = file is not None and file.exists()
            return self._decided[game]

    def decide(self, game: str, on: bool) -> None:
        """Show everything from now on, or only what is disputed. A disk that cannot be written on loses only that
        the decision survives a restart; a club's database that is away raises a `StoreFault`."""
        if self.duties is not None:
            self.duties.decide(game, on)
            return
        with self._lock:
            self._decided[game] = on
            file = self._file(game)
            if file is None:
                return
            with suppress(OSError):
                if on:
                    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                    os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))
                else:
                    file.unlink(missing_ok=True)

    def forget(self, game: str) -> None:
        """Drop everything about a table that was forgotten."""
        if self.duties is not None:
            self.duties.forget(game)
        else:
            self.decide(game, False)
        with self._lock:
            self._decided.pop(game, None)
            self._presented.pop(game, None)

    def presented(self, game: str) -> Presented:
        """Return what was shown, or passed over, since the service started."""
        with self._lock:
            return self._presented.get(game, Presented())

    def note(self, game: str, version: int, hand: str = "", givers: tuple[str, ...] = ()) -> None:
        """Record that a whole hand, or cards about to change hands, were shown or passed over."""
        with self._lock:
            known = self._presented.get(game, Presented())
            if hand:
                known = replace(known, hands={**known.hands, hand: version})
            if givers:
                known = replace(known, offers={**known.offers, tuple(sorted(givers)): version})
            self._presented[game] = known

    def note_check(self, playing: LiveGame, game: str, check: Action, is_illegal: bool, version: int) -> None:
        """Record a check made when the game had `version` entries.

        An illegal hand has to be put right and shown again, as the table has heard. Of any other check the table hears
        nothing, so it counts as shown whatever came of it.
        """
        referee = playing.title.game.referee
        assert referee is not None, "a check was made"
        people = referee.hands(check)
        what = check.text("what")
        if what == "hand" and not is_illegal:
            self.note(game, version, hand=check.player)
        elif what not in ("hand", "discard"):
            self.note(game, version, givers=tuple(people))

    def due(self, playing: LiveGame, game: str) -> Due | None:
        """Return what this table shows next.

        None if it shows only what is disputed, if nothing is due, or if it is shown at another host of the club.
        """
        referee = playing.title.game.referee
        if referee is None or not self.shows_all(game) or (self.duties is not None and self.duties.is_elsewhere(game)):
            return None
        with playing.lock:
            return referee.due(playing.decklist, tuple(playing.course.standing), self.presented(game))

    def pass_over(self, playing: LiveGame, game: str) -> None:
        """Let the table play on without showing what is due; the referee will be less sure."""
        found = self.due(playing, game)
        if found is None:
            return
        if found.what in ("hand", "deal"):
            for player in found.people:
                self.note(game, playing.version, hand=player)
        else:
            self.note(game, playing.version, givers=found.people)
