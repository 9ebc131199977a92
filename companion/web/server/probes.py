"""Answers to the questions by which phones find out if a Wi-Fi leads to the internet.

A phone that gets none leaves the Wi-Fi, or keeps sending what is meant for the table by mobile data. On a hotspot that
this machine opened itself nobody else answers; what a host has to set for the questions to come here stands in
docs/operating.md. Anywhere else they are refused as any request for a foreign name is.
"""

from __future__ import annotations

from companion.web.server.stream import Scope, Send

_APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
_FIREFOX = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
ANSWERS: dict[str, tuple[int, str, str]] = {
    # status, type and text that each system takes for the internet
    "/generate_204": (204, "", ""),  # Android, ChromeOS
    "/gen_204": (204, "", ""),
    "/hotspot-detect.html": (200, "text/html", _APPLE),
    "/library/test/success.html": (200, "text/html", _APPLE),
    "/connecttest.txt": (200, "text/plain", "Microsoft Connect Test"),
    "/ncsi.txt": (200, "text/plain", "Microsoft NCSI"),
    "/success.txt": (200, "text/plain", "success\n"),  # Firefox
    "/canonical.html": (200, "text/html", _FIREFOX),
    "/check_network_status.txt": (200, "text/plain", "NetworkManager is online\n"),
}


def is_probe(scope: Scope) -> bool:
    """Return True for a question that one of these answers is for."""
    return scope["method"] in ("GET", "HEAD") and scope["path"] in ANSWERS


async def answer_probe(scope: Scope, send: Send) -> None:
    """Say what a phone takes for the internet."""
    status, kind, text = ANSWERS[scope["path"]]
    headers = [(b"cache-control", b"no-store")]
    if kind:
        headers += [(b"content-type", kind.encode()), (b"content-length", str(len(text)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode() if scope["method"] == "GET" else b""})
