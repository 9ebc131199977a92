"""`tasks.py mutate PART`: small bugs made by a machine in one part; those that no quick test of it finds are listed.

    python3 tasks.py mutate history                         ten minutes of them, drawn at random
    python3 tasks.py mutate store --minutes 40 --seed b     more of them, and others
    python3 tasks.py mutate referee '*_not_superinfected*'  those whose names fit

Why mutmut: docs/decisions/0025. It mutates what stands in functions, not what is made while modules are loaded.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from random import Random

from tools.installing import ready
from tools.machine import ROOT, VENV, complain, python_of
from tools.requirements import PARTS as OPTIONAL
from tools.requirements import TABLE, TEST

COPIED = ("companion", "decklists", "docs", "printables", "tests", "README.md", "pyproject.toml")
SEED = "mutants"
MINUTES = 10.0
A_MINUTE = 90
"""Number of mutants drawn for each minute: about what an idle machine tries."""
QUICK = "not long and not hypothesis"
"""Tests that draw examples by chance are slow, and refuse to be run twice in a process."""
LIVING = {"survived", "no tests"}


@dataclass(frozen=True)
class Part:
    """A part of the product with the quick tests that have to find each mutant of it."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    not_files: tuple[str, ...] = ()
    not_tests: tuple[str, ...] = ()


GAMES = "companion/games/*"
WORDED = ("prompts*", "log", "summary", "retelling", "game", "box")
"""The modules of a game that choose words: golden games and the tests of words read those."""

PARTS = {
    "rules": Part(
        files=("companion/engine/rules.py", "companion/engine/state.py", f"{GAMES}/*.py"),
        not_files=(f"{GAMES}/referee*", *(f"{GAMES}/{name}.py" for name in WORDED)),
        tests=(
            "tests/games/test_rules.py",
            "tests/games/test_golden.py",
            "tests/games/la_cosa",
            "tests/games/dos_barajas",
            "tests/games/la_criatura",
            "tests/games/the_thing",
            "tests/games/the_thing_coop",
            "tests/games/the_thing_outpost",
            "tests/engine/test_state.py",
            "tests/engine/test_actions.py",
        ),
        not_tests=("tests/games/test_rules.py::test_no_rule_can_be_dropped_unnoticed",),
    ),
    "referee": Part(
        files=("companion/engine/hidden/line.py", "companion/engine/hidden/*.py", f"{GAMES}/referee*"),
        tests=(
            "tests/games/test_hidden_cards.py",
            "tests/games/la_cosa/test_scenarios.py",
            "tests/lab/small",
            *(f"tests/engine/test_{name}.py" for name in ("checks", "roles", "telling", "due", "weighing")),
            *(f"tests/games/{game}" for game in ("dos_barajas", "la_criatura", "the_thing", "the_thing_outpost")),
        ),
        not_tests=("tests/engine/test_checks.py::test_any_check_is_answered_refused_or_malformed",),
    ),
    "history": Part(
        files=(
            "companion/engine/history.py",
            "companion/engine/retelling.py",
            "companion/service/history/*.py",
            "companion/service/live/session.py",
            "companion/service/live/folding.py",
            "companion/service/live/undo_range.py",
        ),
        tests=("tests/history", "tests/service", "tests/engine/test_service.py", "tests/games/test_golden.py"),
    ),
    "store": Part(
        files=("companion/store/seals.py", "companion/store/*.py"),
        tests=("tests/store",),
        not_tests=(
            "tests/store/test_club.py",
            "tests/store/test_club_away.py",
            "tests/store/test_club_kills.py",
            "tests/store/test_club_proxy.py",
            "tests/store/test_club_referee.py",
            "tests/store/test_postgres.py",
        ),
    ),
}


