"""Fills `.venv`, so that what was cut short is never taken for whole.

Everything of a stage is fetched first, into `.wheels`, and installed only when all of it is there. A mark in `.venv`
says that a stage is complete; another one that an installation is under way: where it is found, that one was cut.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple

from tools.checksums import altered, listed, pin_of, release_of, same_name
from tools.machine import ROOT, VENV, binaries, complain, here, python_of, show, tell
from tools.pip import Said, log_of, pip
from tools.requirements import CONSTRAINTS_FILE, PARTS, TABLE, TEST, Stage, name_of, wanted

WHEELS = ROOT / ".wheels"
CHECKED = {
    "numpy": "numpy",
    "opencv-python-headless": "cv2",
    "python-sat": "pysat.solvers",
    "typst": "typst",
    "zxing-cpp": "zxingcpp",
    "flask": "flask",
}
"""Packages that are loaded once before their stage counts as complete, by the module that shows it."""


def is_complete(stage: Stage) -> bool:
    """Return True if all of a stage has been installed, in the versions required now."""
    mark = _mark(stage)
    return _is_usable() and mark.exists() and mark.read_text(encoding="utf-8").startswith(_fingerprint(stage))


def missing(stage: Stage) -> list[str]:
    """Return the packages of a complete stage of which there is no build for this machine."""
    mark = _mark(stage)
    return mark.read_text(encoding="utf-8").split()[1:] if mark.exists() else []


def ready(*stages: Stage, is_told: bool = False) -> bool:
    """Install what `.venv` lacks of these stages, and return True if it has all; else a sentence says why.

    `is_told`: how much is fetched has been said already.
    """
    if all(is_complete(stage) for stage in stages):
        return True
    with _alone():
        done = _made() and all(is_complete(stage) or _install(stage, is_told) for stage in stages)
        show("")
        return done


def reinstalled(*stages: Stage) -> bool:
    """Make `.venv` anew. Fetch first: without the network nothing changes."""
    with _alone():
        if _is_usable() and not all(_fetched(stage) is not None for stage in stages):
            return False
        shutil.rmtree(VENV, ignore_errors=True)
        return _made() and all(_install(stage) for stage in stages)


def _install(stage: Stage, is_told: bool = False) -> bool:
    """Fetch a stage, install it, see that it loads, and only then write that it is complete."""
    under_way = VENV / f".installing-{stage.name}"
    names = wanted(ROOT, stage)
    lacking: list[str] = []
    if under_way.exists() or not _pip_from([], names, _constraints()).is_done:
        found = _fetched(stage, is_told)
        if found is None:
            return False
        show(here(f"  Se instala {stage.es}…", f"  Installing {stage.en}…"))
        names, lacking, constraints = found
        under_way.touch()
        # Files of an interrupted installation look installed to pip: they are installed once more.
        # The table may run where nothing that Python compiles can be kept; the tests do not.
        words = ["--force-reinstall", "--no-compile"] if stage is TEST else ["--force-reinstall"]
        done = _pip_from(words, names, constraints)
        if not done.is_done:
            _refuse(stage, done)
            return False
    under_way.unlink(missing_ok=True)
    names = _loading(names, lacking)
    if stage is TABLE:
        _make_it_found()
    _mark(stage).write_text("\n".join([_fingerprint(stage), *lacking]) + "\n", encoding="utf-8")
    shutil.rmtree(WHEELS, ignore_errors=True)
    return True


def _pip_from(words: Sequence[str], names: Sequence[str], constraints: Sequence[str]) -> Said:
    """Install from what has been fetched, or is there already: no network."""
    if not names:
        return Said(0, "")
    for file in _altered():
        file.unlink()
    found = ["--find-links", str(WHEELS)] if WHEELS.is_dir() else []
    return pip(VENV, "install", "--no-index", *found, *words, *constraints, *names)


class Fetched(NamedTuple):
    """Requirements whose wheels are in `.wheels`, the packages without a build for this machine, and pip's words for
    the versions that were followed."""

    names: list[str]
    lacking: list[str]
    constraints: list[str]


def _fetched(stage: Stage, is_told: bool = False) -> Fetched | None:
    """Fetch a stage; None, and a sentence, where something that exists could not be fetched.

    The tested versions are followed as far as they fit: one may be too old or too new for this Python, or machine.
    """
    names = wanted(ROOT, stage)
    if not is_told:
        tell(
            f"Se descarga lo que falta para {stage.es}: unos {stage.megabytes} MB…",
            f"Fetching what is missing for {stage.en}: about {stage.megabytes} MB…",
        )
    tested = _constraints()
    whole = _download(names, tested, megabytes=stage.megabytes)
    if whole.is_done:
        return Fetched(names, [], tested) if _is_what_was_tested() else None
    if not whole.has_no_match:
        _refuse(stage, whole)
        return None
    misfits = [name_of(one) for one in names if _download([one], tested).has_no_match]
    lacking: list[str] = []
    for constraints in (_constraints(misfits), []):
        whole = _download(names, constraints, megabytes=stage.megabytes)
        if not whole.is_done and whole.has_no_match and stage is PARTS:
            found = _one_by_one(stage, names, constraints)
            if found is None:
                return None
            names, lacking = found
            whole = _download(names, constraints) if names else Said(0, "")
        if whole.is_done:
            return Fetched(names, lacking, constraints) if _is_what_was_tested() else None
        if not whole.has_no_match:
            break
    _refuse(stage, whole)
    return None


def _one_by_one(stage: Stage, names: Sequence[str], constraints: Sequence[str]) -> tuple[list[str], list[str]] | None:
    """Return the requirements that can be fetched, and the packages of which there is no build for this machine."""
    there: list[str] = []
    lacking: list[str] = []
    for one in names:
        said = _download([one], constraints)
        if said.is_done:
            there.append(one)
        elif said.has_no_match and _answers():
            lacking.append(name_of(one))
        else:
            _refuse(stage, said)
            return None
    if lacking:
        tell(
            f"Para esta máquina no hay {', '.join(lacking)}: funciona todo lo que no lo necesita.",
            f"There is no {', '.join(lacking)} for this machine: everything that does not need it works.",
        )
    return there, lacking


def _altered() -> list[Path]:
    """Return what was fetched and is none of the files of the release that it is named after."""
    path = ROOT / CONSTRAINTS_FILE
    return altered(WHEELS, listed(path.read_text("utf-8"))) if path.exists() else []


def _is_what_was_tested() -> bool:
    """Return whether every file of a tested version is one of its release; tell of others, and delete them."""
    found = _altered()
    for file in found:
        file.unlink()
        release = release_of(file.name)
        complain(
            f"{file.name} no es ninguno de los archivos de {release.name} {release.version} que se probaron: no se "
            f"instala. Si se ha publicado después y te fías, quita esa versión de {CONSTRAINTS_FILE}.",
            f"{file.name} is none of the files of {release.name} {release.version} that were tested: it is not "
            f"installed. If it was published later and you trust it, take that version out of {CONSTRAINTS_FILE}.",
        )
    return not found


def _download(names: Sequence[str], constraints: Sequence[str], *, megabytes: int = 0) -> Said:
    words = ["download", "--dest", str(WHEELS), "--prefer-binary", *constraints]
    for name in names:
        if name_of(name) in CHECKED:  # never built here: OpenCV alone would take an afternoon
            words += ["--only-binary", name_of(name)]
    return pip(VENV, *words, *names, megabytes=megabytes)


def _answers() -> bool:
    """Return True if the registry answers right now, seen by a package that exists for every machine."""
    common = wanted(ROOT, TABLE)[0]
    words = ["install", "--dry-run", "--ignore-installed", "--no-deps", "--no-cache-dir"]
    return pip(VENV, *words, common).is_done


def _refuse(stage: Stage, said: Said) -> None:
    if said.is_disk_full:
        complain(
            f"No queda sitio en el disco para {stage.es} (unos {stage.megabytes * 4} MB).",
            f"There is no room left on the disk for {stage.en} (about {stage.megabytes * 4} MB).",
        )
    elif said.is_network or (said.has_no_match and not _answers()):
        complain(
            f"La descarga para {stage.es} se ha cortado, o no hay red. Lo que había sigue como estaba; "
            "la próxima vez continúa.",
            f"The download for {stage.en} was cut short, or there is no network. What was there is as it was; "
            "the next time it goes on.",
        )
    else:
        log = log_of(VENV).relative_to(ROOT)
        complain(
            f"No se pudo instalar {stage.es}: {said.last} (todo lo que dijo pip: {log})",
            f"Could not install {stage.en}: {said.last} (all that pip said: {log})",
        )


def _loading(names: Sequence[str], lacking: list[str]) -> list[str]:
    """Return the packages that load here; append one that does not to `lacking`."""
    for name in map(name_of, names):
        if name in CHECKED and name not in lacking:
            words = [str(python_of(VENV)), "-c", f"import {CHECKED[name]}"]
            done = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace", check=False)
            if done.returncode:
                why = (done.stderr.strip().splitlines() or ["?"])[-1]
                complain(f"{name} no funciona aquí: {why}", f"{name} does not work here: {why}")
                lacking.append(name)
    return [name for name in names if name_of(name) not in lacking]


def _make_it_found() -> None:
    """Install `companion` in `.venv`: the package from this checkout, and the command."""
    version = _versions(VENV)
    site = VENV / ("Lib/site-packages" if os.name == "nt" else f"lib/python{version}/site-packages")
    # In the encoding in which Python reads it back.
    (site / "companion-checkout.pth").write_text(f"{ROOT}\n", encoding=None)
    if os.name == "nt":
        (binaries(VENV) / "companion.cmd").write_text('@"%~dp0python.exe" -m companion %*\n', encoding="ascii")
        return
    script = binaries(VENV) / "companion"
    script.write_text(f"#!{python_of(VENV)}\nimport sys\nfrom companion.cli import main\nsys.exit(main())\n", "utf-8")
    script.chmod(0o755)


def _fingerprint(stage: Stage) -> str:
    """Return a digest that changes with the requirements of a stage."""
    locked = ROOT / CONSTRAINTS_FILE
    text = "\n".join([*wanted(ROOT, stage), _versions(VENV), locked.read_text("utf-8") if locked.exists() else ""])
    return hashlib.sha256(text.encode()).hexdigest()


def _mark(stage: Stage) -> Path:
    return VENV / f".complete-{stage.name}"


def _constraints(but: Sequence[str] = ()) -> list[str]:
    """Return pip's words for the versions everything was tested with, but for these packages."""
    path = ROOT / CONSTRAINTS_FILE
    if path.exists() and but:
        pins = [pin for line in path.read_text("utf-8").splitlines() if (pin := pin_of(line))]
        path = VENV / "constraints-here.txt"
        kept = [f"{pin.name}=={pin.version}\n" for pin in pins if same_name(pin.name) not in but]
        path.write_text("".join(kept), encoding="utf-8")
    return ["--constraint", str(path)] if path.exists() else []


