"""`tasks.py release`: a wheel, a source archive, the site for a tablet alone, and a program in one file."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from tools.installing import ready
from tools.machine import ROOT, VENV, complain, python_of, tell
from tools.requirements import PARTS, RELEASE, TABLE
from tools.trying import wrong_with

DIST = ROOT / "dist"
WORK = ROOT / "build"


def release() -> int:
    """Build all four into `dist/`, and see that program and wheel open a table, print and judge."""
    told = version()
    if not is_in_changelog(told, (ROOT / "docs/changelog.md").read_text(encoding="utf-8")):
        return complain(
            f"docs/changelog.md no tiene la versión {told} con su fecha.",
            f"docs/changelog.md does not have version {told} with its date.",
        )
    if not ready(TABLE, PARTS, RELEASE):
        return 1
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.rmtree(WORK, ignore_errors=True)
    again = WORK / "again"
    for folder in (DIST, again):
        for words in (["-m", "build", "--outdir", str(folder)], site_words(folder)):
            if subprocess.call([str(python_of(VENV)), *words], cwd=ROOT, env=of_one_time()):
                return complain("No se pudo construir (véase arriba).", "Could not build (see above).")
        packed(folder / "site", folder / f"companion-{told}-site.zip")
        shutil.rmtree(folder / "site")
    if other := differing(DIST, again):
        return complain(f"Construido dos veces no sale igual: {other}", f"Built twice it is not the same: {other}")
    if subprocess.call([str(python_of(VENV)), *program_words(told)], cwd=ROOT):
        return complain("No se pudo construir (véase arriba).", "Could not build (see above).")
    program = DIST / program_name(told)
    said = subprocess.run([program, "--version"], capture_output=True, encoding="utf-8", check=False).stdout
    if f"companion, version {told}" not in said:
        return complain(f"{program.name} no arranca.", f"{program.name} does not start.")
    wrong = wrong_with([str(program)]) or _wrong_with_wheel(told)
    if wrong:
        return complain(f"Lo construido no abre una mesa: {wrong}", f"What was built opens no table: {wrong}")
    for path in sorted(DIST.iterdir()):
        tell(f"{path.name}  {path.stat().st_size / 1e6:.1f} MB", f"{path.name}  {path.stat().st_size / 1e6:.1f} MB")
    return 0


def of_one_time() -> dict[str, str]:
    """Return the environment to build in: the same commit gives the same bytes, whenever it is built."""
    said = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    ).stdout.strip()
    # Without a repository (a source archive) the first moment that a zip archive can tell.
    return {**os.environ, "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH") or said or "315532800"}


def site_words(folder: Path) -> list[str]:
    """Return the command line that writes the site, into a folder of this one."""
    return ["-m", "companion", "site", "--output", str(folder / "site"), "--lang", "es"]


def differing(one: Path, other: Path) -> str:
    """Return the names of the files that are not the same in two folders."""
    names = sorted({path.name for folder in (one, other) for path in folder.iterdir() if path.is_file()})
    return ", ".join(name for name in names if _bytes(one / name) != _bytes(other / name))


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def packed(folder: Path, archive: Path) -> None:
    """Pack a folder into one file: the same files make the same bytes."""
    with ZipFile(archive, "w") as out:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = ZipInfo(path.relative_to(folder).as_posix(), (1980, 1, 1, 0, 0, 0))
            out.writestr(name, path.read_bytes())


def _wrong_with_wheel(told: str) -> str:
    """Return the fault of the wheel, unpacked and looked at before the checkout, or ""."""
    unpacked = WORK / "wheel"
    with ZipFile(next(DIST.glob(f"*-{told}-*.whl"))) as wheel:
        wheel.extractall(unpacked)
    return wrong_with([str(python_of(VENV)), "-m", "companion"], {"PYTHONPATH": str(unpacked)})


def version() -> str:
    found = re.search(r'__version__ = "([^"]+)"', (ROOT / "companion/__init__.py").read_text(encoding="utf-8"))
    assert found is not None, "companion/__init__.py says no version"
    return found[1]


def is_in_changelog(told: str, changelog: str) -> bool:
    """Return True if the changelog has a heading with this version and a date."""
    return re.search(rf"^## {re.escape(told)} — \d{{4}}-\d\d-\d\d$", changelog, re.MULTILINE) is not None


def program_name(told: str) -> str:
    """Return `companion-0.2.0-linux-x86_64`, with `.exe` on Windows."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    return f"companion-{told}-{system}-{platform.machine().lower()}" + (".exe" if os.name == "nt" else "")


def program_words(told: str) -> list[str]:
    """Return PyInstaller's command line."""
    data = {"decklists": "companion/_decklists", "printables": "companion/_printables"}
    return [
        *("-m", "PyInstaller", "--onefile", "--noconfirm", "--clean", "--log-level", "WARN"),
        *("--name", program_name(told).removesuffix(".exe")),
        *("--distpath", str(DIST), "--workpath", str(WORK), "--specpath", str(WORK)),
        *("--paths", str(ROOT), "--collect-submodules", "companion", "--collect-data", "companion"),
        *(word for here, there in data.items() for word in ("--add-data", f"{ROOT / here}{os.pathsep}{there}")),
        str(ROOT / "tools/program.py"),
    ]
