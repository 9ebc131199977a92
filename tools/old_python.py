"""What a Python that is too old does: it hands on to a newer one of this machine, else says how to get one.

Everything here has to be understood by Python 3.6: no annotations of today, no imports from the rest.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

NEWEST = 14
PACKAGES = {
    # systems by their names in /etc/os-release: the oldest release with a Python that is new enough, and its packages
    "debian": (12, "sudo apt install python3 python3-venv", "python3"),
    "raspbian": (12, "sudo apt install python3 python3-venv", "python3"),
    "ubuntu": (22, "sudo apt install python3.11 python3.11-venv", "python3.11"),
    "fedora": (37, "sudo dnf install python3", "python3"),
    "rhel": (8, "sudo dnf install python3.11", "python3.11"),
    "rocky": (8, "sudo dnf install python3.11", "python3.11"),
    "almalinux": (8, "sudo dnf install python3.11", "python3.11"),
    "opensuse-leap": (15, "sudo zypper install python311", "python3.11"),
    "arch": (0, "sudo pacman -Syu python", "python3"),
}
ANYWHERE = "curl -LsSf https://astral.sh/uv/install.sh | sh"
"""Installs `uv`, which brings a Python of its own to systems whose packages have none."""


def newer(least: "tuple[int, int]") -> str:
    """Return a Python of this machine that is new enough and runs; empty if there is none."""
    for minor in range(NEWEST, least[1] - 1, -1):
        found = shutil.which("python3.%d" % minor)  # noqa: UP031
        if found and subprocess.call([found, "-c", ""], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0:
            return found
    return ""


def remedy(platform: str, release: str) -> "tuple[str, str]":
    """Return the command that installs a newer Python on a system, and what to type in place of `python3` then.

    `release`: the text of /etc/os-release, empty where there is none.
    """
    if platform == "win32":
        return "winget install Python.Python.3.13", "py -3.13"
    if platform == "darwin":
        return "brew install python  (https://www.python.org/downloads/)", "python3"
    said = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', release, re.MULTILINE))
    version = int(re.sub(r"\D.*", "", said.get("VERSION_ID", "")) or 0)
    for name in [said.get("ID", ""), *said.get("ID_LIKE", "").split()]:
        if name in PACKAGES and (name != said.get("ID") or version >= PACKAGES[name][0]):
            return PACKAGES[name][1:]
        if name in PACKAGES:
            break
    return ANYWHERE, "uv run --no-project --python 3.13"


def go_on(least: "tuple[int, int]", arguments: "list[str]") -> int:
    """Run this command with a newer Python, or say how to get one. Return the exit code."""
    other = newer(least)
    if other:
        return subprocess.call([other, sys.argv[0], *arguments])
    about = Path("/etc/os-release")
    release = about.read_text("utf-8") if about.exists() else ""
    install, then = remedy(sys.platform, release)
    chosen = os.environ.get("COMPANION_LANG") or os.environ.get("LC_ALL") or os.environ.get("LANG") or "es"
    is_spanish = chosen[:2].lower() == "es" or chosen.split(".")[0] in ("C", "POSIX")
    has = sys.version.split()[0]
    wanted = ".".join(map(str, least))
    lines = (
        (
            "Hace falta Python %s o más nuevo, y este es %s."
            if is_spanish
            else "Python %s or newer is needed; this is %s."
        )
        % (wanted, has),
        ("Instálalo con:  %s" if is_spanish else "Install it with:  %s") % install,
        ("y después:  %s tasks.py %s" if is_spanish else "and then:  %s tasks.py %s") % (then, " ".join(arguments)),
    )
    sys.stderr.write("\n".join(lines) + "\n")
    return 1
