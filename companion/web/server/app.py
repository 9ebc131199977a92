"""The Flask application: guards before every request, the API, the pages, one shape of errors."""

from __future__ import annotations

import logging

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
from companion.web.server.errors import HttpError
from companion.web.server.files import register_files
from companion.web.server.metrics import Metrics
from companion.web.server.outgoing import register_outgoing
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
    register_outgoing(app)
    app.register_blueprint(api)
    app.register_error_handler(Exception, _answer)
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


def _answer(fault: Exception) -> Response:
    """Answer a request that failed: on a page as a page, else as JSON."""
    status, body = _told(fault)
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


def _told(fault: Exception) -> tuple[int, Body]:
    """Return the status and the body that say what went wrong."""
    match fault:
        case Refused():
            where = fault.where(lang())
            body: Body = {"rule": fault.violation.rule, "message": fault.sentence(lang())}
            return 422, {**body, "where": where} if where else body
        case FileMalformed():
            return 400, {"message": fault.sentence(lang()), "line": fault.line}
        case Malformed():
            return 400, {"message": why(fault, lang())}
        case Stale():
            message = own_words(lang()).say(fault.key, version=fault.version)
            return 409, {"message": message, "version": fault.version}
        case StoreFault():
            alone = current_app.config.get(ALONE)
            status = 404 if isinstance(fault, UnknownGame) else 503
            if isinstance(fault, Overtaken | Repeated | Unplayable):
                status = 409
            elif status == 503 and alone is not None and alone.is_deleted:
                return _told(HttpError(503, "storage-deleted"))
            return status, {"message": why(fault, lang(), is_told_little())}
        case HttpError():
            return fault.status, {"message": fault.sentence(lang())}
        case Busy():
            return _told(HttpError(503, "busy"))
        case MethodNotAllowed():
            allowed = ", ".join(sorted(fault.valid_methods or ()))
            return _told(HttpError(405, "method", method=request.method, allowed=allowed))
        case RequestEntityTooLarge() if takes_pictures(request.path):
            most = access().settings.most_picture // MEGABYTE
            return _told(HttpError(413, "too-large-pictures", most=most))
        case RequestEntityTooLarge():
            return _told(HttpError(413, "too-large", most=request.max_content_length))
        case HTTPException():
            status = fault.code or 500
            key = {404: "not-found", 415: "unsupported"}.get(status, "bad-request" if status < 500 else "bug")
            return _told(HttpError(status, key))
    metrics().count("errors")
    # The pattern of the route, not the address: a token may stand in it. The journal leaves out the failure's message.
    _log.error("%s %s", request.method, request.url_rule or "?", exc_info=fault)
    return _told(HttpError(500, "bug"))
