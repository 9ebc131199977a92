"""`tasks.py audit`: what was tested is looked up among published advisories; what could not be asked is never good."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tools import auditing

ADVISORY = json.loads(Path(__file__).with_name("advisory.json").read_text(encoding="utf-8"))


class Database:
    """Advisories by package and version, in the answers of OSV; `broken` is sent instead of any answer."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], list[str]] = {}
        self.broken: bytes | None = None
        self.status = 200
        self.paged = False
        self.asked: list[tuple[str, str]] = []
        self.url = ""

    def batch(self, queries: list[dict[str, Any]]) -> dict[str, Any]:
        """Return one result for each query; paged: one advisory at a time."""
        results: list[dict[str, Any]] = []
        for query in queries:
            assert query["package"]["ecosystem"] == "PyPI"
            key = (query["package"]["name"].lower(), query["version"])
            self.asked.append(key)
            idents, at = self.known.get(key, []), int(query.get("page_token", 0))
            shown = idents[at : at + 1] if self.paged else idents
            more = self.paged and at + 1 < len(idents)
            results.append(
                ({"vulns": [{"id": one, "modified": "2026-01-01T00:00:00Z"} for one in shown]} if shown else {})
                | ({"next_page_token": str(at + 1)} if more else {})
            )
        return {"results": results}


