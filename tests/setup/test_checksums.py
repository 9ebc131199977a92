"""The checksums of the tested versions: asked of a registry, written as comments, and held against what was fetched."""

from __future__ import annotations

import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.setup.registry import registry
from tools import checksums
from tools.checksums import NoAnswer, Pinned, altered, listed, of_release, release_of, with_checksums

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "html": '<a href="../../f/a_part-1.0-py3-none-any.whl#sha256={one}">x</a> <a href="a_part-1.0.tar.gz#sha256={two}">'
    'x</a> <a href="a_part-2.0.tar.gz#sha256={three}">x</a>',
    "json": '{{"files": [{{"filename": "a_part-1.0-py3-none-any.whl", "hashes": {{"sha256": "{one}"}}}}, {{"filename": '
    '"a_part-1.0.tar.gz", "hashes": {{"sha256": "{two}"}}}}, {{"filename": "a_part-2.0.tar.gz", "hashes": {{}}}}]}}',
}
SUMS = {"one": "1" * 64, "two": "2" * 64, "three": "3" * 64}


def answered(monkeypatch: pytest.MonkeyPatch, kind: str, page: str) -> None:
    mime = "application/vnd.pypi.simple.v1+json" if kind == "json" else "text/html"
    monkeypatch.setattr(checksums, "ask", lambda url, headers: (mime, page) if url == "r/a-part/" else ("", ""))


@pytest.mark.parametrize("kind", PAGES)
def test_every_file_of_a_release_is_written_beneath_it(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    answered(monkeypatch, kind, PAGES[kind].format(**SUMS))
    text = with_checksums(["# a head", "A_Part==1.0", "other @ file:///x"], "r/")
    assert text == (
        f"# a head\nA_Part==1.0\n    # sha256:{SUMS['one']}\n    # sha256:{SUMS['two']}\nother @ file:///x\n"
    )
    assert listed(text) == {Pinned("a-part", "1.0"): frozenset({SUMS["one"], SUMS["two"]})}


@pytest.mark.parametrize("page", ["", "{", "[]", '{"files": [{}]}', '{"files": []}', '{"files": 3}'])
def test_a_registry_that_gives_no_sums_is_no_answer(monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    for kind in PAGES:
        answered(monkeypatch, kind, page)
        with pytest.raises(NoAnswer):
            of_release(Pinned("a-part", "1.0"), "r")
    answered(monkeypatch, "html", '<a href="a_part-1.0.tar.gz">no sum</a>')
    with pytest.raises(NoAnswer):
        of_release(Pinned("a-part", "1.0"), "r")


@pytest.mark.parametrize(
    ("file", "release"),
    [
        ("zxing_cpp-3.1.1-cp312-abi3-win_amd64.whl", ("zxing-cpp", "3.1.1")),
        ("python_sat-1.9.dev17-1-cp311-cp311-macosx_11_0_arm64.whl", ("python-sat", "1.9.dev17")),
        ("opencv-python-headless-5.0.0.93.tar.gz", ("opencv-python-headless", "5.0.0.93")),
        ("a.b-1.0.zip", ("a-b", "1.0")),
        ("strange", ("strange", "")),
    ],
)
def test_what_a_file_is_named_after(file: str, release: tuple[str, str]) -> None:
    assert release_of(file) == release


def test_only_a_file_of_a_tested_release_can_be_another(tmp_path: Path) -> None:
    for name in ("a_part-1.0-py3-none-any.whl", "a_part-1.0.tar.gz", "a_part-2.0.tar.gz", "other-1.0.tar.gz"):
        (tmp_path / name).write_bytes(name.encode())
    good = sha256(b"a_part-1.0-py3-none-any.whl").hexdigest()
    known = {Pinned("a-part", "1.0"): frozenset({good})}
    assert [file.name for file in altered(tmp_path, known)] == ["a_part-1.0.tar.gz"]
    assert altered(tmp_path / "nothing", known) == []


def test_every_tested_version_has_the_sums_of_its_files() -> None:
    text = (ROOT / "constraints.txt").read_text("utf-8")
    pins = [pin for line in text.splitlines() if (pin := checksums.pin_of(line))]
    known = listed(text)
    assert len(pins) == len(known) > 50
    assert all(re.fullmatch("[0-9a-f]{64}", one) for sums in known.values() for one in sums)
    assert len(known[Pinned("numpy", dict(pins)["numpy"])]) > 20, "for every machine and every Python"


def test_pip_takes_them_for_comments(tmp_path: Path) -> None:
    """With pip's own `--hash` here it would install nothing that is not pinned on its command line."""
    with registry() as here:
        here.add("plain-part")
        (tmp_path / "constraints.txt").write_text(f"plain-part==2.0\n    # sha256:{'0' * 64}\n", "utf-8")
        words = ["download", "--no-deps", "--index-url", here.url, "--dest", str(tmp_path / "there")]
        words += ["--constraint", str(tmp_path / "constraints.txt"), "plain-part>=1"]
        subprocess.run([sys.executable, "-m", "pip", "-q", *words], check=True, capture_output=True)
    assert [file.name for file in (tmp_path / "there").iterdir()] == ["plain_part-2.0-py3-none-any.whl"]
