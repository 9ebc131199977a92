"""A package registry on this machine, with packages made of nothing, whose connections break when told to."""

from __future__ import annotations

import base64
import hashlib
import io
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PADDING = b"#" * 200_000
"""Comment long enough for a file that can be cut."""


def wheel(name: str, version: str, module: str, text: bytes = b"") -> bytes:
    """Return a package of one module."""
    info = f"{name.replace('-', '_')}-{version}.dist-info"
    files = {
        f"{module}.py": text + b"\n" + PADDING,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    sums = {path: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=") for path, data in files.items()}
    record = "".join(f"{path},sha256={sums[path].decode()},{len(data)}\n" for path, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return out.getvalue()


class Registry:
    """The packages by file name; those that are `cut` end in the middle, those that are `held` wait for `go`."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.cut: set[str] = set()
        self.held: set[str] = set()
        self.go = threading.Event()
        self.url = ""

    def add(
        self, name: str, module: str = "", *, platform: str = "any", text: bytes = b"", version: str = "2.0"
    ) -> None:
        """Add a package, for every machine or for one platform."""
        made = wheel(name, version, module or name.replace("-", "_"), text)
        self.files[f"{name.replace('-', '_')}-{version}-py3-none-{platform}.whl"] = made

    def page(self, name: str) -> str | None:
        """Return the files of a package as a registry lists them, or None where it has none."""
        mine = [file for file in self.files if file.partition("-")[0].replace("_", "-") == name]
        return "".join(f'<a href="/files/{file}">{file}</a>\n' for file in mine) if mine else None


@contextmanager
def registry() -> Iterator[Registry]:
    """Yield a registry that answers."""
    here = Registry()

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, _, name = self.path.strip("/").partition("/")
            if kind == "files" and name in here.files:
                self._send(here.files[name], name)
            elif kind == "simple" and (page := here.page(name)) is not None:
                self._send(page.encode(), "")
            else:
                self.send_error(404)

        def _send(self, data: bytes, name: str) -> None:
            if name.partition("-")[0] in here.held:
                here.go.wait(60)
            self.send_response(200)
            self.send_header("Content-Type", "application/octet-stream" if name else "text/html")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2] if name.partition("-")[0] in here.cut else data)

        def log_message(self, *_: object) -> None:
            """Ignore the log line."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    here.url = f"http://127.0.0.1:{server.server_address[1]}/simple"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield here
    finally:
        here.go.set()
        server.shutdown()
        server.server_close()