def mutate(rest: list[str]) -> int:
    """Try out mutants of a part for a number of minutes, and list those that live."""
    words = list(rest)
    try:
        minutes = float(_value_of("--minutes", words, MINUTES))
        seed = str(_value_of("--seed", words, SEED))
    except (IndexError, ValueError):
        return complain("--minutes pide un número, --seed una palabra.", "--minutes takes a number, --seed a word.")
    part, *patterns = words or [""]
    if part not in PARTS:
        return complain(f"Di de qué parte: {', '.join(PARTS)}.", f"Say of which part: {', '.join(PARTS)}.")
    if os.name == "nt":
        return complain("mutmut no funciona en Windows.", "mutmut does not run on Windows.")
    if not ready(TABLE, OPTIONAL, TEST):
        return 1
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        workshop = Workshop(Path(folder), PARTS[part], str(python_of(VENV)))
        names = [name for name in workshop.make() if not patterns or any(fnmatch(name, one) for one in patterns)]
        drawn = Random(seed).sample(names, min(len(names), int(minutes * A_MINUTE) + 1))
        outcomes = workshop.tried(drawn, minutes)
        for name in sorted(name for name, outcome in outcomes.items() if outcome in LIVING):
            print(f"\n{workshop.shown(name)}")
        counts = ", ".join(f"{outcome}: {count}" for outcome, count in sorted(Counter(outcomes.values()).items()))
        print(f"\n{len(names)} mutants, {len(drawn)} drawn. {counts}.")
    return 0


def _value_of(name: str, words: list[str], usual: object) -> object:
    """Take an option and its value out of the words."""
    if name not in words:
        return usual
    at = words.index(name)
    _, value = words.pop(at), words.pop(at)
    return value


@dataclass(frozen=True)
class Workshop:
    """A copy of the repository in which the mutants of a part are made and tried."""

    folder: Path
    part: Part
    python: str = sys.executable

    def make(self) -> list[str]:
        """Make all mutants and see which tests reach which; return their names."""
        for name in COPIED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, self.folder / name)
        deselected = [word for test in self.part.not_tests for word in ("--deselect", test)]
        settings = {
            "source_paths": ["companion"],
            "only_mutate": self.part.files,
            "do_not_mutate": self.part.not_files,
            "also_copy": ["decklists", "printables", "README.md", "docs"],
            "pytest_add_cli_args": ["-p", "no:cacheprovider", "-p", "no:xdist", "-m", QUICK, *deselected],
            "pytest_add_cli_args_test_selection": self.part.tests,
        }
        lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
        with (self.folder / "pyproject.toml").open("a", encoding="utf-8") as project:
            off = ("track_dependencies = false", "use_git_change_detection = false")
            project.write("\n".join(["", "[tool.mutmut]", *lines, *off, ""]))
        module = self.part.files[0].removesuffix(".py").replace("/", ".")
        self._mutmut("run", f"{module}.*__mutmut_1", "--max-children", "1")  # with a few of them all are made
        kept = sorted((self.folder / "mutants" / "companion").rglob("*.meta"))
        return [name for path in kept for name in json.loads(path.read_text("utf-8"))["exit_code_by_key"]]

    def tried(self, names: list[str], minutes: float | None = None) -> dict[str, str]:
        """Try these mutants, as many as can be in that time; return the outcome of each."""
        if not names:
            return {}
        self._mutmut("run", *names, "--max-children", "2", minutes=minutes)
        lines = (line.strip().rpartition(": ") for line in self._mutmut("results", "--all", "true").splitlines())
        drawn = set(names)
        return {name: outcome.replace("not checked", "no time") for name, _, outcome in lines if name in drawn}

    def shown(self, name: str) -> str:
        """Return what a mutant changes."""
        return self._mutmut("show", name).strip()

    def _mutmut(self, *words: str, minutes: float | None = None) -> str:
        """Return what mutmut says; where its time is up it is told to stop, and what it has found stays."""
        # A process that a shell started in the background is deaf to SIGINT, and so is what it starts in turn.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with subprocess.Popen(
            [self.python, "-m", "mutmut", *words], cwd=self.folder, stdout=subprocess.PIPE, text=True,
            stderr=subprocess.STDOUT, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        ) as started:  # fmt: skip
            try:
                said, _ = started.communicate(timeout=None if minutes is None else minutes * 60)
            except subprocess.TimeoutExpired:
                started.send_signal(signal.SIGINT)
                return started.communicate()[0]
        if started.returncode:
            raise RuntimeError(said[-4000:])
        return said
