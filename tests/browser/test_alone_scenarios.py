"""All scenarios and playthroughs of all games, replayed by the Python inside a browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from companion.decks.catalog import game_slugs
from companion.site import bundle, pyodide
from companion.store.folder import default_folder
from tests.browser.alone import kept, served
from tests.site.replayed import NEEDED, paths, replayed

__all__ = ["kept"]
pytestmark = pytest.mark.long

TESTS = Path(__file__).parents[1]
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


def test_every_scenario_comes_to_the_same_inside_a_browser(kept: BrowserContext, tmp_path: Path) -> None:
    try:
        runtime = pyodide.runtime(pyodide.package(default_folder() / "pyodide"))
    except pyodide.NotThere:
        pytest.skip("Pyodide is not here and cannot be fetched")
    (tmp_path / "pyodide").mkdir()
    for name, content in runtime.items():
        (tmp_path / "pyodide" / name).write_bytes(content)
    (tmp_path / "app.pack").write_bytes(bundle.product())
    (tmp_path / "index.html").write_text("<!doctype html>")
    files = [TESTS / name for name in NEEDED] + paths(TESTS)
    texts = {path.relative_to(TESTS).as_posix(): path.read_text("utf-8") for path in files}
    outside = replayed(TESTS)
    assert len(outside) > 90
    played = {name.split("/")[1] for name, came in outside.items() if isinstance(came, list)}
    assert played == set(game_slugs())
    with served(tmp_path) as base:
        page = kept.new_page()
        page.goto(base)
        inside = json.loads(page.evaluate(INSIDE, texts))
    assert inside.keys() == outside.keys()
    assert [name for name in outside if inside[name] != outside[name]] == []
