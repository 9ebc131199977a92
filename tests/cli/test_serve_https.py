"""`companion serve --https`: the same table twice, and a certificate that a device can take in."""

from __future__ import annotations

import hashlib
import json
import ssl
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest

from tests.cli.running import shell
from tests.cli.serving import SETUP, end, table
from tests.web.serving import ask


def _by_https(
    port: int, trusting: ssl.SSLContext, method: str, path: str, **headers: str
) -> tuple[int, dict[str, str]]:
    connection = HTTPSConnection("127.0.0.1", port, timeout=20, context=trusting)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, headers=named)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, dict(answer.getheaders())


def test_http_and_https_are_one_table(tmp_path: Path) -> None:
    with table(tmp_path, "--https") as running:
        port = int(running.said["https"].rpartition(":")[2])
        assert running.said["https"].startswith("https://")
        status, der = _raw(running.port, "/ca.crt")
        assert status == 200
        trusting = ssl.create_default_context(cadata=der)
        game = str(running.ask("POST", "/api/games", SETUP)[1]["id"])
        assert _by_https(port, trusting, "GET", f"/api/games/{game}")[0] == 200
        page = ask(running.port, "GET", "/ca", Accept_Language="en")[1]
        pairs = hashlib.sha256(der).hexdigest().upper()
        assert ":<wbr>".join(pairs[k : k + 2] for k in range(0, 64, 2)) in page
        assert "already connected over https" not in page
        link = str(running.ask("POST", "/api/host-links")[1]["url"]).rpartition("/")[2]
        status, headers = _by_https(port, trusting, "GET", f"/host/{link}")
        cookie = headers["set-cookie"]
        # Cookies know no ports: that of https has another name, and http never sees it.
        assert (status, cookie.partition("=")[0]) == (303, f"__Host-companion_{running.port}s")
        assert "Secure" in cookie and "HttpOnly" in cookie and "SameSite=Strict" in cookie
        origin = {"Origin": f"https://127.0.0.1:{port}", "Cookie": cookie.partition(";")[0]}
        assert _by_https(port, trusting, "POST", "/devices", **origin)[0] == 303
        foreign = {**origin, "Origin": f"http://127.0.0.1:{running.port}"}
        assert _by_https(port, trusting, "POST", "/devices", **foreign)[0] == 403
        assert (tmp_path / "https" / "ca-key.pem").stat().st_mode & 0o077 == 0
        streams = [HTTPSConnection("127.0.0.1", port, timeout=20, context=trusting) for _ in range(5)]
        for stream in streams:
            stream.request("GET", f"/api/games/{game}/events")
            assert stream.getresponse().status == 200
        assert end(running) == 0
        for stream in streams:
            stream.close()


@pytest.mark.long
def test_without_https_the_page_says_how(tmp_path: Path) -> None:
    with table(tmp_path) as running:
        assert "https" not in running.said
        assert "companion serve --https" in ask(running.port, "GET", "/ca")[1]
        assert ask(running.port, "GET", "/ca.crt")[0] == 404
        checks = json.loads(shell("doctor", "--json", "--data", tmp_path, "--lang", "en").stdout)["checks"]
        found = {check["name"]: check for check in checks}
        assert "camera" in found["origin"]["text"] and "--https" in found["origin"]["fix"]
        assert ".local" in found["name"]["text"] + found["name"]["fix"]


def _raw(port: int, path: str) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body
