"""The Flask application: guards before every request, the API, the pages, one shape of errors."""

from __future__ import annotations

import logging
from collections.abc import Callable

from flask import Flask, Response, current_app, jsonify, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge

from companion.engine.actions import Malformed
from companion.scan.picture import MEGABYTE
from companion.service.errands import Busy
from companion.service.live.games import GameService, Stale, Unplayable
from companion.service.live.session import Refused
from companion.service.messages import own_words, why
from companion.service.people.figures import Figures
from companion.service.transfer.playthrough import FileMalformed
from companion.store.base import Overtaken, Repeated, StoreFault, UnknownGame
from companion.web.api.games import api
from companion.web.api.scan import register_eyes
from companion.web.auth.access import Access
from companion.web.pages.register import register_pages
from companion.web.server.compress import is_file, register_compression
from companion.web.server.context import (
    ALONE,
    APP_SITE,
    FIGURES,
    PAGE_FAULT,
    PRACTICES,
    TABLES,
    WIFI,
    access,
    asking,
    is_told_little,
    lang,
    metrics,
)
from companion.web.server.errors import CONTENT_SECURITY, FOR_GOOD, GUARDS, HttpError
from companion.web.server.files import is_current, register_files
from companion.web.server.metrics import Metrics
from companion.web.server.settings import Settings, takes_pictures
from companion.web.server.wifi import KnownWifi
from companion.web.templating import CompiledOnce

Body = dict[str, object]
_log = logging.getLogger("companion.web")


def create_app(tables: GameService, settings: Settings, access: Access | None = None) -> Flask:
    """Make the application over these games."""
    app = Flask("companion.web", static_folder="static", template_folder="templates")
    app.jinja_env.bytecode_cache = CompiledOnce()
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.url_map.strict_slashes = False
    move_in(app, tables, settings, access)
    register_files(app)
    app.before_request(_guard)
    register_compression(app)
    app.after_request(_dress)
    app.register_blueprint(api)
    for fault, answer in _FAULTS.items():
        app.register_error_handler(fault, _handler(answer))
    register_pages(app)
    return app


def move_in(app: Flask, tables: GameService, settings: Settings, access: Access | None = None) -> None:
    """Have the application serve these games from here on and forget those it served before."""
    app.extensions[TABLES] = tables
    app.extensions.pop(PRACTICES, None)
    app.extensions["companion.access"] = access or Access(settings)
    app.extensions["companion.metrics"] = Metrics()
    app.extensions[FIGURES] = Figures()
    app.extensions[WIFI] = KnownWifi()
    app.config.update({ALONE: None, APP_SITE: ""})  # a home that is or has one says so
    app.config.update(
        MAX_CONTENT_LENGTH=settings.most_body, MAX_FORM_MEMORY_SIZE=settings.most_body, MAX_FORM_PARTS=200
    )
    register_eyes(app)


def _guard() -> None:
    doors = access()
    settings = doors.settings
    most = request.max_content_length = settings.most_for(request.path)
    if most > settings.most_body:
        # Files arrive in pieces of 64 KiB, of which the reader holds back a little: it needs more room than one piece.
        request.max_form_memory_size = 8 * settings.most_body
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        doors.sessions.be_sure(lambda: request.cookies.get(doors.name_of_cookie(request.scheme), ""))
    doors.guard(asking())


def _dress(response: Response) -> Response:
    path = request.path
    is_said = path.startswith("/api")
    if not is_said and response.status_code < 400 and is_file(path):  # no tap asks whether the interface is a file
        return _lightly(response)
    is_page = response.mimetype == "text/html" and "Content-Security-Policy" not in response.headers
    if is_page and (others := access().others(request.scheme)):
        # The pages of a club ask the other hosts whether they are there.
        at = " ".join(("connect-src 'self'", *others))
        response.headers["Content-Security-Policy"] = CONTENT_SECURITY.replace("connect-src 'self'", at)
    for name, value in GUARDS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store" if is_said else "no-cache")
    return response


