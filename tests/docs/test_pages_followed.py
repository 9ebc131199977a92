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
    r"(?P<new>[Nn]ew\sfile,\s)?`(?P<file>[\w/.-]+/[\w.-]+)`"
    r"(?:,(?:\sunder\s`[^`]+`,)?\s(?:over\sthe\sline\s(?P<q>`+)(?P<over>.+?)(?P=q)|(?P<end>at\sthe\send)"
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
            wanted, between = step["over"] or step["line"], "\n" if block.startswith("[") else ""
            (line,) = (one for one in before.splitlines(keepends=True) if one.strip().startswith(wanted))
            after = before.replace(line, f"{block}{between}{line}" if step["over"] else block)
        file.write_text(after, encoding="utf-8")
    return text


def copied(folder: Path, *parts: str) -> None:
    for part in ("companion", "decklists", "printables", *parts):
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, folder / part)


def run(folder: Path, *words: str) -> str:
    """Run Python on the program in a folder; return what it said."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True)
    return done.stdout + done.stderr


def test_a_house_rule(tmp_path: Path) -> None:
    copied(tmp_path, "tests/rules/la-cosa", "tests/decks")
    text = followed("add-a-house-rule.md", tmp_path)
    (replay,) = re.findall(r"^companion (replay .*)$", text, re.MULTILINE)
    played = ("-m", "companion", *replay.split(), "--lang", "en")
    assert "cases: 3 · lines: 9 · different answers: 0" in run(tmp_path, *played)
    moves = tmp_path / "companion/games/la_cosa/moves.py"
    moves.write_text(moves.read_text("utf-8").replace("rule.late_flames, ", ""), "utf-8")
    assert "expected house.late-flames, got ok" in run(tmp_path, *played), "without the rule the cases do not hold"


SHOW = """
from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from companion.web.server.app import create_app
from companion.web.server.settings import Settings

tables = GameService(MemoryStore(), title)
for names in (["Ana", "Beto", "Carla", "Dani"], ["Ana", "Beto", "Eva", "Inés"]):
    tables.open({"playthrough": 1, "game": "la-cosa", "players": names})
client = create_app(tables, Settings("key")).test_client()
for address in ("/?lang=en", "/tally?lang=en", "/tally?lang=es"):
    print(client.get(address).text)
"""


def test_a_page(tmp_path: Path) -> None:
    copied(tmp_path, "docs/pages.md", "tests/docs/gallery.py", "tests/web/roles.toml")
    followed("add-a-page.md", tmp_path)
    shown = run(tmp_path, "-c", SHOW)
    assert '<a href="/tally">Games played</a>' in shown
    assert "<li><b>Beto</b>: 2 games</li>" in shown and "<li><b>Eva</b>: 1 game</li>" in shown
    assert "<h1>Partidas jugadas</h1>" in shown and "<li><b>Eva</b>: 1 partida</li>" in shown
