"""What the referee answers goes to the phone of the seat it is for, where that seat has one: nobody else sees it.

The tablet shows the same screens as ever, as many whatever the answer; only its words are elsewhere.
"""

from __future__ import annotations

from companion.service.showing import Showing, read_out
from companion.service.tables import Seen
from companion.web.app import access, tables
from companion.web.languages import languages
from companion.web.pages_scan import scan_words


def is_on_phone(seen: Seen, showing: Showing, token: str) -> bool:
    """Whether the phone of whoever is to read now has the answer; it is sent there once."""
    player = showing.stage.player
    if showing.stage.kind != "verdict" or player not in seen.table.players:
        return False
    number = seen.table.players.index(player)
    if access().sessions.of_seat(seen.id, number) is None:
        return False
    texts = {lang: _answer(showing, lang) for lang in languages()}
    access().letterboxes.put(seen.id, number, texts, f"{token}.{showing.at}")
    return True


def _answer(showing: Showing, lang: str) -> str:
    said = read_out(tables(), showing, lang)
    word = scan_words(lang).say(f"stage.{said.verdict}")
    return "\n".join(part for part in (word, said.why, said.advice) if part)
