"""The Flask application: guards before every request, the API, the pages where they are, one shape of errors."""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from flask import Flask, Response, current_app, g, jsonify, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge

from companion.referee.actions import Malformed
from companion.service.playing import Refused
from companion.service.playthrough import FileMalformed
from companion.service.saying import own_words, why
from companion.service.tables import Stale, Tables, Unplayable
from companion.store.log import Overtaken, Repeated, StoreFault, UnknownGame
from companion.web.access import Access, Request
from companion.web.answers import GUARDS, Trouble, language
from companion.web.metrics import Metrics
from companion.web.settings import Settings

PAGES = "companion.web.pages"
"""The module of the pages: its `register_pages(app)` puts them beside the API."""
LANGUAGE_COOKIE = "companion_lang"
PAGE_FAULT = "PAGE_FAULT"
"""Pages may put a function here, (status, body) to a response: how a person is shown what went wrong outside `/api`."""
DATA_FOLDER = "DATA_FOLDER"
"""Where the application keeps the host\'s data folder; without it the games live in memory only."""
DECK_FOLDERS = "DECK_FOLDERS"
"""Where the application keeps the folders of the host\'s own decks."""

Body = dict[str, object]
_log = logging.getLogger("companion.web")


def create_app(tables: Tables, settings: Settings, access: Access | None = None) -> Flask:
    """The application over these games."""
    from companion.web.api import api
    from companion.web.compress import register_compression
    from companion.web.scan_api import register_eyes

    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.extensions["companion.tables"] = tables
    app.extensions["companion.access"] = access or Access(settings)
    app.extensions["companion.metrics"] = Metrics()
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.url_map.strict_slashes = False
    app.config.update(
        MAX_CONTENT_LENGTH=settings.most_body, MAX_FORM_MEMORY_SIZE=settings.most_body, MAX_FORM_PARTS=200
    )
    register_eyes(app)
    app.before_request(_guard)
    register_compression(app)
    app.after_request(_dress)
    app.register_blueprint(api)
    for fault, answer in _FAULTS.items():
        app.register_error_handler(fault, _handler(answer))
    if find_spec(PAGES):
        import_module(PAGES).register_pages(app)
    return app


def tables() -> Tables:
    """The games of the application that answers now."""
    found: Tables = current_app.extensions["companion.tables"]
    return found


def access() -> Access:
    """The doors of the application that answers now."""
    found: Access = current_app.extensions["companion.access"]
    return found


def metrics() -> Metrics:
    """What the application that answers now has counted."""
    found: Metrics = current_app.extensions["companion.metrics"]
    return found


def asking() -> Request:
    """The request as access looks at it."""
    headers = {key.lower(): value for key, value in request.headers.items()}
    return Request(request.method, request.scheme, request.remote_addr or "", headers, request.cookies)


def address() -> str:
    """Where other devices reach this table."""
    return access().settings.join or request.host_url.rstrip("/")


def lang() -> str:
    """The language to answer in: `?lang=`, else the device's choice, else what the browser prefers, else Spanish."""
    if "lang" not in g:
        asked = request.args.get("lang") or request.cookies.get(LANGUAGE_COOKIE, "")
        g.lang = language(asked, request.headers.get("Accept-Language", ""))
    chosen: str = g.lang
    return chosen


def must_be_host() -> None:
    """Stops the request unless the host makes it."""
    access().must_be_host(asking())


def must_be_somebody(game: str) -> None:
    """Stops the request unless the host makes it, or the phone of a seat of this game: that one may say its moves."""
    if access().seat(asking(), game) < 0 or request.headers.get("Authorization"):
        must_be_host()


def _guard() -> None:
    settings = access().settings
    most = request.max_content_length = settings.most_for(request.path)
    if most > settings.most_body:
        # Files arrive in pieces of 64 KiB, of which the reader holds back a little: it needs more room than one piece.
        request.max_form_memory_size = 8 * settings.most_body
    access().guard(asking())


def _dress(response: Response) -> Response:
    for name, value in GUARDS.items():
        response.headers.setdefault(name, value)
    if request.path.startswith("/static/") and request.args.get("v"):
        # The address changes with the file.
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    response.headers.setdefault("Cache-Control", "no-store" if request.path.startswith("/api") else "no-cache")
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
        if isinstance(fault, Trouble):
            response.headers.update(fault.headers)
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
    body: Body = {"message": why(fault, lang())}
    if isinstance(fault, UnknownGame):
        return 404, body
    if isinstance(fault, Overtaken | Repeated | Unplayable):
        return 409, body
    return 503, body


def _trouble(fault: Exception) -> tuple[int, Body]:
    assert isinstance(fault, Trouble)
    return fault.status, {"message": fault.sentence(lang())}


def _http(fault: Exception) -> tuple[int, Body]:
    """What Flask itself refuses."""
    assert isinstance(fault, HTTPException)
    status = fault.code or 500
    if isinstance(fault, MethodNotAllowed):
        allowed = ", ".join(sorted(fault.valid_methods or ()))
        return status, _trouble(Trouble(status, "method", method=request.method, allowed=allowed))[1]
    if isinstance(fault, RequestEntityTooLarge):
        return status, _trouble(Trouble(status, "too-large", most=request.max_content_length))[1]
    key = {404: "not-found", 415: "unsupported"}.get(status, "bad-request" if status < 500 else "bug")
    return status, _trouble(Trouble(status, key))[1]


def _bug(fault: Exception) -> tuple[int, Body]:
    metrics().count("errors")
    # The pattern of the route, not the address: a token may stand in it. The journal leaves out the failure's message.
    _log.error("%s %s", request.method, request.url_rule or "?", exc_info=fault)
    return 500, _trouble(Trouble(500, "bug"))[1]


_FAULTS: dict[type[Exception], Callable[[Exception], tuple[int, Body]]] = {
    Refused: _refused,
    Malformed: _malformed,
    FileMalformed: _malformed,
    Stale: _stale,
    StoreFault: _store,
    Trouble: _trouble,
    HTTPException: _http,
    Exception: _bug,
}
