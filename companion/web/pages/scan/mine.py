"""A seat shows its own cards with its own phone, and reads there what the referee says to it alone.

Only what the table is asked for anyway can be shown, by those it is asked of. The phone gets the same answer to every
photo: what was found comes to its inbox.
"""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

from flask import Response, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.actions import Malformed
from companion.engine.hidden.referee import Due
from companion.service.live.games import Snapshot, Stale
from companion.service.live.session import Refused
from companion.service.messages import why
from companion.service.referee.private_reveal import Showing, judge
from companion.store.base import StoreFault
from companion.web.api.scan import letters
from companion.web.pages.base import Notice, game_words, pages, render
from companion.web.pages.devices.seats import my_seat
from companion.web.pages.scan.base import Shown, pictures, showings, spoken
from companion.web.pages.scan.dispute import slots_sent
from companion.web.pages.scan.referee_mode import due_of, referee_evening, sent_for, showing_due
from companion.web.pages.scan.screen import BLOCK, MOST_CARDS, cards_of, held_by, send_answers, slots_of
from companion.web.pages.table.page import game_title
from companion.web.server.context import access, asking, lang, tables
from companion.web.server.errors import HttpError
from companion.web.server.lengths import filled_up

PRINTED = "companion.printed"
MOST_GAMES = 200


class MineNow(NamedTuple):
    """Cards that this phone's seat is asked to show, or its wait. `others`: the players who have not shown theirs
    yet."""

    due: Due
    version: int
    key: str
    is_sent: bool
    others: tuple[str, ...]

    @property
    def is_hand(self) -> bool:
        """True if a whole hand is asked for."""
        return self.due.what in ("hand", "deal")


class Printed:
    """The letters of the printed deck at each table, once a phone has said them: nobody types them for every hand."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._said: dict[str, tuple[str, ...]] = {}

    def of(self, game: str) -> tuple[str, ...]:
        """Return the deck letters to look for; none if nobody has given any."""
        with self._lock:
            return self._said.get(game, ())

    def say(self, game: str, said: tuple[str, ...]) -> None:
        """From now on look for these."""
        with self._lock:
            self._said[game] = said
            while len(self._said) > MOST_GAMES:
                del self._said[next(iter(self._said))]


def _printed() -> Printed:
    found: Printed = current_app.extensions.setdefault(PRINTED, Printed())
    return found


@pages.app_template_global("my_showing")
def my_showing(game: str) -> MineNow | None:
    """Return what the seat of the asking phone is to show now, or None."""
    name, evening = my_seat(game), referee_evening(game)
    if not name or evening is None or evening.due is None or name not in evening.due.people:
        return None
    others = tuple(one for one in evening.due.people if one not in evening.sent)
    return MineNow(evening.due, evening.version, evening.key, name in evening.sent, others)


@pages.get("/games/<game>/scan/mine")
def my_cards(game: str) -> AnyResponse:
    """Show the page for a photo from the gallery, or for cards picked by hand."""
    seen, name = tables().seen(game), _must_be_seat(game)
    due = _due_of(seen, name)
    if due is None:
        return redirect(url_for("pages.table", game=game), 303)
    return _page(seen, _own(seen, due, name), name, Shown())


@pages.post("/games/<game>/scan/mine")
def my_cards_shown(game: str) -> AnyResponse:
    """Take the seat's cards: complete, they go to the referee; else show the page to put them right."""
    seen, name = tables().seen(game), _must_be_seat(game)
    access().must_be_own_page(asking())
    due = _due_of(seen, name)
    if due is None or request.form.get("version", "") != str(seen.version):
        return redirect(url_for("pages.table", game=game), 303)
    # The host's webcam is not a seat's to look through.
    said = letters()
    if said:
        _printed().say(seen.id, said)
    photos = pictures(seen.title, said or _printed().of(seen.id), webcam=False)
    own = _own(seen, due, name)
    cards, _ = slots_sent(seen.title)
    own.shown[name] = tuple(cards + [copy for copy in photos.copies if copy not in cards])[:MOST_CARDS]
    fault = _fault(seen, own, name)
    if photos.faults or fault or request.form.get("do") == "look":
        return _page(seen, own, name, photos, fault)
    ready: Showing | None = own
    if not own.is_whole_hand:
        ready = showings().send(showing_due(game, seen.version, due), name, own.shown[name])
    if ready is not None:
        try:
            judge(tables(), ready)
        except Stale:
            return redirect(url_for("pages.table", game=game), 303)
        except (Refused, Malformed) as refused:
            text = refused.sentence(lang()) if isinstance(refused, Refused) else why(refused, lang())
            return _page(seen, _own(seen, due, name), name, photos, Notice("error", text))
        showings().say(ready)
        send_answers(seen, ready, ready.people)
    return redirect(url_for("pages.table", game=game), 303)


def is_asked_for_cards(game: str, seat: int) -> bool:
    """Return whether a table asks a seat for its cards now: only then is a picture of them read at all."""
    try:
        seen = tables().seen(game)
        return _due_of(seen, seen.table.players[seat]) is not None
    except (StoreFault, Malformed, IndexError):
        return False


def _must_be_seat(game: str) -> str:
    name = my_seat(game)
    if not name:
        raise HttpError(401, "no-seat", {"WWW-Authenticate": "Bearer"})
    return name


def _due_of(seen: Snapshot, name: str) -> Due | None:
    """Return what this seat is to show and has not shown yet."""
    due = due_of(seen.id)
    if due is None or name not in due.people or name in sent_for(seen.id, seen.version, due):
        return None
    return due


def _own(seen: Snapshot, due: Due, name: str) -> Showing:
    """Return the part of what is due that this seat alone shows."""
    what = "hand" if due.what in ("hand", "deal") else due.what
    return Showing(seen.id, seen.version, what, (name,), "private", at=1)


def _fault(seen: Snapshot, own: Showing, name: str) -> Notice | None:
    read, held = len(own.shown[name]), held_by(seen, name)
    if not read:
        return Notice("error", spoken("judge.no-cards"))
    if not own.is_whole_hand:
        return Notice("error", spoken("judge.one-card")) if read != 1 else None
    if read == held or request.form.get("sure") == str(read):
        return None
    return Notice("stale", spoken("stage.differs", read=read, held=held))


def _page(seen: Snapshot, own: Showing, name: str, photos: Shown, notice: Notice | None = None) -> Response:
    read = len(own.shown.get(name, ()))
    response = render(
        "scan/mine.html",
        id=seen.id,
        title=game_title(tables().heading(seen.id), game_words(seen.title)),
        seat=name,
        version=seen.version,
        is_hand=own.is_whole_hand,
        slots=slots_of(seen, own),
        cards=cards_of(seen.title),
        read=read,
        sure=str(read) if notice else "",
        letters=" ".join(letters() or _printed().of(seen.id)),
        looked=photos.looked,
        faults=photos.faults,
        notice=notice,
        what="",
    )
    response.set_data(filled_up(response.get_data(), BLOCK))
    return response
