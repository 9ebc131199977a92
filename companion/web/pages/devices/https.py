"""The certificate of this table's own authority: how a device takes it in, and what it gains by that."""

from __future__ import annotations

from typing import Protocol

from flask import Response, current_app, request

from companion.web.pages.base import pages, render
from companion.web.server.errors import HttpError
from companion.web.server.files import attached

SYSTEMS = ("ipad", "android", "windows", "mac", "linux", "firefox")
"""The systems whose steps are told, in this order."""


class Vouching(Protocol):
    """Interface of a certificate authority."""

    @property
    def fingerprint(self) -> str: ...
    @property
    def der(self) -> bytes: ...


class Secure(Protocol):
    """The https side of this table, where there is one."""

    @property
    def authority(self) -> Vouching: ...
    @property
    def port(self) -> int: ...


@pages.get("/ca")
def certificate_page() -> Response:
    """Show how a device comes to trust this table."""
    secure = _secure()
    name = request.host.rpartition(":")[0] or request.host
    url = f"https://{name}:{secure.port}/" if secure else ""
    return render(
        "devices/certificate.html",
        url=url,
        fingerprint=secure.authority.fingerprint if secure else "",
        systems=SYSTEMS,
        is_secure=request.is_secure,
    )


@pages.get("/ca.crt")
def certificate() -> Response:
    """Return the certificate in the form that systems take in."""
    secure = _secure()
    if secure is None:
        raise HttpError(404, "no-https")
    return attached(secure.authority.der, "application/x-x509-ca-cert", "mesa.crt")


def _secure() -> Secure | None:
    found: Secure | None = current_app.config.get("SECURE")
    return found
