"""Runs the command line as a person's shell does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from click.testing import CliRunner, Result

from companion.cli import main

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]


def apart(call: Callable[[], T]) -> T:
    """Call something in a thread of its own: Playwright leaves its event loop running in that of the tests."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(call).result()


def run(*words: str | Path, **environment: str) -> Result:
    """Run one command line in this process."""
    return apart(lambda: CliRunner().invoke(main, [str(word) for word in words], env=environment))


def lines(result: Result) -> list[dict[str, object]]:
    """Return the JSON Lines on stdout; nothing else may stand there."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def shell(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run one command line in a process of its own."""
    return python("companion", *words, **environment)


def python(module: str, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a module in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", module, *map(str, words)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
