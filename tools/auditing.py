"""`tasks.py audit`: the published security advisories on the versions that were tested.

OSV (osv.dev), the open database that the advisories of PyPI and of GitHub go into, is asked once for all of them. Where
it cannot be asked, the registry that pip uses is, page by page: a registry tells of the advisories on its own packages.
Nothing but the names and versions of `constraints.txt` leaves this machine.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tools import checksums
from tools.checksums import NoAnswer, Pinned, pin_of, same_name
from tools.machine import ROOT, VENV, complain, here, tell
from tools.pip import index
from tools.requirements import CONSTRAINTS_FILE

SERVICE = "https://api.osv.dev"
PATIENCE = 20.0
"""Seconds for an answer."""
MOST_PAGES = 50


def audit(rest: list[str]) -> int:
    """Look up the advisories; return 0 only if every package was looked up and none is known."""
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
    unasked: list[Pinned] = []
    try:
        found = {
            one: [f"{ident}: {told(ident, one, service)}" for ident in idents]
            for one, idents in advisories(pinned, service).items()
        }
    except NoAnswer as why:
        if service != SERVICE:
            return complain(
                f"No se ha podido preguntar a {service}: {why}. No se sabe si hay avisos; hace falta red.",
                f"{service} could not be asked: {why}. Whether there are advisories is not known; it takes a network.",
            )
        tell(f"No se ha podido preguntar a {service}: {why}.", f"{service} could not be asked: {why}.")
        found, unasked = _by_registry(pinned)
    for one, lines in found.items():
        print("\n".join([f"{one.name} {one.version}", *(f"    {line}" for line in lines)]))
    if unasked:
        names = ", ".join(f"{one.name} {one.version}" for one in unasked)
        tell(
            f"No se ha podido preguntar por {len(unasked)} de {len(pinned)}, y no se sabe si hay avisos: {names}.",
            f"{len(unasked)} of {len(pinned)} could not be asked about, so advisories on them are not known: {names}.",
        )
    if found:
        count = len(found)
        return complain(
            f"Con avisos conocidos: {count} de {len(pinned)} paquetes. Sube la versión y repite test y lock.",
            f"With known advisories: {count} of {len(pinned)} packages. Raise the version, then test and lock again.",
        )
    if odd or unasked or not pinned:
        return complain("No se ha podido preguntar por todo.", "Not everything could be asked about.")
    print(here(f"{len(pinned)} paquetes, ningún aviso conocido.", f"{len(pinned)} packages, no known advisory."))
    return 0


def _by_registry(pinned: list[Pinned]) -> tuple[dict[Pinned, list[str]], list[Pinned]]:
    """Return what the registry's pages of the releases tell, and the packages on which it tells nothing."""
    at = urlsplit(index(VENV))
    root = f"{at.scheme}://{at.netloc}"
    tell(f"Se pregunta a {root}.", f"Asking {root}.")
    found: dict[Pinned, list[str]] = {}
    unasked: list[Pinned] = []
    for one in pinned:
        try:
            lines = by_page(one, root)
        except NoAnswer:
            unasked.append(one)
        else:
            found |= {one: lines} if lines else {}
    return found, unasked


def by_page(one: Pinned, root: str) -> list[str]:
    """Return a line for each advisory on the page of a release, or of the package where that is its newest.

    Raise `NoAnswer` where neither tells of it.
    """
    name = same_name(one.name)
    try:
        page = _ask(f"{root}/pypi/{name}/{one.version}/json")
    except NoAnswer:
        page = _ask(f"{root}/pypi/{name}/json")
    info, known = page.get("info"), page.get("vulnerabilities")
    if not isinstance(info, dict) or info.get("version") != one.version or not isinstance(known, list):
        raise NoAnswer(here("no dice nada de esta versión", "it tells nothing of this version"))
    return [_line(advisory) for advisory in known if isinstance(advisory, dict) and not advisory.get("withdrawn")]


def _line(advisory: dict[str, Any]) -> str:
    summary = " ".join(str(advisory.get("summary") or advisory.get("details") or "?").split())[:120]
    fixed = ", ".join(map(str, _list(advisory.get("fixed_in"))))
    return f"{advisory.get('id', '?')}: {summary}" + (
        here(" (arreglado en ", " (fixed in ") + f"{fixed})" if fixed else ""
    )


def versions(path: Path) -> tuple[list[Pinned], list[str]]:
    """Return the pins of a file of constraints, and its lines that pin nothing."""
    pinned, odd = [], []
    for line in path.read_text("utf-8").splitlines():
        plain, pin = line.partition("#")[0].strip(), pin_of(line)
        if pin is not None:
            pinned.append(pin)
        elif plain:
            odd.append(plain)
    return pinned, odd


def advisories(pinned: list[Pinned], service: str) -> dict[Pinned, list[str]]:
    """Return the advisories on each package that has any."""
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
    """Return the subject of an advisory, and the versions in which it is mended."""
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
    """Return the advisories on a package, and the page on which the answer goes on."""
    vulns = result.get("vulns", []) if isinstance(result, dict) else None
    if not isinstance(vulns, list) or not all(
        isinstance(one, dict) and isinstance(one.get("id"), str) for one in vulns
    ):
        raise NoAnswer(here("la respuesta no se entiende", "the answer makes no sense"))
    return [one["id"] for one in vulns], str(result.get("next_page_token") or "")


def _same(package: Any, one: Pinned) -> bool:
    return same_name(str(package.get("name")) if isinstance(package, dict) else "") == same_name(one.name)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _ask(url: str, body: bytes | None = None) -> dict[str, Any]:
    """Return the JSON object at an address. Raise `NoAnswer`."""
    _, text = checksums.ask(url, {"Content-Type": "application/json"}, body, PATIENCE)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise NoAnswer(here("la respuesta no se entiende", "the answer makes no sense"))
    return document
