"""The two commands of this repository, for a machine that has Python and nothing else.

    python3 tasks.py play     installs what is missing into .venv, starts the table, opens it
    python3 tasks.py test     installs what is missing (the browser for the page tests too), runs every test
    python3 tasks.py test --long   the slow proofs as well

Only the standard library is used here: nothing is installed yet when this file runs.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
MAC_BROWSERS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
LEAST = (3, 11)
COMPILED = ("opencv-python-headless", "typst", "zxing-cpp")


def main(arguments: list[str]) -> int:
    """Run one of the two commands."""
    if sys.version_info < LEAST:
        return complain(f"Python {LEAST[0]}.{LEAST[1]} or newer is needed; this is {sys.version.split()[0]}.")
    command, *rest = arguments or ["help"]
    if command == "play":
        return play(rest)
    if command == "test":
        return test(rest)
    print(__doc__)
    return 0 if command in ("help", "-h", "--help") else 2


def complain(sentence: str) -> int:
    """One clear line on stderr, and the exit code of an input that was refused."""
    print(sentence, file=sys.stderr)
    return 1


def play(rest: list[str]) -> int:
    """Start the table; what follows `play` goes to `companion serve`."""
    if not ready(test=False):
        return 1
    try:
        return subprocess.call([str(PYTHON), "-m", "companion", "serve", *rest], cwd=ROOT)
    except KeyboardInterrupt:
        return 0


def test(rest: list[str]) -> int:
    """Style, types, layers, then pytest, whose summary comes last."""
    if not ready(test=True):
        return 1
    browser = find_browser()
    if browser is None:
        return 1
    find_database()
    long = "--long" in rest
    rest = [word for word in rest if word != "--long"]
    environment = {**os.environ, "COMPANION_BROWSER": browser, "PYTHONDONTWRITEBYTECODE": "1"}
    checks = (
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
        ["lint-imports", "--no-cache"],
    )
    wrong = []
    for words in checks if not rest else ():
        print("$", " ".join(words), flush=True)
        if subprocess.call([str(BIN / words[0]), *words[1:]], cwd=ROOT, env=environment):
            wrong.append(words[0])
    if wrong:
        print(f"Not in order: {', '.join(wrong)} (see above). The tests follow.", flush=True)
    marks = ["-m", "long or not long"] if long else []
    both_cores = ["-n", "2", "--dist", "loadfile"] if not rest else []
    words = [str(PYTHON), "-m", "pytest", "-q", "--durations=10", *both_cores, *marks, *rest]
    return subprocess.call(words, cwd=ROOT, env=environment) or int(bool(wrong))


def ready(*, test: bool) -> bool:
    """Whether .venv holds what is needed; installs it first where it does not."""
    wanted = fingerprint(test=test)
    mark = VENV / f".installed-{'test' if test else 'play'}"
    if PYTHON.exists() and mark.exists() and mark.read_text(encoding="utf-8") == wanted:
        return True
    if not PYTHON.exists() and not make_venv():
        return False
    print("Installing what is missing into .venv (the first time takes a minute)…", flush=True)
    if not install(["-e", "."]) and not install_without_the_compiled():
        complain("The packages could not be installed: is the package registry reachable?")
        return False
    if test and not install(["--group", "test"]):
        complain("The test packages could not be installed.")
        return False
    mark.write_text(wanted, encoding="utf-8")
    return True


def fingerprint(*, test: bool) -> str:
    """Changes when what has to be installed does."""
    text = (ROOT / "pyproject.toml").read_bytes()
    return hashlib.sha256(text + str(sys.version_info[:2]).encode() + bytes([test])).hexdigest()


def make_venv() -> bool:
    """A fresh .venv, or the one package to install where Python comes without."""
    result = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False)
    if result.returncode == 0:
        # Groups of dependencies need pip 25.1; the one that comes with Python may be older.
        return install(["--upgrade", "pip>=25.1"])
    shutil.rmtree(VENV, ignore_errors=True)
    if "ensurepip" in result.stdout + result.stderr or "No module named venv" in result.stderr:
        version = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        complain(f"This Python comes without venv. Install it with:  sudo apt install {version}")
    else:
        complain(f".venv could not be made: {(result.stderr or result.stdout).strip().splitlines()[-1:]}")
    return False


def install_without_the_compiled() -> bool:
    """Everything but the compiled parts without a wheel for this machine: the table works, printing or scanning not."""
    import tomllib  # not at the top: an older Python gets as far as a clear sentence

    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    for one in wanted:
        if install([one], quiet=True):
            continue
        if not one.startswith(COMPILED):
            return False
        print(f"No wheel of {one.split('>')[0]} for this machine: everything that does not need it works.", flush=True)
    return install(["--no-deps", "-e", "."])


def install(words: list[str], *, quiet: bool = False) -> bool:
    """Let pip install something into .venv."""
    command = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "-q", *words]
    sink = subprocess.DEVNULL if quiet else None
    return subprocess.call(command, cwd=ROOT, stderr=sink) == 0


def find_browser() -> str | None:
    """A Chromium for the page tests: the one on the system, else through the system's package manager."""
    found = look_for_browser()
    if found:
        return found
    for words in package_managers("chromium"):
        print("$", " ".join(words), flush=True)
        subprocess.call(words)
    found = look_for_browser()
    if found is None:
        complain("The page tests need Chromium and none could be installed: install it, or set COMPANION_BROWSER.")
    return found


def look_for_browser() -> str | None:
    """The path of a browser that is there."""
    named = os.environ.get("COMPANION_BROWSER")
    if named and Path(named).exists():
        return named
    for name in BROWSERS:
        path = shutil.which(name)
        if path:
            return path
    return next((path for path in MAC_BROWSERS if Path(path).exists()), None)


def find_database() -> None:
    """PostgreSQL for the tests of a club's database; where it cannot be had those are skipped, and say so."""
    if look_for_database():
        return
    for words in package_managers("postgresql"):
        print("$", " ".join(words), flush=True)
        subprocess.call(words)
    if not look_for_database():
        print("No PostgreSQL could be installed: the tests that need one are skipped.", flush=True)


def look_for_database() -> bool:
    """Whether PostgreSQL is on this machine."""
    return bool(shutil.which("initdb") or any(Path("/usr/lib/postgresql").glob("*/bin/initdb")))


def package_managers(what: str) -> list[list[str]]:
    """What to run, in order, to install Chromium or PostgreSQL here."""
    root = [] if os.name == "nt" or os.geteuid() == 0 else ["sudo", "-n"]
    if shutil.which("apt-get"):
        return [[*root, "apt-get", "update", "-qq"], [*root, "apt-get", "install", "-y", "-qq", what]]
    if shutil.which("dnf"):
        return [[*root, "dnf", "install", "-y", "-q", f"{what}-server" if what == "postgresql" else what]]
    if shutil.which("pacman"):
        return [[*root, "pacman", "-S", "--noconfirm", what]]
    if shutil.which("brew"):
        return [["brew", "install", *(["--cask"] if what == "chromium" else []), what]]
    if shutil.which("winget") and what == "chromium":
        return [["winget", "install", "-e", "--id", "Hibbiki.Chromium", "--silent"]]
    return []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
