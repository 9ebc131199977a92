"""What every page with a camera needs: its words, the pictures of a post, and the first page, where they all begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flask import Response, current_app, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.decks.catalog import Title
from companion.engine.actions import whole
from companion.engine.words import Wording
from companion.i18n import catalog
from companion.scan.picture import MEGABYTE
from companion.scan.source import Setting
from companion.service.referee.private_reveal import Showings
from companion.service.referee.scan_service import Refused, ScanResult, packed
from companion.service.referee.webcam import Watching
from companion.web.api.scan import eyes, letters, name_of
from companion.web.pages.base import Notice, device, game_words, new_action_id, pages, render, sentences, unkept
from companion.web.pages.table.page import game_title
from companion.web.server.context import ALONE, access, lang, must_be_host, tables
from companion.web.server.errors import HttpError
from companion.web.server.lengths import filled_up

MOST_PICTURES = 12
"""Pictures taken from one post."""
SHARP, COARSE = 960, 24
"""Pixels across of what the webcam shows on a page; of the coarse one a card takes one or two."""
WEBCAM = "companion.webcam"
SHOWINGS = "companion.showings"


def scan_words(language: str) -> Wording:
    """Return the words of these pages in a language."""
    return catalog.words("scan", language)


spoken = sentences("scan")


@pages.app_template_global("webcam_chosen")
def webcam_chosen() -> bool:
    """Return True if the host's machine has a camera that may be used."""
    return device().is_owner and watching().setting is not None


@pages.app_template_global("most_megabytes")
def most_megabytes() -> int:
    """Return how much may be sent in one go, pictures included."""
    return access().settings.most_picture // MEGABYTE


@pages.app_template_global("own_port")
def own_port() -> str:
    """Return the port this server answers at, as the device sees it."""
    return request.host.rpartition(":")[2] if ":" in request.host else "80"


def watching() -> Watching:
    """Return the host's webcam."""
    found: Watching = current_app.extensions.setdefault(WEBCAM, Watching())
    return found


def showings() -> Showings:
    """Return the showings at the tables of this application."""
    found: Showings = current_app.extensions.setdefault(SHOWINGS, Showings())
    return found


def _is_private() -> bool:
    """Return True if cards are being shown in private now, and this request is not part of it."""
    token = (request.view_args or {}).get("token") or request.args.get("for", "")
    return showings().hides_webcam_from(str(token))


