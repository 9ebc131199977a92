"""The checksums of the tested versions: asked of the registry, written into `constraints.txt`, held against files.

Every file of a release is listed, for each machine and each Python. They stand there as comments: with pip's own
`--hash` in a file of constraints it takes nothing that is not pinned on its command line, and nothing from a checkout.
"""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

PATIENCE = 60.0
"""Seconds for an answer of the registry: some pages are of several megabytes."""
MOST_BYTES = 64 * 2**20
MARK = "    # sha256:"
_JSON = "application/vnd.pypi.simple.v1+json"
_PIN = re.compile(r"([A-Za-z0-9][\w.-]*)(?:\[[\w,.-]*\])?\s*==\s*([^\s;*]+)\s*(?:;.*)?")
_LINK = re.compile(r"""<a\s[^>]*href=["']([^"']+)["']""", re.IGNORECASE)


class Pinned(NamedTuple):
    """A package in the one version that was tested."""

    name: str
    version: str


class NoAnswer(Exception):
    """A service could not be asked, or its answer makes no sense; says why."""


def pin_of(line: str) -> Pinned | None:
    """Return what a line of constraints pins; None where it pins nothing."""
    said = _PIN.fullmatch(line.partition("#")[0].strip())
    return Pinned(said[1], said[2]) if said else None


def same_name(name: str) -> str:
    """Return a name of a package as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def listed(text: str) -> dict[Pinned, frozenset[str]]:
    """Return the checksums of every file of each pinned release, from the text of `constraints.txt`."""
    found: dict[Pinned, frozenset[str]] = {}
    pin: Pinned | None = None
    for line in text.splitlines():
        if line.startswith(MARK) and pin is not None:
            found[pin] |= {line.removeprefix(MARK).strip()}
        elif (said := pin_of(line)) is not None:
            pin = Pinned(same_name(said.name), said.version)
            found[pin] = frozenset()
    return {pin: sums for pin, sums in found.items() if sums}


def release_of(file: str) -> Pinned:
    """Return the package and version that a wheel or a source archive is named after."""
    stem = re.sub(r"\.(whl|zip|tar\.\w+|tgz)$", "", file)
    parts = stem.split("-") if file.endswith(".whl") else stem.rsplit("-", 1)
    return Pinned(same_name(parts[0]), parts[1] if len(parts) > 1 else "")


def altered(folder: Path, known: Mapping[Pinned, frozenset[str]]) -> list[Path]:
    """Return the files of a folder that are of a tested release and none of its files."""
    return [
        file
        for file in (sorted(folder.iterdir()) if folder.is_dir() else ())
        if (sums := known.get(release_of(file.name))) and sha256(file.read_bytes()).hexdigest() not in sums
    ]


def with_checksums(lines: list[str], index: str) -> str:
    """Return lines of constraints with the checksums of each release beneath it. Raise `NoAnswer`."""
    out: list[str] = []
    for line in lines:
        out.append(line)
        pin = pin_of(line)
        if pin is not None:
            out += [MARK + one for one in sorted(of_release(pin, index))]
    return "\n".join(out) + "\n"


def of_release(pin: Pinned, index: str) -> set[str]:
    """Return the checksums of all files of a release, as a registry lists them. Raise `NoAnswer`."""
    url = f"{index.rstrip('/')}/{same_name(pin.name)}/"
    kind, page = ask(url, {"Accept": f"{_JSON}, text/html;q=0.5"})
    found: set[str] = set()
    for file, sum_ in _files(kind, page):
        if release_of(file) == Pinned(same_name(pin.name), pin.version):
            found.add(sum_)
    if not found or "" in found:
        raise NoAnswer(f"{pin.name} {pin.version}: sha256?")
    return found


def ask(url: str, headers: Mapping[str, str], body: bytes | None = None, patience: float = PATIENCE) -> tuple[str, str]:
    """Return the kind and the text of the document at an address. Raise `NoAnswer`."""
    try:
        request = urllib.request.Request(url, body, dict(headers))
        with urllib.request.urlopen(request, timeout=patience) as answer:
            data = answer.read(MOST_BYTES + 1)
            kind = str(answer.headers.get_content_type())
    except urllib.error.HTTPError as error:
        raise NoAnswer(f"HTTP {error.code}") from None
    except (OSError, ValueError) as error:
        raise NoAnswer(str(getattr(error, "reason", error)) or type(error).__name__) from None
    except Exception as error:  # http.client's own: a line that is no answer, one that is cut short
        raise NoAnswer(f"{type(error).__name__}: {error}") from None
    if len(data) > MOST_BYTES:
        raise NoAnswer(f"> {MOST_BYTES} bytes")
    return kind, data.decode("utf-8", "replace")


def _files(kind: str, page: str) -> list[tuple[str, str]]:
    """Return the name and the checksum of each file of a registry's page; empty where it gives none."""
    if kind != _JSON:
        links = [urlsplit(link) for link in _LINK.findall(page)]
        return [(unquote(one.path.rpartition("/")[2]), _sum(one.fragment)) for one in links]
    try:
        return [(str(one["filename"]), str(one["hashes"].get("sha256", ""))) for one in json.loads(page)["files"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NoAnswer("?") from None


def _sum(fragment: str) -> str:
    return fragment.removeprefix("sha256=") if fragment.startswith("sha256=") else ""
