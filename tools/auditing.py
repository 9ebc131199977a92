"""`tasks.py audit`: whether the versions that were tested have security advisories that somebody published.

OSV (osv.dev), the open database that the advisories of PyPI and of GitHub go into, is asked once for all of them;
nothing but the names and versions of `constraints.txt` leaves this machine.
"""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, NamedTuple

from tools.machine import ROOT, complain, here, tell
from tools.requirements import CONSTRAINTS_FILE

SERVICE = "https://api.osv.dev"
PATIENCE = 20.0
"""Seconds for an answer."""
MOST_BYTES = 16 * 2**20
MOST_PAGES = 50


class Pinned(NamedTuple):
    """A package in the one version that was tested."""

    name: str
    version: str


class NoAnswer(Exception):
    """The database could not be asked, or its answer makes no sense; says why."""


def audit(rest: list[str]) -> int:
    """0 only where everything was asked about and nothing is known."""
    service = SERVICE
    if rest[:1] == ["--service"] and len(rest) == 2:
        service = rest[1].rstrip("/")
    elif rest:
        return complain(
            f"No entiendo «{' '.join(rest)}»: tasks.py audit [--service URL].",
            f"“{' '.join(rest)}” makes no sense: tasks.py audit [--service URL].",
        )
    try:
        pinned, odd = versions(ROOT / CONSTRAINTS_FILE)
    except (OSError, UnicodeDecodeError) as error:
        return complain(f"No se puede leer {CONSTRAINTS_FILE}: {error}", f"{CONSTRAINTS_FILE} cannot be read: {error}")
    for line in odd:
        tell(f"Sin versión exacta, no se pregunta: {line}", f"No exact version, not asked about: {line}")
    try:
        found = advisories(pinned, service)
        for one, idents in found.items():
            print(f"{one.name} {one.version}")
            for ident in idents:
                print(f"    {ident}: {told(ident, one, service)}")
    except NoAnswer as why:
        return complain(
            f"No se ha podido preguntar a {service}: {why}. No se sabe si hay avisos; hace falta red.",
            f"{service} could not be asked: {why}. Whether there are advisories is not known; it takes a network.",
        )
    if found:
        count = len(found)
        return complain(
            f"Con avisos conocidos: {count} de {len(pinned)} paquetes. Sube la versión y repite test y lock.",
            f"With known advisories: {count} of {len(pinned)} packages. Raise the version, then test and lock again.",
        )
    if odd or not pinned:
        return complain("No se ha podido preguntar por todo.", "Not everything could be asked about.")
    print(here(f"{len(pinned)} paquetes, ningún aviso conocido.", f"{len(pinned)} packages, no known advisory."))
    return 0


def versions(path: Path) -> tuple[list[Pinned], list[str]]:
    """What a file of constraints pins, and its lines that pin nothing."""
    pinned, odd = [], []
    for line in path.read_text("utf-8").splitlines():
        plain = line.partition("#")[0].strip()
        said = re.fullmatch(r"([A-Za-z0-9][\w.-]*)(?:\[[\w,.-]*\])?\s*==\s*([^\s;*]+)\s*(?:;.*)?", plain)
        if said:
            pinned.append(Pinned(said[1], said[2]))
        elif plain:
            odd.append(plain)
    return pinned, odd


def advisories(pinned: list[Pinned], service: str) -> dict[Pinned, list[str]]:
    """The advisories on each package that has any."""
    found: dict[Pinned, list[str]] = {}
    asked = [(one, "") for one in pinned]
    for _ in range(MOST_PAGES):
        if not asked:
            return found
        queries = [_query(one, page) for one, page in asked]
        answer = _ask(f"{service}/v1/querybatch", json.dumps({"queries": queries}).encode())
        results = answer.get("results")
        if not isinstance(results, list) or len(results) != len(asked):
            raise NoAnswer(here("la respuesta no se entiende", "the answer makes no sense"))
        again = []
        for (one, _page), result in zip(asked, results, strict=True):
            idents, page = _found(result)
            if idents:
                found.setdefault(one, []).extend(idents)
            if page:
                again.append((one, page))
        asked = again
    raise NoAnswer(here("la respuesta no acaba", "the answer has no end"))


def told(ident: str, one: Pinned, service: str) -> str:
    """What an advisory is about, and in which versions it is mended."""
    if not re.fullmatch(r"[\w.-]+", ident):
        raise NoAnswer(here("la respuesta no se entiende", "the answer makes no sense"))
    whole = _ask(f"{service}/v1/vulns/{ident}")
    summary = " ".join(str(whole.get("summary") or whole.get("details") or "?").split())[:120]
    fixed = sorted(
        str(event["fixed"])
        for affected in _list(whole.get("affected"))
        if isinstance(affected, dict) and _same(affected.get("package"), one)
        for span in _list(affected.get("ranges"))
        if isinstance(span, dict) and span.get("type") == "ECOSYSTEM"
        for event in _list(span.get("events"))
        if isinstance(event, dict) and "fixed" in event
    )
    return summary + (here(" (arreglado en ", " (fixed in ") + ", ".join(fixed) + ")" if fixed else "")


def _query(one: Pinned, page: str) -> dict[str, Any]:
    query: dict[str, Any] = {"package": {"ecosystem": "PyPI", "name": one.name}, "version": one.version}
    return {**query, "page_token": page} if page else query


def _found(result: Any) -> tuple[list[str], str]:
    """The advisories on a package, and where the answer goes on."""
    vulns = result.get("vulns", []) if isinstance(result, dict) else None
    if not isinstance(vulns, list) or not all(
        isinstance(one, dict) and isinstance(one.get("id"), str) for one in vulns
    ):
        raise NoAnswer(here("la respuesta no se entiende", "the answer makes no sense"))
    return [one["id"] for one in vulns], str(result.get("next_page_token") or "")


def _same(package: Any, one: Pinned) -> bool:
    name = str(package.get("name")) if isinstance(package, dict) else ""
    return re.sub(r"[-_.]+", "-", name).lower() == re.sub(r"[-_.]+", "-", one.name).lower()


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _ask(url: str, body: bytes | None = None) -> dict[str, Any]:
    """The document at an address. Raises `NoAnswer`."""
    try:
        request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            text = answer.read(MOST_BYTES + 1)
    except urllib.error.HTTPError as error:
        raise NoAnswer(f"HTTP {error.code}") from None
    except (OSError, ValueError) as error:
        raise NoAnswer(str(getattr(error, "reason", error)) or type(error).__name__) from None
    except Exception as error:  # http.client's own: a line that is no answer, one that is cut short
        raise NoAnswer(f"{type(error).__name__}: {error}") from None
    if len(text) > MOST_BYTES:
        raise NoAnswer(here("la respuesta es demasiado larga", "the answer is too long"))
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise NoAnswer(here("la respuesta no se entiende", "the answer makes no sense"))
    return document
