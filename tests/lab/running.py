"""Runs the commands of the laboratory as a person's shell does."""

from __future__ import annotations

import subprocess
from pathlib import Path

from click.testing import CliRunner, Result

from tests.cli.running import apart, python
from tests.lab.command_line import main


def run(*words: str | Path) -> Result:
    """Run one command line in this process."""
    return apart(lambda: CliRunner().invoke(main, [str(word) for word in words]))


def shell(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run one command line in a process of its own."""
    return python("tests.lab", *words, **environment)
