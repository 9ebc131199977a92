"""The same folder of files as a part of `companion serve`, under `/app`: from the computer to the tablet, once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.web.server.context import APP_SITE
from companion.web.server.errors import CONTENT_SECURITY, HttpError

AT = "/app"
_SECURITY = CONTENT_SECURITY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; frame-src 'self'")


def app_site(kept: Path, names: Callable[[], Mapping[str, str]]) -> Blueprint:
    """Make the routes under `/app`.

    `kept`: the folder in which the package of Pyodide and the referee's solver may be. `names`: see `bundle.site`. The
    files are put together at the first request, and held: about 9 MB. Without the package: 503.
    """
    routes = Blueprint("app_site", __name__, url_prefix=AT)
    files: dict[str, bytes] = {}
    lock = Lock()

    @routes.get("/")
    @routes.get("/<path:name>")
    def file(name: str = "index.html") -> AnyResponse:
        if request.path == AT:
            return redirect(f"{AT}/", 308)  # every address in it is relative
        from companion.site.bundle import KINDS

        with lock:
            if not files:
                files.update(_made(kept, names()))
        found = name in files
        name = name if found else "404.html"
        answer = Response(files[name], 200 if found else 404)
        answer.headers["Content-Type"] = KINDS.get(Path(name).suffix, "application/octet-stream")
        answer.headers["Content-Security-Policy"] = _SECURITY
        return answer

    routes.record(lambda state: state.app.config.update({APP_SITE: f"{AT}/"}))
    return routes


def _made(kept: Path, names: Mapping[str, str]) -> Mapping[str, bytes]:
    from companion.site import bundle, bytecode, decoder, packages, pyodide, solver  # the start does without

    # Nobody who asks for a page waits for a download.
    if not (kept / pyodide.FILE).is_file():
        raise HttpError(503, "app-not-prepared")
    # Prepared by a version without them, or without camera or referee: the pages say that they are not in it.
    has_camera, has_referee = ((kept / part.FILE).is_file() for part in (decoder, solver))
    try:
        pictures = decoder.parts(decoder.package(kept)) if has_camera else None
        wheel = solver.parts(solver.package(kept)) if has_referee else None
        runtime = pyodide.runtime(pyodide.package(kept))
        compile = bytecode.Compiler(kept, runtime, is_patient=False)
        return bundle.site(runtime, names, decoder=pictures, solver=wheel, compile=compile)
    except packages.NotThere as fault:
        raise HttpError(503, "app-not-made" if fault.key == "no-sources" else "app-not-prepared") from None