class Shown(NamedTuple):
    """The pictures of a post: what was seen in each, and what was wrong with the others."""

    looked: tuple[ScanResult, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def slugs(self) -> tuple[str, ...]:
        """The cards read, each once, in the order in which they were found."""
        return tuple(dict.fromkeys(r.copy.slug for one in self.looked for r in one.sight.cards if r.copy))

    @property
    def copies(self) -> tuple[str, ...]:
        """The copies read, each once."""
        return tuple(dict.fromkeys(r.copy.id for one in self.looked for r in one.sight.cards if r.copy))


def pictures(title: Title, decks: Sequence[str] | None = None, webcam: bool = True) -> Shown:
    """Look at every picture of this post, and through the host's webcam where that was asked for and may be.

    `decks`: the letters of the printed decks, where not those the form says.
    """
    printed = letters() if decks is None else decks
    looked: list[ScanResult] = []
    faults: list[str] = []
    for given in request.files.getlist("picture")[:MOST_PICTURES]:
        data = given.read()
        if not data and not given.filename:
            continue
        try:
            looked.append(eyes().look(title.decklist, printed, data, name_of(given)))
        except Refused as fault:
            faults.append(fault.say(lang()))
    if webcam and request.form.get("from") == "webcam":
        seen, trouble = _through_webcam(title)
        looked += [seen] if seen else []
        faults += [trouble] if trouble else []
    return Shown(tuple(looked), tuple(faults))


def _through_webcam(title: Title, film: str = "") -> tuple[ScanResult | None, str]:
    """Return what the host's webcam sees now, alone or as the newest frame of a film, and what is wrong with it."""
    if _is_private():
        return None, spoken("camera.private")
    if not device().is_owner:
        return None, spoken("camera.not-chosen")
    shot = watching().shot()
    if shot is None:
        return None, spoken("camera.not-chosen")
    trouble = watching().trouble(shot, lang())
    if shot.frame is None or trouble:
        return None, trouble
    name = spoken("camera.name")
    if film:
        return eyes().look_at_film(title.decklist, letters(), shot.frame, name, film), ""
    return eyes().look_at_frame(title.decklist, letters(), shot.frame, name), ""


@pages.get("/games/<game>/scan")
def scan_home(game: str) -> Response:
    """Show what can be done with pictures, and which camera is the host's."""
    return _home(game)


def _home(game: str, notice: Notice | None = None) -> Response:
    seen, setting = tables().seen(game), watching().setting
    # Where the system keeps no list, finding cameras switches them on: never for somebody who only looks on.
    is_computer = current_app.config[ALONE] is None
    cameras = watching().find() if is_computer and device().is_owner else []
    found = [(camera.index, camera.name) for camera in cameras]
    if setting is not None and setting.index not in dict(found):
        found.append((setting.index, spoken("camera.gone")))
    return render(
        "scan/home.html",
        id=game,
        title=game_title(tables().heading(game), game_words(seen.title)),
        has_referee=seen.title.game.referee is not None,
        cameras=found,
        chosen=-1 if setting is None else setting.index,
        mirror=setting is not None and setting.mirror,
        notice=notice,
    )


@pages.post("/games/<game>/scan/camera")
def choose_camera(game: str) -> AnyResponse:
    """Choose the camera of the host's machine and its settings, and try it at once."""
    must_be_host()
    index = whole(request.form.get("camera", ""), 2)
    if index is None:
        watching().choose(None)
        return redirect(url_for("pages.scan_home", game=game), 303)
    watching().choose(Setting(index, mirror=bool(request.form.get("mirror"))))
    shot = watching().shot()
    trouble = watching().trouble(shot, lang()) if shot is not None else ""
    return _home(game, Notice("error", trouble) if trouble else Notice("done", spoken("camera.works")))


@pages.get("/games/<game>/scan/camera.jpg")
def camera_picture(game: str) -> Response:
    """Show what the host's webcam sees now, to the host alone."""
    must_be_host()
    shot = None if _is_private() else watching().shot()
    if shot is None or shot.frame is None or shot.trouble:
        raise HttpError(404, "not-found")
    # Only where the deck is checked, before it is dealt, may a card be told from another.
    wide = SHARP if request.args.get("for") == "deck" else COARSE
    return unkept(Response(packed(shot.frame, wide), mimetype="image/jpeg"))


# -- a live camera -------------------------------------------------------------------------------------------------


def frame_of_film(title: Title, game: str) -> tuple[ScanResult | None, str]:
    """Read the frame of this request together with those just before it; or return what is wrong with it or the
    webcam."""
    given = request.files.get("image")
    film = f"{game} {request.form.get('film') or new_action_id()}"[:80]
    if given is None:
        return _through_webcam(title, film=film)
    try:
        return eyes().look_at_film(title.decklist, letters(), given.read(), name_of(given), film), ""
    except Refused as refused:
        return None, refused.say(lang())


def framed(looked: ScanResult | None, fault: str, **more: object) -> Response:
    """Answer with the outlines of a frame's tags, never with which they are, and with what that page may act on."""
    body = {
        "fault": fault,
        "outlines": [box.points for box in looked.outlines] if looked else [],
        "width": looked.width if looked else 0,
        "height": looked.height if looked else 0,
        **more,
    }
    # It may be a hand that is shown in private.
    response = jsonify(body)
    response.set_data(filled_up(response.get_data()))
    return unkept(response)


@pages.app_template_global("count_said")
def count_said(looked: ScanResult) -> str:
    """Say how many cards were read and how many were not; never which."""
    read, unread = len(looked.sight.cards), len(looked.sight.unread) + len(looked.sight.unknown)
    return spoken("live.counted", read=read, unread=unread) if unread else spoken("live.read", read=read)