@pytest.fixture
def database() -> Iterator[Database]:
    here = Database()

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/querybatch"
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self._send(here.batch(body["queries"]) if here.broken is None else {})

        def do_GET(self) -> None:
            assert self.path.startswith("/v1/vulns/")
            self._send({**ADVISORY, "id": self.path.rpartition("/")[2]})

        def _send(self, document: dict[str, Any]) -> None:
            data = json.dumps(document).encode() if here.broken is None else here.broken
            self.send_response(here.status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    here.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield here
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(autouse=True)
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the constraints of a checkout: two packages."""
    path = tmp_path / "constraints.txt"
    path.write_text("# tested\nFlask==3.1.3\nJinja2==3.1.6\n", "utf-8")
    monkeypatch.setattr(auditing, "ROOT", tmp_path)
    monkeypatch.setenv("COMPANION_LANG", "en")
    return path


def test_where_nothing_is_known_it_says_so(database: Database, capsys: pytest.CaptureFixture[str]) -> None:
    assert auditing.audit(["--service", f"{database.url}/"]) == 0
    assert capsys.readouterr().out == "2 packages, no known advisory.\n"
    assert database.asked == [("flask", "3.1.3"), ("jinja2", "3.1.6")]


@pytest.mark.parametrize("paged", [False, True])
def test_an_advisory_is_named_with_the_version_that_mends_it(
    database: Database, capsys: pytest.CaptureFixture[str], paged: bool
) -> None:
    database.known = {("jinja2", "3.1.6"): ["GHSA-0000-test-0001", "PYSEC-2026-2"], ("flask", "0.1"): ["PYSEC-1"]}
    database.paged = paged
    assert auditing.audit(["--service", database.url]) == 1
    said = capsys.readouterr()
    assert said.out.splitlines() == [
        "Jinja2 3.1.6",
        "    GHSA-0000-test-0001: A template runs what it should not (fixed in 3.1.7)",
        "    PYSEC-2026-2: A template runs what it should not (fixed in 3.1.7)",
    ]
    assert "1 of 2" in said.err


def test_without_a_network_it_is_not_good(capsys: pytest.CaptureFixture[str], database: Database) -> None:
    with_nobody = "http://127.0.0.1:9"
    assert auditing.audit(["--service", with_nobody]) == 1
    said = capsys.readouterr()
    assert said.out == "" and "could not be asked" in said.err and "not known" in said.err
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize(
    "broken",
    [
        b"", b"<html>", b"[]", b"{}", b'{"results": []}', b'{"results": [{}]}', b'{"results": [{}, []]}',
        b'{"results": [{}, {"vulns": [{}]}]}', b'{"results": [{}, {"vulns": 3}]}', b"[" * 100_000,
        b'{"results": [{}, {"vulns": [{"id": "../../x"}]}]}', b'{"results": [{}, {"next_page_token": "x"}]}',
    ],
)  # fmt: skip
def test_an_answer_that_makes_no_sense_is_not_good(
    database: Database, capsys: pytest.CaptureFixture[str], broken: bytes
) -> None:
    database.broken = broken
    assert auditing.audit(["--service", database.url]) == 1
    said = capsys.readouterr()
    assert "could not be asked" in said.err and len(said.err.splitlines()) == 1


@pytest.mark.parametrize("status", [404, 429, 503])
def test_a_refusal_is_not_good(database: Database, capsys: pytest.CaptureFixture[str], status: int) -> None:
    database.status = status
    assert auditing.audit(["--service", database.url]) == 1
    assert f"HTTP {status}" in capsys.readouterr().err


def test_a_line_without_an_exact_version_is_told(
    database: Database, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checkout.write_text("Flask>=3\nit @ file:///x\nuvicorn[standard]==0.54.0 ; python_version < '4'\n", "utf-8")
    assert auditing.audit(["--service", database.url]) == 1
    said = capsys.readouterr().err
    assert "Flask>=3" in said and "it @ file:///x" in said
    assert database.asked == [("uvicorn", "0.54.0")]


def test_bad_words_and_a_missing_file_get_a_sentence(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["now"], ["--service"], ["--service", "nonsense"], ["--service", "file:///dev/null"]):
        assert auditing.audit(words) == 1
        assert len(capsys.readouterr().err.splitlines()) == 1
    checkout.unlink()
    assert auditing.audit([]) == 1
    assert "constraints.txt" in capsys.readouterr().err


def test_everything_that_is_locked_here_can_be_asked_about() -> None:
    pinned, odd = auditing.versions(Path(__file__).parents[2] / "constraints.txt")
    assert odd == [] and len(pinned) > 20


PAGES: dict[str, dict[str, Any]] = {
    "r/pypi/flask/3.1.3/json": {"info": {"version": "3.1.3"}, "vulnerabilities": []},
    "r/pypi/jinja2/json": {
        "info": {"version": "3.1.6"},
        "vulnerabilities": [
            {"id": "PYSEC-1", "details": "A template\nruns", "fixed_in": ["3.1.7", "4.0"]},
            {"id": "PYSEC-2", "summary": "taken back", "withdrawn": "2026-01-01T00:00:00Z"},
        ],
    },
}
"""The page of a release, and that of a package, which tells of its newest release."""


@pytest.mark.parametrize(
    ("newest", "code", "said"),
    [
        ("3.1.6", 1, "PYSEC-1: A template runs (fixed in 3.1.7, 4.0)"),
        ("3.2.0", 1, "1 of 2 could not be asked about, so advisories on them are not known: Jinja2 3.1.6"),
        ("clean", 0, "2 packages, no known advisory"),
    ],
)
def test_where_the_database_cannot_be_asked_the_registry_is(
    checkout: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    newest: str,
    code: int,
    said: str,
) -> None:
    jinja = {**PAGES["r/pypi/jinja2/json"], "info": {"version": "3.1.6" if newest == "clean" else newest}}
    pages = {**PAGES, "r/pypi/jinja2/json": {**jinja, "vulnerabilities": []} if newest == "clean" else jinja}

    def asked(url: str, body: bytes | None = None) -> dict[str, Any]:
        if url.removeprefix("http://") not in pages:
            raise auditing.NoAnswer("no way there")
        return pages[url.removeprefix("http://")]

    monkeypatch.setattr(auditing, "_ask", asked)
    monkeypatch.setattr(auditing, "index", lambda venv: "http://r/simple")
    assert auditing.audit([]) == code
    told = capsys.readouterr()
    assert "no way there" in told.err and said in told.out + told.err and "PYSEC-2" not in told.out