def _versions(venv: Path) -> str:
    """Return the Python version the environment was made with, as `3.11`, or ""."""
    with suppress(OSError):
        found = re.search(r"^version\w*\s*=\s*(\d+\.\d+)", (venv / "pyvenv.cfg").read_text("utf-8"), re.MULTILINE)
        return found[1] if found else ""
    return ""


def _is_usable() -> bool:
    """Return True if the Python of `.venv` runs and is still the one it was made with."""
    try:
        words = [str(python_of(VENV)), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        return subprocess.check_output(words, stderr=subprocess.DEVNULL, text=True).strip() == _versions(VENV) != ""
    except (OSError, subprocess.SubprocessError):
        return False


def _made() -> bool:
    """Make a `.venv` with pip where there is none or half of one, and return True if it is there."""
    if _is_usable() and not (VENV / f".installing-{TABLE.name}").exists() and pip(VENV, "--version").is_done:
        return True
    shutil.rmtree(VENV, ignore_errors=True)
    if make(VENV):
        return True
    shutil.rmtree(VENV, ignore_errors=True)
    return False


def make(venv: Path) -> bool:
    """Make a fresh environment, and return True if it worked; name the package to install where Python comes without
    venv."""
    show(here("  Se prepara Python…", "  Getting Python ready…"))
    words = [sys.executable, "-m", "venv", str(venv)]
    result = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace", check=False)
    if result.returncode == 0:
        return True
    if "ensurepip" in result.stdout + result.stderr or "No module named venv" in result.stderr:
        install = f"sudo apt install python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        complain(
            f"Este Python viene sin venv. Instálalo con:  {install}",
            f"This Python comes without venv. Install it with:  {install}",
        )
    else:
        why = ((result.stderr or result.stdout).strip().splitlines() or ["?"])[-1]
        complain(f"No se pudo hacer {venv.name}: {why}", f"{venv.name} could not be made: {why}")
    return False


@contextmanager
def _alone() -> Iterator[None]:
    """Hold the lock of one installation at a time; a second one waits, and says so."""
    path = ROOT / ".venv.lock"
    with path.open("a+", encoding="ascii") as file:
        if not _lock(file, is_waiting=False):
            tell(
                "Ya se está instalando; espero a que acabe…", "It is being installed already; waiting until it is done…"
            )
            _lock(file, is_waiting=True)
        yield


def _lock(file: IO[str], *, is_waiting: bool) -> bool:
    """Lock a file until it is closed; False where another process holds it and there is no waiting."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if is_waiting else msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX if is_waiting else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        if is_waiting:
            return _lock(file, is_waiting=True)
        return False
    return True


def sizes_told() -> str:
    """Return how much a first start fetches."""
    return here(
        f"{TABLE.megabytes + PARTS.megabytes} MB: primero {TABLE.megabytes} para la mesa, el resto con ella ya abierta",
        f"{TABLE.megabytes + PARTS.megabytes} MB: {TABLE.megabytes} for the table first, the rest while it is open",
    )
