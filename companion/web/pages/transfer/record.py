"""The game taken along: its record as a file or as a chain of codes, from any device; and taken in by a new host."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from flask import Response, current_app, jsonify, redirect, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.actions import Malformed, whole
from companion.i18n.scan_sentences import Refused as NoPicture
from companion.service.live.games import Stale
from companion.service.live.parsing import clean_text
from companion.service.live.session import Refused
from companion.service.messages import why
from companion.service.transfer.importing import take_in, take_more
from companion.service.transfer.playthrough import FileMalformed
from companion.service.transfer.qr_pieces import Gathering, Gatherings, carried, pieces, text_of
from companion.service.transfer.record import brought_until
from companion.store.base import StoreFault, UnknownGame
from companion.web.api.scan import eyes
from companion.web.pages.base import Notice, game_words, pages, render, sentences, unkept
from companion.web.pages.table.page import game_title
from companion.web.server.context import lang, must_be_host, must_lead, tables
from companion.web.server.errors import HttpError

MOST_FILES = 60
"""Pictures and files taken from one post."""
_GATHERED = "companion.gatherings"


spoken = sentences("record")


# -- handed over --------------------------------------------------------------------------------------------------


@pages.get("/games/<game>/record")
def record_page(game: str) -> Response:
    """Show the record of a game: what it is, a file, a chain of codes."""
    return _page("record/record.html", game)


@pages.get("/games/<game>/record/rows")
def record_rows(game: str) -> Response:
    """Return the part of a game that a device has not kept yet."""
    known = whole(request.args.get("after", "")) or 0
    what = carried(tables().playing(game), tables().heading(game), known, request.args.get("seal", ""))
    return unkept(jsonify(what._asdict()))


@pages.get("/games/<game>/record/codes/<int:number>")
def record_code(game: str, number: int) -> Response:
    """One code of the chain, for browsers without JavaScript."""
    import segno

    chain = pieces(text_of(carried(tables().playing(game), tables().heading(game))))
    if not 1 <= number <= len(chain):
        raise HttpError(404, "not-found")
    # One mask for all: trying every one takes ten times as long, and the text is as good as random.
    code = segno.make(chain[number - 1], version=17, error="l", mode="alphanumeric", mask=0, boost_error=False)
    drawn = Markup(code.svg_inline(border=4, omitsize=True))
    return _page("record/code.html", game, number=number, total=len(chain), code=drawn)


def _page(template: str, game: str, number: int = 0, total: int = 0, code: str = "") -> Response:
    """Show a game as it can be taken along."""
    playing, heading = tables().playing(game), tables().heading(game)
    title = game_title(heading, game_words(playing.title))
    return render(
        template,
        id=game,
        title=title,
        version=playing.version,
        seal=carried(playing, heading, playing.version).seal,
        # the last entry that came with a record, 0 for a game played here
        brought=brought_until(playing.entries, heading.origin),
        number=number,
        total=total,
        code=code,
    )


# -- taken in -----------------------------------------------------------------------------------------------------


@pages.get("/take-in")
def take_in_page() -> Response:
    """Show the page that takes in a game from another computer."""
    return _shown()


@pages.post("/take-in")
def take_in_files() -> AnyResponse:
    """Pictures of codes and saved records, as many as there are, in any order."""
    must_be_host()
    notices: list[Notice] = []
    gathering: Gathering | None = None
    for given in [*request.files.getlist("picture"), *request.files.getlist("file")][:MOST_FILES]:
        data = given.read()
        if not data:
            continue
        if not eyes().is_picture(data):
            return _taken(data, _name(given))
        found, fault = _codes_in(data, _name(given))
        gathering = found or gathering
        notices += [fault] if fault else []
    if gathering is not None and not gathering.missing:
        return _complete(gathering)
    if gathering is None and not notices:
        notices.append(Notice("error", spoken("take.nothing")))
    return _shown(notices, gathering, 200 if gathering else 400)


@pages.post("/take-in/frame")
def take_in_frame() -> Response:
    """One frame of a live camera: what is still missing, or where the game is now."""
    must_be_host()
    given = request.files.get("picture")
    gathering, fault = _codes_in(given.read(), "") if given else (None, None)
    said = fault.text if fault else ""
    done = ""
    if gathering is not None:
        there = gathering.total - len(gathering.missing)
        missing = ", ".join(map(str, gathering.missing[:12])) + ("…" if len(gathering.missing) > 12 else "")
        said = spoken("take.progress", there=there, total=gathering.total, missing=missing)
        if not gathering.missing:
            answer = _complete(gathering)
            done = answer.location or ""
            said = "" if done else spoken("take.broken")
    return unkept(jsonify({"said": said, "done": done}))


@pages.post("/take-in/more")
def take_in_more() -> tuple[Response, int]:
    """Take from a device's copy what this computer has lost of a game, and return where the game is now."""
    given, game = request.files.get("copy"), request.form.get("game", "")
    must_lead(game)
    try:
        if given is None:
            return jsonify({"said": spoken("take.nothing")}), 400
        taken = take_more(tables(), given.read(), game)
    except FileMalformed as fault:
        return jsonify({"said": fault.sentence(lang())}), 400
    except Malformed as fault:
        return jsonify({"said": why(fault, lang())}), 400
    except Stale as stale:
        return jsonify({"said": spoken("more.moved", newest=stale.version)}), 409
    except Refused as refused:
        return jsonify({"said": refused.sentence(lang())}), 422
    except StoreFault as fault:
        return jsonify({"said": why(fault, lang())}), 404 if isinstance(fault, UnknownGame) else 503
    return jsonify({"done": url_for("pages.table", game=taken.seen.id), "version": taken.seen.version}), 200


def _gatherings() -> Gatherings:
    found: Gatherings = current_app.extensions.setdefault(_GATHERED, Gatherings())
    return found


def _codes_in(data: bytes, name: str) -> tuple[Gathering | None, Notice | None]:
    if not eyes().reads_codes:
        return None, Notice("error", spoken("take.no-reader"))
    try:
        texts = eyes().texts(data, name or spoken("take.picture"))
    except NoPicture as fault:
        return None, Notice("error", fault.say(lang()))
    gathering = _gatherings().take(texts)
    if gathering is None and name:
        return None, Notice("error", spoken("take.no-code", name=name))
    return gathering, None


def _complete(gathering: Gathering) -> AnyResponse:
    text = gathering.text()
    _gatherings().drop(gathering)
    return _taken(text, "") if text is not None else _shown([Notice("error", spoken("take.broken"))], None, 400)


def _taken(data: bytes, name: str) -> AnyResponse:
    try:
        taken = take_in(tables(), data, name, "import")
    except FileMalformed as fault:
        return _shown([Notice("error", fault.sentence(lang()))], None, 400)
    except Malformed as fault:
        return _shown([Notice("error", why(fault, lang()))], None, 400)
    except Refused as refused:
        return _shown([Notice("error", refused.sentence(lang()), refused.where(lang()))], None, 422)
    return redirect(url_for("pages.table", game=taken.seen.id), 303)


def _shown(notices: Iterable[Notice] = (), gathering: Gathering | None = None, status: int = 200) -> Response:
    return render(
        "record/take-in.html", status=status, notices=tuple(notices), gathering=gathering, can_read=eyes().reads_codes
    )


def _name(given: FileStorage) -> str:
    return clean_text(given.filename or "")[:80] or quote(given.name or "?")
