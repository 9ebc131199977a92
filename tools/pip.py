"""pip in an environment: what it was asked, what it said, and whether that means the network or a missing build."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tools.machine import python_of

_NETWORK = re.compile(
    r"Retrying \(|connection broken|ConnectionError|ConnectTimeout|ReadTimeout|IncompleteRead|ProtocolError"
    r"|IncompleteDownload|RemoteDisconnected|ConnectionReset|ProxyError|SSLError|Could not fetch URL"
    r"|HTTP error [45]|(?:Client|Server) Error|DO NOT MATCH THE HASHES|BadZipFile|wheel .* is invalid|an invalid wheel"
    r"|download.*failed",
    re.IGNORECASE,
)
# Under a constraint pip speaks of a conflict where there is nothing at all that fits.
_NONE = re.compile(r"No matching distribution found|Could not find a version that satisfies|ResolutionImpossible")
_FULL = re.compile(r"No space left on device|Errno 28|WinError 112")


class Said(NamedTuple):
    """How a run of pip ended, and what it said on stderr."""

    code: int
    errors: str

    @property
    def is_done(self) -> bool:
        """Everything that was asked for happened."""
        return self.code == 0

    @property
    def is_network(self) -> bool:
        """The registry could not be reached, or what it sent was cut short."""
        return not self.is_done and bool(_NETWORK.search(self.errors))

    @property
    def has_no_match(self) -> bool:
        """The registry answered, and has nothing that fits this machine and these versions."""
        return not self.is_done and not self.is_network and bool(_NONE.search(self.errors))

    @property
    def is_disk_full(self) -> bool:
        """There is no room for it."""
        return not self.is_done and bool(_FULL.search(self.errors))

    @property
    def last(self) -> str:
        """The line that says most."""
        lines = [line for line in self.errors.splitlines() if line.strip()]
        return next((line for line in reversed(lines) if line.startswith("ERROR")), lines[-1] if lines else "pip")


def pip(venv: Path, *words: str, is_shown: bool = False) -> Said:
    """Run pip in an environment. Shown: its progress goes to the terminal, on stderr."""
    command = [str(python_of(venv)), "-m", "pip", "--disable-pip-version-check", "--no-input", *words]
    if not is_shown:
        command.append("-q")
    environment = {**os.environ, "PIP_ROOT_USER_ACTION": "ignore", "PYTHONUTF8": "1"}
    done = subprocess.run(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr.fileno() if is_shown else subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    return Said(done.returncode, done.stderr)
