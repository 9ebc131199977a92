"""`tasks.py test`: style, types, layers and the tests, or a part of them, some on other versions of the packages."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tools.checksums import NoAnswer, with_checksums
from tools.installing import make, ready
from tools.machine import ROOT, VENV, binaries, complain, python_of
from tools.pip import index, pip
from tools.requirements import CONSTRAINTS_FILE, PARTS, TABLE, TEST, lowest, wanted

BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
MAC_BROWSERS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
SELECTION = (
    "tests/cli/test_main.py",
    "tests/cli/test_serve.py",
    "tests/cli/test_serve_https.py",
    "tests/cli/test_terminal.py",
    "tests/printing/test_cards.py",
    "tests/printing/test_pages.py",
    "tests/printing/test_print_page.py",
    "tests/scan/test_camera.py",
    "tests/scan/test_picture.py",
    "tests/store/test_postgres.py",
    "tests/web/test_api.py",
    "tests/web/test_certificates.py",
    "tests/web/test_connection_canary.py",
    "tests/web/test_lanes.py",
    "tests/web/test_record_pages.py",
    "tests/web/test_scan_api.py",
    "tests/web/test_scan_pages.py",
)
"""Tests that lean most on other people's packages, each of these at least once, in a few minutes."""


def test(rest: list[str]) -> int:
    """Run the tests of every day, or what the words say; pytest's summary comes last."""
    for word in ("--lowest", "--newest"):
        if word in rest:
            return _test_with(word, [one for one in rest if one != word])
    if not ready(TABLE, PARTS, TEST):
        return 1
    browser = find_browser()
    if browser is None:
        return 1
    asked = asked_for(rest)
    if asked.needs_database:
        find_database()
    # The processes, and the servers that tests start, share compiled files: reading source anew costs each some 20 s.
    environment = {**os.environ, "COMPANION_BROWSER": browser}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    words = [str(python_of(VENV)), "-m", "pytest", "-q", *asked.words]
    if asked.times:
        return again(words, asked.times, environment)
    wrong = checked(environment) if asked.is_whole else []
    if wrong:
        print(f"Not in order: {', '.join(wrong)} (see above). The tests follow.", flush=True)
    return subprocess.call([*words, "--durations=10"], cwd=ROOT, env=environment) or int(bool(wrong))


def laboratory(words: list[str]) -> int:
    """Run a command of the laboratory in the folder where it was typed: it reads and writes files there."""
    if not ready(TABLE, PARTS, TEST):
        return 1
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return subprocess.call([str(python_of(VENV)), "-m", "tests.lab", *words], env={**os.environ, "PYTHONPATH": path})


class Asked(NamedTuple):
    """Options of a test run."""

    words: list[str]
    """For pytest."""
    is_whole: bool
    """True if style, types and layers are checked too."""
    needs_database: bool
    times: int
    """Number of runs to find tests that are now green and now red; 0 for one run that only says whether all is well."""


def asked_for(rest: list[str]) -> Asked:
    """Understand `[--long] [--again TIMES] [PART…] [pytest's own words…]`."""
    from tests.parts import PARTS

    words, times = list(rest), 0
    if "--again" in words:
        at = words.index("--again")
        times = int(words[at + 1])
        del words[at : at + 2]
    is_long = "--long" in words
    parts = [word for word in words if word in PARTS]
    others = [word for word in words if word not in PARTS and word != "--long"]
    if parts:
        named = " or ".join(parts)
        marks = ["-m", named if is_long else f"({named}) and not long"]
    elif others:
        marks = ["-m", "long or not long"] if is_long else []
    else:
        marks = ["-m", "long or not long" if is_long else "short and not long"]
    side_by_side = [] if others else ["-n", str(processes()), "--dist", "worksteal"]
    needs_database = "club" in parts or (is_long and not words[1:])
    return Asked([*side_by_side, *marks, *others], not parts and not others, needs_database, times)


LOAD = 8
"""Of the machine while tests are run again and again: how many processes want its cores."""


def again(words: list[str], times: int, environment: dict[str, str]) -> int:
    """Run the same tests again and again on a machine that is held at `LOAD`, and tell which of them failed how often.
    No test is tried a second time within a run."""
    failed: Counter[str] = Counter()
    idle = [sys.executable, "-c", "while True: pass"]
    before = round(os.getloadavg()[0]) if hasattr(os, "getloadavg") else 0
    load = [subprocess.Popen(idle) for _ in range(LOAD - processes() - before)]
    try:
        for number in range(1, times + 1):
            done = subprocess.run(
                [*words, "-p", "no:rerunfailures", "-rfE"],
                cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
            )  # fmt: skip
            if done.returncode not in (0, 1):
                print(done.stdout)
                return done.returncode
            found = set(re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE))
            failed.update(found)
            summary = done.stdout.rstrip().rpartition("\n")[2]
            print(f"{number} of {times}: {summary}", *sorted(found), sep="\n    ", flush=True)
    finally:
        for one in load:
            one.kill()
            one.wait()
    for name, count in failed.most_common():
        print(f"{count} of {times} times red: {name}")
    return int(bool(failed))


CHECKS = (
    ["ruff", "check", "."],
    ["ruff", "format", "--check", "."],
    ["mypy"],
    ["lint-imports", "--no-cache"],
)


