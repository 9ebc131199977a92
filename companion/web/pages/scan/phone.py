"""What the referee answers goes to the phone of the seat it is for, where that seat has one: nobody else sees it.

The tablet shows the same screens as ever, as many whatever the answer; only its words are elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.i18n.catalog import languages
from companion.service.live.games import Snapshot
from companion.service.referee.private_reveal import Showing, read_out
from companion.web.pages.scan.base import scan_words
from companion.web.server.context import access, tables


def is_on_phone(seen: Snapshot, showing: Showing, token: str) -> bool:
    """Return True if the phone of the player who reads now has the answer; it is sent there once."""
    player = showing.stage.player
    if showing.stage.kind != "verdict" or player not in seen.table.players:
        return False
    number = seen.table.players.index(player)
    if access().sessions.phone_here(seen.id, number) is None:
        return False
    _put(seen, showing, player, f"{token}.{showing.at}")
    return True


def send_answers(seen: Snapshot, showing: Showing, players: Collection[str]) -> None:
    """Send the answers to the phones from which cards were shown, once, and forget them here."""
    for player in {*players} & {*showing.told} & {*seen.table.players}:
        _put(seen, showing, player)
        del showing.told[player]


def _put(seen: Snapshot, showing: Showing, player: str, key: str = "") -> None:
    texts = {lang: _answer(showing, player, lang) for lang in languages()}
    access().private_inbox.put(seen.id, seen.table.players.index(player), texts, key)


def _answer(showing: Showing, player: str, lang: str) -> str:
    said = read_out(tables(), showing, lang, player)
    word = scan_words(lang).say(f"stage.{said.verdict}")
    return "\n".join(part for part in (word, said.why, said.advice) if part)
