"""`companion doctor --licences`: every package that runs with the companion, under which free licence."""

from __future__ import annotations

import json
import re
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

import pytest

from companion.cli import licences
from tests.cli.running import run
from tools.requirements import PARTS, TABLE, name_of, wanted

ROOT = Path(__file__).parents[2]

FREE = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "LGPL-3.0-only", "MIT", "MIT-0", "MPL-2.0",
    "PSF-2.0", "Zlib",
    # as older packages write them
    "Apache Software License", "BSD License", "MIT License",
    # qrcode's second classifier: the words "QR Code" are a trademark of Denso Wave; the licence is BSD
    "Other/Proprietary License",
}  # fmt: skip
"""Licences that may run with the companion. LGPL: psycopg, loaded as it is, by clubs only."""


def test_every_package_stands_under_a_free_licence() -> None:
    found = licences.licences()
    for one in found:
        parts = re.split(r"\s+(?:AND|OR)\s+|,\s*", one.licence.replace("(", "").replace(")", ""))
        assert set(parts) <= FREE, f"{one.name}: {one.licence or one.origin}"
    assert [one.name for one in found if "Other/Proprietary License" in one.licence] in ([], ["qrcode"])


def test_what_is_declared_and_what_that_needs_is_all_there() -> None:
    found = [one.name.lower() for one in licences.licences()]
    assert found == sorted(found)
    names = {name.replace("_", "-") for name in found}
    assert {name_of(one) for stage in (TABLE, PARTS) for one in wanted(ROOT, stage)} <= names
    assert {"werkzeug", "jinja2", "h11", "cffi", "pygments"} <= names, "what Flask, uvicorn … need in turn"
    assert not names & {"pytest", "mypy", "playwright"}, "the tests do not run with the companion"


def test_the_command_tells_them(tmp_path: Path) -> None:
    done = run("doctor", "--licences")
    assert done.exit_code == 0
    assert re.search(rf"^click {re.escape(distribution('click').version)} +BSD-3-Clause$", done.stdout, re.MULTILINE)
    rows = json.loads(run("doctor", "--licenses", "--json").stdout)["licences"]
    assert {
        "name": "click",
        "version": distribution("click").version,
        "licence": "BSD-3-Clause",
        "origin": "expression",
    } in rows
    assert len(rows) == len(done.stdout.splitlines())


def test_one_that_does_not_say_is_told_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def bare(fields: str) -> Distribution:
        folder = tmp_path / f"{len(list(tmp_path.iterdir()))}.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: x\nVersion: 1\n{fields}", "utf-8")
        return Distribution.at(folder)

    saying: dict[str, Any] = {
        "": ("", "unknown"),
        "License: UNKNOWN\n": ("", "unknown"),
        "License: Ours\n  and a second line\n": ("Ours", "field"),
        "License: Ours\nClassifier: License :: OSI Approved :: MIT License\n": ("MIT License", "classifier"),
        "License-Expression: 0BSD\nLicense: Ours\n": ("0BSD", "expression"),
    }
    for fields, expected in saying.items():
        package = bare(fields)
        monkeypatch.setattr(licences, "_installed", lambda _, package=package: package)
        (one, *_) = licences.licences()
        assert (one.licence, one.origin) == expected
    silent = bare("")
    monkeypatch.setattr(licences, "_installed", lambda _: silent)
    assert "unknown: the package does not say" in run("doctor", "--licences", "--lang", "en").stdout
    assert "desconocida" in run("doctor", "--licences", "--lang", "es").stdout


def test_where_nothing_is_told_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licences, "_installed", lambda _: None)
    done = run("doctor", "--licences")
    assert done.exit_code == 1 and done.stdout == "" and len(done.stderr.strip().splitlines()) == 1
