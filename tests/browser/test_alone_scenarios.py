"""All scenarios and playthroughs of all games, and whole games full of checks, replayed inside a browser."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from companion.decks.catalog import game_slugs
from companion.site import bundle, bytecode
from companion.site.packing import packed
from tests.browser.alone import brought, kept, served
from tests.site.replayed import NEEDED, paths, replayed
from tests.site.shown import game_of

__all__ = ["kept"]
pytestmark = pytest.mark.alone

TESTS = Path(__file__).parents[1]
SHOWN = {"la-cosa": ((6, 150), (12, 150)), "dos-barajas": ((5, 150), (8, 150)), "la-criatura": ((6, 150), (3, 150))}
"""Numbers of people and of entries at most, for each game with hidden cards."""
INSIDE = """async (texts) => {
  const { loadPyodide } = await import("/pyodide/pyodide.mjs");
  const python = await loadPyodide({ indexURL: "/pyodide/" });
  const product = new Uint8Array(await (await fetch("/app.pack")).arrayBuffer());
  python.globals.set("product", product);
  python.globals.set("texts", JSON.stringify(texts));
  return python.runPython(`
import json, sys
from pathlib import Path

def put(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)

index, _, rest = product.to_bytes().partition(b"\\\\n")
at = 0
for name, size in json.loads(index):
    put(Path("/app") / name, rest[at : at + size])
    at += size
for name, text in json.loads(texts).items():
    put(Path("/app/tests") / name, text.encode())
sys.path.insert(0, "/app")
from tests.site.replayed import replayed
json.dumps(replayed(Path("/app/tests")))
`);
}"""


def inside(kept: BrowserContext, folder: Path, texts: dict[str, str]) -> dict[str, Any]:
    """Replay these files of the tests inside a browser, and return the outcomes."""
    runtime, parts = brought()
    compile = parts["compile"]
    (folder / "pyodide").mkdir()
    for name, content in {**runtime, bytecode.LIBRARY: bytecode.library(runtime[bytecode.LIBRARY], compile)}.items():
        (folder / "pyodide" / name).write_bytes(content)
    (folder / "app.pack").write_bytes(packed(compile(bundle.product(parts["solver"]), bytecode.PRODUCT_AT)))
    (folder / "index.html").write_text("<!doctype html>")
    needed = {name: (TESTS / name).read_text("utf-8") for name in NEEDED}
    with served(folder) as base:
        page = kept.new_page()
        page.goto(base)
        return dict(json.loads(page.evaluate(INSIDE, {**needed, **texts})))


def test_every_scenario_comes_to_the_same_inside_a_browser(kept: BrowserContext, tmp_path: Path) -> None:
    outside = replayed(TESTS)
    assert len(outside) > 90
    played = {name.split("/")[1] for name, came in outside.items() if isinstance(came, list)}
    assert played == set(game_slugs())
    texts = {path.relative_to(TESTS).as_posix(): path.read_text("utf-8") for path in paths(TESTS)}
    found = inside(kept, tmp_path, texts)
    assert found.keys() == outside.keys()
    assert [name for name in outside if found[name] != outside[name]] == []


def test_whoever_shows_cards_is_answered_the_same_inside_a_browser(kept: BrowserContext, tmp_path: Path) -> None:
    texts = {
        f"shown/{game}/{people}.jsonl": game_of(game, f"alone {people}", people, most)
        for game, tables in SHOWN.items()
        for people, most in tables
    }
    for name, text in texts.items():
        (tmp_path / "tests" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tests" / name).write_text(text, "utf-8")
    outside = replayed(tmp_path / "tests")
    assert outside.keys() == texts.keys()
    verdicts = Counter(verdict for game in outside.values() for verdict in _verdicts(game))
    assert verdicts["legal"] > 90 and verdicts["illegal"] > 50 and verdicts["undetermined"] > 8, verdicts
    found = inside(kept, tmp_path, texts)
    assert found.keys() == outside.keys()
    assert [name for name in outside if found[name] != outside[name]] == []


def _verdicts(game: Any) -> list[str]:
    """Return the verdicts on all that was shown in a game."""
    answers = [one for one in game[0] if isinstance(one, list) and one and isinstance(one[0], dict)]
    return [answer[0]["verdict"] for answer in answers if "verdict" in answer[0]]
