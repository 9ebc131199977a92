"""Pages that lead step by step: followed to the letter in a copy of the program, they give what they promise."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
STEP = re.compile(
    r"(?P<new>[Nn]ew file, )?`(?P<file>[\w/.-]+/[\w.-]+)`"
    r"(?:,(?:\sunder\s`[^`]+`,)?\s(?:over\sthe\sline\s`(?P<over>[^`]+)`|(?P<end>at\sthe\send)"
    r"|instead\sof\sthe\sline\s`(?P<line>[^`]+)`))?:\n\n```\w*\n(?P<block>.*?)```",
    re.DOTALL,
)


def followed(page: str, folder: Path) -> str:
    """Carry out the steps of a page in a folder with the files it names; return the page."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    steps = [*STEP.finditer(text)]
    assert len(steps) == len(re.findall(r"^```\w+$|:\n\n```$", text, re.MULTILINE)), "a block belongs to no step"
    for step in steps:
        file, block = folder / step["file"], step["block"]
        if step["new"]:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block, encoding="utf-8")
            continue
        before = file.read_text(encoding="utf-8")
        if step["end"]:
            after = f"{before}\n\n{block}"
        else:
            wanted = step["over"] or step["line"]
            (line,) = (one for one in before.splitlines(keepends=True) if one.strip().startswith(wanted))
            after = before.replace(line, f"{block}{'' if block[0] == ' ' else chr(10)}{line}" if step["over"] else block)
        file.write_text(after, encoding="utf-8")
    return text


def test_a_house_rule(tmp_path: Path) -> None:
    page = "add-a-house-rule.md"
    left_out = shutil.ignore_patterns("__pycache__", "static", "templates")
    for part in ("companion", "decklists", "tests/rules/la-cosa", "tests/decks"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=left_out)
    text = followed(page, tmp_path)
    cases = re.findall(r"^companion (replay .*)$", text, re.MULTILINE)[0].split()

    def played() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "companion", *cases, "--lang", "en"]
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)

    done = played()
    assert (done.returncode, done.stdout.strip()) == (0, f"{cases[1]}: cases: 3 · lines: 9 · different answers: 0")
    moves = tmp_path / "companion/games/la_cosa/moves.py"
    moves.write_text(moves.read_text("utf-8").replace("rule.late_flames, ", ""), "utf-8")
    assert "expected house.late-flames, got ok" in played().stdout + played().stderr, "without the rule the cases do not hold"
