"""The link by which BG Stats takes in a play: the documented address with the play as JSON in it.

The format is that of the app's own page for other programs («Push plays to BG Stats from other apps or websites»):
`data` is URL-encoded JSON; dates are UTC; `winner` has to stand for everybody. Nothing is sent: whoever opens the
link, or points a camera at it, hands the play to the app on that device.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from urllib.parse import quote

from companion.engine.words import Wording
from companion.service.live.session import LiveGame

APP = "bgstats://app.bgstatsapp.com/createPlay.html?data="
"""The app's own scheme: it opens on the device, without the internet."""
SOURCE = "companion"
MOST_QR = 2300
"""Letters that a symbol still holds so that a phone can read it from a screen (at level L, version 36)."""


def play_link(playing: LiveGame, game: str, words: Wording) -> str:
    """Return the link for a game that is over; empty if it is not, or nobody won."""
    table = playing.course.table
    if table.ended is None or not table.ended.winners:
        return ""
    first = playing.entries[0]
    last = next(entry for entry, after in playing.course.standing if after.ended)
    try:
        played_on = datetime.fromisoformat(first.at).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
    except ValueError:
        played_on = ""
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": game,
        "playDate": played_on,
        "game": {
            "name": words.raw("game.name"),
            "sourceGameId": playing.game.slug,
            "highestWins": True,
            "noPoints": True,
        },
        "players": [_player(playing, name, words) for name in table.players],
    }
    # A file taken in has taken no time at all.
    try:
        length = datetime.fromisoformat(last.at) - datetime.fromisoformat(first.at)
        minutes = max(0, round(length.total_seconds() / 60))
    except ValueError:
        minutes = 0
    return APP + quote(
        json.dumps(
            {**play, **({"durationMin": minutes} if minutes else {})}, ensure_ascii=False, separators=(",", ":")
        ),
        safe="-_.!~*'()",
    )


def fits_qr(link: str) -> bool:
    """Return True if a symbol of this link can still be read."""
    return 0 < len(link) <= MOST_QR


def _player(playing: LiveGame, name: str, words: Wording) -> dict[str, object]:
    table = playing.course.table
    assert table.ended is not None
    role = table.ended.roles.get(name, "")
    said: dict[str, object] = {
        "name": name,
        # The same in every game, so that the app asks who it is only once.
        "sourcePlayerId": hashlib.sha256(name.casefold().encode()).hexdigest()[:8],
        "winner": name in table.ended.winners,
    }
    if role:
        said["role"] = words.raw(f"roles.{role}")
    if name == playing.entries[0].action.get("first"):
        said["startPlayer"] = True
    return said
