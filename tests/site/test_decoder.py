"""Source of a site's decoder: npm once, a file that is given, or a clear sentence."""

from __future__ import annotations

import hashlib
import io
import stat
import subprocess
import tarfile
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from companion.cli.site import command
from companion.site import decoder, packages
from companion.site.packages import NotThere
from tests.site import stand_in


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a stand-in for the package, with its own checksum."""
    at = tmp_path / "given.tgz"
    with tarfile.open(at, "w:gz") as archive:
        for name in decoder.NEEDED:
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(name)
            archive.addfile(info, io.BytesIO(name.encode()))
    monkeypatch.setattr(decoder, "SHA256", hashlib.sha256(at.read_bytes()).hexdigest())
    return at


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only folder in which programs are looked for; it is empty."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def npm(folder: Path, *lines: str) -> None:
    """Write an npm that runs these lines."""
    at = folder / "npm"
    at.write_text("\n".join(("#!/bin/sh", *lines, "")))
    at.chmod(at.stat().st_mode | stat.S_IXUSR)


def test_every_part_lies_where_the_worker_imports_it_from_with_both_licences(packed: Path) -> None:
    parts = decoder.parts(decoder.package(packed.parent, packed))
    assert parts["reader/index.js"] == b"dist/es/reader/index.js"
    assert parts["LICENSE.txt"] == b"LICENSE"
    assert b"Apache License" in parts["LICENSE-zxing-cpp.txt"]
    worker = (Path(decoder.__file__).parent / "static" / "eyes.js").read_text("utf-8")
    assert 'from "./zxing/reader/index.js"' in worker and "zxing/reader/${name}" in worker


@pytest.mark.usefixtures("packed")
def test_another_package_is_not_taken(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.tgz"
    other.write_bytes(b"something else")
    npm(path, f'/bin/cp {other} "$4/{decoder.FILE}"')
    for given in (other, None):
        with pytest.raises(NotThere) as fault:
            decoder.package(tmp_path / "kept", given)
        assert fault.value.key == "other-decoder"
    assert list((tmp_path / "kept").iterdir()) == []


def pip(monkeypatch: pytest.MonkeyPatch, brings: Mapping[str, str] | None) -> list[str]:
    """Plant a pip that brings a wheel with these programs, or finds no network; return a list of its arguments."""
    asked: list[str] = []

    def downloaded(folder: Path, *words: str) -> None:
        asked.extend(words)
        if brings is None:
            raise subprocess.CalledProcessError(1, "pip")
        with ZipFile(folder / "nodejs.whl", "w") as archive:
            for name, program in brings.items():
                archive.writestr(name, program)

    monkeypatch.setattr(packages, "downloaded", downloaded)
    return asked


def test_where_no_npm_is_installed_pip_brings_one(
    packed: Path, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = f'#!/bin/sh\n/bin/cp {packed} "$5/{decoder.FILE}"\necho $1 $2 $3 >> {tmp_path}/asked\n'
    asked = pip(monkeypatch, {packages.NODE_IN_IT[0]: node, packages.NPM_IN_IT[0]: ""})
    kept = tmp_path / "kept"
    assert decoder.package(kept) == decoder.package(kept) == kept / decoder.FILE
    assert asked == [packages.NODE]
    script, *said = (tmp_path / "asked").read_text().split()
    assert script.endswith("npm-cli.js") and said == ["pack", f"{decoder.NAME}@{decoder.VERSION}"]
    assert not Path(script).exists(), "what pip brought is left behind"


@pytest.mark.parametrize("brings", [None, {}, {packages.NODE_IN_IT[0]: ""}])
def test_without_npm_or_a_network_it_is_said_what_to_do(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, brings: Mapping[str, str] | None
) -> None:
    pip(monkeypatch, brings)
    with pytest.raises(NotThere) as fault:
        decoder.package(tmp_path / "kept")
    assert fault.value.key == "no-npm"
    npm(path, "exit 1")
    with pytest.raises(NotThere) as fault:
        decoder.package(tmp_path / "kept")
    assert fault.value.key == "no-decoder"


@pytest.mark.long
@pytest.mark.usefixtures("path")
def test_the_command_says_it_and_can_do_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pip(monkeypatch, None)
    kept = tmp_path / "data" / "pyodide"
    kept.mkdir(parents=True)
    stand_in.put_into(kept, monkeypatch)
    words = ["--output", str(tmp_path / "web"), "--data", str(tmp_path / "data"), "--lang", "en"]
    refused = CliRunner().invoke(command, words)
    assert refused.exit_code != 0
    assert "--no-camera" in str(refused.exception) + refused.output
    made = CliRunner().invoke(command, [*words, "--no-camera"])
    assert made.exit_code == 0, made.output
    assert "Without the camera" in made.output
    assert "Without Node.js" in made.output
    assert not (tmp_path / "web" / "_site" / "zxing").exists()
