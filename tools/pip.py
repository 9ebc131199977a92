"""pip in an environment: what it was asked, what it said, and whether that means the network or a missing build."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tools.machine import python_of, show

_NETWORK = re.compile(
    r"Retrying \(|connection broken|ConnectionError|ConnectTimeout|ReadTimeout|IncompleteRead|ProtocolError"
    r"|IncompleteDownload|RemoteDisconnected|ConnectionReset|ProxyError|SSLError|Could not fetch URL"
    r"|HTTP error [45]|(?:Client|Server) Error|DO NOT MATCH THE HASHES|BadZipFile|wheel .* is invalid|an invalid wheel"
    r"|download.*failed",
    re.IGNORECASE,
)
# Under a constraint pip speaks of a conflict where there is nothing at all that fits.
_NONE = re.compile(r"No matching distribution found|Could not find a version that satisfies|ResolutionImpossible")
_FILE = re.compile(r"(?:Downloading|Using cached) \S+(?<!\.metadata) \((\d+(?:\.\d+)?) (bytes|kB|MB|GB)\)")
_UNITS = {"bytes": 1e-6, "kB": 1e-3, "MB": 1.0, "GB": 1e3}
_WIDE = 30
_FULL = re.compile(r"No space left on device|Errno 28|WinError 112")


class Said(NamedTuple):
    """Result of a run of pip, with its words on stderr."""

    code: int
    errors: str

    @property
    def is_done(self) -> bool:
        """True if the run succeeded."""
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
        """True if the disk has no room for it."""
        return not self.is_done and bool(_FULL.search(self.errors))

    @property
    def last(self) -> str:
        """The line that says most."""
        lines = [line for line in self.errors.splitlines() if line.strip()]
        return next((line for line in reversed(lines) if line.startswith("ERROR")), lines[-1] if lines else "pip")


def log_of(venv: Path) -> Path:
    """Return the log of pip's words while it fetches, which a player need not read."""
    return venv / "pip.log"


def index(venv: Path) -> str:
    """Return the address of the registry that pip asks here: the one of its settings, else its own."""
    named = os.environ.get("PIP_INDEX_URL") or _answer(venv, "config", "get", "global.index-url").strip()
    found = re.search(r"\(default\s+(https?://[^\s)]+)\)", _answer(venv, "help", "download"))
    return named or (found[1] if found else "")


def _answer(venv: Path, *words: str) -> str:
    python = python_of(venv) if python_of(venv).exists() else Path(sys.executable)
    command = [str(python), "-m", "pip", "--disable-pip-version-check", *words]
    return subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False).stdout


def pip(venv: Path, *words: str, megabytes: int = 0) -> Said:
    """Run pip in an environment.

    A download of some megabytes goes to the log, and shows a bar on a terminal.
    """
    command = [str(python_of(venv)), "-m", "pip", "--disable-pip-version-check", "--no-input", *words]
    environment = {**os.environ, "PIP_ROOT_USER_ACTION": "ignore", "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
    if megabytes:
        return _logged([*command, "--progress-bar", "off"], environment, log_of(venv), Bar(megabytes))
    done = subprocess.run(
        [*command, "-q"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    return Said(done.returncode, done.stderr)


def _logged(command: list[str], environment: dict[str, str], path: Path, bar: Bar) -> Said:
    with (
        tempfile.TemporaryFile() as errors,
        path.open("ab", buffering=0) as log,
        subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors
        ) as running,
    ):
        assert running.stdout is not None
        bar.draw()
        for line in running.stdout:
            log.write(line)
            bar.hear(line.decode("utf-8", "replace"))
        code = running.wait()
        if code == 0:
            bar.end()
        errors.seek(0)
        said = errors.read()
        log.write(said)
    return Said(code, said.decode("utf-8", "replace"))


class Bar:
    """Progress bar of a download, in the line of the terminal that changes."""

    def __init__(self, megabytes: int) -> None:
        self._all = float(megabytes)
        self._come = self._coming = 0.0

    def hear(self, line: str) -> None:
        """Take in a line of pip's. It names a file as it begins to fetch it: by then the one before it is there."""
        found = _FILE.search(line)
        if found:
            self._come += self._coming
            self._coming = float(found[1]) * _UNITS[found[2]]
            self.draw()

    def draw(self) -> None:
        """Draw it anew, in place of what stood there."""
        come = min(self._come, self._all)
        full = int(_WIDE * come / self._all)
        show(f"  [{'#' * full}{'-' * (_WIDE - full)}] {come:.0f}/{self._all:.0f} MB")

    def end(self) -> None:
        """Leave it full: everything has come."""
        self._come = self._all
        self.draw()