def checked(environment: dict[str, str]) -> list[str]:
    """Run the checks side by side, and return those that found something.

    Beside them the tests are collected for the first time: the processes that test then find every file compiled, which
    else each of them would compile.
    """

    def started(words: list[str], out: int) -> subprocess.Popen[str]:
        return subprocess.Popen(
            words, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT, encoding="utf-8"
        )

    checks = [(words, started([str(binaries(VENV) / words[0]), *words[1:]], subprocess.PIPE)) for words in CHECKS]
    collecting = started([str(python_of(VENV)), "-m", "pytest", "-q", "--collect-only"], subprocess.DEVNULL)
    wrong = []
    for words, check in checks:
        print("$", " ".join(words), flush=True)
        print(check.communicate()[0], end="", flush=True)
        if check.returncode:
            wrong.append(words[0])
    collecting.wait()  # what it finds wrong the run itself tells
    return wrong


def processes() -> int:
    """Return how many processes test side by side: two more than there are cores, six at most.

    Each waits half of its time for a browser, a server or a clock; more browsers would need more memory than a laptop
    has.
    """
    return min(os.cpu_count() or 2, 4) + 2


def _test_with(which: str, rest: list[str]) -> int:
    """Run the tests that lean on other packages, with those in the oldest, or the newest, version that is allowed."""
    venv = ROOT / f".venv-{which.strip('-')}"
    runtime = wanted(ROOT, TABLE) + wanted(ROOT, PARTS)
    if which == "--lowest":
        runtime = [lowest(one) for one in runtime]
    shutil.rmtree(venv, ignore_errors=True)
    if not make(venv):
        return 1
    megabytes = sum(stage.megabytes for stage in (TABLE, PARTS, TEST))
    tools = [one for one in wanted(ROOT, TEST) if not one.startswith("mutmut")]
    said = pip(venv, "install", "--upgrade", "--only-binary", ":all:", *runtime, *tools, megabytes=megabytes)
    if not said.is_done:
        return complain(f"No se pudo instalar: {said.last}", f"Could not install: {said.last}")
    subprocess.call([str(python_of(venv)), "-m", "pip", "freeze", "--exclude-editable"], stdout=sys.stderr)
    words = rest or list(SELECTION)
    return subprocess.call([str(python_of(venv)), "-m", "pytest", "-q", "-p", "no:cacheprovider", *words], cwd=ROOT)


def lock() -> int:
    """Write the versions of `.venv`, all tested together, into the file that installations follow."""
    words = [str(python_of(VENV)), "-m", "pip", "freeze", "--exclude-editable"]
    frozen = subprocess.check_output(words, encoding="utf-8").splitlines()
    registry = index(VENV)
    try:
        text = with_checksums([*HEAD, *frozen], registry)
    except NoAnswer as why:
        return complain(
            f"No se ha podido preguntar a {registry} por las sumas: {why}. {CONSTRAINTS_FILE} sigue como estaba.",
            f"{registry} could not be asked for the checksums: {why}. {CONSTRAINTS_FILE} is as it was.",
        )
    (ROOT / CONSTRAINTS_FILE).write_text(text, encoding="utf-8", newline="\n")
    return 0


HEAD = (
    "# The versions everything was tested with, and the checksum of every file of each release.",
    "# `python3 tasks.py lock` writes this file from .venv. tasks.py installs these versions from no other file.",
)


def find_browser() -> str | None:
    """Return a Chromium for the page tests: the one on the system, else one from the system's package manager.

    The one without windows comes first: it is the same engine and needs a third less of the processor.
    """
    found = look_for_browser()
    if found:
        return found
    for what in ("chromium-headless-shell", "chromium"):
        for words in package_managers(what):
            print("$", " ".join(words), flush=True)
            subprocess.call(words)
        found = look_for_browser()
        if found:
            return found
    if found is None:
        complain(
            "Las pruebas de las páginas necesitan Chromium y no se pudo instalar: instálalo, o pon COMPANION_BROWSER.",
            "The page tests need Chromium and none could be installed: install it, or set COMPANION_BROWSER.",
        )
    return found


def look_for_browser() -> str | None:
    """Return the path of a browser on this machine, or None."""
    named = os.environ.get("COMPANION_BROWSER")
    if named and Path(named).exists():
        return named
    for name in BROWSERS:
        path = shutil.which(name)
        if path:
            return path
    return next((path for path in MAC_BROWSERS if Path(path).exists()), None)


def find_database() -> None:
    """Install PostgreSQL for the tests of a club's database; where it cannot be had those are skipped, and say so."""
    if look_for_database():
        return
    for words in package_managers("postgresql"):
        print("$", " ".join(words), flush=True)
        subprocess.call(words)
    if not look_for_database():
        print("No PostgreSQL could be installed: the tests that need one are skipped.", flush=True)


def look_for_database() -> bool:
    """Return True if PostgreSQL is on this machine."""
    return bool(shutil.which("initdb") or any(Path("/usr/lib/postgresql").glob("*/bin/initdb")))


def package_managers(what: str) -> list[list[str]]:
    """Return the commands that install Chromium or PostgreSQL here; Debian alone has the Chromium without windows."""
    root = [] if os.name == "nt" or os.geteuid() == 0 else ["sudo", "-n"]
    if shutil.which("apt-get"):
        return [[*root, "apt-get", "update", "-qq"], [*root, "apt-get", "install", "-y", "-qq", what]]
    if what == "chromium-headless-shell":
        return []
    if shutil.which("dnf"):
        return [[*root, "dnf", "install", "-y", "-q", f"{what}-server" if what == "postgresql" else what]]
    if shutil.which("pacman"):
        return [[*root, "pacman", "-S", "--noconfirm", what]]
    if shutil.which("brew"):
        return [["brew", "install", *(["--cask"] if what == "chromium" else []), what]]
    if shutil.which("winget") and what == "chromium":
        return [["winget", "install", "-e", "--id", "Hibbiki.Chromium", "--silent"]]
    return []
