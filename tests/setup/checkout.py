"""A checkout with nothing but `tasks.py`, and a companion that only says that it was started."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = """
[project]
dependencies = [
    "plain-part>=1,<3",
    "numpy>=1,<3",
    "zxing-cpp>=1,<3",
]
[dependency-groups]
test = ["test-part>=1"]
"""
MAIN = """
import json, os, sys, time
print(json.dumps({"pid": os.getpid(), "words": sys.argv[1:]}), flush=True)
import plain_part
time.sleep(float(os.environ.get("OPEN_FOR", "0")))
"""


class Checkout:
    """Small checkout whose commands run against a registry of the test's."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.venv = folder / ".venv"
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "LC_"))}
        self.environment |= {
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_INDEX_URL": url,
            "PIP_NO_CACHE_DIR": "1",
            "PIP_RETRIES": "1",
            "PIP_TIMEOUT": "20",
            "COMPANION_LANG": "en",
        }
        folder.mkdir()
        shutil.copy(ROOT / "tasks.py", folder)
        shutil.copytree(ROOT / "tools", folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "companion/i18n").mkdir(parents=True)
        for name in ("__init__.py", "i18n/__init__.py", "i18n/locales.py"):
            shutil.copy(ROOT / "companion" / name, folder / "companion" / name)
        (folder / "companion/__main__.py").write_text(MAIN, "utf-8")
        (folder / "pyproject.toml").write_text(PROJECT, "utf-8")
        (folder / "constraints.txt").write_text("plain-part==2.0\nnumpy==2.0\nzxing-cpp==2.0\n", "utf-8")

    def with_venv(self, template: Path) -> Checkout:
        """Add an environment with pip and nothing else, copied because making one takes the longest of all."""
        shutil.copytree(template, self.venv, symlinks=True)
        return self

    def tasks(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run one command to its end."""
        return subprocess.run(
            [sys.executable, "tasks.py", *words],
            cwd=self.folder,
            env={**self.environment, **more},
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

    def started(self, *words: str, **more: str) -> subprocess.Popen[str]:
        """Start one command that goes on."""
        return subprocess.Popen(
            [sys.executable, "tasks.py", *words],
            cwd=self.folder,
            env={**self.environment, **more},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def ready(self, *stages: str) -> bool:
        """Return True if these stages could be installed."""
        code = f"from tools import installing as i, requirements as r; assert i.ready({', '.join(stages)})"
        words = [sys.executable, "-c", code]
        return (
            subprocess.run(words, cwd=self.folder, env=self.environment, capture_output=True, check=False).returncode
            == 0
        )

    def loads(self, module: str) -> bool:
        """Return True if the Python of its environment has a module."""
        words = [str(self.venv / "bin/python"), "-c", f"import {module}"]
        return subprocess.run(words, capture_output=True, check=False).returncode == 0

    def marks(self) -> set[str]:
        """Return the stages that count as complete."""
        return {path.name.removeprefix(".complete-") for path in self.venv.glob(".complete-*")}