def _lightly(response: Response) -> Response:
    """Strip the headers of a file that is the same for everybody.

    The table asks for thirty at once, and what a page has to say about itself (its policy, where it comes from, what it
    may use) would weigh as much again as a small one of them.
    """
    for name in ("Content-Disposition", "Last-Modified"):
        response.headers.pop(name, None)
    response.headers["X-Content-Type-Options"] = GUARDS["X-Content-Type-Options"]
    if request.args.get("v") or is_current():
        # The address changes with the file: nobody will ask whether it has changed.
        response.headers["Cache-Control"] = FOR_GOOD
        response.headers.pop("ETag", None)
    response.headers.setdefault("Cache-Control", "no-cache")
    return response


def _handler(answer: Callable[[Exception], tuple[int, Body]]) -> Callable[[Exception], Response]:
    def handle(fault: Exception) -> Response:
        status, body = answer(fault)
        shown = current_app.config.get(PAGE_FAULT)
        if shown is not None and not request.path.startswith("/api"):
            response: Response = current_app.make_response(shown(status, body))
        else:
            response = jsonify(body)
        response.status_code = status
        if isinstance(fault, HttpError):
            response.headers.update(fault.headers)
        if isinstance(fault, Busy):
            response.headers["Retry-After"] = str(fault.retry_after)
        if isinstance(fault, MethodNotAllowed) and fault.valid_methods:
            response.headers["Allow"] = ", ".join(sorted(fault.valid_methods))
        return response

    return handle


def _refused(fault: Exception) -> tuple[int, Body]:
    assert isinstance(fault, Refused)
    body: Body = {"rule": fault.violation.rule, "message": fault.sentence(lang())}
    where = fault.where(lang())
    return 422, {**body, "where": where} if where else body


def _malformed(fault: Exception) -> tuple[int, Body]:
    if isinstance(fault, FileMalformed):
        return 400, {"message": fault.sentence(lang()), "line": fault.line}
    assert isinstance(fault, Malformed)
    return 400, {"message": why(fault, lang())}


def _stale(fault: Exception) -> tuple[int, Body]:
    assert isinstance(fault, Stale)
    return 409, {"message": own_words(lang()).say(fault.key, version=fault.version), "version": fault.version}


def _store(fault: Exception) -> tuple[int, Body]:
    assert isinstance(fault, StoreFault)
    body: Body = {"message": why(fault, lang(), is_told_little())}
    if isinstance(fault, UnknownGame):
        return 404, body
    if isinstance(fault, Overtaken | Repeated | Unplayable):
        return 409, body
    if (alone := current_app.config.get(ALONE)) is not None and alone.is_deleted:
        return _trouble(HttpError(503, "storage-deleted"))
    return 503, body


def _trouble(fault: Exception) -> tuple[int, Body]:
    assert isinstance(fault, HttpError)
    return fault.status, {"message": fault.sentence(lang())}


def _busy(fault: Exception) -> tuple[int, Body]:
    return 503, _trouble(HttpError(503, "busy"))[1]


def _http(fault: Exception) -> tuple[int, Body]:
    """Return the status and body for a request that Flask itself refuses."""
    assert isinstance(fault, HTTPException)
    status = fault.code or 500
    if isinstance(fault, MethodNotAllowed):
        allowed = ", ".join(sorted(fault.valid_methods or ()))
        return status, _trouble(HttpError(status, "method", method=request.method, allowed=allowed))[1]
    if isinstance(fault, RequestEntityTooLarge):
        if takes_pictures(request.path):
            most = access().settings.most_picture // MEGABYTE
            return status, _trouble(HttpError(status, "too-large-pictures", most=most))[1]
        return status, _trouble(HttpError(status, "too-large", most=request.max_content_length))[1]
    key = {404: "not-found", 415: "unsupported"}.get(status, "bad-request" if status < 500 else "bug")
    return status, _trouble(HttpError(status, key))[1]


def _bug(fault: Exception) -> tuple[int, Body]:
    metrics().count("errors")
    # The pattern of the route, not the address: a token may stand in it. The journal leaves out the failure's message.
    _log.error("%s %s", request.method, request.url_rule or "?", exc_info=fault)
    return 500, _trouble(HttpError(500, "bug"))[1]


_FAULTS: dict[type[Exception], Callable[[Exception], tuple[int, Body]]] = {
    Refused: _refused,
    Malformed: _malformed,
    FileMalformed: _malformed,
    Stale: _stale,
    StoreFault: _store,
    HttpError: _trouble,
    Busy: _busy,
    HTTPException: _http,
    Exception: _bug,
}
