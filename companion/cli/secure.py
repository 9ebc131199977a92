"""The https side of `serve --https`: its socket, its certificate, and keeping that good while the table runs."""

from __future__ import annotations

import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.network import addresses

if TYPE_CHECKING:
    from companion.web.server.certificates import Authority

USUAL = 8443
NEAREST = 20


@dataclass(frozen=True, slots=True)
class Secured:
    """A second socket of the same table, and the authority that vouches for it."""

    authority: Authority
    sock: socket.socket

    @property
    def port(self) -> int:
        """The port of https."""
        found: int = self.sock.getsockname()[1]
        return found

    @property
    def context(self) -> ssl.SSLContext:
        """TLS context of the connections."""
        return self.authority.context

    def url_for(self, host: str) -> str:
        """Return the address as a browser writes it."""
        return f"https://[{host}]:{self.port}" if ":" in host else f"https://{host}:{self.port}"

    def renew(self) -> None:
        """See to it that the certificate fits the addresses this machine has now."""
        with suppress(OSError):
            self.authority.renew(addresses())


def secured(folder: Path, host: str, port: int) -> Secured:
    """Listen beside http: at 8443 or the next free port; with a port taken at random, at another one."""
    from companion.web.server.asgi import listen
    from companion.web.server.certificates import Authority

    nearest = [*range(USUAL, USUAL + NEAREST)] if 8080 <= port < 8080 + NEAREST else []
    for one in nearest:
        with suppress(OSError):
            sock = listen(host, one)
            break
    else:
        sock = listen(host, 0)
    found = Secured(Authority(folder), sock)
    found.renew()
    return found
