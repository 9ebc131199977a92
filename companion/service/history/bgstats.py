"""How BG Stats takes in plays: the documented link with one play as JSON in it, and a file with many.

The format is that of the app's own page for other programs («Push plays to BG Stats from other apps or websites»):
`data` is URL-encoded JSON; dates are UTC; `winner` has to stand for everybody. Nothing is sent: whoever opens the
link, or points a camera at it, hands the play to the app on that device.

The file has the shape of the app's own play files (`.bgsplay`); nobody has published it, other programs write the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from companion.engine.words import Wording
from companion.service.live.session import LiveGame

APP = "bgstats://app.bgstatsapp.com/createPlay.html?data="
"""The app's own scheme: it opens on the device, without the internet."""
SOURCE = "companion"
MOST_QR = 2300
"""Letters that a symbol still holds so that a phone can read it from a screen (at level L, version 36)."""


def play_link(playing: LiveGame, game: str, words: Wording) -> str:
    """Return the link for a game that is over; empty if it is not, or nobody won."""
    play = _play(playing, game, words)
    return APP + quote(_written(play), safe="-_.!~*'()") if play else ""


def play_file(games: Iterable[tuple[LiveGame, str, Wording]]) -> str:
    """Return the play file of games that are over, each with its id and words; ids are the same each time."""
    plays = [play for playing, game, words in games if (play := _play(playing, game, words))]
    titles = {play["game"]["sourceGameId"]: play["game"] for play in plays}
    people = {one["sourcePlayerId"]: one["name"] for play in plays for one in play["players"]}
    title_at, person_at = ({key: k for k, key in enumerate(found, 1)} for found in (titles, people))
    kind = {"highestWins": True, "noPoints": True, "cooperative": False, "usesTeams": False, "bggId": 0}
    return _written(
        {
            "about": "This is a Play file that can be read by Board Game Stats.",
            "games": [
                {"id": k, "uuid": _same(key), "name": titles[key]["name"], **kind} for key, k in title_at.items()
            ],
            "locations": [],
            "players": [
                {"id": k, "uuid": _same(key), "name": people[key], "isAnonymous": False} for key, k in person_at.items()
            ],
            "plays": [
                {
                    "uuid": _same(play["sourcePlayId"]),
                    "gameRefId": title_at[play["game"]["sourceGameId"]],
                    "playDate": play["playDate"],
                    "durationMin": play.get("durationMin", 0),
                    "ignored": False,
                    "manualWinner": True,
                    "usesTeams": False,
                    "scoringSetting": 0,
                    "rounds": 0,
                    "playerScores": [
                        {
                            "playerRefId": person_at[one["sourcePlayerId"]],
                            "winner": one["winner"],
                            "role": one.get("role", ""),
                            "startPlayer": one.get("startPlayer", False),
                            "score": "",
                            "rank": 0,
                            "newPlayer": False,
                            "seatOrder": seat,
                        }
                        for seat, one in enumerate(play["players"], 1)
                    ],
                }
                for play in plays
            ],
            "userInfo": {"meRefId": 0},
        }
    )


def _same(key: str) -> str:
    """Return an id that is the same for the same thing each time."""
    return str(uuid5(NAMESPACE_URL, f"{SOURCE}:{key}")).upper()


def _written(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _play(playing: LiveGame, game: str, words: Wording) -> dict[str, Any]:
    """Return a play as the link tells it; empty if the game is not over, or nobody won."""
    table = playing.course.table
    if table.ended is None or not table.ended.winners:
        return {}
    first = playing.entries[0]
    last = next(entry for entry, after in playing.course.standing if after.ended)
    try:
        played_on = datetime.fromisoformat(first.at).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
        length = datetime.fromisoformat(last.at) - datetime.fromisoformat(first.at)
        minutes = max(0, round(length.total_seconds() / 60))  # a file taken in has taken no time at all
    except ValueError:
        played_on, minutes = "", 0
    return {
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
        **({"durationMin": minutes} if minutes else {}),
    }


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
